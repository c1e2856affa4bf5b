import { expect, test } from 'vitest';
import { recordSchema } from '#server/catalogue/format/records.ts';
import { buildClipRecord, buildEpisodeRecord, buildTitleRecord } from '#tests/support/server/server-records.ts';

/*
 * The least and the most that each field of the catalogue's format takes. Both sides of a bound: a narrower one refuses
 * catalogues that are stored, a wider one lets in what screens cannot draw.
 */

const AT = '2026-11-20T03:00:00Z';
const RECORDS = {
  title: buildTitleRecord(1, {
    names: [{ lang: 'ja', name: '題' }],
    aliases: ['별칭'],
    series: { id: 1, order: 1 },
    country_ratings: [{ country: 'JP', content_rating: '12' }],
    episodes: [buildEpisodeRecord(1, 1, { ad_breaks: [0] })],
    products: [{ id: 1, episode_id: null, name: '대여', kind: 'rental', rental_hours: 48, price: 1000 }],
  }),
  clip: { ...buildClipRecord(), download: { path: 'media/download.mp4', size: 1 } },
  theme: { kind: 'theme', id: 1, title: '테마', description: '설명', image: 'a.webp' },
  profile_image: { kind: 'profile_image', id: 1, name: '그림', path: 'a.webp' },
  advertisement: { kind: 'advertisement', id: 1, title: '광고', clip: 'short', skip_after: 5, weight: 1 },
  plan: {
    ...{ kind: 'plan', id: 1, plan: 'basic', name: '이용권', price: 1000, days: 30 },
    sale: { coming: { from: AT, name: '이용권', price: 1000, days: 30 } },
  },
} as const;
type Kind = keyof typeof RECORDS;

/** A copy of a record with another value at a place such as `episodes.0.order`. */
function withValue(record: object, place: string, value: unknown): object {
  const copy = structuredClone(record) as Record<string, unknown>;
  const names = place.split('.');
  const last = names.pop()!;
  const at = names.reduce((part, name) => part[name] as Record<string, unknown>, copy);
  at[last] = value;
  return copy;
}
const takes = (kind: Kind, place: string, value: unknown) =>
  recordSchema.safeParse(withValue(RECORDS[kind], place, value)).success;

const MOST_ID = 2_147_483_647;

test.each(Object.keys(RECORDS) as Kind[])('the %s of these tests is one', (kind) =>
  expect(recordSchema.safeParse(RECORDS[kind]).error).toBeUndefined(),
);

// Null: no bound of its own.
test.each<[Kind, string, least: number, most: number | null]>([
  ['title', 'id', 1, MOST_ID],
  ['title', 'air.year', 1950, 2100],
  ['title', 'air.quarter', 1, 4],
  ['title', 'air.weekday', 0, 6],
  ['title', 'series.order', 1, null],
  ['title', 'episodes.0.id', 1, MOST_ID],
  ['title', 'episodes.0.order', 1, null],
  ['title', 'episodes.0.published_at.days_before_import', -365, 36_500],
  ['title', 'episodes.0.ad_breaks.0', 0, null],
  ['title', 'products.0.rental_hours', 1, 8760],
  ['title', 'products.0.price', 100, 1_000_000],
  ['clip', 'duration', 1, null],
  ['clip', 'download.size', 1, null],
  ['clip', 'thumbnails.columns', 1, null],
  ['advertisement', 'weight', 1, 100],
  ['advertisement', 'skip_after', 0, null],
  ['plan', 'price', 100, 1_000_000],
  ['plan', 'days', 1, 3660],
  ['plan', 'sale.coming.price', 100, 1_000_000],
  ['plan', 'sale.coming.days', 1, 3660],
])('%s.%s takes numbers from %i to %s, and none beyond', (kind, place, least, most) => {
  const highest = most ?? 10 ** 6;
  expect([least - 1, least, highest].map((value) => takes(kind, place, value))).toEqual([false, true, true]);
  expect(takes(kind, place, highest + 1)).toBe(most === null);
});

test.each<[Kind, string, most: number, isEmptyTaken?: true]>([
  ['title', 'name', 60],
  ['title', 'names.0.name', 200],
  ['title', 'aliases.0', 200],
  ['title', 'synopsis', 1000, true],
  ['title', 'genres.0', 20],
  ['title', 'tags.0', 20],
  ['title', 'director', 40, true],
  ['title', 'production', 60, true],
  ['title', 'cast.0', 40],
  ['title', 'episodes.0.episode_num', 20],
  ['title', 'episodes.0.subject', 80],
  ['title', 'episodes.0.synopsis', 500, true],
  ['title', 'products.0.name', 80],
  ['clip', 'id', 40],
  ['clip', 'subtitles.0.label', 40],
  ['clip', 'audio.0.label', 40],
  ['theme', 'title', 40],
  ['theme', 'description', 200],
  ['profile_image', 'name', 20],
  ['advertisement', 'title', 60],
  ['plan', 'name', 40],
  ['plan', 'sale.coming.name', 40],
])('%s.%s takes %i letters and not one more', (kind, place, most, isEmptyTaken) => {
  const taken = [most, most + 1, 0].map((length) => takes(kind, place, '가'.repeat(length)));
  expect(taken).toEqual([true, false, isEmptyTaken ?? false]);
});

test.each<[Kind, string, most: number, entry: (index: number) => unknown]>([
  ['title', 'names', 40, (index) => ({ lang: `a${String.fromCharCode(97 + (index % 26))}`, name: `이름 ${index}` })],
  ['title', 'aliases', 300, (index) => `별칭 ${index}`],
  ['title', 'countries', 250, () => 'KR'],
  ['title', 'country_ratings', 250, () => ({ country: 'KR', content_rating: '12' })],
])('%s.%s has at most %i entries', (kind, place, most, entry) => {
  const list = (length: number) => Array.from({ length }, (_, index) => entry(index));
  expect([most, most + 1, 0].map((length) => takes(kind, place, list(length)))).toEqual([true, false, true]);
});

test.each([
  ['title', 'color', ['#00ff7A', '#000000'], ['#00ff7', '00ff7a', '#00ff7g']],
  ['title', 'countries.0', [], ['kr', 'KOR', 'K1']],
  ['title', 'country_ratings.0.country', ['US'], ['us', 'U', 'USA']],
  ['title', 'art.poster', ['a/b-1_c.webp'], ['/a.webp', '../a.webp', 'a/../b.webp', 'A.webp', '']],
  ['title', 'names.0.lang', ['ja', 'ja-Latn', 'zho', 'zh-Hant-TW'], ['j', 'japanese', 'ja_JP', 'a-b-c-d']],
  ['title', 'ends_at', [AT, null], ['2026-11-20', '20.11.2026', 0]],
  ['title', 'content_rating', ['all', '7', '12', '15', '19'], ['18', 'ALL', '']],
  ['clip', 'download.path', ['a/download.mp4', 'download.webm'], ['a/video.mp4', 'download']],
  ['advertisement', 'starts_at', [AT], [null, '2026']],
  ['plan', 'plan', ['basic', 'premium'], ['free', '']],
] as const)('%s.%s takes %j and not %j', (kind, place, right, wrong) => {
  const record = place === 'countries.0' ? 'countries' : place;
  const valueOf = (value: unknown) => (place === 'countries.0' ? [value] : value);
  expect(right.map((value) => takes(kind, record, valueOf(value)))).toEqual(right.map(() => true));
  expect(wrong.map((value) => takes(kind, record, valueOf(value)))).toEqual(wrong.map(() => false));
});
