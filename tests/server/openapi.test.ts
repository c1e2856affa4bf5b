import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerFixture, type ServerFixture } from '#tests/support/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

/** What the linter finds in a document, as one line each. */
async function lint(source: string): Promise<string[]> {
  // Every path of the contract ends with a slash; all else is as recommended.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off' } });
  const problems = await lintFromString({ source, config });
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
  );
}

const readDocument = async () => (await server.app.inject('/api/openapi.json')).body;

test('the OpenAPI document passes the recommended rules of a linter, warnings included', async () => {
  expect(await lint(await readDocument())).toEqual([]);
});

test('the linter finds what is wrong', async () => {
  const document = JSON.parse(await readDocument()) as { paths: Record<string, Record<string, object>> };
  const [path] = Object.keys(document.paths);
  document.paths[`${path}{nothing}/`] = { get: { responses: { 200: { description: 'fine' } } } };
  const problems = await lint(JSON.stringify(document));
  expect(problems.some((problem) => problem.startsWith('error path-parameters-defined'))).toBe(true);
});
