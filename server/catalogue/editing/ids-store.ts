import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { findSetting, lockSetting, setSetting } from '#server/settings/index.ts';

/** The last ids that the service gave. Viewers' histories and orders refer to ids, so each is used once. */
const IDS_SETTING = 'own-ids';

export interface Ids {
  title: number;
  episode: number;
  product: number;
}

/** Before the first ids of the service, above the ids that people choose. */
const BEFORE_FIRST: Ids = { title: 900_000, episode: 90_000_000, product: 90_000_000 };

/** @returns the first of the next ids of each kind. Nobody else gets ids until the transaction ends. */
export async function takeIds(tx: Connection, count: Partial<Ids>): Promise<Ids> {
  await lockSetting(tx, IDS_SETTING, '{}');
  const { rows } = await sql<Ids>`
    select greatest((select max(id) from items), ${BEFORE_FIRST.title})::int as title,
      greatest((select max(id) from episodes), ${BEFORE_FIRST.episode})::int as episode,
      greatest((select max(id) from products), ${BEFORE_FIRST.product})::int as product`.execute(tx);
  const used = JSON.parse((await findSetting(tx, IDS_SETTING)) ?? '{}') as Partial<Ids>;
  const lastOf = (kind: keyof Ids) => Math.max(rows[0]![kind], used[kind] ?? 0);
  const last: Ids = { title: lastOf('title'), episode: lastOf('episode'), product: lastOf('product') };
  const next: Ids = {
    title: last.title + (count.title ?? 0),
    episode: last.episode + (count.episode ?? 0),
    product: last.product + (count.product ?? 0),
  };
  await setSetting(tx, IDS_SETTING, JSON.stringify(next));
  return { title: last.title + 1, episode: last.episode + 1, product: last.product + 1 };
}
