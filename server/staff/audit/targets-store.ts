import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** What entries are about, as operators know it. */
export interface FoundTarget {
  id: string;
  name: string;
  /** The title of a title or an episode. */
  item_id: number | null;
}

/** Finds the subjects with these ids; texts that are no ids have none. */
export type FindTargets = (db: Connection, ids: readonly string[]) => Promise<FoundTarget[]>;

const numbersOf = (ids: readonly string[]) =>
  ids.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uuidsOf = (ids: readonly string[]) => ids.filter((id) => UUID.test(id));

export const findTitles: FindTargets = async (db, ids) =>
  (
    await sql<FoundTarget>`
      select id::text, name, id as item_id from items where id = any(${numbersOf(ids)}::int[])`.execute(db)
  ).rows;

export const findEpisodes: FindTargets = async (db, ids) =>
  (
    await sql<FoundTarget>`
      select episodes.id::text, items.name || ' ' || episodes.episode_num as name, episodes.item_id
      from episodes join items on items.id = episodes.item_id
      where episodes.id = any(${numbersOf(ids)}::int[])`.execute(db)
  ).rows;

export const findAdvertisements: FindTargets = async (db, ids) =>
  (
    await sql<FoundTarget>`
      select id::text, title as name, null::int as item_id from advertisements
      where id = any(${numbersOf(ids)}::int[])`.execute(db)
  ).rows;

export async function findAccounts(db: Connection, ids: readonly string[]): Promise<FoundTarget[]> {
  const { rows } = await sql<FoundTarget>`
    select id::text, email as name, null::int as item_id from accounts where id = any(${uuidsOf(ids)}::uuid[])`.execute(
    db,
  );
  return rows;
}

export const findMembers: FindTargets = async (db, ids) =>
  (
    await sql<FoundTarget>`
      select id::text, email as name, null::int as item_id from staff where id = any(${uuidsOf(ids)}::uuid[])`.execute(
      db,
    )
  ).rows;
