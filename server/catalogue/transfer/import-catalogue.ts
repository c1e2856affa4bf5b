import { createHash } from 'node:crypto';
import type { CatalogueRecord } from '#server/catalogue/format/index.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { findSetting, lockSetting, removeSetting, setSetting } from '#server/settings/index.ts';
import { checkPicturesStay } from '#server/catalogue/pictures/check-pictures.ts';
import { clipFolderOf } from '#server/catalogue/format/clip-folder.ts';
import { applyChanges, findChangedTitles, findChanges, isEmpty } from './import-changes.ts';
import { toRows } from './import-rows.ts';
import { hasTitles } from './import-store.ts';
import { LOCK_SETTING } from '#server/catalogue/editing/lock.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import { findVersion } from '#server/catalogue/store.ts';

/** Present when the database holds the demo catalogue; its value is the imported version. */
export const DEMO_SETTING = 'demo-catalogue';
/** Retry limit for comparisons that other imports make stale. */
export const MAXIMUM_TRIES = 10;

const fingerprintOf = (records: readonly CatalogueRecord[]) =>
  createHash('sha256').update(JSON.stringify(records)).digest('hex');

/** A signed address opens a clip's folder; without a folder of its own it would open everything. */
export function checkClipFolders(records: readonly CatalogueRecord[]): void {
  for (const record of records)
    if (record.kind === 'clip' && clipFolderOf(record) === '')
      throw new Error(`clip "${record.id}": its files share no folder`);
}

/** An import would leave the service without titles or profile pictures. */
export class EmptyCatalogueError extends Error {
  override readonly name = 'EmptyCatalogueError';
}

/** An empty folder or a partial catalogue must not replace the whole one by accident. */
function checkNotEmpty(records: readonly CatalogueRecord[]): void {
  const has = (kind: CatalogueRecord['kind']) => records.some((record) => record.kind === kind);
  if (!has('title')) throw new EmptyCatalogueError('The new catalogue has no title.');
  if (!has('profile_image'))
    throw new EmptyCatalogueError('The new catalogue has no profile picture, so no viewer could create a profile.');
}

export interface ImportOptions {
  transact: Transact;
  clock: Clock;
}

/**
 * Replaces the catalogue in the database by these records. Compares first; then one transaction writes the rows that
 * differ, with the new version. If another import commits in between, the comparison starts again.
 *
 * @param isWanted called while the import's lock is held.
 * @param finish runs in the writing transaction.
 * @returns whether the import was wanted.
 */
async function replaceCatalogue(
  { transact, clock }: ImportOptions,
  records: readonly CatalogueRecord[],
  isWanted: (tx: Connection) => Promise<boolean>,
  finish: (tx: Connection) => Promise<void>,
): Promise<boolean> {
  checkClipFolders(records);
  const rows = toRows(records, clock.now());
  for (let tries = 1; tries <= MAXIMUM_TRIES; tries += 1) {
    const version = await transact(findVersion);
    const changes = await findChanges(transact, rows);
    const outcome = await transact(async (tx) => {
      await lockSetting(tx, LOCK_SETTING, '');
      if (!(await isWanted(tx))) return 'unwanted';
      if ((await findVersion(tx)) !== version) return 'stale';
      if (!isEmpty(changes)) {
        const titleIds = await findChangedTitles(tx, changes);
        await checkPicturesStay(tx, changes);
        await applyChanges(tx, changes, clock.now());
        await publishChange(tx, titleIds, clock.now());
      }
      await finish(tx);
      return 'written';
    });
    if (outcome !== 'stale') return outcome === 'written';
  }
  throw new Error('Other imports kept changing the catalogue. Try again later.');
}

/**
 * Replaces the catalogue atomically. The demo catalogue is not imported again afterwards.
 *
 * @throws EmptyCatalogueError when it has no titles or no profile pictures, unless `allowEmpty`.
 */
export async function importCatalogue(
  { allowEmpty = false, ...options }: ImportOptions & { allowEmpty?: boolean },
  records: readonly CatalogueRecord[],
): Promise<void> {
  if (!allowEmpty) checkNotEmpty(records);
  await replaceCatalogue(
    options,
    records,
    () => Promise.resolve(true),
    (tx) => removeSetting(tx, DEMO_SETTING),
  );
}

/**
 * Imports the demo catalogue into an empty database, and again when the folder has a newer version. Never replaces an
 * operator's catalogue.
 */
export async function importDemoCatalogue(
  options: ImportOptions,
  records: readonly CatalogueRecord[],
): Promise<boolean> {
  const fingerprint = fingerprintOf(records);
  const isWanted = async (tx: Connection) => {
    const known = await findSetting(tx, DEMO_SETTING);
    return known !== fingerprint && (known !== undefined || !(await hasTitles(tx)));
  };
  if (!(await options.transact(isWanted))) return false;
  return replaceCatalogue(options, records, isWanted, (tx) => setSetting(tx, DEMO_SETTING, fingerprint));
}
