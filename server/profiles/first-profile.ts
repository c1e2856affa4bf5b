import type { Connection } from '../db/open.ts';
import type { AccountRow } from '../db/tables.ts';
import { insertProfile, listProfileImageRows } from './store.ts';

/**
 * The viewer may rename it. Not the e-mail's local part: reviews show the profile's name, and the e-mail is private.
 */
const FIRST_PROFILE_NAME = '프로필 1';

/** Adds the owner's profile of a new account. @param id of the profile */
export async function insertFirstProfile(
  tx: Connection,
  account: AccountRow,
  id: string,
  name = FIRST_PROFILE_NAME,
): Promise<void> {
  const [image] = await listProfileImageRows(tx);
  await insertProfile(tx, {
    account_id: account.id,
    id,
    name,
    default_image_id: image?.id ?? 1,
    max_rating: '19',
    pin_hash: null,
    is_owner: true,
    created_at: account.created_at,
  });
}
