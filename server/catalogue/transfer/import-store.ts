import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { columnTypes, type CatalogueTable, type Row } from '#server/catalogue/columns.ts';

const columnsOf = (table: CatalogueTable) => Object.keys(columnTypes[table]);

/** The columns of a table's primary key. */
export const keyOf = (table: CatalogueTable): string[] => (table === 'item_themes' ? ['theme_id', 'item_id'] : ['id']);

/** Quoted, because `order`, `cast` and `offset` are reserved words. */
const quoted = (column: string) => `"${column}"`;
const names = (columns: readonly string[], of = '') => sql.raw(columns.map((column) => of + quoted(column)).join(', '));

/** JSON rows as a table named `given`. */
const given = (table: CatalogueTable, rows: readonly Row[], more: Record<string, string> = {}) => {
  const types = Object.entries({ ...columnTypes[table], ...more }).map(([column, type]) => `${quoted(column)} ${type}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.raw(types.join(', '))})`;
};

const isSameRow = (table: CatalogueTable, columns: readonly string[]) =>
  sql.raw(columns.map((column) => `${table}.${quoted(column)} = given.${quoted(column)}`).join(' and '));

/** Rows that the table lacks or holds with other values. */
export async function findChangedRows(db: Connection, table: CatalogueTable, rows: readonly Row[]): Promise<Row[]> {
  const columns = columnsOf(table);
  const placed = rows.map((row, place) => ({ ...row, place }));
  const { rows: changed } = await sql<{ place: number }>`
    select given.place from ${given(table, placed, { place: 'int' })}
    where not exists (select 1 from ${sql.table(table)} where ${isSameRow(table, keyOf(table))}
      and (${names(columns, `${table}.`)}) is not distinct from (${names(columns, 'given.')}))`.execute(db);
  return changed.map(({ place }) => rows[place]!);
}

/** The primary keys of all rows. */
export async function listKeys(db: Connection, table: CatalogueTable): Promise<Row[]> {
  return (await sql<Row>`select ${names(keyOf(table))} from ${sql.table(table)}`.execute(db)).rows;
}

/** The titles that have these episodes, and those whose episodes or trailers play these clips. */
export async function listTitlesOf(
  db: Connection,
  { episodeIds, clipIds }: { episodeIds: readonly number[]; clipIds: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select item_id as id from episodes where id = any(${[...episodeIds]}::int[])
    union select item_id from episodes where clip_id = any(${[...clipIds]}::text[])
    union select id from items where trailer = any(${[...clipIds]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Inserts or updates rows.
 *
 * @param now when new clips came in
 */
export async function upsertRows(
  tx: Connection,
  table: CatalogueTable,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  const columns = columnsOf(table);
  const key = keyOf(table);
  const [addedAt, value] = table === 'clips' ? [sql`, added_at`, sql`, ${now}::timestamptz`] : [sql``, sql``];
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  await sql`insert into ${sql.table(table)} (${names(columns)}${addedAt})
    select ${names(columns)}${value} from ${given(table, rows)}
    on conflict (${names(key)}) do update set ${sql.raw(changes.join(', '))}`.execute(tx);
}

/** Deletes rows by key. Histories and ratings of removed titles stay but are not shown. */
export async function removeRows(tx: Connection, table: CatalogueTable, keys: readonly Row[]): Promise<void> {
  await sql`delete from ${sql.table(table)} using ${given(table, keys)}
    where ${isSameRow(table, keyOf(table))}`.execute(tx);
}

/** Recomputes the sums of all ratings, for ratings that were written without them. */
export async function recountRatings(tx: Connection): Promise<void> {
  await sql`insert into item_figures (item_id, cnt_rating, sum_rating)
    select item_id, count(*)::int, sum(score) from ratings group by item_id order by item_id
    on conflict (item_id) do update set cnt_rating = excluded.cnt_rating, sum_rating = excluded.sum_rating`.execute(tx);
}

export async function hasTitles(db: Connection): Promise<boolean> {
  return (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) !== undefined;
}
