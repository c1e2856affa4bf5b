import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import type { CallShape } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isEmail } from '#contract/rules/email.ts';
import { isPlainEmail } from '#contract/rules/plain-email.ts';
import { withoutPersonal } from '#contract/rules/without-personal.ts';
import { cleanText, problemOfText, tidyText } from '#contract/rules/written-text.ts';
import { readCookies } from '#server/lib/cookies.ts';
import { addressKey } from '#server/lib/address-key.ts';
import { plainName } from '#server/lib/plain-name.ts';
import { tidyMessage, tidyStack } from '#server/monitoring/quality/crash-rules.ts';
import { browserOf } from '#server/staff/browser.ts';
import { processorMs } from '#tests/support/processor-time.ts';

/*
 * Texts of strangers take a time that grows with their length. A quadratic reader needs seconds for the largest body; the
 * limit leaves room for a slow machine. `npm run lint` looks for such expressions without running them.
 */

/** The largest body. */
const LENGTH = 64 * 1024;
const MOST_MS = 500;

const PIECES = [
  ...[
    'a',
    'A1',
    'a.',
    'a@',
    '@',
    '.',
    '-',
    '/',
    ':',
    '//',
    '://',
    ' ',
    ' a',
    '\n',
    '0',
    '0-',
    '=',
    ';',
    'a=',
    '<',
    '{',
  ],
  ...['漢', 'ㄱ', '\u200b', '\u200d', '👩\u200d', '\u{1F3F4}\u{E0067}', '\u0301', '\u3164', 'www.', 'a.js:1:'],
];
/** Long runs, after a start and before an end that a pattern may wait for in vain. */
const textsOf = (length: number) =>
  PIECES.flatMap((piece) => {
    const run = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    return [run, `a${run.slice(0, -2)}!`, `${run.slice(0, -1)}\0`];
  });

const slowestOf = (read: (text: string) => unknown, length = LENGTH) => {
  let slowest = { ms: 0, text: '' };
  for (const text of textsOf(length)) {
    const ms = processorMs(() => read(text));
    if (ms > slowest.ms) slowest = { ms, text: text.slice(0, 12) };
  }
  return slowest.ms < MOST_MS ? null : slowest;
};

test.each<[string, (text: string) => unknown]>([
  ['isEmail', (text) => isEmail(`${text}@bora.example`)],
  ['the domain of isEmail', (text) => isEmail(`a@${text}`)],
  ['isPlainEmail', isPlainEmail],
  ['tidyText', tidyText],
  ['cleanText', cleanText],
  ['problemOfText', problemOfText],
  ['plainName', plainName],
  ['readCookies', readCookies],
  ['browserOf', browserOf],
  ['addressKey', addressKey],
])('%s is linear', (_name, read) => expect(slowestOf(read)).toBeNull());

test.each<[string, (text: string) => unknown]>([
  ['withoutPersonal', withoutPersonal],
  ['tidyStack', tidyStack],
  ['tidyMessage', tidyMessage],
])('%s is fast for the longest text of the contract', (_name, read) => expect(slowestOf(read, 4000)).toBeNull());

/** Each object with the text in one field more than the schema can have, and in every field of it. */
const keysOf = (schema: z.ZodMiniType): string[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
    anyOf?: { properties?: object }[];
    oneOf?: { properties?: object }[];
  };
  return [json, ...(json.anyOf ?? []), ...(json.oneOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties));
};

const shapes = Object.entries<CallShape>({ ...endpoints, ...consoleEndpoints }).filter(
  ([, { params, query, body }]) => params ?? query ?? body,
);
test.each(shapes)('the schemas of %s are linear', (_name, { params, query, body }) => {
  for (const schema of [params, query, body]) {
    if (!schema) continue;
    const keys = keysOf(schema);
    // One text in all fields: whichever is slow makes the whole slow.
    const read = (text: string) => z.safeParse(schema, Object.fromEntries(keys.map((key) => [key, text])));
    expect(slowestOf(read, LENGTH / 4)).toBeNull();
  }
});
