import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Flushes a file, or a folder's list of names, to disk. Windows cannot open folders, and needs no such flush. */
export async function syncPath(path: string, kind: 'file' | 'folder' = 'folder'): Promise<void> {
  if (kind === 'folder' && process.platform === 'win32') return;
  const handle = await open(path, kind === 'file' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a folder with everything in it to disk. */
export async function syncFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncFolder(path) : syncPath(path, 'file'));
  }
  await syncPath(folder);
}
