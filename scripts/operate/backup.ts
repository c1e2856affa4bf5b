import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { bytesIn, hashOf, pack, readAboutOf } from '#server/backup/archive.ts';
import { isSealed, seal } from '#server/backup/sealed.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { spaceLeft } from '#server/db/embedded-engine.ts';
import { executedMigrations } from '#server/db/migrate.ts';
import { ANOTHER_RUNS, COPY_RESERVE } from '#server/db/online-copy.ts';
import type { Connection } from '#server/db/open.ts';
import { hasDatabase } from '#server/db/restored-folder.ts';
import { syncPath } from '#server/db/sync-folder.ts';
import { readEnv, type Env } from '#server/start/env.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import type { Operate } from '#server/console/operator/calls.ts';
import { explain, resultOf, withOperate } from '../operator-commands/with-operate.ts';
import { copyData, copyLog } from './copy-folder.ts';
import { megabytes, openStage } from './copy-stage.ts';

/** How long a backup waits for another one, in ms. */
const WAITS_MS = 3_600_000;
/** Well within the server's lease, in ms. */
const RENEW_EVERY_MS = 2_000;

/** Refuses a name that would overwrite something else than an older backup. */
async function requireName(target: string, dataDir: string): Promise<void> {
  if (`${target}${sep}`.startsWith(join(dataDir, 'database') + sep))
    throw new RefusedError(`${target} lies in the folder of the database itself: choose another place.`);
  if (!existsSync(target)) return;
  const isBackup =
    (await stat(target)).isFile() &&
    ((await isSealed(target)) || (await readAboutOf(target).then(Boolean, () => false)));
  if (!isBackup) throw new RefusedError(`${target} exists and is not a backup of Bora: choose another name.`);
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const [left, needed] = [spaceLeft(folder), 2 * bytes + COPY_RESERVE];
  if (left < needed)
    throw new RefusedError(`${folder} has ${megabytes(left)} free, and the backup may need ${megabytes(needed)}.`);
}

/** The functions that write a backup; a test gives others, which fail as on a full disk. */
const WRITES = { copyData, copyLog, pack, seal };

type Writes = typeof WRITES;

/**
 * Begins a copy, after the one that runs: the service makes one each day, and at its first start.
 *
 * @param waitsMs how long it waits for that one.
 * @throws NotDoneError
 */
export async function beginCopy(
  operate: Operate,
  file: string,
  waitsMs = WAITS_MS,
): Promise<{ id: string; folder: string }> {
  const last = Date.now() + waitsMs;
  for (let isTold = false; ; await wait(RENEW_EVERY_MS)) {
    const answer = await operate('backup/begin', { file });
    const isBusy = answer.status === 'refused' && answer.message === ANOTHER_RUNS;
    if (!isBusy || Date.now() >= last) return resultOf(Promise.resolve(answer));
    if (!isTold) console.log('Another backup runs. Waiting until it is done…');
    isTold = true;
  }
}

/** Copies the database of this process or of the running server. */
async function copy(operate: Operate, { file, to }: { file: string; to: string }, writes: Writes): Promise<string> {
  const { id, folder } = await beginCopy(operate, file);
  const over = new AbortController();
  let lost: unknown;
  const renewing = (async () => {
    for (;;) {
      await wait(RENEW_EVERY_MS, undefined, { signal: over.signal });
      await resultOf(operate('backup/renew', { id }));
    }
  })().catch((error: unknown) => {
    if (!over.signal.aborted) lost = error;
  });
  try {
    await writes.copyData(folder, to);
    // The failure of a renewal says more than the refusal that follows.
    if (lost !== undefined) throw lost;
    const end = await resultOf(operate('backup/finish', { id }));
    const madeAt = new Date().toISOString();
    await writes.copyLog(folder, to, end);
    if (lost !== undefined) throw lost;
    return madeAt;
  } finally {
    over.abort();
    await renewing;
    await operate('backup/release', { id }).catch(() => undefined);
  }
}

/** Reads every row of every table, by the tables and not their indexes; pages have checksums. */
async function readAll(db: Connection): Promise<void> {
  await sql`set enable_indexscan = off`.execute(db);
  await sql`set enable_indexonlyscan = off`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  for (const { name } of rows) await sql`select count(*) from ${sql.table(name)}`.execute(db);
}

/** Opens the copy, which recovers it, reads it, and closes it cleanly. @returns its migrations. */
async function check(stage: string): Promise<string[]> {
  // Only the packed file must survive a power cut.
  const database = await openEmbedded(stage, { sync: () => undefined });
  try {
    await readAll(database.kysely);
    return await executedMigrations(database.kysely);
  } finally {
    await database.close();
  }
}

/** Folders that a backup leaves out; the operator copies them by other means. */
const leftOut = ({ catalogueDir, mediaStore, backupSecret }: Env): string[] => [
  backupSecret === undefined
    ? 'It contains the whole database, with password hashes and signing secrets: keep it as private as the database.'
    : 'It is encrypted. Whoever restores it needs BACKUP_SECRET.',
  'It does not contain files and settings. Copy them by other means:',
  `  pictures and streams of the catalogue: ${catalogueDir ?? 'none outside of this project (CATALOGUE_DIR is not set)'}`,
  `  own videos and their pictures: ${mediaStore.kind === 'folder' ? mediaStore.folder : `s3://${mediaStore.bucket}`}`,
  '  the environment of the server (MEDIA_EDGE, SMTP_URL, …)',
];

/** Records that the file is whole, which it is also where that fails. */
async function recordWritten(file: string): Promise<void> {
  try {
    await withOperate((operate) => resultOf(operate('backup/written', { file })), { needs: 'any-version' });
  } catch (error) {
    console.error(`The console does not know of this backup: ${explain(error)}`);
  }
}

/** Writes the embedded database to one file, whether a server has it open or not. */
export async function backUp(file: string, writes = WRITES): Promise<void> {
  const env = readEnv();
  if (env.databaseUrl !== undefined)
    throw new RefusedError(
      'The database is PostgreSQL, and this command is for the embedded database. Use the tool of PostgreSQL:\n' +
        '  pg_dump --format=custom "$DATABASE_URL" > FILE',
    );
  const target = resolve(file);
  const source = join(env.dataDir, 'database');
  if (!(await hasDatabase(env.dataDir))) throw new RefusedError(`There is no database in ${env.dataDir}.`);
  await requireName(target, env.dataDir);
  await requireSpace(dirname(target), await bytesIn(source));

  const stage = await openStage(dirname(target));
  try {
    const to = join(stage.folder, 'database');
    console.log('Copying the database…');
    const madeAt = await withOperate((operate) => copy(operate, { file: target, to }, writes), {
      needs: 'any-version',
    });

    console.log('Checking the copy…');
    const migrations = await check(stage.folder);
    for (const name of ['backup_label.old', 'postmaster.pid']) await rm(join(to, name), { force: true });
    const postgres = (await readFile(join(to, 'PG_VERSION'), 'utf8')).trim();

    console.log('Packing it…');
    const packed = join(stage.folder, 'backup');
    const hash = await writes.pack(to, packed, { made_at: madeAt, postgres, migrations });
    if ((await hashOf(packed)) !== hash) throw new RefusedError(`${packed} reads differently than it was written.`);
    const sealed = join(stage.folder, 'sealed');
    if (env.backupSecret !== undefined) await writes.seal(packed, sealed, env.backupSecret);
    await rename(env.backupSecret === undefined ? packed : sealed, target);
    await syncPath(dirname(target));
    await recordWritten(target);
    const { size } = await stat(target);
    console.log([`Wrote ${target} (${megabytes(size)}): the database as of ${madeAt}.`, ...leftOut(env)].join('\n'));
  } finally {
    await stage.remove();
  }
}
