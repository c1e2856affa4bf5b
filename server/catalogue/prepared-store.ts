import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { PreparedTitleRow } from '../db/tables.ts';
import { setSetting } from '../settings/index.ts';
import { LEAVES_SOON_DAYS } from './last-day.ts';
import { titleColumns } from './columns.ts';
import { BRIEF_FIELDS, VERSION_SETTING, type CatalogueItem, type ItemBrief, type NextRelease } from './store.ts';

/** The version of the catalogue whose rows are prepared, and the form of the rows. */
const PREPARED_SETTING = 'catalogue-prepared';

/** Both as of one moment. */
export async function findVersions(db: Connection): Promise<{ version: string; prepared: string | undefined }> {
  const found = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [VERSION_SETTING, PREPARED_SETTING])
    .execute();
  const valueOf = (name: string) => found.find((row) => row.name === name)?.value;
  return { version: valueOf(VERSION_SETTING) ?? '0', prepared: valueOf(PREPARED_SETTING) };
}

export const setPrepared = (tx: Connection, value: string): Promise<void> => setSetting(tx, PREPARED_SETTING, value);

/** All rows of one title. */
export interface PreparedTitle {
  row: PreparedTitleRow;
  item: CatalogueItem;
  features: readonly string[];
}

/** Changes with the fields of a title and of its brief. */
const ITEM_FORM = createHash('sha256')
  .update([...Object.keys(titleColumns), '', ...BRIEF_FIELDS].join())
  .digest('hex')
  .slice(0, 8);

/** The fields inside of a brief's next release and country ratings; JSON keeps those of a name at any depth. */
const INNER_FIELDS = ['episode_num', 'at', 'notice', 'country'];

const TABLES = ['prepared_titles', 'prepared_items', 'prepared_briefs', 'prepared_features'] as const;

/** The features of titles; titles without features are left out. */
async function findFeatures(tx: Connection, ids: readonly number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ id: number; features: string[] }>`
    select item_id as id, array_agg(feature) as features
    from prepared_features where item_id = any(${[...ids]}::int[]) group by item_id`.execute(tx);
  return new Map(rows.map(({ id, features }) => [id, new Set(features)]));
}

/**
 * Replaces the rows of titles; those of a title that is not among the prepared ones are removed.
 *
 * @returns the titles whose features have changed.
 */
export async function replacePrepared(
  tx: Connection,
  ids: readonly number[],
  titles: readonly PreparedTitle[],
): Promise<number[]> {
  const before = await findFeatures(tx, ids);
  for (const table of TABLES)
    await sql`delete from ${sql.table(table)} where item_id = any(${[...ids]}::int[])`.execute(tx);
  if (titles.length === 0) return [...before.keys()];
  await sql`insert into prepared_titles
    select * from jsonb_populate_recordset(null::prepared_titles, ${JSON.stringify(titles.map(({ row }) => row))}::jsonb)`.execute(
    tx,
  );
  const texts = (fields?: string[]) => titles.map(({ item }) => JSON.stringify(item, fields));
  for (const [table, column, given] of [
    ['prepared_items', 'item', texts()],
    ['prepared_briefs', 'brief', texts([...BRIEF_FIELDS, ...INNER_FIELDS])],
  ] as const)
    await sql`insert into ${sql.table(table)} (item_id, form, ${sql.ref(column)}, next_at)
      select item_id, ${ITEM_FORM}, value::json, next_at
      from unnest(${titles.map(({ item }) => item.id)}::int[], ${given}::text[],
        ${titles.map(({ row }) => row.next_at)}::timestamptz[]) as given (item_id, value, next_at)`.execute(tx);
  const features = titles.flatMap(({ row, features: own }) =>
    own.map((feature) => ({ feature, item_id: row.item_id })),
  );
  await sql`insert into prepared_features (feature, item_id)
    select * from unnest(${features.map(({ feature }) => feature)}::text[],
      ${features.map(({ item_id: id }) => id)}::int[])`.execute(tx);
  const after = new Map(titles.map(({ row, features: own }) => [row.item_id, own]));
  return ids.filter((id) => {
    const [had, has] = [before.get(id) ?? new Set(), after.get(id) ?? []];
    return had.size !== has.length || !has.every((feature) => had.has(feature));
  });
}

/** A title, or its brief, as its prepared row has it. */
export interface Ready<T extends ItemBrief> {
  item: T;
  /** When the row is outdated; null when only a change of the catalogue makes it so. */
  nextAt: Date | null;
  /** Whether another version of the server wrote the row, with other fields. */
  isOld: boolean;
}

/** The form of a title in `prepared_items`: JSON has no dates. */
type Stored<T extends ItemBrief> = Omit<T, 'latest_published_at' | 'leaves_at' | 'next_release'> & {
  latest_published_at: string | null;
  leaves_at: string | null;
  next_release: (Omit<NextRelease, 'at'> & { at: string }) | null;
};

/** Changes the object itself: a copy of its many fields takes as long as reading them. */
const itemOf = <T extends ItemBrief>(item: Stored<T>): T =>
  Object.assign(item, {
    latest_published_at: item.latest_published_at === null ? null : new Date(item.latest_published_at),
    leaves_at: item.leaves_at === null ? null : new Date(item.leaves_at),
    next_release: item.next_release && { ...item.next_release, at: new Date(item.next_release.at) },
  }) as unknown as T;

/** Prepared titles by ids, in no order. */
export async function listReadyItems(db: Connection, ids: readonly number[]): Promise<Ready<CatalogueItem>[]> {
  const { rows } = await sql<{ item: Stored<CatalogueItem>; next_at: Date | null; is_old: boolean }>`
    select item, next_at, form <> ${ITEM_FORM} as is_old
    from prepared_items where item_id = any(${[...ids]}::int[])`.execute(db);
  return rows.map(({ item, next_at: nextAt, is_old: isOld }) => ({ item: itemOf(item), nextAt, isOld }));
}

/** Briefs of prepared titles by ids, in no order. */
export async function listReadyBriefs(db: Connection, ids: readonly number[]): Promise<Ready<ItemBrief>[]> {
  const { rows } = await sql<{ brief: Stored<ItemBrief>; next_at: Date | null; is_old: boolean }>`
    select brief, next_at, form <> ${ITEM_FORM} as is_old
    from prepared_briefs where item_id = any(${[...ids]}::int[])`.execute(db);
  return rows.map(({ brief, next_at: nextAt, is_old: isOld }) => ({ item: itemOf(brief), nextAt, isOld }));
}

/** The first instant at which something of each title comes out, is about to end or ends; titles without one are left out. */
export async function listNextInstants(db: Connection, ids: readonly number[], now: Date): Promise<Map<number, Date>> {
  const { rows } = await sql<{ item_id: number; at: Date }>`
    select item_id, min(at) as at from (
      select item_id, published_at as at from episodes
      where item_id = any(${[...ids]}::int[]) and published_at > ${now}
      union all
      select episodes.item_id, own.starts_at from episodes
      join publications as own on own.kind = 'episode' and own.id = episodes.id
      where episodes.item_id = any(${[...ids]}::int[]) and own.starts_at > ${now}
      union all
      select id, starts_at from publications
      where kind = 'title' and id = any(${[...ids]}::int[]) and starts_at > ${now}
      union all
      select item_id, ending.at from (
        select item_id, ends_at from episodes where item_id = any(${[...ids]}::int[]) and ends_at > ${now}
        union all
        select id, ends_at from items where id = any(${[...ids]}::int[]) and ends_at > ${now}
      ) as ends cross join lateral (
        values (ends.ends_at), (ends.ends_at - ${LEAVES_SOON_DAYS}::int * interval '1 day')
      ) as ending (at) where ending.at > ${now}
    ) as coming group by item_id`.execute(db);
  return new Map(rows.map(({ item_id: id, at }) => [id, at]));
}

/** When the first prepared row is outdated; null for never. */
export async function findNextInstant(db: Connection): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(next_at) as at from prepared_titles`.execute(db);
  return rows[0]?.at ?? null;
}

/** When the next episode appears here that a process has published whose clock is ahead of this one; null for none. */
export async function findNextEarly(db: Connection, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select latest_at as at from prepared_titles
    where is_listed and latest_at > ${now} order by latest_at limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** Titles whose newest episode came out between two instants. */
export async function listOut(db: Connection, after: Date, until: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from prepared_titles
    where is_listed and latest_at > ${after} and latest_at <= ${until} limit ${limit}`.execute(db);
  return rows.map(({ item_id: id }) => id);
}

/** Titles whose rows are outdated by time. */
export async function listDue(db: Connection, now: Date): Promise<number[]> {
  const rows = await db.selectFrom('prepared_titles').select('item_id').where('next_at', '<=', now).execute();
  return rows.map(({ item_id: id }) => id);
}

/** A part of the ids of all titles, and of those whose prepared rows outlived them. */
export async function listIdsAfter(db: Connection, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select id from items where id > ${after} order by id limit ${limit})
      union
      (select item_id from prepared_titles where item_id > ${after} order by item_id limit ${limit})
    ) as known order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Title 0 stands for the version itself: a version may change themes alone. */
const MARK = 0;
/** Versions whose changes are kept: a process that is further behind reads everything again. */
const RETAINED_VERSIONS = 1_000;

/** Records which titles a version has changed, and forgets old versions. */
export async function saveChanges(tx: Connection, version: string, ids: readonly number[]): Promise<void> {
  await sql`insert into catalogue_changes (version, item_id)
    select ${version}::bigint, id from unnest(${[...new Set([MARK, ...ids])]}::int[]) as given (id)`.execute(tx);
  await sql`delete from catalogue_changes where version <= ${version}::bigint - ${RETAINED_VERSIONS}`.execute(tx);
}

/** The titles that the versions after `since` have changed, up to `until`; undefined when that is not recorded. */
export async function listChanged(db: Connection, since: string, until: string): Promise<number[] | undefined> {
  const { rows } = await sql<{ item_id: number; versions: number }>`
    select item_id, count(*)::int as versions from catalogue_changes
    where version > ${since}::bigint and version <= ${until}::bigint group by item_id`.execute(db);
  const recorded = rows.find(({ item_id: id }) => id === MARK)?.versions ?? 0;
  if (BigInt(recorded) !== BigInt(until) - BigInt(since)) return undefined;
  return rows.map(({ item_id: id }) => id).filter((id) => id !== MARK);
}
