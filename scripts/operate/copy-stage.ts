import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderInUseError, LOCK_SUFFIX, lockFolder } from '#server/db/folder-lock.ts';

const PREFIX = '.bora-backup-';

/** A private folder in `parent` for a copy that has no name yet. */
export async function openStage(parent: string): Promise<{ folder: string; remove(): Promise<void> }> {
  await removeLeftOvers(parent);
  const folder = await mkdtemp(join(parent, PREFIX));
  const unlock = await lockFolder(folder);
  const removeAndEnd = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', removeAndEnd).on('SIGTERM', removeAndEnd);
  return {
    folder,
    async remove() {
      process.off('SIGINT', removeAndEnd).off('SIGTERM', removeAndEnd);
      await rm(folder, { recursive: true, force: true });
      await unlock();
    },
  };
}

/** Removes the folders of killed commands; the operating system has released their locks. */
async function removeLeftOvers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX) || name.endsWith(LOCK_SUFFIX)) continue;
    const folder = join(parent, name);
    const unlock = await lockFolder(folder).catch((error: unknown) => {
      if (error instanceof FolderInUseError) return undefined;
      throw error;
    });
    if (!unlock) continue;
    // Fails for those of another user, in a folder that users share.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    await unlock();
  }
}

const MB = 1_000_000;
export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)} MB`;
