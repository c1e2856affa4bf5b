import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { OrderRow } from '../db/tables.ts';

/** What an order is about. */
type Bought = Pick<OrderRow, 'item_id' | 'episode_id'>;

const keyOf = ({ item_id: title, episode_id: episode }: Bought) => `${title} ${episode}`;

/**
 * Names what orders are about, as operators read it: the title, and the number of a single episode.
 *
 * @returns null for an order of a membership, and for a title that is no longer in the catalogue.
 */
export async function findBoughtTitles(
  db: Connection,
  orders: readonly Bought[],
): Promise<(order: Bought) => string | null> {
  const bought = orders.filter(({ item_id: id }) => id !== null);
  const { rows } = await sql<Bought & { name: string; episode_num: string | null }>`
    select asked.item_id, asked.episode_id, items.name, episodes.episode_num
    from unnest(${bought.map(({ item_id: id }) => id)}::int[], ${bought.map(({ episode_id: id }) => id)}::int[])
      as asked (item_id, episode_id)
    join items on items.id = asked.item_id
    left join episodes on episodes.id = asked.episode_id`.execute(db);
  const names = new Map(
    rows.map((row) => [keyOf(row), row.episode_num === null ? row.name : `${row.name} ${row.episode_num}`]),
  );
  return (order) => names.get(keyOf(order)) ?? null;
}
