import { describe, expect, test } from 'vitest';
import { episodeFactsSchema } from '#contract/console/metadata.ts';
import { setTitlePicture } from '#contract/console/title-editing.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isErrorCode } from '#contract/error-reply.ts';
import { errorCodes } from '#contract/errors.ts';
import {
  booleanTextSchema,
  catalogueIdTextSchema,
  emailSchema,
  freeTextSchema,
  instantSchema,
  pageQuery,
} from '#contract/values.ts';

describe('values on the wire', () => {
  test.each([
    ['plain text', '안녕하세요', true],
    ['a character outside the basic plane', '🦊', true],
    ['the longest', '가'.repeat(5), true],
    ['too long', '가'.repeat(6), false],
    ['NUL', 'a\0b', false],
    ['a high surrogate alone', '\ud83e', false],
    ['a low surrogate alone', '\udd8a', false],
    ['surrogates the wrong way round', '\udd8a\ud83e', false],
  ])('free text: %s', (_name, text, isGood) => expect(freeTextSchema(5).safeParse(text).success).toBe(isGood));

  test.each([
    ['2026-11-20T12:00:00Z', true],
    ['1601-01-01T00:00:00Z', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['0000-01-01T00:00:00Z', false],
    ['0026-11-20T12:00:00Z', false],
  ])('the instant %j: %s', (text, isGood) => expect(instantSchema.safeParse(text).success).toBe(isGood));

  test.each([
    ['1', 1],
    ['2147483647', 2_147_483_647],
    ['0', undefined],
    ['01', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['2147483648', undefined],
    ['9999999999', undefined],
    ['', undefined],
    [' 1', undefined],
  ])('a catalogue id from the text %j is %j', (text, id) =>
    expect(catalogueIdTextSchema.safeParse(text).data).toBe(id),
  );

  test.each([
    ['1', 1],
    ['100', 100],
    ['0', undefined],
    ['101', undefined],
    ['-1', undefined],
    ['ten', undefined],
    ['', undefined],
  ])('a limit from %j is %j', (text, limit) =>
    expect(pageQuery({ defaultLimit: 20 }).limit.safeParse(text).data).toBe(limit),
  );

  test('a missing limit has its default, and so does the offset', () => {
    expect(pageQuery({ defaultLimit: 20 }).limit.parse(undefined)).toBe(20);
    expect(pageQuery({ defaultLimit: 20 }).offset.parse(undefined)).toBe(0);
  });

  test('a boolean accepts only its two words', () => {
    expect(booleanTextSchema.parse('true')).toBe(true);
    expect(booleanTextSchema.parse('false')).toBe(false);
    expect(booleanTextSchema.safeParse('1').success).toBe(false);
  });

  test('an e-mail address has at most 254 characters', () => {
    expect(emailSchema.safeParse(`${'a'.repeat(246)}@bora.kr`).success).toBe(true);
    expect(emailSchema.safeParse(`${'a'.repeat(247)}@bora.kr`).success).toBe(false);
  });
});

describe('the table of calls', () => {
  test.each(Object.entries(endpoints))('%s has a unique call and a path that ends in a slash', (_name, endpoint) => {
    expect(endpoint.path).toMatch(/^\/api\/.*\/$/);
    const same = Object.values(endpoints).filter(
      ({ method, path }) => method === endpoint.method && path === endpoint.path,
    );
    expect(same).toHaveLength(1);
  });
});

test('every error code has a status and a Korean sentence', () => {
  for (const [code, { status, message }] of Object.entries(errorCodes)) {
    expect(isErrorCode(code)).toBe(true);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/[가-힣].*\.$/);
  }
  expect(isErrorCode('toString')).toBe(false);
});

test('specials are season 0 in facts of a file', () => {
  expect(episodeFactsSchema.safeParse({ season: 0, number: 1 }).success).toBe(true);
  expect(episodeFactsSchema.safeParse({ season: -1 }).success).toBe(false);
});

test('a part of a picture may lie behind its ten-thousandth pixel', () => {
  const part = { left: '0', top: '99999', width: '10000', height: '1' };
  expect(setTitlePicture.query.parse(part)).toEqual({ left: 0, top: 99_999, width: 10_000, height: 1 });
  expect(setTitlePicture.query.safeParse({ ...part, width: '100000' }).success).toBe(false);
});
