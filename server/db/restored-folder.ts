import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from './sync-folder.ts';

/** From the moment this file exists, the restored database replaces the old one, whichever process is killed. */
const DECISION = 'restore.json';
const STAGE = /^restore-[0-9a-f]{12}$/;

/** Where a restored database waits, beside the one that it replaces: the same disk, so that a rename suffices. */
export const stageOf = (dataDir: string, id: string): string => join(dataDir, `restore-${id}`);

const hasEntries = async (folder: string) => existsSync(folder) && (await readdir(folder)).length > 0;

/** Whether a database is there. */
export const hasDatabase = (dataDir: string): Promise<boolean> => hasEntries(join(dataDir, 'database'));

/** Whether a restore was decided and not finished. */
export const isRestoreOpen = (dataDir: string): boolean => existsSync(join(dataDir, DECISION));

/** Decides that the database in the stage, checked and flushed, replaces the present one; `openEmbedded` carries it out. */
export async function decideRestore(dataDir: string, id: string): Promise<void> {
  const draft = join(stageOf(dataDir, id), DECISION);
  await writeFile(draft, JSON.stringify({ id }), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, DECISION));
  await syncPath(dataDir);
}

/**
 * Carries out a restore that was decided, and removes what undecided ones left behind. The caller holds the lock of
 * `database`. A process killed between any two steps leaves a state from which the next call continues.
 *
 * @returns to be called when the new database has opened: removes the old one.
 */
export async function carryOutRestore(dataDir: string): Promise<() => Promise<void>> {
  const decision = join(dataDir, DECISION);
  const id = existsSync(decision) ? (JSON.parse(await readFile(decision, 'utf8')) as { id: string }).id : undefined;
  for (const name of await readdir(dataDir))
    if (STAGE.test(name) && name !== `restore-${id}`) await rm(join(dataDir, name), { recursive: true, force: true });
  if (id === undefined) return () => Promise.resolve();

  const stage = stageOf(dataDir, id);
  const [folder, restored, replaced] = [join(dataDir, 'database'), join(stage, 'database'), join(stage, 'replaced')];
  if (existsSync(restored)) {
    // The lock's owner creates the folder when it is absent.
    if (await hasEntries(folder)) await rename(folder, replaced);
    else if (existsSync(folder)) await rmdir(folder);
    await rename(restored, folder);
    await syncPath(stage);
    await syncPath(dataDir);
  }
  return async () => {
    await rm(decision, { force: true });
    await syncPath(dataDir);
    await rm(stage, { recursive: true, force: true });
  };
}
