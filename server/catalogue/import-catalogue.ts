import { createHash } from 'node:crypto';
import type { CatalogueRecord } from '#catalogue/format.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { findSetting, lockSetting, removeSetting, setSetting } from '../settings/store.ts';
import { clipFolderOf } from './clip-folder.ts';
import { hasTitles, recountRatings, replaceCatalogue } from './import-store.ts';
import { bumpVersion } from './store.ts';

/** Says that the catalogue in the database is the demo one, and which state of it. */
const DEMO_SETTING = 'demo-catalogue';
/** Held while a catalogue is imported: of servers that start at the same time, the second finds what the first has imported. */
const LOCK_SETTING = 'catalogue-import';

const fingerprintOf = (records: readonly CatalogueRecord[]) =>
  createHash('sha256').update(JSON.stringify(records)).digest('hex');

/** A signed address opens a clip's folder: without one of its own it would open everything. */
function checkClipFolders(records: readonly CatalogueRecord[]): void {
  for (const record of records)
    if (record.kind === 'clip' && clipFolderOf(record) === '')
      throw new Error(`clip "${record.id}": its files share no folder`);
}

async function importInto(tx: Connection, records: readonly CatalogueRecord[], now: Date): Promise<void> {
  checkClipFolders(records);
  await replaceCatalogue(tx, records, now);
  await recountRatings(tx);
  await bumpVersion(tx);
}

/** Imports a catalogue in place of what is there, all of it or nothing. The demo one stays away from then on. */
export const importCatalogue = (
  { transact, clock }: { transact: Transact; clock: Clock },
  records: readonly CatalogueRecord[],
): Promise<void> =>
  transact(async (tx) => {
    await lockSetting(tx, LOCK_SETTING, '');
    await importInto(tx, records, clock.now());
    await removeSetting(tx, DEMO_SETTING);
  });

/**
 * Imports the demo catalogue into an empty database, and again when a newer version of it stands in the folder. A
 * catalogue that somebody else has imported is left alone.
 */
export const importDemoCatalogue = (
  { transact, clock }: { transact: Transact; clock: Clock },
  records: readonly CatalogueRecord[],
): Promise<boolean> =>
  transact(async (tx) => {
    await lockSetting(tx, LOCK_SETTING, '');
    const fingerprint = fingerprintOf(records);
    const known = await findSetting(tx, DEMO_SETTING);
    if (known === fingerprint || (known === undefined && (await hasTitles(tx)))) return false;
    await importInto(tx, records, clock.now());
    await setSetting(tx, DEMO_SETTING, fingerprint);
    return true;
  });
