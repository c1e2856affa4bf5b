import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleErrorCodes } from '#contract/console/errors.ts';
import { errorCodes } from '#contract/errors.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

/** The linter's findings in a document, one line each. */
async function lint(source: string): Promise<string[]> {
  // Every path of the contract ends with a slash; all other rules are the recommended ones.
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

test('the linter finds faults', async () => {
  const document = JSON.parse(await readDocument()) as { paths: Record<string, Record<string, object>> };
  const [path] = Object.keys(document.paths);
  document.paths[`${path}{nothing}/`] = { get: { responses: { 200: { description: 'fine' } } } };
  const problems = await lint(JSON.stringify(document));
  expect(problems.some((problem) => problem.startsWith('error path-parameters-defined'))).toBe(true);
});

interface Documented {
  info: { description: string };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        tags: string[];
        security: object[];
        parameters?: { in: string; name: string; schema: { type?: string; pattern?: string; maximum?: number } }[];
        responses: Record<string, { content?: { 'application/json': { schema: { $ref?: string } } } }>;
      }
    >
  >;
  components: { schemas: Record<string, { properties?: Record<string, { enum?: string[] }> }> };
}

const readOperations = async () => {
  const document = JSON.parse(await readDocument()) as Documented;
  return { document, operations: Object.values(document.paths).flatMap((methods) => Object.values(methods)) };
};

test('every failure has the same named schema, whose code lists all codes', async () => {
  const { document, operations } = await readOperations();
  for (const { tags, responses } of operations)
    for (const status of ['4XX', '5XX'])
      expect(responses[status]!.content!['application/json'].schema.$ref).toBe(
        `#/components/schemas/${tags.includes('console') ? 'ConsoleErrorReply' : 'ErrorReply'}`,
      );
  const codesOf = (name: string) => [...document.components.schemas[name]!.properties!['code']!.enum!].sort();
  const all = { ...errorCodes, ...consoleErrorCodes };
  expect(codesOf('ErrorReply')).toEqual(Object.keys(errorCodes).sort());
  expect(codesOf('ConsoleErrorReply')).toEqual(Object.keys(all).sort());
  for (const [code, { status }] of Object.entries(all))
    expect(document.info.description).toContain(`- ${status} \`${code}\`: `);
});

test('numeric parameters are numbers, and text has its rule', async () => {
  const { operations } = await readOperations();
  const parameters = operations.flatMap(({ parameters: own = [] }) => own);
  for (const name of ['limit', 'offset', 'item_id', 'itemId', 'weekday', 'year', 'theme'])
    expect([
      name,
      [...new Set(parameters.flatMap((parameter) => (parameter.name === name ? [parameter.schema.type] : [])))],
    ]).toEqual([name, ['integer']]);
  expect(parameters.filter(({ schema }) => JSON.stringify(schema).includes('documentedAs'))).toEqual([]);
  const pins = operations.filter(({ parameters: own }) => own?.some(({ name }) => name === 'x-profile-pin'));
  expect(pins.map(({ operationId }) => operationId).sort()).toEqual([
    'getProfileToken',
    'removeProfile',
    'updateProfile',
  ]);
});

/** Parts of answers that a client author would not guess. */
test.each([
  ['Video', 'ticket'],
  ['Advertisement', 'streams'],
])('%s documents %s', async (schema, property) => {
  const { document } = await readOperations();
  expect(document.components.schemas[schema]!.properties![property]).toMatchObject({ description: expect.any(String) });
});

test('calls with a supplied token document it', async () => {
  const { operations } = await readOperations();
  const securityOf = (id: string) => operations.find(({ operationId }) => operationId === id)!.security;
  expect(securityOf('setPassword')).toEqual([{ token: [] }]);
  expect(securityOf('confirmEmail')).toEqual([{ token: [] }, {}]);
  expect(securityOf('requestEmailCode')).toEqual([{ token: [] }, {}]);
  expect(securityOf('login')).toEqual([]);
});
