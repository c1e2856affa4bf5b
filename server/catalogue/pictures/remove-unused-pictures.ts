import type { Connection, Transact } from '#server/db/open.ts';
import type { ServiceJob } from '#server/jobs/job.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { lockSetting } from '#server/settings/index.ts';
import { listArtPaths } from './art-store.ts';
import { LOCK_SETTING } from '#server/catalogue/editing/lock.ts';
import {
  findRemoving,
  forgetPicture,
  isTrackFile,
  lockOldPicture,
  markRemoving,
  saveUse,
} from './stored-pictures-store.ts';

/** How long a replaced file stays, in ms: an export from before the change can still be imported, and a video that plays reads on. */
const UNUSED_MS = 30 * 24 * 3600_000;
/** A run with this many failures ends: the store is probably down. */
const MOST_FAILURES = 20;

interface PictureJobsOptions {
  transact: Transact;
  clock: Clock;
  mediaStore: MediaStore;
}

/**
 * Chooses the next picture or subtitle that was unused for long. `goes` says that still no title uses it; its row is then marked, and
 * the caller removes its files.
 *
 * @returns undefined when no picture is left.
 */
async function chooseNext(
  tx: Connection,
  now: Date,
  failed: readonly string[],
): Promise<{ path: string; goes: boolean } | undefined> {
  // A title that begins to use a picture and its removal must see each other.
  await lockSetting(tx, LOCK_SETTING, '');
  // New ones first: those whose removal failed before may fail for ever.
  const path = await lockOldPicture(tx, new Date(now.getTime() - UNUSED_MS));
  if (path === undefined) {
    const begun = await findRemoving(tx, failed);
    return begun === undefined ? undefined : { path: begun, goes: true };
  }
  const goes = (await listArtPaths(tx, [path])).length === 0 && !(await isTrackFile(tx, path));
  await (goes ? markRemoving(tx, path, now) : saveUse(tx, path, now));
  return { path, goes };
}

/**
 * Removes pictures of titles, and subtitles of videos, that the console has stored and nothing has used for 30 days. The files go outside of a transaction, because the store may be
 * slow. Until then the row is marked, and an operator who sets the same picture again gets another path.
 *
 * @throws Error after the run, one for all pictures whose files could not be removed; later runs try them again.
 */
export async function removeUnusedPictures(
  { transact, clock, mediaStore }: PictureJobsOptions,
  signal: AbortSignal,
): Promise<void> {
  const failed: string[] = [];
  let firstError: unknown;
  while (!signal.aborted && failed.length < MOST_FAILURES) {
    const next = await transact((tx) => chooseNext(tx, clock.now(), failed));
    if (next === undefined) break;
    if (!next.goes) continue;
    try {
      // Each file has a folder of its own, a picture with its tile.
      await mediaStore.removeFolder(next.path.slice(0, next.path.lastIndexOf('/')));
    } catch (error) {
      firstError ??= error;
      failed.push(next.path);
      await transact((tx) => markRemoving(tx, next.path, clock.now()));
      continue;
    }
    await transact((tx) => forgetPicture(tx, next.path));
  }
  if (failed.length === 0) return;
  const reason = firstError instanceof Error ? firstError.message : String(firstError);
  throw new Error(`${failed.length} unused pictures could not be removed, the first one ${failed[0]}: ${reason}`, {
    cause: firstError,
  });
}

/** Background jobs of the machines that have the media store. */
export const pictureJobs = (options: PictureJobsOptions): ServiceJob[] => [
  {
    name: 'removing unused pictures',
    everySeconds: 3600,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: ({ signal }) => removeUnusedPictures(options, signal),
  },
];
