import { sql } from 'kysely';
import type { Connection } from '../../db/open.ts';

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;

/** Years in which these titles were first shown, by id; the catalogue may lack some. */
export async function listAirYears(db: Connection, titleIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'air_year'])
    .where((eb) => eb('id', '=', anyOf(titleIds)))
    .execute();
  return new Map(rows.map(({ id, air_year: year }) => [id, year]));
}

/** Episodes of these titles, in their order. */
export const listEpisodesOfTitles = (
  db: Connection,
  titleIds: readonly number[],
): Promise<{ item_id: number; episode_num: string; access: string }[]> =>
  db
    .selectFrom('episodes')
    .select(['item_id', 'episode_num', 'access'])
    .where((eb) => eb('item_id', '=', anyOf(titleIds)))
    .orderBy('order')
    .execute();
