import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serializerCompiler } from '#server/http/serialize.ts';
import { onTopOf, rememberBy, sharedOf } from '#server/lib/layers.ts';

const title = z.object({ id: z.int(), name: z.string(), tags: z.array(z.string()), note: z.string().nullable() });
const page = z.object({ ...title.shape, my: z.object({ score: z.number() }), extra: z.string().optional() });
const list = z.object({ count: z.int(), results: z.array(page) });

const writer = (schema: z.ZodType) => {
  const write = serializerCompiler({ schema, method: 'GET', url: '/' });
  return (value: unknown) => JSON.parse(String(write(value))) as unknown;
};

const known = Object.freeze({ id: 1, name: '보라 "하나"', tags: ['a', 'b'], note: null, secret: 'x' });

const rest = { my: { score: 4, secret: 'x' }, inner: 'x' };
const told = { id: 1, name: '보라 "하나"', tags: ['a', 'b'], note: null, my: { score: 4 } };

describe('an answer is serialized by its schema', () => {
  test.each([
    ['as one object', { ...known, ...rest }],
    ['on top of what many share', onTopOf(known, rest)],
    ['frozen', Object.freeze({ ...known, ...rest })],
  ])('%s, without unknown fields', (_name, value) => {
    const write = writer(page);
    // The cached text is sent again.
    for (let times = 0; times < 2; times += 1) expect(write(value)).toEqual(told);
  });

  test('in lists', () => {
    const results = [onTopOf(known, { my: { score: 1 } }), onTopOf(known, { my: { score: 2 }, extra: 'more' })];
    expect(writer(list)({ count: 2, results, secret: 'x' })).toEqual({
      count: 2,
      results: [
        { ...told, my: { score: 1 } },
        { ...told, my: { score: 2 }, extra: 'more' },
      ],
    });
    expect(writer(list)({ count: 0, results: [] })).toEqual({ count: 0, results: [] });
  });

  test('as a cached text for all callers, until it changes', () => {
    const write = writer(list);
    const shared = (score: number) =>
      Object.freeze({ count: 1, results: Object.freeze([onTopOf(known, { my: { score } })]), secret: 'x' });
    const [first, second] = [shared(1), shared(2)];
    for (const value of [first, second, first])
      expect(write(value)).toEqual({
        count: 1,
        results: [{ ...told, my: { score: value === first ? 1 : 2 } }],
      });
  });
});

const kinds = z.object({
  rows: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('pages'), results: z.array(page) }),
      z.object({ kind: z.literal('names'), results: z.array(z.string()) }),
    ]),
  ),
});

describe('a list of several kinds', () => {
  test('is serialized by kind, without fields of other kinds', () => {
    const write = writer(kinds);
    const pages = Object.freeze({ kind: 'pages', results: [onTopOf(known, rest)], secret: 'x' });
    for (const rows of [[pages, { kind: 'names', results: ['하나'] }], [pages]])
      expect(write({ rows })).toEqual({
        rows: [
          { kind: 'pages', results: [told] },
          { kind: 'names', results: ['하나'] },
        ].slice(0, rows.length),
      });
  });

  test.each([
    ['an unknown kind', { kind: 'others', results: [] }],
    ['no kind', { results: [] }],
    ['results of another kind', { kind: 'names', results: [onTopOf(known, rest)] }],
    ['null', null],
  ])('is refused with %s', (_name, row) => {
    expect(() => writer(kinds)({ rows: [row] })).toThrow();
  });
});

test('a frozen answer is always sent as the same bytes', () => {
  const write = serializerCompiler({ schema: list, method: 'GET', url: '/' });
  const answer = Object.freeze({ count: 1, results: [onTopOf(known, rest)] });
  expect(write(answer)).toBe(write(answer));
  expect(write({ ...answer })).not.toBe(write(answer));
});

describe('a layered object', () => {
  const layered = onTopOf(known, rest);
  const plain = { ...known, ...rest };

  test('has all its fields when it is spread, copied or stringified', () => {
    expect({ ...layered }).toEqual(plain);
    expect(Object.keys(layered)).toEqual(Object.keys(plain));
    expect(structuredClone({ ...layered })).toEqual(plain);
    expect(JSON.parse(JSON.stringify(layered))).toEqual(plain);
  });

  test('can be changed in a copy, which is serialized with the change', () => {
    expect(writer(page)({ ...layered, name: '다른 이름' })).toEqual({ ...told, name: '다른 이름' });
    expect(writer(page)(Object.freeze({ ...layered, id: 2 }))).toEqual({ ...told, id: 2 });
  });
});

describe('an answer that violates its schema is not sent', () => {
  test.each([
    ['a wrong field below', onTopOf(Object.freeze({ ...known, id: 'one' }), { my: { score: 1 } })],
    ['a wrong field on top', onTopOf(known, { my: { score: 'four' } })],
    ['a field that is missing', onTopOf(known, {})],
    ['no object', null],
    ['a list', []],
  ])('%s', (_name, value) => {
    expect(() => writer(page)(value)).toThrow();
    expect(() => writer(list)({ count: 1, results: [value] })).toThrow();
  });

  test('a value that is not a list', () => {
    expect(() => writer(list)({ count: 1, results: {} })).toThrow();
    expect(() => writer(list)({ count: 1 })).toThrow();
  });
});

describe('what is made of an object', () => {
  const remember = rememberBy<object, { version: number }>();
  const madeOf = (key: object, version: number) =>
    remember(
      key,
      (made) => made.version === version,
      () => ({ version }),
    );

  test('that answers share is cached until it is no longer valid, and shared too', () => {
    const key = Object.freeze({});
    expect(madeOf(key, 1)).toBe(madeOf(key, 1));
    expect(madeOf(key, 2)).toEqual({ version: 2 });
    expect(Object.isFrozen(madeOf(key, 2))).toBe(true);
  });

  test('of one answer is made each time, and can be changed', () => {
    const key = {};
    expect(madeOf(key, 1)).not.toBe(madeOf(key, 1));
    expect(Object.isFrozen(madeOf(key, 1))).toBe(false);
  });

  test('of one answer is no layer', () => {
    expect(sharedOf(onTopOf({ id: 1 }, { my: null }))).toBeUndefined();
    expect(sharedOf(onTopOf(known, { my: null }))).toBe(known);
  });
});
