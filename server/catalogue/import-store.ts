import { sql } from 'kysely';
import type {
  AdvertisementRecord,
  CatalogueRecord,
  ClipRecord,
  EpisodeRecord,
  ProductRecord,
  ProfileImageRecord,
  ThemeRecord,
  TitleRecord,
} from '#catalogue/format.ts';
import type { Connection } from '../db/open.ts';

/** Rows in one statement: a catalogue of thousands of titles must not become one huge text. */
const ROWS_AT_ONCE = 500;

const MS_PER_DAY = 24 * 3600_000;

type Row = Record<string, unknown>;

/** The columns of each table, with their types, in the order in which the tables refer to each other. */
const tables = {
  profile_images: 'id int, name text, path text, position int',
  clips:
    'id text, duration int, streams jsonb, subtitles jsonb, thumbnails jsonb, intro jsonb, outro jsonb, download jsonb',
  advertisements: 'id int, title text, clip_id text, skip_after int',
  themes: 'id int, title text, description text, image text, position int',
  items: `id int, name text, synopsis text, genres text[], tags text[], medium text, content_rating text, air_year int,
    air_quarter int, weekday int, is_ended boolean, director text, production text, "cast" text[], series_id int,
    series_order int, color text, poster text, wide text, backdrop text, position int`,
  episodes: `id int, item_id int, "order" int, episode_num text, subject text, synopsis text, clip_id text,
    running_time int, thumbnail text, published_at timestamptz, access text`,
  ad_breaks: 'id text, episode_id int, "offset" int',
  products: `id int, item_id int, episode_id int, name text, kind text, rental_hours int, price int, position int`,
  item_themes: 'theme_id int, item_id int, position int',
} as const;

type CatalogueTable = keyof typeof tables;

const columnsOf = (table: CatalogueTable) =>
  tables[table].split(',').map((column) => column.trim().split(/\s+/)[0] as string);

const keyOf = (table: CatalogueTable) => (table === 'item_themes' ? ['theme_id', 'item_id'] : ['id']);

/** Inserts rows, or changes those that are there. */
async function upsert(tx: Connection, table: CatalogueTable, rows: readonly Row[]): Promise<void> {
  const columns = columnsOf(table);
  const key = keyOf(table);
  const changes = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const json = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE));
    await sql`insert into ${sql.table(table)} (${sql.raw(columns.join(', '))})
      select ${sql.raw(columns.join(', '))}
      from jsonb_to_recordset(${json}::jsonb) as given (${sql.raw(tables[table])})
      on conflict (${sql.raw(key.join(', '))}) do update set ${sql.raw(changes.join(', '))}`.execute(tx);
  }
}

/** Removes what the catalogue has no more. Histories and ratings of removed titles stay, and show nowhere. */
async function removeOthers(tx: Connection, table: Exclude<CatalogueTable, 'item_themes'>, ids: unknown[]) {
  const type = table === 'clips' || table === 'ad_breaks' ? sql`text` : sql`int`;
  await sql`delete from ${sql.table(table)} where id not in
    (select value::${type} from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`.execute(tx);
}

const clipRow = ({ kind: _, ...clip }: ClipRecord): Row => clip;

const themeRow = ({ kind: _, ...theme }: ThemeRecord, position: number): Row => ({ ...theme, position });

const imageRow = ({ kind: _, ...image }: ProfileImageRecord, position: number): Row => ({ ...image, position });

const itemRow = (title: TitleRecord, position: number): Row => ({
  id: title.id,
  name: title.name,
  synopsis: title.synopsis,
  genres: title.genres,
  tags: title.tags,
  medium: title.medium,
  content_rating: title.content_rating,
  air_year: title.air.year,
  air_quarter: title.air.quarter,
  weekday: title.air.weekday,
  is_ended: title.air.is_ended,
  director: title.director,
  production: title.production,
  cast: title.cast,
  series_id: title.series?.id ?? null,
  series_order: title.series?.order ?? null,
  color: title.color,
  ...title.art,
  position,
});

const publishedAt = (published: EpisodeRecord['published_at'], now: Date): string =>
  typeof published === 'string'
    ? published
    : new Date(now.getTime() - published.days_before_import * MS_PER_DAY).toISOString();

const episodeRow = (title: TitleRecord, episode: EpisodeRecord, runningTime: number, now: Date): Row => ({
  id: episode.id,
  item_id: title.id,
  order: episode.order,
  episode_num: episode.episode_num,
  subject: episode.subject,
  synopsis: episode.synopsis,
  clip_id: episode.clip,
  running_time: runningTime,
  thumbnail: episode.thumbnail,
  published_at: publishedAt(episode.published_at, now),
  access: episode.access,
});

const breakRows = ({ id, ad_breaks: breaks = [] }: EpisodeRecord): Row[] =>
  breaks.map((offset, index) => ({ id: `${id}-${index + 1}`, episode_id: id, offset }));

const productRow = (title: TitleRecord, product: ProductRecord, position: number): Row => ({
  ...product,
  item_id: title.id,
  position,
});

const advertisementRow = ({ kind: _, clip, ...advertisement }: AdvertisementRecord): Row => ({
  ...advertisement,
  clip_id: clip,
});

const ofKind = <K extends CatalogueRecord['kind']>(records: readonly CatalogueRecord[], kind: K) =>
  records.filter((record): record is Extract<CatalogueRecord, { kind: K }> => record.kind === kind);

/** Makes the catalogue's tables hold exactly these records. Running it again changes nothing. */
export async function replaceCatalogue(tx: Connection, records: readonly CatalogueRecord[], now: Date): Promise<void> {
  const clips = ofKind(records, 'clip');
  const titles = ofKind(records, 'title');
  const durations = new Map(clips.map(({ id, duration }) => [id, duration]));
  const rows: Record<CatalogueTable, Row[]> = {
    profile_images: ofKind(records, 'profile_image').map(imageRow),
    clips: clips.map(clipRow),
    themes: ofKind(records, 'theme').map(themeRow),
    items: titles.map(itemRow),
    episodes: titles.flatMap((title) =>
      title.episodes.map((episode) => episodeRow(title, episode, durations.get(episode.clip) ?? 0, now)),
    ),
    advertisements: ofKind(records, 'advertisement').map(advertisementRow),
    ad_breaks: titles.flatMap(({ episodes }) => episodes.flatMap(breakRows)),
    products: titles.flatMap((title) =>
      (title.products ?? []).map((product, position) => productRow(title, product, position)),
    ),
    item_themes: titles.flatMap((title, position) =>
      title.themes.map((theme_id) => ({ theme_id, item_id: title.id, position })),
    ),
  };

  for (const table of Object.keys(tables) as CatalogueTable[]) {
    if (table === 'item_themes') await tx.deleteFrom('item_themes').execute();
    await upsert(tx, table, rows[table]);
  }
  for (const table of [
    'products',
    'ad_breaks',
    'advertisements',
    'episodes',
    'items',
    'themes',
    'clips',
    'profile_images',
  ] as const)
    await removeOthers(
      tx,
      table,
      rows[table].map(({ id }) => id),
    );
}

/** Sums the ratings that titles show, from the ratings themselves. */
export async function recountRatings(tx: Connection): Promise<void> {
  await sql`update items set cnt_rating = counted.cnt, sum_rating = counted.total from (
    select items.id, count(ratings.score)::int as cnt, coalesce(sum(ratings.score), 0) as total
    from items left join ratings on ratings.item_id = items.id group by items.id
  ) as counted where counted.id = items.id`.execute(tx);
}

export async function hasTitles(db: Connection): Promise<boolean> {
  return (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) !== undefined;
}
