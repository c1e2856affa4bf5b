import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { profileStatisticsSchema } from '#contract/statistics.ts';
import { itemRatingSchema, shortReviewLength } from '#contract/reviews.ts';

/* Numbers are those of the specification (contract.md), never the constants of the contract. */

type Part = 'params' | 'query' | 'body';
type Parts = Partial<Record<Part, unknown>>;

const all = { ...endpoints, ...consoleEndpoints } as Readonly<Record<string, Parts>>;

/** The fields of an object, also of one that may be left out. */
const fieldsOf = (schema: unknown): Readonly<Record<string, z.ZodMiniType>> => {
  const { innerType, shape = {} } = (schema as z.ZodMiniObject).def as { innerType?: unknown; shape?: object };
  return innerType === undefined ? (shape as never) : fieldsOf(innerType);
};

/** Schema of a field, such as `rateItem.body.score`. */
function schemaAt(path: string): z.ZodMiniType {
  const [name = '', part, ...fields] = path.split('.');
  const whole = all[name]?.[part as Part] as z.ZodMiniType | undefined;
  const found = fields.reduce<z.ZodMiniType | undefined>((schema, field) => fieldsOf(schema)[field], whole);
  if (!found) throw new Error(`no field ${path}`);
  return found;
}

const accepts = (path: string, value: unknown) => schemaAt(path).safeParse(value).success;

/** What the OpenAPI document says of a number that is sent as text. */
function documentedRange(path: string) {
  const schema = schemaAt(path);
  const inner = 'innerType' in schema.def ? (schema.def.innerType as z.ZodMiniType) : schema;
  const { documentedAs = {} } = (z.globalRegistry.get(schema) ?? z.globalRegistry.get(inner)) as {
    documentedAs?: Record<string, number>;
  };
  return [documentedAs['minimum'], documentedAs['maximum']];
}

const pagedCalls = Object.entries(all).flatMap(([name, { query }]) =>
  query !== undefined && 'limit' in fieldsOf(query) ? [name] : [],
);

describe('a page of a list', () => {
  const LONG_LISTS = ['listEpisodes', 'listProducts', 'listRelatedItems', 'listSeriesItems'];

  test.each(pagedCalls)('a page of %s has 1 to 100 entries, or 1000 where one call must bring all', (name) => {
    const most = LONG_LISTS.includes(name) ? 1000 : 100;
    const limit = `${name}.query.limit`;
    expect([0, 1, most, most + 1].filter((each) => accepts(limit, String(each)))).toEqual([1, most]);
    expect(documentedRange(limit)).toEqual([1, most]);
  });

  test.each([...pagedCalls, 'listStartAgain', 'listHistory'])(
    'a page of %s begins at 0 or later, by default at 0',
    (name) => {
      const offset = `${name}.query.offset`;
      expect(['-1', '0', '1', '999999999', '1.5', ''].filter((text) => accepts(offset, text))).toEqual([
        ...['0', '1', '999999999'],
      ]);
      expect(schemaAt(offset).parse(undefined)).toBe(0);
      expect(documentedRange(offset)).toEqual([0, 999_999_999]);
    },
  );

  test.each(['listEpisodes', 'listShortReviews', 'listRatingSet', 'listOrders', 'listNotifications', 'listItems'])(
    'a page of %s has 20 entries without a limit',
    (name) => expect(schemaAt(`${name}.query.limit`).parse(undefined)).toBe(20),
  );
});

/** Texts, with the longest length in characters; an emoji is one, although it has two UTF-16 units. */
describe.each([
  ['createProfile.body.name', 1, 20],
  ['updateProfile.body.name', 1, 20],
  ['writeShortReview.body.short_review', 0, 100],
  ['searchItems.query.keyword', 1, 60],
  ['login.body.device.name', 1, 80],
] as const)('the text %s', (path, least, most) => {
  test.each([
    ['letters', '가'],
    ['emoji', '🦊'],
  ])(`has ${least} to ${most} %s`, (_, character) => {
    const lengths = [0, 1, most, most + 1];
    expect(lengths.filter((length) => accepts(path, character.repeat(length)))).toEqual(
      lengths.filter((length) => length >= least && length <= most),
    );
  });

  test('is measured without the blanks around it', () => {
    expect(accepts(path, `  ${'가'.repeat(most)}  `)).toBe(true);
  });
});

test('a short review is counted in characters, without the blanks around it', () => {
  expect(['', '  ', ' 가 나 ', '🦊🦊'].map(shortReviewLength)).toEqual([0, 0, 3, 2]);
});

/** The first two values are outside of the range, one below and one above; the others are at its ends. */
describe('a number', () => {
  test.each([
    ['rateItem.body.score', 0, 5.5, 0.5, 5],
    ['updateProfile.body.daily_minutes', 0, 1441, 1, 1440],
    ['createProfile.body.default_image_id', 0, 2_147_483_648, 1, 2_147_483_647],
    ['logAdEvent.body.position', -0.1, 86_400.1, 0, 86_400],
    ['reportQuality.body.startup_ms', -1, 86_400_001, 0, 86_400_000],
    ['reportQuality.body.rebuffer_ms', -1, 86_400_001, 0, 86_400_000],
    ['openInput.body.field.max_length', 0, 256, 1, 255],
    ['writeInput.body.change', -1, 2_147_483_648, 0, 2_147_483_647],
    ['listItems.query.weekday', '-1', '7', '0', '6'],
    ['listItems.query.year', '1899', '2200', '1900', '2199'],
    ['getItem.params.id', '0', '2147483648', '1', '2147483647'],
    ['getInput.query.after', '-1', '2147483648', '0', '2147483647'],
    ['addAdvertisement.body.weight', 0, 101, 1, 100],
    ['addAdvertisement.body.skip_after', -1, 86_401, 0, 86_400],
  ])('a number in %s is not %j or %j, but may be %j or %j', (path, below, above, least, most) => {
    expect([below, above, least, most].filter((value) => accepts(path, value))).toEqual([least, most]);
    if (typeof least === 'string') expect(documentedRange(path).map(String)).toEqual([least, most]);
  });

  test('the number of days that support gives is 1 to 3660', () => {
    const give = { action: 'give', plan: 'basic', reason: '사과', version: '1' };
    const extend = { action: 'extend', reason: '사과', version: '1' };
    for (const change of [give, extend])
      expect([0, 1, 3660, 3661].filter((days) => accepts('changeMembership.body', { ...change, days }))).toEqual([
        ...[1, 3660],
      ]);
  });

  test('a score has steps of half a star', () => {
    const scores = Array.from({ length: 22 }, (_, index) => index / 4);
    expect(scores.filter((score) => accepts('rateItem.body.score', score))).toEqual([
      ...[0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5],
    ]);
  });

  test('a number of people or seconds is whole and not negative', () => {
    const rating = { rating: null, avg_rating: 0.5, cnt_rating: 1 };
    const isRating = (changes: object) => itemRatingSchema.safeParse({ ...rating, ...changes }).success;
    expect([{}, { cnt_rating: 0 }, { avg_rating: 5 }].every(isRating)).toBe(true);
    expect([{ cnt_rating: -1 }, { cnt_rating: 0.5 }, { avg_rating: 0.4 }, { avg_rating: 5.1 }].some(isRating)).toBe(
      false,
    );
    const day = (play_time: number) =>
      profileStatisticsSchema.shape.by_day.safeParse([{ date: '2026-11-20', play_time }]).success;
    expect([-1, 0, 1, 1.5].map(day)).toEqual([false, true, true, false]);
  });
});

describe('a list in a call', () => {
  const lists = (path: string, one: unknown, most: number, join?: string) => {
    const lengths = [0, 1, most, most + 1];
    const of = (length: number) => Array.from({ length }, () => one);
    return lengths.filter((length) => accepts(path, join === undefined ? of(length) : of(length).join(join)));
  };

  test('names 1 to 50 titles whose releases a television watches', () => {
    expect(lists('listReleases.query.ids', 7, 50, ',')).toEqual([1, 50]);
  });

  test('has at most 24 failures of a playback', () => {
    expect(lists('reportQuality.body.errors', 'SHAKA_1001', 24)).toEqual([0, 1, 24]);
  });

  test('has 1 to 200 videos that become advertisements', () => {
    const id = '0b0d0000-0000-4000-8000-000000000001';
    expect(lists('startInboxAdvertisements.body.file_ids', id, 200)).toEqual([1, 200]);
  });
});

test.each([
  ['0000', true],
  ['9999', true],
  ['123', false],
  ['12345', false],
  ['12a4', false],
  ['１２３４', false],
  [' 1234', false],
  [1234, false],
])('the PIN %j is valid: %j', (pin, isGood) => {
  expect(accepts('createProfile.body.pin', pin)).toBe(isGood);
  expect(accepts('updateProfile.body.pin', pin)).toBe(isGood);
});

describe('a bedtime', () => {
  const isBedtime = (from: string, to: string) => accepts('updateProfile.body.bedtime', { from, to });

  test.each([
    ['00:00', true],
    ['09:59', true],
    ['19:00', true],
    ['23:59', true],
    ['24:00', false],
    ['23:60', false],
    ['7:00', false],
    ['07:00:00', false],
  ])('a bedtime of %s is valid: %j', (time, isGood) => {
    expect(isBedtime(time, '12:34')).toBe(isGood);
    expect(isBedtime('12:34', time)).toBe(isGood);
  });

  test('lasts some time, and may pass midnight', () => {
    expect([isBedtime('21:00', '07:00'), isBedtime('12:00', '13:00'), isBedtime('21:00', '21:00')]).toEqual([
      ...[true, true, false],
    ]);
  });
});

test('a product that the account owns is answered with 200, a new order with 201', () => {
  for (const call of [endpoints.createOrder, endpoints.orderPlan]) expect(call.status).toBe(201);
  const isExisting = endpoints.createOrder.isExisting;
  expect([isExisting({ status: 'paid' }), isExisting({ status: 'pending' })]).toEqual([true, false]);
});
