import type { Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { changeCatalogue } from './editing/change-catalogue.ts';
import { checkCatalogue, type ClipRecord, type FileFolders } from './format/index.ts';
import { checkClipFolders } from './transfer/import-catalogue.ts';
import { toRows } from './transfer/import-rows.ts';
import { removeRows, upsertRows } from './transfer/import-store.ts';
import { listClipRecords, listUsersOfClip } from './editing/title-record-store.ts';

/*
 * Clips that belong to no title, for videos that the service has made itself.
 */

export interface SingleClipOptions extends FileFolders {
  transact: Transact;
  clock: Clock;
}

/**
 * Adds a clip that nothing plays yet. Adding the same one again changes nothing.
 *
 * @throws CatalogueError when a file is missing or the record is wrong
 */
export async function saveSingleClip(
  { transact, clock, catalogueFolder, mediaStore }: SingleClipOptions,
  clip: ClipRecord,
): Promise<void> {
  await checkCatalogue([{ source: 'own video', record: clip }], { folder: catalogueFolder, mediaStore });
  checkClipFolders([clip]);
  const now = clock.now();
  await transact((tx) =>
    changeCatalogue(tx, now, async () => {
      await upsertRows(tx, 'clips', toRows([clip], now).clips, now);
      return { isChanged: true, result: undefined };
    }),
  );
}

/**
 * Takes a clip out of the catalogue; one that is not there is no error.
 *
 * @throws RefusedError while something plays it
 */
export async function removeSingleClip(
  { transact, clock }: Pick<SingleClipOptions, 'transact' | 'clock'>,
  clipId: string,
): Promise<void> {
  await transact((tx) =>
    changeCatalogue(tx, clock.now(), async () => {
      const [user] = await listUsersOfClip(tx, clipId);
      if (user !== undefined)
        throw new RefusedError(
          `The clip is used by ${user}: choose another clip there first.`,
          '광고나 작품이 쓰는 영상이에요. 먼저 그곳에서 다른 영상을 골라 주세요.',
        );
      const isThere = (await listClipRecords(tx, [clipId])).length > 0;
      if (isThere) await removeRows(tx, 'clips', [{ id: clipId }]);
      return { isChanged: isThere, result: undefined };
    }),
  );
}
