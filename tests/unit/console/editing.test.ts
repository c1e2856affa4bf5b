import { describe, expect, test } from 'vitest';
import {
  changedNames,
  emptyFields,
  merged,
  offsetText,
  problemOf,
  readOffset,
  valueText,
  withoutNull,
} from '#console/editing/schema.ts';
import {
  differenceOf,
  episodeFieldsSchema,
  formOf,
  productFieldsSchema,
  titleFieldsSchema,
  versionOfPart,
} from '#server/catalogue/edited-fields.ts';

/* The console draws forms from the JSON Schema of the catalogue's format. */

const FORMS = { title: titleFieldsSchema, episode: episodeFieldsSchema, product: productFieldsSchema };

test.each(Object.entries(FORMS))(
  'every field of a %s has a Korean name and a kind that a form can draw',
  (_, schema) => {
    const fields = Object.entries(formOf(schema)['properties'] as Record<string, Record<string, unknown>>);
    for (const [name, field] of fields) {
      const { inner } = withoutNull(field);
      expect({ name, title: inner.title }).toEqual({ name, title: expect.stringMatching(/[가-힣]/) });
      expect(['string', 'integer', 'array', 'object', 'boolean']).toContain(inner.type);
    }
  },
);

test('an empty form has the defaults of the format, and null where nothing is allowed', () => {
  const fields = emptyFields(formOf(titleFieldsSchema));
  expect(fields).toMatchObject({ name: '', genres: [], rating_reasons: [], series: null, trailer: null });
  expect(fields).toMatchObject({
    content_rating: 'all',
    air: { year: null, quarter: 1, weekday: null, is_ended: false },
  });
  expect(Object.keys(fields)).toEqual(Object.keys(titleFieldsSchema.shape));
});

describe('two operators', () => {
  const base = { name: '여우', director: '김', cast: ['하나'] };

  test('keep each other’s changes of different fields', () => {
    const mine = { ...base, cast: ['하나', '둘'] };
    const theirs = { ...base, director: '이' };
    expect(merged(base, mine, theirs)).toEqual({ name: '여우', director: '이', cast: ['하나', '둘'] });
  });

  test('the second one’s value is saved where both changed the same field', () => {
    expect(merged(base, { ...base, name: '나중' }, { ...base, name: '먼저' }).name).toBe('나중');
    expect(changedNames(base, { ...base, name: '먼저' })).toEqual(['name']);
  });
});

test.each([
  ['0', 0],
  ['62', 62],
  ['1:02', 62],
  ['1:00:05', 3605],
  ['1:75', null],
  ['-1', null],
  ['abc', null],
  ['', null],
])('reads the offset %j as %j', (text, seconds) => {
  expect(readOffset(text)).toBe(seconds);
});

test('writes offsets as operators read them', () => {
  expect([0, 62, 3605].map(offsetText)).toEqual(['0:00', '1:02', '1:00:05']);
});

test('compared values are words, not codes', () => {
  const { properties } = formOf(episodeFieldsSchema) as { properties: Record<string, object> };
  expect(valueText(properties['access']!, 'avod')).toBe('이용권 또는 광고');
  expect(valueText(properties['ad_breaks']!, [0, 330])).toBe('0:00, 5:30');
  expect(valueText(properties['published_at']!, '2026-11-28T14:00:00.000Z')).toBe('2026-11-28 (토) 23:00');
  const title = formOf(titleFieldsSchema) as { properties: Record<string, object> };
  expect(valueText(title.properties['air']!, { year: 2026, quarter: 4, weekday: 5, is_ended: false })).toBe(
    '연도 2026 · 분기 4분기 · 요일 금 · 완결 아니요',
  );
  expect(valueText(title.properties['series']!, null)).toBe('없음');
});

test('a problem of a part is shown at its field, and no other', () => {
  const problems = { 'air.year': ['OUT_OF_RANGE'], name: ['TOO_SHORT'] };
  expect(problemOf(problems, 'air.year')).toBe('쓸 수 있는 범위를 벗어나요.');
  expect(problemOf(problems, 'air')).toBe('쓸 수 있는 범위를 벗어나요.');
  expect(problemOf(problems, 'name')).toBe('채워 주세요.');
  expect(problemOf(problems, 'names')).toBeUndefined();
});

test('a version depends on the content alone, and a difference names what changed', () => {
  expect(versionOfPart({ a: 1 })).toBe(versionOfPart({ a: 1 }));
  expect(versionOfPart({ a: 1 })).not.toBe(versionOfPart({ a: 2 }));
  expect(differenceOf({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual({ before: { b: 2 }, after: { b: 3 } });
  expect(differenceOf({ a: 1 }, { a: 1 })).toBeNull();
});
