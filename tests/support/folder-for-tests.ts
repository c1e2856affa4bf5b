import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, as Linux has it. */
const IN_MEMORY = '/dev/shm';

/** Room for the database clusters of both projects, and the data folders of all servers that run at once. */
const ROOM_BYTES = 8 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM_BYTES;
}

/**
 * Where tests write: each one has a database of its own, and on a disk, the files of thousands of databases cost a fifth
 * of the time. In memory where there is room, else the system's temporary folder.
 */
export const folderForTests = (): string => (hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir());
