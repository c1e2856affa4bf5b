import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { setMinVersion } from '#contract/console/service.ts';
import { getInput, writeInput } from '#contract/inputs.ts';
import { appVersionSchema, failureCodeSchema, reportCrash } from '#contract/quality.ts';
import { trackKeySchema } from '#contract/title-facts.ts';

const UNSAFE = ['$', ' x', '\n', '/..', '"'];

/** Texts with a pattern: what fits, and what does not. */
describe.each<[string, z.ZodMiniType, string[], string[]]>([
  [
    'the writer of an input',
    writeInput.body.shape.writer,
    ['abcd1234', 'a-b_c-d-', 'x'.repeat(40)],
    ['abcd123', 'x'.repeat(41), 'abcd 123'],
  ],
  [
    'the revision after which an input is wanted',
    getInput.query.shape.after,
    ['0', '2147483647'],
    ['', '-1', '1.5', '2147483648', '12345678901'],
  ],
  [
    'the oldest usable version',
    setMinVersion.body.shape.version,
    ['0.1.0', '12345.12345.12345'],
    ['1.2', '1.2.3.4', 'v1.2.3', '123456.1.1', '1.123456.1', '1.1.123456', '1..1', '1a2b3'],
  ],
  ['the version of an app', appVersionSchema, ['1', '1.2.3-beta+5', 'A'.repeat(30)], ['', '.1', '-1', 'A'.repeat(31)]],
  ['a failure', failureCodeSchema, ['SHAKA_1001', '4', 'A'.repeat(40)], ['', '_A', 'shaka', 'A'.repeat(41)]],
  ['the screen of a crash', reportCrash.body.shape.screen, ['home', 'my-list_2', 'x'.repeat(40)], ['', 'x'.repeat(41)]],
  [
    'a track',
    trackKeySchema,
    ['ja', 'kor', 'ko/dub', 'zh-Hant', 'zh-Hant-TW/caption', 'ja/description', 'en/forced'],
    ['j', 'japa', 'ko/', 'ko/song', 'ko/dub/dub', 'zh-', 'zh-Hant-TW-x', 'zh-123456789', '가나'],
  ],
])('%s', (_name, schema, good, bad) => {
  const accepts = (text: string) => z.safeParse(schema, text).success;

  test('accepts what fits', () => expect(good.filter((text) => !accepts(text))).toEqual([]));

  test('refuses what does not', () => expect(bad.filter(accepts)).toEqual([]));

  test('refuses anything around what fits', () => {
    const around = good.flatMap((text) => UNSAFE.flatMap((other) => [text + other, other + text]));
    expect(around.length).toBeGreaterThan(10);
    expect(around.filter(accepts)).toEqual([]);
  });
});
