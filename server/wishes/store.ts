import type { Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { WishesTable } from '../db/tables.ts';

/** Keeps a wish; one that is there already stays as it was. */
export async function insertWish(db: Connection, wish: Insertable<WishesTable>): Promise<void> {
  await db
    .insertInto('wishes')
    .values(wish)
    .onConflict((conflict) => conflict.columns(['profile_id', 'item_id']).doNothing())
    .execute();
}

export async function removeWish(db: Connection, profileId: string, itemId: number): Promise<void> {
  await db.deleteFrom('wishes').where('profile_id', '=', profileId).where('item_id', '=', itemId).execute();
}
