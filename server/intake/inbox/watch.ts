import { lstat, realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Connection } from '../../db/open.ts';
import type { InboxFileRow } from '../../db/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { findSetting, setSetting } from '../../settings/index.ts';
import { scan, ScanError } from '../scan.ts';
import { MOST_WAITING, STILL_MS, tidyPath } from './file-rules.ts';
import { changeFile, deleteFile, insertFile, listNeeded, listWatched, sumWaiting } from './store.ts';

const SETTING = 'media-watch';
/** Videos in the watched folder: taken ones stay there. */
const MOST_WATCHED = 20_000;

/** Result of the last scan of the watched folder. */
export interface WatchReport {
  looked_at: string | null;
  problem: string | null;
  skipped: string[];
}

export async function findWatchReport(db: Connection): Promise<WatchReport> {
  const text = await findSetting(db, SETTING);
  return text === undefined ? { looked_at: null, problem: null, skipped: [] } : (JSON.parse(text) as WatchReport);
}

export interface WatchOptions {
  db: Connection;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  /** The watched folder. */
  folder: string;
}

interface Seen {
  path: string;
  location: string;
  bytes: number;
  modified: Date;
}

const isSame = (file: InboxFileRow, { bytes, modified }: Seen) =>
  file.bytes === bytes && file.modified_at?.getTime() === modified.getTime();

async function listVideos(folder: string): Promise<{ seen: Seen[]; skipped: string[] }> {
  const found = await scan(folder, MOST_WATCHED);
  const root = await realpath(folder);
  const seen: Seen[] = [];
  for (const { source } of found.videos) {
    const file = await lstat(source).catch(() => undefined);
    // Names that are no UTF-8 cannot be opened under the name that was read.
    const path = tidyPath(relative(root, source));
    if (file?.isFile() && path !== '')
      seen.push({
        path,
        location: source,
        bytes: file.size,
        modified: new Date(Math.floor(file.mtimeMs)),
      });
  }
  return { seen, skipped: found.skipped };
}

/**
 * Looks at the watched folder once. A video is received when its size and time have not changed between two looks that are
 * `STILL_MS` apart. Each file is taken once, and again only after it has changed.
 */
export async function lookAtWatched({ db, clock, random, folder }: WatchOptions, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  const report = (problem: string | null, skipped: string[]) =>
    setSetting(db, SETTING, JSON.stringify({ looked_at: now.toISOString(), problem, skipped } satisfies WatchReport));
  let listed: Awaited<ReturnType<typeof listVideos>>;
  try {
    listed = await listVideos(folder);
  } catch (error) {
    if (!(error instanceof ScanError) && !(error instanceof Error && 'syscall' in error)) throw error;
    // An empty folder may be the mount point of a missing disk, so no file counts as removed.
    await report(error.message, []);
    return;
  }
  const known = new Map((await listWatched(db)).map((file) => [file.location!, file]));
  let { count } = await sumWaiting(db);
  const needed = await listNeeded(db);
  for (const one of listed.seen) {
    if (signal.aborted) return;
    const { path, location, bytes, modified } = one;
    const file = known.get(location);
    known.delete(location);
    if (file === undefined) {
      if (count >= MOST_WAITING) continue;
      count += 1;
      await insertFile(db, {
        id: random.uuid(),
        origin: 'watched',
        kind: 'video',
        path,
        location,
        bytes,
        modified_at: modified,
        uploaded_by: null,
        created_at: now,
      });
    } else if (!isSame(file, one)) {
      if (!needed.has(file.id))
        await changeFile(db, file.id, file.state, {
          state: 'receiving',
          bytes,
          modified_at: modified,
          changed_at: now,
          findings: null,
          problem: null,
        });
    } else if (file.state === 'receiving' && now.getTime() - file.changed_at.getTime() >= STILL_MS)
      await changeFile(db, file.id, 'receiving', { state: 'received' });
  }
  for (const gone of known.values()) if (!needed.has(gone.id)) await deleteFile(db, gone.id);
  await report(null, listed.skipped);
}
