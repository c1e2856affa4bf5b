import { sql } from 'kysely';
import { ofAccounts, type OwnerKey } from '#server/db/of-accounts.ts';
import type { Connection } from '#server/db/open.ts';
import type { HiddenItemsTable } from '#server/db/tables.ts';

type HiddenKey = Omit<HiddenItemsTable, 'hidden_at'>;

/** Inserts a hidden title; an existing one stays unchanged. */
export async function insertHidden(tx: Connection, hidden: HiddenItemsTable): Promise<void> {
  await tx
    .insertInto('hidden_items')
    .values(hidden)
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'item_id']).doNothing())
    .execute();
}

/** Keeps the titles that a profile has hidden last. */
export async function trimHidden(tx: Connection, { accountId, profileId }: OwnerKey, most: number): Promise<void> {
  await tx
    .deleteFrom('hidden_items')
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .where('item_id', 'in', (eb) =>
      eb
        .selectFrom('hidden_items')
        .select('item_id')
        .where('account_id', '=', accountId)
        .where('profile_id', '=', profileId)
        .orderBy('hidden_at', 'desc')
        .orderBy('item_id', 'desc')
        .offset(most),
    )
    .execute();
}

export async function deleteHidden(db: Connection, hidden: HiddenKey): Promise<void> {
  await db
    .deleteFrom('hidden_items')
    .where('account_id', '=', hidden.account_id)
    .where('profile_id', '=', hidden.profile_id)
    .where('item_id', '=', hidden.item_id)
    .execute();
}

/** The titles that profiles have hidden, the last one of each profile first. */
export async function listHidden(
  db: Connection,
  owners: readonly OwnerKey[],
): Promise<Pick<HiddenItemsTable, 'profile_id' | 'item_id'>[]> {
  const accountIds = owners.map(({ accountId }) => accountId);
  const { rows } = await sql<Pick<HiddenItemsTable, 'profile_id' | 'item_id'>>`
    select hidden.profile_id, hidden.item_id
    from unnest(${accountIds}::uuid[], ${owners.map(({ profileId }) => profileId)}::uuid[])
      as asked (account_id, profile_id)
    join hidden_items as hidden on hidden.account_id = asked.account_id and hidden.profile_id = asked.profile_id
    where ${ofAccounts(accountIds, 'hidden.account_id')}
    order by hidden.hidden_at desc, hidden.item_id desc`.execute(db);
  return rows;
}
