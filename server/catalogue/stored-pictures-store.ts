import type { Connection } from '../db/open.ts';

/** Remembers a picture, or that it has been in use until now. */
export async function saveUse(tx: Connection, path: string, now: Date): Promise<void> {
  await tx
    .insertInto('stored_pictures')
    .values({ path, used_at: now })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ used_at: now }))
    .execute();
}

/** Remembers that a picture was replaced; does nothing for one that the console has not stored. */
export async function saveReplaced(tx: Connection, path: string, now: Date): Promise<void> {
  await tx.updateTable('stored_pictures').set({ used_at: now }).where('path', '=', path).execute();
}

/** Locks a picture that has not been seen in use since `before`, the oldest first; undefined when there is none. */
export async function lockOldPicture(tx: Connection, before: Date): Promise<string | undefined> {
  const row = await tx
    .selectFrom('stored_pictures')
    .select('path')
    .where('used_at', '<', before)
    .orderBy('used_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.path;
}

export async function forgetPicture(tx: Connection, path: string): Promise<void> {
  await tx.deleteFrom('stored_pictures').where('path', '=', path).execute();
}
