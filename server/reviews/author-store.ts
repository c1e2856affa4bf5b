import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';

/** Copies a profile's new name and picture into its reviews, which it locks in the order of a removal. */
export async function copyAuthor(
  tx: Connection,
  { account_id, id, name, default_image_id }: Pick<ProfileRow, 'account_id' | 'id' | 'name' | 'default_image_id'>,
): Promise<void> {
  await tx
    .selectFrom('short_reviews')
    .select('id')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .orderBy('item_id')
    .orderBy('id')
    .forUpdate()
    .execute();
  await tx
    .updateTable('short_reviews')
    .set({ profile_name: name, profile_image_id: default_image_id })
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .execute();
}
