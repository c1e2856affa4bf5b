import { createHash } from 'node:crypto';
import type { CatalogueRecord } from '#catalogue/format.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { findSetting, lockSetting, removeSetting, setSetting } from '../settings/store.ts';
import { clipFolderOf } from './clip-folder.ts';
import { applyChanges, findChanges, isEmpty } from './import-changes.ts';
import { toRows } from './import-rows.ts';
import { hasTitles } from './import-store.ts';
import { bumpVersion, findVersion } from './store.ts';

/** Says that the catalogue in the database is the demo one, and which state of it. */
const DEMO_SETTING = 'demo-catalogue';
/** Locked while an import writes: of servers that start at the same time, the second finds what the first has imported. */
const LOCK_SETTING = 'catalogue-import';

/** Comparisons that other imports may make stale before this one gives up. */
const MAXIMUM_TRIES = 10;

const fingerprintOf = (records: readonly CatalogueRecord[]) =>
  createHash('sha256').update(JSON.stringify(records)).digest('hex');

/** A signed address opens a clip's folder: without one of its own it would open everything. */
function checkClipFolders(records: readonly CatalogueRecord[]): void {
  for (const record of records)
    if (record.kind === 'clip' && clipFolderOf(record) === '')
      throw new Error(`clip "${record.id}": its files share no folder`);
}

/** An import would leave the service without something that it cannot work without. */
export class EmptyCatalogueError extends Error {
  override readonly name = 'EmptyCatalogueError';
}

/** An empty folder, or a part of a catalogue, must not replace the whole one by accident. */
function checkNotEmpty(records: readonly CatalogueRecord[]): void {
  const has = (kind: CatalogueRecord['kind']) => records.some((record) => record.kind === kind);
  if (!has('title')) throw new EmptyCatalogueError('The new catalogue has no title.');
  if (!has('profile_image'))
    throw new EmptyCatalogueError('The new catalogue has no profile picture, so nobody could make a profile.');
}

export interface ImportOptions {
  transact: Transact;
  clock: Clock;
}

/**
 * Makes the catalogue's tables hold exactly these records. The comparison runs first; one transaction then writes the
 * rows that differ, with the new version. If another import commits in between, the comparison starts again.
 *
 * @param isWanted asked with the import's lock held.
 * @param finish runs in the transaction that writes.
 * @returns whether it was wanted.
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
        await applyChanges(tx, changes);
        await bumpVersion(tx);
      }
      await finish(tx);
      return 'written';
    });
    if (outcome !== 'stale') return outcome === 'written';
  }
  throw new Error('Other imports changed the catalogue again and again; try later.');
}

/**
 * Imports a catalogue in place of what is there, all of it or nothing. The demo one stays away from then on.
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
 * Imports the demo catalogue into an empty database, and again when a newer version of it stands in the folder. A
 * catalogue that somebody else has imported is left alone.
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
