import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';

/**
 * Copies a profile's new name and picture into its reviews, one title after the other: a cluster locks rows on one shard
 * only. Locks them in the order of a removal. A new review waits for the profile's lock.
 */
export async function copyAuthor(
  tx: Connection,
  { account_id, id, name, default_image_id }: Pick<ProfileRow, 'account_id' | 'id' | 'name' | 'default_image_id'>,
): Promise<void> {
  const reviews = await tx
    .selectFrom('short_reviews')
    .select(['item_id', 'id'])
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .orderBy('item_id')
    .orderBy('id')
    .execute();
  for (const review of reviews)
    await tx
      .updateTable('short_reviews')
      .set({ profile_name: name, profile_image_id: default_image_id })
      .where('item_id', '=', review.item_id)
      .where('id', '=', review.id)
      .execute();
}
