import type { Insertable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { WishesTable } from '#server/db/tables.ts';

/** Inserts a wish; an existing one stays unchanged. */
export async function insertWish(db: Connection, wish: Insertable<WishesTable>): Promise<void> {
  await db
    .insertInto('wishes')
    .values(wish)
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'item_id']).doNothing())
    .execute();
}

export async function removeWish(db: Connection, wish: Omit<WishesTable, 'created_at'>): Promise<void> {
  await db
    .deleteFrom('wishes')
    .where('account_id', '=', wish.account_id)
    .where('profile_id', '=', wish.profile_id)
    .where('item_id', '=', wish.item_id)
    .execute();
}
