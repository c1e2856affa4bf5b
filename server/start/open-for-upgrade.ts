import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ENGINE_MAJOR, openEmbedded } from '#server/db/embedded.ts';
import { spaceLeft, SPACE_RESERVE } from '#server/db/embedded-engine.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { executedMigrations, migrations, unknownMigrations } from '#server/db/migrate.ts';
import { syncPath } from '#server/db/sync-folder.ts';
import { openDatabase, type Connection, type Database, type OpenOptions } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { bytesIn, pack } from '#server/backup/index.ts';

const KEPT = 3;
const NAME = /^before-upgrade-\d{8}T\d{6}Z\.backup$/;

/** The migrations of a database that an earlier version made; undefined for one of this version, a newer one or none. */
async function migrationsOfEarlier(db: Connection): Promise<string[] | undefined> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (rows[0]?.exists !== true) return undefined;
  const executed = await executedMigrations(db);
  const isEarlier = executed.length > 0 && executed.length < Object.keys(migrations).length;
  return isEarlier && unknownMigrations(executed).length === 0 ? executed : undefined;
}

/** @returns the file of the backup. */
async function backUpClosed(dataDir: string, executed: string[], now: Date, write: typeof pack): Promise<string> {
  const [database, backups] = [join(dataDir, 'database'), join(dataDir, 'backups')];
  const unlock = await lockFolder(database);
  try {
    await mkdir(backups, { recursive: true, mode: 0o700 });
    if (spaceLeft(backups) < (await bytesIn(database)) + SPACE_RESERVE)
      throw new RefusedError(
        `There is no room in ${backups} for the backup that an upgrade begins with: make room, or start the earlier version.`,
      );
    const at = now.toISOString();
    const file = join(backups, `before-upgrade-${at.slice(0, 19).replace(/[-:]/g, '')}Z.backup`);
    // A process that is killed leaves no half backup under the name of a whole one.
    const unfinished = join(backups, 'before-upgrade.unfinished');
    await rm(unfinished, { force: true });
    try {
      await write(database, unfinished, { made_at: at, postgres: ENGINE_MAJOR, migrations: executed });
    } catch (error) {
      // The earlier version, which may start instead, needs the room.
      await rm(unfinished, { force: true });
      throw error;
    }
    await rename(unfinished, file);
    await syncPath(backups);
    const names = (await readdir(backups)).filter((name) => NAME.test(name)).sort();
    for (const name of names.slice(0, -KEPT)) await rm(join(backups, name));
    return file;
  } finally {
    await unlock();
  }
}

/**
 * Opens the database for this version, which then migrates it. An embedded one of an earlier version is backed up first, because
 * migrations only go forward.
 *
 * @throws RefusedError when there is no room for the backup.
 */
export async function openForUpgrade(
  options: OpenOptions,
  { clock, tell, write = pack }: { clock: Clock; tell(sentence: string): void; write?: typeof pack },
): Promise<Database> {
  const database = await openDatabase(options);
  if (options.databaseUrl !== undefined) return database;
  const executed = await migrationsOfEarlier(database.kysely).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  if (executed === undefined) return database;
  await database.close();
  tell('The database is of an earlier version: backing it up before the upgrade …');
  const file = await backUpClosed(options.dataDir, executed, clock.now(), write);
  tell(`Wrote ${file}. "bora restore" of the earlier version puts it back.`);
  return openEmbedded(options.dataDir, options);
}
