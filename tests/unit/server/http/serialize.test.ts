import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serializerCompiler } from '#server/http/serialize.ts';

const title = z.object({
  id: z.int(),
  name: z.string(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  score: z.number().nullable(),
  at: z.iso.datetime().nullable(),
  next: z.object({ num: z.string() }).nullable().optional(),
});
const kinds = z.object({
  count: z.int(),
  rows: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('titles'), results: z.array(title) }),
      z.object({ kind: z.literal('names'), results: z.array(z.string()) }),
    ]),
  ),
});

const writer = (schema: z.ZodType) => {
  const write = serializerCompiler({ schema, method: 'GET', url: '/' });
  return (value: unknown) => JSON.parse(write(value)) as unknown;
};

const told = {
  id: 1,
  name: '보라 "하나"\n',
  tags: ['a', '\u2028'],
  note: null,
  score: 4.5,
  at: '2026-11-20T12:00:00Z',
  next: { num: '2화' },
};

describe('an answer', () => {
  test.each([
    ['all fields', {}],
    ['null where it is allowed', { score: null, at: null, next: null }],
    ['a text where null is allowed', { note: '' }],
  ])('is written with %s', (_name, changes) => {
    expect(writer(title)({ ...told, ...changes })).toEqual({ ...told, ...changes });
  });

  test('is written without fields that the contract does not have, at any depth', () => {
    const { next: _, ...without } = told;
    expect(writer(title)({ ...without, next: undefined, secret: 'x' })).toEqual(without);
    expect(writer(title)({ ...told, next: { num: '2화', secret: 'x' } })).toEqual(told);
  });

  test('is written by the kind of each row', () => {
    const rows = [
      { kind: 'names', results: ['하나'], secret: 'x' },
      { kind: 'titles', results: [{ ...told, secret: 'x' }] },
    ];
    expect(writer(kinds)({ count: 2, rows, secret: 'x' })).toEqual({
      count: 2,
      rows: [
        { kind: 'names', results: ['하나'] },
        { kind: 'titles', results: [told] },
      ],
    });
  });
});

describe('answers that violate their schema', () => {
  test.each([
    ['a field is missing', { ...told, name: undefined }],
    ['a number is a word', { ...told, id: 'one' }],
  ])('an answer is not sent when %s', (_name, value) => {
    expect(() => writer(title)(value)).toThrow();
    expect(() => writer(kinds)({ count: 1, rows: [{ kind: 'titles', results: [value] }] })).toThrow();
  });

  test.each([
    ['an unknown kind', { kind: 'others', results: [] }],
    ['no kind', { results: [] }],
    ['results of another kind', { kind: 'names', results: [told] }],
    ['null', null],
  ])('an answer is not sent when a row has %s', (_name, row) => {
    expect(() => writer(kinds)({ count: 1, rows: [row] })).toThrow();
  });

  test('an answer is not sent when it has no list', () => {
    expect(() => writer(kinds)({ count: 1 })).toThrow();
    expect(() => writer(kinds)({ count: 1, rows: {} })).toThrow();
  });
});
