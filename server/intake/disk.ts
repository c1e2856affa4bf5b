import { statfsSync } from 'node:fs';
import { IntakeError, shownName } from './intake-error.ts';

/** Free bytes of the disk of a folder, for processes without special rights. */
export type FreeBytes = (folder: string) => number;

export const freeBytesOf: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** What intake leaves free: the database may live on the same disk, and stops when it cannot write. */
const RESERVE_BYTES = 512 * 2 ** 20;

/** @throws IntakeError DISK_FULL when less than `bytes` and the reserve are free. */
export function checkFree(freeBytes: FreeBytes, folder: string, bytes: number, source: string): void {
  const free = freeBytes(folder);
  if (free >= bytes + RESERVE_BYTES) return;
  const megabytes = (value: number) => Math.ceil(value / 2 ** 20);
  throw new IntakeError(
    'DISK_FULL',
    `The disk has ${megabytes(free)} MB free, and ${shownName(source)} needs ${megabytes(bytes + RESERVE_BYTES)} MB. Free space and retry.`,
  );
}
