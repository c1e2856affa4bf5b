import { sql, type RawBuilder } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '#server/db/open.ts';

/** Which listed titles a list has. */
export interface TitleFilter {
  readonly ratings: readonly ContentRating[];
  readonly theme?: number | undefined;
  readonly genre?: string | undefined;
  readonly weekday?: number | undefined;
  readonly year?: number | undefined;
  readonly audio?: string | undefined;
  readonly subtitles?: string | undefined;
  /** Undefined where the service is in one country. */
  readonly country?: string | undefined;
}

export interface Span {
  offset: number;
  limit: number;
}

/** The condition on `titles`, an alias of `prepared_titles`. */
function fits({ ratings, theme, genre, weekday, year, audio, subtitles, country }: TitleFilter): RawBuilder<unknown> {
  const parts = [
    sql`titles.is_listed`,
    country === undefined
      ? sql`titles.content_rating = any(${[...ratings]}::text[])`
      : sql`coalesce(titles.country_ratings ->> ${country}::text, titles.content_rating) = any(${[...ratings]}::text[])`,
    country !== undefined && sql`(titles.countries is null or titles.countries @> ${[country]}::text[])`,
    theme !== undefined && sql`titles.theme_ids @> ${[theme]}::int[]`,
    genre !== undefined && sql`titles.genres @> ${[genre]}::text[]`,
    weekday !== undefined && sql`titles.weekday = ${weekday}`,
    year !== undefined && sql`titles.air_year = ${year}`,
    audio !== undefined && sql`titles.audio_tracks @> ${[audio]}::text[]`,
    subtitles !== undefined && sql`titles.subtitle_tracks @> ${[subtitles]}::text[]`,
  ];
  return sql.join(
    parts.filter((part) => part !== false),
    sql` and `,
  );
}

/** `position` is the catalogue's order. */
export type TitleOrder = 'position' | 'recent' | 'name';

const ORDERS: Record<TitleOrder, RawBuilder<unknown>> = {
  position: sql`titles.position, titles.item_id`,
  recent: sql`titles.latest_at desc, titles.position, titles.item_id`,
  name: sql`titles.name_key, titles.item_id`,
};

/**
 * The condition that leaves some titles out. A subquery, because PostgreSQL hashes it in each plan: with `<> all(...)` a generic
 * plan compares each title with each of them.
 */
const isNoneOf = (ids: readonly number[]): RawBuilder<unknown> =>
  ids.length === 0
    ? sql``
    : sql`and titles.item_id not in (select given.id from unnest(${[...ids]}::int[]) as given (id))`;

const idsOf = ({ rows }: { rows: readonly { item_id: number }[] }): number[] => rows.map(({ item_id: id }) => id);

/** Ids of titles in an order, without some of them. */
export const listIds = async (
  db: Connection,
  filter: TitleFilter,
  order: TitleOrder,
  { offset, limit }: Span,
  without: readonly number[],
): Promise<number[]> =>
  idsOf(
    await sql<{ item_id: number }>`
      select titles.item_id from prepared_titles as titles
      where ${fits(filter)} ${isNoneOf(without)}
      order by ${ORDERS[order]} limit ${limit} offset ${offset}`.execute(db),
  );

/** A title that fits, with the fields by which similar titles are ordered. */
export interface FittingTitle {
  id: number;
  position: number;
  seriesId: number | null;
}

/** Returns the titles that fit, in no order. */
export async function listFitting(
  db: Connection,
  filter: TitleFilter,
  ids: readonly number[],
): Promise<FittingTitle[]> {
  const { rows } = await sql<FittingTitle>`
    select titles.item_id as id, titles.position, titles.series_id as "seriesId" from prepared_titles as titles
    where titles.item_id = any(${[...ids]}::int[]) and ${fits(filter)}`.execute(db);
  return rows;
}

export async function countTitles(db: Connection, filter: TitleFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from prepared_titles as titles where ${fits(filter)}`.execute(db);
  return rows[0]!.count;
}

/** Those of the counted titles that fit, the highest count first. */
export const listByCount = async (
  db: Connection,
  filter: TitleFilter,
  counts: ReadonlyMap<number, number>,
): Promise<number[]> =>
  idsOf(
    await sql<{ item_id: number }>`
      select titles.item_id
      from unnest(${[...counts.keys()]}::int[], ${[...counts.values()]}::int[]) as given (item_id, cnt)
      join prepared_titles as titles on titles.item_id = given.item_id
      where ${fits(filter)}
      order by given.cnt desc, titles.position, titles.item_id`.execute(db),
  );

/** Rated titles by average, best first, then by number of ratings. */
export const listRated = async (
  db: Connection,
  filter: TitleFilter,
  { offset, limit }: Span,
  without: readonly number[] = [],
): Promise<number[]> =>
  idsOf(
    await sql<{ item_id: number }>`
      select titles.item_id
      from item_figures as figures join prepared_titles as titles on titles.item_id = figures.item_id
      where figures.cnt_rating > 0 and ${fits(filter)} ${isNoneOf(without)}
      order by figures.sum_rating / figures.cnt_rating desc, figures.cnt_rating desc, titles.position, titles.item_id
      limit ${limit} offset ${offset}`.execute(db),
  );

export async function countRated(
  db: Connection,
  filter: TitleFilter,
  without: readonly number[] = [],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from item_figures as figures join prepared_titles as titles on titles.item_id = figures.item_id
    where figures.cnt_rating > 0 and ${fits(filter)} ${isNoneOf(without)}`.execute(db);
  return rows[0]!.count;
}

/** Titles without a rating, in the catalogue's order. */
export const listUnrated = async (
  db: Connection,
  filter: TitleFilter,
  { offset, limit }: Span,
  without: readonly number[],
): Promise<number[]> =>
  idsOf(
    await sql<{ item_id: number }>`
      select titles.item_id from prepared_titles as titles
      where ${fits(filter)} ${isNoneOf(without)} and not exists (
        select from item_figures as figures where figures.item_id = titles.item_id and figures.cnt_rating > 0)
      order by ${ORDERS.position} limit ${limit} offset ${offset}`.execute(db),
  );

/** How many titles have each value that lists can be filtered by; genres with the most titles first. */
export interface Facets {
  genres: ReadonlyMap<string, number>;
  years: ReadonlyMap<number, number>;
  audio: ReadonlyMap<string, number>;
  subtitles: ReadonlyMap<string, number>;
}

export async function countFacets(db: Connection, filter: TitleFilter): Promise<Facets> {
  const listed = sql`prepared_titles as titles`;
  const countEach = async (column: string) => {
    const { rows } = await sql<{ value: string; cnt: number }>`
      select given.value, count(*)::int as cnt
      from ${listed} cross join lateral unnest(titles.${sql.ref(column)}) with ordinality as given (value, place)
      where ${fits(filter)}
      group by given.value order by count(*) desc, min(titles.position * 100::bigint + given.place)`.execute(db);
    return new Map(rows.map(({ value, cnt }) => [value, cnt]));
  };
  const { rows: years } = await sql<{ value: number; cnt: number }>`
    select air_year as value, count(*)::int as cnt from ${listed} where ${fits(filter)} group by air_year`.execute(db);
  return {
    genres: await countEach('genres'),
    audio: await countEach('audio_tracks'),
    subtitles: await countEach('subtitle_tracks'),
    years: new Map(years.map(({ value, cnt }) => [value, cnt])),
  };
}

/** Titles of each theme. */
export async function countByTheme(db: Connection, filter: TitleFilter): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; cnt: number }>`
    select id, count(*)::int as cnt from prepared_titles as titles cross join lateral unnest(titles.theme_ids) as id
    where ${fits(filter)} group by id`.execute(db);
  return new Map(rows.map(({ id, cnt }) => [id, cnt]));
}

/** Listed titles of a series, in its order. */
export const listSeries = async (db: Connection, seriesId: number): Promise<number[]> =>
  idsOf(
    await sql<{ item_id: number }>`
      select item_id from prepared_titles where is_listed and series_id = ${seriesId}
      order by coalesce(series_order, 0), position, item_id`.execute(db),
  );

/** The title of an episode, published or not. */
export const findTitleOfEpisode = async (db: Connection, episodeId: number): Promise<number | undefined> =>
  (await db.selectFrom('episodes').select('item_id').where('id', '=', episodeId).executeTakeFirst())?.item_id;
