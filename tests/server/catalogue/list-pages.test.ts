import { PostgresQueryCompiler } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { ContentRating } from '#contract/profiles.ts';
import { saveChart } from '#server/catalogue/lists/charts-store.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildThemeRecord,
  buildTitleRecord,
} from '#tests/support/server/server-records.ts';

/** More than twice the titles that a server reads from the start of a list to leave some of them out. */
const TITLES = 1_200;
const SLOT_MS = 10 * 60_000;

/** A title by its place in the catalogue. The steps have no common factor with the count, so each order is another one. */
const model = Array.from({ length: TITLES }, (_, place) => ({
  place,
  id: place + 1,
  name: `제목 ${String((place * 7) % TITLES).padStart(4, '0')}`,
  genre: place % 2 === 0 ? '판타지' : '일상',
  /** Several titles share a day: then the catalogue's order decides. */
  days: 1 + ((place * 11) % 300),
  viewers: place % 12 === 0 ? 1 + (place % 5) : 0,
  /** Most ratings are at the start of the catalogue, so that its first titles contain few others. */
  ratings: place < 600 && place % 10 !== 0 ? 1 + (place % 4) : 0,
  average: (1 + (place % 9)) / 2,
}));
type Title = (typeof model)[number];

const COMPARE = {
  name: (one: Title, other: Title) => (one.name < other.name ? -1 : 1),
  recent: (one: Title, other: Title) => one.days - other.days,
  popular: (one: Title, other: Title) => other.viewers - one.viewers,
  rating: (one: Title, other: Title) =>
    Number(other.ratings > 0) - Number(one.ratings > 0) ||
    (one.ratings > 0 ? other.average - one.average || other.ratings - one.ratings : 0),
};
type Sorting = keyof typeof COMPARE;
const SORTINGS = Object.keys(COMPARE) as Sorting[];

type Hiding = 'none' | 'some' | 'many';
const HIDDEN: Record<Hiding, number[]> = {
  none: [],
  some: [1, 2, 3, 11, 13, 61, 480, 601, 733, 1_200],
  many: model.filter(({ place }) => place % 2 === 1 && place > 100).map(({ id }) => id),
};
const HIDINGS = Object.keys(HIDDEN) as Hiding[];

let server: ServerFixture;
let viewers: Record<Hiding, Viewer>;

beforeAll(async () => {
  const titles = model.map(({ id, name, genre, days }) =>
    buildTitleRecord(id, {
      name,
      genres: [genre],
      episodes: [buildEpisodeRecord(id, 1, { published_at: { days_before_import: days } })],
    }),
  );
  server = await createServerFixture({ records: [buildClipRecord(), buildThemeRecord(1), ...titles] });
  await server.db
    .insertInto('item_figures')
    .values(
      model
        .filter(({ ratings }) => ratings > 0)
        .map(({ id, ratings, average }) => ({ item_id: id, cnt_rating: ratings, sum_rating: ratings * average })),
    )
    .execute();
  const counts = model
    .filter((title) => title.viewers > 0)
    .map(({ id, viewers: cnt }) => ({ item_id: id, cnt, sum: 0 }));
  const now = server.clock.now().getTime();
  const counted_at = new Date(now - (now % SLOT_MS));
  await saveChart(server.db, { kind: 'viewers', counted_at, counts, retainedSince: counted_at });

  const build = async (hiding: Hiding, maxRating: ContentRating) => {
    const viewer = await server.buildViewer({ profiles: [{ maxRating }] });
    for (const item_id of HIDDEN[hiding])
      await server.db
        .insertInto('hidden_items')
        .values({ account_id: viewer.accountId, profile_id: viewer.profileId, item_id, hidden_at: server.clock.now() })
        .execute();
    return viewer;
  };
  // All titles are for everybody. With other age limits, the profiles share no cached parts.
  viewers = { none: await build('none', '19'), some: await build('some', '15'), many: await build('many', '12') };
});
afterAll(() => server.close());

interface Asked {
  sorting: Sorting;
  offset: number;
  limit?: number;
  genre?: string;
  year?: number;
}

const ask = async (hiding: Hiding, query: Asked) => {
  const { reply } = await server.call(endpoints.listItems, {
    token: viewers[hiding].profileToken,
    query: { ...query },
  });
  return { count: reply.count, ids: reply.results.map(({ id }) => id) };
};

const expected = (hiding: Hiding, { sorting, offset, limit = 20, genre }: Asked) => {
  const shown = model
    .filter((title) => (genre === undefined || title.genre === genre) && !HIDDEN[hiding].includes(title.id))
    .sort((one, other) => COMPARE[sorting](one, other) || one.place - other.place)
    .map(({ id }) => id);
  return { count: shown.length, ids: shown.slice(offset, offset + limit) };
};

// Around the parts of 100 titles, the 500 that are read from the start, the end of the rated and counted titles, and of the list.
const OFFSETS = [0, 20, 80, 90, 99, 295, 465, 480, 499, 500, 530, 539, 540, 545, 585, 590, 640, 655, 900, 1_180, 1_195];

test.each(SORTINGS.flatMap((sorting) => HIDINGS.map((hiding) => [sorting, hiding] as const)))(
  'pages by %s of a profile that hides %s are those of the whole list',
  async (sorting, hiding) => {
    const pages: Asked[] = [
      ...OFFSETS.map((offset) => ({ sorting, offset })),
      ...[0, 50, 430, 500, 1_100].map((offset) => ({ sorting, offset, limit: 100 })),
      ...[0, 95, 260, 480, 590].map((offset) => ({ sorting, offset, genre: '일상' })),
      ...[TITLES, 999_999_999].map((offset) => ({ sorting, offset })),
    ];
    for (const page of pages) expect([page, await ask(hiding, page)]).toEqual([page, expected(hiding, page)]);
  },
);

/** The statements of a call. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const compile = vi.spyOn(PostgresQueryCompiler.prototype, 'compileQuery');
  await call();
  const statements = compile.mock.results.map(({ value }) => (value as { sql: string }).sql);
  compile.mockRestore();
  return statements;
}

const readsLists = (statement: string) => /prepared_titles|item_figures/.test(statement);

test.each(SORTINGS.flatMap((sorting) => HIDINGS.map((hiding) => [sorting, hiding] as const)))(
  'a page far down by %s runs few statements for a profile that hides %s',
  async (sorting, hiding) => {
    // All titles are of this year, and no other test has cached parts of a list with this filter.
    const year = 2026;
    const { count } = await ask(hiding, { sorting, year, offset: 0 });
    const statements = await statementsOf(() => ask(hiding, { sorting, year, offset: count - 25 }));
    // The part of the list, its titles with their ratings; by rating, also the rated titles and their number.
    expect(statements.filter(readsLists).length).toBeLessThanOrEqual(6);
  },
);

test.each(SORTINGS)('a page by %s after the end of the list reads no titles', async (sorting) => {
  for (const hiding of HIDINGS) {
    // The count and the hidden titles are cached from the second call on.
    for (const offset of [0, 0, 1]) await ask(hiding, { sorting, offset });
    const { count } = await ask(hiding, { sorting, offset: 0 });
    const statements = await statementsOf(async () => {
      expect((await ask(hiding, { sorting, offset: count })).ids).toEqual([]);
    });
    expect(statements.filter(readsLists)).toEqual([]);
  }
});
