import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/**
 * Remembers a picture, or that it has been in use until now.
 *
 * @returns false when a worker is removing it.
 */
export async function saveUse(tx: Connection, path: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('stored_pictures')
    .values({ path, used_at: now })
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet({ used_at: now }).where('stored_pictures.removing_at', 'is', null),
    )
    .returning('path')
    .executeTakeFirst();
  return row !== undefined;
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
    .where('removing_at', 'is', null)
    .orderBy('used_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.path;
}

/**
 * From now on `saveUse` refuses the picture, until it is forgotten. Marking it again puts it behind all others that are
 * being removed.
 */
export async function markRemoving(tx: Connection, path: string, now: Date): Promise<void> {
  await tx.updateTable('stored_pictures').set({ removing_at: now }).where('path', '=', path).execute();
}

/** The picture whose removal was tried the longest time ago and has not ended; none of `except`. */
export async function findRemoving(tx: Connection, except: readonly string[]): Promise<string | undefined> {
  const row = await tx
    .selectFrom('stored_pictures')
    .select('path')
    .where('removing_at', 'is not', null)
    .where((eb) => eb('path', '!=', sql<string>`all(${[...except]}::text[])`))
    .orderBy('removing_at')
    .orderBy('path')
    .limit(1)
    .executeTakeFirst();
  return row?.path;
}

/** All pictures that a worker is removing: few, if any. */
export async function listRemoving(tx: Connection): Promise<string[]> {
  const rows = await tx.selectFrom('stored_pictures').select('path').where('removing_at', 'is not', null).execute();
  return rows.map(({ path }) => path);
}

export async function forgetPicture(tx: Connection, path: string): Promise<void> {
  await tx.deleteFrom('stored_pictures').where('path', '=', path).execute();
}

/**
 * Whether a clip has a subtitle in the folder of this file: pictures for everybody share the sheets of all pictures. The path
 * begins with the folder of its clip, which is called by the clip's id.
 */
export async function isTrackFile(tx: Connection, path: string): Promise<boolean> {
  const row = await tx
    .selectFrom('clips')
    .select('id')
    .where('id', '=', path.split('/')[1] ?? '')
    .where(sql<boolean>`position(${`"${path.slice(0, path.lastIndexOf('/') + 1)}`} in subtitles::text) > 0`)
    .executeTakeFirst();
  return row !== undefined;
}
