import type { Connection } from '#server/db/open.ts';
import { lockSetting, removeSetting } from '#server/settings/index.ts';
import { DEMO_SETTING } from '#server/catalogue/transfer/import-catalogue.ts';
import { LOCK_SETTING } from './lock.ts';
import { publishChange } from '#server/catalogue/prepare.ts';

/**
 * Changes rows of the catalogue that belong to no title for an operator, under the lock of imports. A change makes a running import compare again,
 * and keeps newer versions of the demo from replacing the catalogue.
 *
 * @param tx a transaction
 * @param work says whether it has changed rows
 */
export async function changeCatalogue<T>(
  tx: Connection,
  now: Date,
  work: () => Promise<{ isChanged: boolean; result: T }>,
): Promise<T> {
  await lockSetting(tx, LOCK_SETTING, '');
  const { isChanged, result } = await work();
  if (isChanged) {
    await removeSetting(tx, DEMO_SETTING);
    await publishChange(tx, [], now);
  }
  return result;
}
