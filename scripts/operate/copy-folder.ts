import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyEnd } from '#server/db/online-copy.ts';

/** Folders whose content the engine makes again at its start; the log is copied last. */
const ONLY_FOLDERS: ReadonlySet<string> = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** Files that belong to the running engine, not to its data (as pg_basebackup leaves them out). */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/;
/** Names the checkpoint from which the copy recovers, so it must not be newer than the other files. */
const CONTROL = join('global', 'pg_control');

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const copyOne = (from: string, to: string) => copyFile(from, to, constants.COPYFILE_FICLONE);

/**
 * Copies the data of a folder whose database is in use, between `begin` and `finish` of an online copy. Files may change
 * while they are copied: the log repairs them.
 */
export async function copyData(from: string, to: string): Promise<void> {
  const copyIn = async (folder: string, isCopied: boolean): Promise<void> => {
    await mkdir(join(to, folder), { mode: 0o700 });
    for (const entry of await readdir(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await copyIn(path, isCopied && !(folder === '' && ONLY_FOLDERS.has(entry.name)));
      else if (isCopied && path !== CONTROL && !LEFT_OUT.test(entry.name))
        await copyOne(join(from, path), join(to, path)).catch((error: unknown) => {
          // A table or an index was dropped; the log drops it in the copy too.
          if (!isGone(error)) throw error;
        });
    }
  };
  await copyIn('', true);
  await copyOne(join(from, CONTROL), join(to, CONTROL));
}

/** Copies what makes the data consistent, between `finish` and `release` of an online copy. */
export async function copyLog(from: string, to: string, { label, firstWal, lastWal }: CopyEnd): Promise<void> {
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600 });
  for (const name of await readdir(join(from, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name) && name >= firstWal && name <= lastWal)
      await copyOne(join(from, 'pg_wal', name), join(to, 'pg_wal', name));
}
