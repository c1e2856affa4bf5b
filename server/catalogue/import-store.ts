import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { CatalogueTable, Row } from './import-rows.ts';

/** The columns of each table, with their types. */
const columnTypes: Record<CatalogueTable, string> = {
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
};

const columnsOf = (table: CatalogueTable) =>
  columnTypes[table].split(',').map((column) => column.trim().split(/\s+/)[0] as string);

/** The columns of a table's primary key. */
export const keyOf = (table: CatalogueTable): string[] => (table === 'item_themes' ? ['theme_id', 'item_id'] : ['id']);

const names = (columns: readonly string[], of = '') => sql.raw(columns.map((column) => of + column).join(', '));

/** Rows of one JSON value as a table called `given`. */
const given = (table: CatalogueTable, rows: readonly Row[], more = '') =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.raw(columnTypes[table] + more)})`;

const isSameRow = (table: CatalogueTable, columns: readonly string[]) =>
  sql.raw(columns.map((column) => `${table}.${column} = given.${column}`).join(' and '));

/** The rows that the table does not hold, or holds with other values. */
export async function findChangedRows(db: Connection, table: CatalogueTable, rows: readonly Row[]): Promise<Row[]> {
  const columns = columnsOf(table);
  const placed = rows.map((row, place) => ({ ...row, place }));
  const { rows: changed } = await sql<{ place: number }>`
    select given.place from ${given(table, placed, ', place int')}
    where not exists (select 1 from ${sql.table(table)} where ${isSameRow(table, keyOf(table))}
      and (${names(columns, `${table}.`)}) is not distinct from (${names(columns, 'given.')}))`.execute(db);
  return changed.map(({ place }) => rows[place]!);
}

/** The primary keys of all rows. */
export async function listKeys(db: Connection, table: CatalogueTable): Promise<Row[]> {
  return (await sql<Row>`select ${names(keyOf(table))} from ${sql.table(table)}`.execute(db)).rows;
}

/** Inserts rows, or changes those that are there. */
export async function upsertRows(tx: Connection, table: CatalogueTable, rows: readonly Row[]): Promise<void> {
  const columns = columnsOf(table);
  const key = keyOf(table);
  const changes = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  await sql`insert into ${sql.table(table)} (${names(columns)}) select ${names(columns)} from ${given(table, rows)}
    on conflict (${names(key)}) do update set ${sql.raw(changes.join(', '))}`.execute(tx);
}

/** Removes rows by their keys. Histories and ratings of removed titles stay, and show nowhere. */
export async function removeRows(tx: Connection, table: CatalogueTable, keys: readonly Row[]): Promise<void> {
  await sql`delete from ${sql.table(table)} using ${given(table, keys)}
    where ${isSameRow(table, keyOf(table))}`.execute(tx);
}

/** Sums up all ratings anew, for ratings that were written without their sums. */
export async function recountRatings(tx: Connection): Promise<void> {
  await sql`insert into item_figures (item_id, cnt_rating, sum_rating)
    select item_id, count(*)::int, sum(score) from ratings group by item_id order by item_id
    on conflict (item_id) do update set cnt_rating = excluded.cnt_rating, sum_rating = excluded.sum_rating`.execute(tx);
}

export async function hasTitles(db: Connection): Promise<boolean> {
  return (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) !== undefined;
}
