import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { findSetting, lockSetting, setSetting } from '#server/settings/index.ts';

/** The last ids that the service gave. Viewers' histories and orders refer to ids, so each is used once. */
const IDS_SETTING = 'own-ids';

export interface Ids {
  title: number;
  episode: number;
  product: number;
  plan: number;
  theme: number;
  image: number;
}

/** Before the first ids of the service, above the ids that people choose. */
const BEFORE_FIRST: Ids = {
  title: 900_000,
  episode: 90_000_000,
  product: 90_000_000,
  plan: 900_000,
  theme: 900_000,
  image: 900_000,
};

const KINDS = Object.keys(BEFORE_FIRST) as (keyof Ids)[];

/** @returns the first of the next ids of each kind. Nobody else gets ids until the transaction ends. */
export async function takeIds(tx: Connection, count: Partial<Ids>): Promise<Ids> {
  await lockSetting(tx, IDS_SETTING, '{}');
  const { rows } = await sql<Ids>`
    select greatest((select max(id) from items), ${BEFORE_FIRST.title})::int as title,
      greatest((select max(id) from episodes), ${BEFORE_FIRST.episode})::int as episode,
      greatest((select max(id) from products), ${BEFORE_FIRST.product})::int as product,
      greatest((select max(id) from plans), ${BEFORE_FIRST.plan})::int as plan,
      greatest((select max(id) from themes), ${BEFORE_FIRST.theme})::int as theme,
      greatest((select max(id) from profile_images), ${BEFORE_FIRST.image})::int as image`.execute(tx);
  const used = JSON.parse((await findSetting(tx, IDS_SETTING)) ?? '{}') as Partial<Ids>;
  const lastOf = (kind: keyof Ids) => Math.max(rows[0]![kind], used[kind] ?? 0);
  const idsOf = (idOf: (kind: keyof Ids) => number) =>
    Object.fromEntries(KINDS.map((kind) => [kind, idOf(kind)])) as unknown as Ids;
  await setSetting(tx, IDS_SETTING, JSON.stringify(idsOf((kind) => lastOf(kind) + (count[kind] ?? 0))));
  return idsOf((kind) => lastOf(kind) + 1);
}
