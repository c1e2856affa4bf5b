import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { IntakeError, shownName } from './intake-error.ts';
import { RESERVED_BYTES } from './rules.ts';

/** How long a call waits for the disk, in ms: a network's may hang. */
export const DISK_WITHIN_MS = 2000;

/** Free bytes of the disk of a folder, for processes without special rights. */
export type FreeBytes = (folder: string) => number;

export const freeBytesSync: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Asynchronous `freeBytesSync`: the server's process must not block on a slow disk. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws IntakeError DISK_SHORT when less than `bytes` and RESERVED_BYTES are free. */
export function checkFree(freeBytes: FreeBytes, folder: string, bytes: number, source: string): void {
  const free = freeBytes(folder);
  if (free >= bytes + RESERVED_BYTES) return;
  throw new IntakeError('DISK_SHORT', { name: shownName(source), free, needed: bytes + RESERVED_BYTES });
}
