import { describe, expect, test } from 'vitest';
import { auditText, FIELD_NAMES } from '#console/pages/staff/audit-texts.ts';
import { changedNames, differencesOf, draftAfterSave, merged } from '#console/editing/merge.ts';
import {
  emptyFields,
  fieldsOf,
  isRequired,
  offsetText,
  openProblems,
  problemOf,
  readOffset,
  valueText,
  withoutNull,
  type FieldSchema,
} from '#console/editing/schema.ts';
import {
  differenceOf,
  episodeFieldsSchema,
  formOf,
  productFieldsSchema,
  titleFieldsSchema,
  versionOfPart,
} from '#server/catalogue/editing/edited-fields.ts';

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

test('only what viewers cannot do without is required, so that a draft needs a name and a year', () => {
  const requiredOf = (schema: object) => fieldsOf(schema).flatMap(([name, field]) => (isRequired(field) ? [name] : []));
  const title = formOf(titleFieldsSchema);
  expect(requiredOf(title)).toEqual(['name']);
  expect(requiredOf((title['properties'] as Record<string, FieldSchema>)['air']!)).toEqual(['year']);
  expect(requiredOf(formOf(episodeFieldsSchema))).toEqual(['episode_num', 'subject', 'clip']);
});

test('what is wrong with a field is told until the field has changed', () => {
  const sent = { name: '', air: { year: null, quarter: 1 }, names: [{ lang: '', name: '' }] };
  const problems = { name: ['MISSING'], 'air.year': ['MISSING'], 'names.0.lang': ['WRONG_FORMAT'] };
  expect(openProblems(problems, sent, sent)).toEqual(problems);
  const filled = { ...sent, name: '여우', names: [{ lang: 'ja', name: '' }] };
  expect(Object.keys(openProblems(problems, sent, filled))).toEqual(['air.year']);
  expect(openProblems(problems, sent, { ...filled, air: { year: 2026, quarter: 1 } })).toEqual({});
});

test('what is typed while a save is under way stays, as a change of what was saved', () => {
  const sent = { name: '여우', director: '', names: [] };
  const saved = { version: '2', fields: { ...sent, director: null } };
  expect(draftAfterSave({}, sent, saved, sent)).toEqual({ version: '2', base: saved.fields, fields: saved.fields });
  const typed = { ...sent, names: [{ lang: 'fr', name: 'Le' }] };
  expect(draftAfterSave({}, sent, saved, typed)).toEqual({
    version: '2',
    base: saved.fields,
    fields: { ...saved.fields, names: typed.names },
  });
});

test('what is typed into a new record while it is saved belongs to the record with its id, not to a second one', () => {
  const sent = { 'id 1': { name: '대여' }, 'new 1': { name: '소장' } };
  const saved = {
    version: '2',
    fields: { 'id 1': sent['id 1'], 'id 2': sent['new 1'] },
    renamed: new Map([
      ['id 1', 'id 1'],
      ['new 1', 'id 2'],
    ]),
  };
  const typed = { ...sent, 'new 1': { name: '소장판' }, 'new 2': { name: '묶음' } };
  expect(draftAfterSave({}, sent, saved, typed).fields).toEqual({
    'id 1': { name: '대여' },
    'id 2': { name: '소장판' },
    'new 2': { name: '묶음' },
  });
});

describe('two operators', () => {
  const base = { name: '여우', director: '김', cast: ['하나'] };

  test('keep each other’s changes of different fields', () => {
    const mine = { ...base, cast: ['하나', '둘'] };
    const theirs = { ...base, director: '이' };
    expect(merged({}, { base, mine, theirs })).toEqual({ name: '여우', director: '이', cast: ['하나', '둘'] });
  });

  test('the second one’s value is saved where both changed the same field', () => {
    const [mine, theirs] = [
      { ...base, name: '나중' },
      { ...base, name: '먼저' },
    ];
    expect(merged({}, { base, mine, theirs }).name).toBe('나중');
    expect(changedNames(base, theirs)).toEqual(['name']);
  });

  test('see what each of them changed, and where', () => {
    const [mine, theirs] = [
      { ...base, name: '나중', cast: [] },
      { ...base, name: '먼저', director: '이' },
    ];
    expect(differencesOf({}, { base, mine, theirs })).toEqual([
      { path: 'name', label: 'name', base: '여우', theirs: '먼저', mine: '나중' },
      { path: 'director', label: 'director', base: '김', theirs: '이', mine: null },
      { path: 'cast', label: 'cast', base: '하나', theirs: null, mine: '없음' },
    ]);
  });

  test('keep each other’s products, and changes of different fields of one product', () => {
    const schema = { additionalProperties: { ...formOf(productFieldsSchema), isRecord: true } };
    const rental = { name: '대여', kind: 'rental', rental_hours: 48, price: 1000 };
    const own = { name: '소장', kind: 'own', rental_hours: null, price: 9000 };
    const part = { 'id 1': rental, 'id 2': own };
    const mine = { 'id 1': { ...rental, price: 1500 }, 'id 2': own, 'new 1': { ...own, name: '새것' } };
    const theirs = { 'id 1': { ...rental, rental_hours: 72 }, 'id 3': own };
    expect(merged(schema, { base: part, mine, theirs })).toEqual({
      'id 1': { ...rental, rental_hours: 72, price: 1500 },
      'id 3': own,
      'new 1': { ...own, name: '새것' },
    });
    const rows = differencesOf(schema, { base: part, mine, theirs });
    expect(rows.map(({ label }) => label)).toEqual(['대여 · 대여 시간', '대여 · 가격 (원)', '소장', '소장', '새것']);
    expect(rows[1]).toEqual({
      path: 'id 1.price',
      label: '대여 · 가격 (원)',
      base: '1000',
      theirs: null,
      mine: '1500',
    });
    // A product that this operator removes stays removed.
    const { 'id 1': _, ...without } = part;
    expect(merged(schema, { base: part, mine: without, theirs: { ...part, 'id 1': { ...rental, price: 1 } } })).toEqual(
      {
        'id 2': own,
      },
    );
  });
});

test.each([
  ['0', 0],
  ['62', 62],
  ['1:02', 62],
  ['1:00:05', 3605],
  ['59', 59],
  ['99999', 99_999],
  ['100000', null],
  ['90:00', 5400],
  [' 1:02 ', 62],
  ['1:59', 119],
  ['1:60', null],
  ['1:00:60', null],
  ['1:02:03:04', null],
  ['1:', null],
  ['1:75', null],
  ['-1', null],
  ['abc', null],
  ['', null],
])('reads the offset %j as %j', (text, seconds) => {
  expect(readOffset(text)).toBe(seconds);
});

test('writes offsets as operators read them', () => {
  expect([0, 59.9, 60, 62, 3599, 3600, 3605, 36_000].map(offsetText)).toEqual([
    ...['0:00', '0:59', '1:00', '1:02', '59:59', '1:00:00', '1:00:05', '10:00:00'],
  ]);
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
  expect(['', undefined, []].map((value) => valueText({ items: {} }, value))).toEqual(['없음', '없음', '없음']);
  expect(valueText({}, ['하나', '둘'])).toBe('하나, 둘');
  expect([true, false, 0].map((value) => valueText({}, value))).toEqual(['예', '아니요', '0']);
  expect([0, 90].map((value) => valueText({ widget: 'seconds' }, value))).toEqual(['0:00', '1:30']);
});

test('a problem of a part is shown at its field, and no other', () => {
  const problems = { 'air.year': ['OUT_OF_RANGE'], name: ['TOO_SHORT'], 'episodes.10': ['TOO_LONG'] };
  expect(problemOf(problems, 'air.year')).toBe('쓸 수 있는 범위를 벗어나요.');
  expect(problemOf(problems, 'air')).toBe('쓸 수 있는 범위를 벗어나요.');
  expect(problemOf(problems, 'name')).toBe('채워 주세요.');
  expect(problemOf(problems, 'episodes')).toBe('너무 길어요.');
  expect(problemOf(problems, 'episodes.10')).toBe('너무 길어요.');
  for (const other of ['names', 'nam', 'air.quarter', 'year', 'episodes.1', 'episodes.100'])
    expect([other, problemOf(problems, other)]).toEqual([other, undefined]);
  const added = { 'products.new 12.price': ['OUT_OF_RANGE'] };
  expect(problemOf(added, 'products.new 1')).toBeUndefined();
  expect(problemOf({ name: ['NEWER_CODE'] }, 'name')).toBe('쓸 수 없는 값이에요.');
});

test('a version depends on the content alone, and a difference names what changed', () => {
  expect(versionOfPart({ a: 1 })).toBe(versionOfPart({ a: 1 }));
  expect(versionOfPart({ a: 1 })).not.toBe(versionOfPart({ a: 2 }));
  expect(differenceOf({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual({ before: { b: 2 }, after: { b: 3 } });
  expect(differenceOf({ a: 1 }, { a: 1 })).toBeNull();
});

test('the audit log names every field of the catalogue’s format, and shows values in words', () => {
  const names = Object.values(FORMS).flatMap((schema) => Object.keys(schema.shape));
  expect(names.filter((name) => !(name in FIELD_NAMES))).toEqual([]);
  expect(auditText({ state: 'scheduled', at: '2026-11-28T14:00:00.000Z' })).toBe(
    '상태 예약 · 시각 2026-11-28 (토) 23:00',
  );
  expect(auditText([{ name: '대여', kind: 'rental', rental_hours: null }])).toBe('이름 대여 · 종류 대여');
  expect(auditText({ imdb: null, tmdb: '' })).toBe('없음');
  expect(auditText({ list: 'unpaid' })).toBe('목록 결제 안 함');
  expect([true, false, 0, 12, '', null, undefined, []].map(auditText)).toEqual([
    ...['예', '아니요', '0', '12', '없음', '없음', '없음', '없음'],
  ]);
  expect(auditText([{ poster: 'own/8/poster-1f.webp', source: '/videos/여우/여우 01.mkv' }])).toBe(
    '포스터 그림 · 파일 여우 01.mkv',
  );
  expect(auditText({ id: 7, account_id: 'a', title_name: '여우' })).not.toMatch(/7|계정/);
});
