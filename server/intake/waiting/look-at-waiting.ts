import { lstat } from 'node:fs/promises';
import type { Connection } from '../../db/open.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { failureOf, shownName } from '../intake-error.ts';
import { missingRoom } from '../rules.ts';
import { changeWaiting, listWaitingJobs, type WaitingJob } from './waiting-store.ts';

/** Files that are asked for at the same time. */
const AT_ONCE = 16;
/** A disk that does not answer must not hold up the jobs of others. */
const LOOKING_MS = 10_000;

export interface Surroundings {
  /** Whether the source is at its place. */
  isThere: boolean;
  /** Bytes that are free for jobs; undefined while the media folder cannot be used. */
  free: number | undefined;
  now: Date;
}

/** What has changed for a job that waits: it may begin, its source is gone, or its source is back. */
type Change = 'wake' | 'gone' | 'back';

/**
 * Compares what a waiting job says with its surroundings.
 *
 * @returns undefined while it is true.
 */
export function changeOf(job: WaitingJob, { isThere, free, now }: Surroundings): Change | undefined {
  const isDue = job.next_try_at <= now;
  switch (job.last_error?.code) {
    case 'SOURCE_MISSING':
      return !isThere ? undefined : job.tries === 0 ? 'back' : isDue ? undefined : 'wake';
    case 'WAITING_FOR_ROOM':
      return !isDue && free !== undefined && missingRoom(job.source_bytes, free) === undefined ? 'wake' : undefined;
    case 'FOLDER_UNAVAILABLE':
      return !isDue && free !== undefined ? 'wake' : undefined;
    case undefined:
      // From here on its own folder has all that it needs.
      return isThere || job.step === 'package' || job.step === 'inspect' || job.step === 'publish' ? undefined : 'gone';
    default:
      return undefined;
  }
}

async function areThere(sources: readonly string[]): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  const left = [...new Set(sources)];
  const work = async () => {
    for (let source = left.pop(); source !== undefined; source = left.pop()) {
      const at = source;
      await lstat(at).then(
        () => there.add(at),
        // What cannot be asked for may be there.
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' || error.code === 'ENOTDIR' ? there : there.add(at)),
      );
    }
  };
  await withTimeout(LOOKING_MS, Promise.all(Array.from({ length: AT_ONCE }, work)));
  return there;
}

/** Makes waiting jobs say what is true: a queue may be hours long, and the next try of a job that failed far away. */
export async function lookAtWaiting(
  db: Connection,
  { now, free }: { now: Date; free(): Promise<number | undefined> },
): Promise<void> {
  const jobs = await listWaitingJobs(db);
  if (jobs.length === 0) return;
  const there = await areThere(jobs.map(({ source }) => source));
  const surroundings = { now, free: await free() };
  for (const job of jobs) {
    const change = changeOf(job, { ...surroundings, isThere: there.has(job.source) });
    if (change === 'wake') await changeWaiting(db, job, { nextTryAt: now });
    if (change === 'back') await changeWaiting(db, job, { failure: null });
    if (change === 'gone')
      await changeWaiting(db, job, { failure: failureOf('SOURCE_MISSING', { name: shownName(job.source) }) });
  }
}
