import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import { startedFolderOf, startedFoldersOf, uploadPathOf, uploadsFolderOf, UUID } from '../media-folder.ts';
import { UNFINISHED_MS, UNSTARTED_MS } from './file-rules.ts';
import { changeFile, deleteUnchanged, listNeeded, listUploads } from './store.ts';

/** A file without a row may be that of an upload that just begins. */
const ORPHAN_MS = 3600_000;

export interface TidyOptions {
  db: Connection;
  clock: Clock;
  mediaFolder: string;
}

const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size;

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

export async function removeUploadedFiles(mediaFolder: string, id: string): Promise<void> {
  await rm(startedFolderOf(mediaFolder, id), { recursive: true, force: true });
  await rm(uploadPathOf(mediaFolder, id), { force: true });
}

/** Marks complete uploads as received whose process ended before it could do so. */
export async function finishComplete({ db, clock, mediaFolder }: TidyOptions): Promise<void> {
  for (const { id, bytes, state } of await listUploads(db))
    if (state === 'receiving' && (await sizeOf(uploadPathOf(mediaFolder, id))) === bytes)
      await changeFile(db, id, 'receiving', { state: 'received', changed_at: clock.now() });
}

/** Removes abandoned uploads, uploads that are no longer needed, and files whose row is gone. */
export async function removeOldUploads({ db, clock, mediaFolder }: TidyOptions, signal: AbortSignal): Promise<void> {
  const now = clock.now().getTime();
  const uploads = await listUploads(db);
  // Afterwards: an upload that an operator starts in between must count as needed.
  const needed = await listNeeded(db);
  const lifeOf = { receiving: UNFINISHED_MS, received: UNSTARTED_MS, ready: UNSTARTED_MS, refused: UNFINISHED_MS };
  for (const upload of uploads) {
    if (signal.aborted) return;
    const { id, state, changed_at: changedAt } = upload;
    const isOver =
      state === 'started' ? !needed.has(id) : state === 'dismissed' || now - changedAt.getTime() >= lifeOf[state];
    // An upload may have been continued just now. After an interruption, the file has no row, and goes below.
    if (isOver && (await deleteUnchanged(db, upload))) await removeUploadedFiles(mediaFolder, id);
  }
  const known = new Set(uploads.map(({ id }) => id));
  for (const folder of [uploadsFolderOf(mediaFolder), startedFoldersOf(mediaFolder)])
    for (const name of await namesIn(folder)) {
      if (signal.aborted) return;
      if (known.has(name) || !(UUID.test(name) || name.startsWith('.probe-'))) continue;
      const path = join(folder, name);
      const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
      if (now - changed >= ORPHAN_MS) await rm(path, { recursive: true, force: true });
    }
}
