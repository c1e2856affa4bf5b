import type { Transact } from '../db/open.ts';
import type { Job } from '../jobs/job.ts';
import type { Clock } from '../lib/clock.ts';
import type { MediaStore } from '../providers/media-store.ts';
import { listArtPaths } from './art-store.ts';
import { forgetPicture, lockOldPicture, saveUse } from './stored-pictures-store.ts';

/** How long a replaced picture stays, in ms: an export from before the change can still be imported. */
const UNUSED_MS = 30 * 24 * 3600_000;

interface PictureJobsOptions {
  transact: Transact;
  clock: Clock;
  mediaStore: MediaStore;
}

/**
 * Removes pictures that no title has used for 30 days. The row is locked while the file goes, so that an operator who sets the
 * same picture again waits and then stores it again.
 */
export async function removeUnusedPictures(
  { transact, clock, mediaStore }: PictureJobsOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const now = clock.now();
    const path = await transact(async (tx) => {
      const old = await lockOldPicture(tx, new Date(now.getTime() - UNUSED_MS));
      if (old === undefined) return undefined;
      const [used] = await listArtPaths(tx, [old]);
      if (used !== undefined) await saveUse(tx, old, now);
      else {
        // Each picture has a folder of its own, with its tile.
        await mediaStore.removeFolder(old.slice(0, old.lastIndexOf('/')));
        await forgetPicture(tx, old);
      }
      return old;
    });
    if (path === undefined) return;
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
