import type { Connection, Transact } from '../db/open.ts';
import type { Job } from '../jobs/job.ts';
import type { Clock } from '../lib/clock.ts';
import type { MediaStore } from '../providers/media-store.ts';
import { listArtPaths } from './art-store.ts';
import { findRemoving, forgetPicture, lockOldPicture, markRemoving, saveUse } from './stored-pictures-store.ts';

/** How long a replaced picture stays, in ms: an export from before the change can still be imported. */
const UNUSED_MS = 30 * 24 * 3600_000;

interface PictureJobsOptions {
  transact: Transact;
  clock: Clock;
  mediaStore: MediaStore;
}

/** The next old picture; `goes` when no title uses it and it is marked. Undefined when there is none. */
async function chooseNext(tx: Connection, now: Date): Promise<{ path: string; goes: boolean } | undefined> {
  // Marked by a worker that ended before the files were gone.
  const begun = await findRemoving(tx);
  if (begun !== undefined) return { path: begun, goes: true };
  const path = await lockOldPicture(tx, new Date(now.getTime() - UNUSED_MS));
  if (path === undefined) return undefined;
  const goes = (await listArtPaths(tx, [path])).length === 0;
  await (goes ? markRemoving(tx, path, now) : saveUse(tx, path, now));
  return { path, goes };
}

/**
 * Removes pictures that no title has used for 30 days. The files go outside of a transaction, because the store may be
 * slow. Until then the row is marked, and an operator who sets the same picture again gets another path.
 */
export async function removeUnusedPictures(
  { transact, clock, mediaStore }: PictureJobsOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const next = await transact((tx) => chooseNext(tx, clock.now()));
    if (next === undefined) return;
    if (!next.goes) continue;
    // Each picture has a folder of its own, with its tile.
    await mediaStore.removeFolder(next.path.slice(0, next.path.lastIndexOf('/')));
    await transact((tx) => forgetPicture(tx, next.path));
  }
}

/** Background jobs of the machines that have the media store. */
export const pictureJobs = (options: PictureJobsOptions): Job[] => [
  {
    name: 'removing unused pictures',
    everySeconds: 3600,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: ({ signal }) => removeUnusedPictures(options, signal),
  },
];
