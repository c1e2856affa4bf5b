import { randomBytes } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createRecord } from '#server/staff/audit/record.ts';
import { FORMAT, readAboutOf, unpack, type About } from '#server/backup/archive.ts';
import { isSealed, unseal } from '#server/backup/sealed.ts';
import { ENGINE_MAJOR, openEmbedded } from '#server/db/embedded.ts';
import { SPACE_RESERVE, spaceLeft } from '#server/db/embedded-engine.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { migrate, unknownMigrations } from '#server/db/migrate.ts';
import { createTransact } from '#server/db/open.ts';
import { makePrivateFolder } from '#server/db/private-folder.ts';
import { carryOutRestore, decideRestore, hasDatabase, isRestoreOpen, stageOf } from '#server/db/restored-folder.ts';
import { syncFolder } from '#server/db/sync-folder.ts';
import { readEnv } from '#server/start/env.ts';
import { systemClock } from '#server/lib/clock.ts';
import { DatabaseUnavailableError } from '#server/lib/database-errors.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { systemRandom } from '#server/lib/random.ts';
import { megabytes } from './copy-stage.ts';

/** @throws RefusedError for a backup that this version cannot read. */
function requireThisVersion(file: string, { format, postgres, migrations }: About): void {
  const [unknown] = unknownMigrations(migrations);
  if (format > FORMAT || unknown !== undefined)
    throw new RefusedError(`${file} was made by a newer version of Bora: restore it with that version.`);
  if (postgres !== ENGINE_MAJOR)
    throw new RefusedError(
      `${file} has files of PostgreSQL ${postgres}, and this version of Bora has ${ENGINE_MAJOR}: restore it with the version of Bora that made it.`,
    );
}

/** Opens what was unpacked, brings it to this version, and notes the restore in its audit log. */
async function prepare(stage: string, { file, madeAt }: { file: string; madeAt: string }): Promise<void> {
  // Everything is flushed at once, at the end.
  const database = await openEmbedded(stage, { sync: () => undefined }).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new RefusedError(`The database in ${file} does not open: ${(error as Error).message}`);
  });
  try {
    await migrate(database.longWork);
    const record = createRecord({ clock: systemClock, random: systemRandom }, { kind: 'command', name: 'operate' });
    await createTransact(database.longWork)((tx) =>
      record(tx, { action: 'service.restore', subject: null, before: null, after: { file, made_at: madeAt } }),
    );
  } finally {
    await database.close();
  }
  await syncFolder(stage);
}

/** Puts the database of a backup in the place of the present one. Refuses without having changed anything. */
export async function restore(given: string, { isReplacing }: { isReplacing: boolean }): Promise<void> {
  const { databaseUrl, dataDir, backupSecret } = readEnv();
  if (databaseUrl !== undefined)
    throw new RefusedError(
      'The database is PostgreSQL, and this command is for the embedded database. Use the tool of PostgreSQL:\n' +
        '  pg_restore --dbname="$DATABASE_URL" FILE',
    );
  const file = resolve(given);
  const isEncrypted = await isSealed(file);
  if (isEncrypted && backupSecret === undefined)
    throw new RefusedError(`${file} is encrypted: set BACKUP_SECRET to the secret with which it was made.`);
  if (!isEncrypted) requireThisVersion(file, await readAboutOf(file));

  await makePrivateFolder(dataDir);
  // An earlier restore was killed after its decision: finish it first.
  if (isRestoreOpen(dataDir)) await (await openEmbedded(dataDir)).close();
  const folder = join(dataDir, 'database');
  await makePrivateFolder(folder);
  const unlock = await lockFolder(folder);
  let madeAt = '';
  try {
    if ((await hasDatabase(dataDir)) && !isReplacing)
      throw new RefusedError(
        `${folder} has a database. Make a backup of it, then add --replace to remove it in favour of ${file}.`,
      );
    await carryOutRestore(dataDir);

    const id = randomBytes(6).toString('hex');
    const stage = stageOf(dataDir, id);
    await mkdir(stage, { mode: 0o700 });
    try {
      const readable = isEncrypted ? join(stage, 'backup') : file;
      if (backupSecret !== undefined && isEncrypted) await unseal(file, readable, backupSecret);
      const about = await readAboutOf(readable);
      requireThisVersion(file, about);
      madeAt = about.made_at;
      const [left, needed] = [spaceLeft(dataDir), about.bytes + 3 * SPACE_RESERVE];
      if (left < needed)
        throw new RefusedError(
          `${dataDir} has ${megabytes(left)} free, and the restore may need ${megabytes(needed)}.`,
        );
      console.log('Unpacking the backup…');
      await unpack(readable, stage);
      if (isEncrypted) await rm(readable);
      console.log('Opening it…');
      await prepare(stage, { file, madeAt });
    } catch (error) {
      await rm(stage, { recursive: true, force: true });
      throw error;
    }
    console.log('Putting it in place…');
    await decideRestore(dataDir, id);
  } finally {
    // The lock needs a folder; an empty one is no database.
    await rmdir(folder).catch(() => undefined);
    await unlock();
  }
  // Replaces the old database, and removes it when the new one has opened.
  await (await openEmbedded(dataDir)).close();
  console.log(
    [
      `Restored the database as of ${madeAt} to ${folder}.`,
      'What happened later is not in it: sign-outs, changed passwords, refunds and removed staff are as they were then.',
      'Files of the catalogue and own videos are not part of a backup: put back those of that time.',
    ].join('\n'),
  );
}
