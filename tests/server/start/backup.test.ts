import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Migrator, sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { pack, readAboutOf, unpack } from '#server/backup/archive.ts';
import { backupJob, createMakeBackup } from '#server/backup/index.ts';
import { openForUpgrade } from '#server/start/open-for-upgrade.ts';
import { ENGINE_MAJOR, openEmbedded } from '#server/db/embedded.ts';
import { ANOTHER_RUNS } from '#server/db/online-copy.ts';
import { executedMigrations, migrate, migrations } from '#server/db/migrate.ts';
import type { Operate } from '#server/console/operator/calls.ts';
import { operateAt } from '#server/console/operator/client.ts';
import { operatorSocketIn } from '#server/console/operator/socket-path.ts';
import { carryOutRestore, decideRestore, stageOf } from '#server/db/restored-folder.ts';
import { findBackupTimes } from '#server/monitoring/status/backup-store.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { callAt, signInAt } from '#tests/support/calls-at.ts';
import { databaseTemplate } from '#tests/support/server/server-database.ts';
import { runBundle, startProcess } from '#tests/support/server/server-process.ts';
import { furnish } from '#tests/support/server/server.ts';
import { fullAfter } from '#tests/support/full-disk.ts';
import { readWares } from '#tests/support/durability.ts';
import { backUp, beginCopy } from '../../../scripts/operate/backup.ts';
import { restore } from '../../../scripts/operate/restore.ts';
import { explain, resultOf } from '../../../scripts/operator-commands/with-operate.ts';

/* The commands as processes of their own, beside a server that has the embedded database open. */

let bundle: Awaited<ReturnType<typeof bundleServer>>;
let folder: string;
/** A backup of the data folder `first`; another data folder is `other`. Tests copy from them and never change them. */
let file: string;
beforeAll(async () => {
  bundle = await bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'bora-backup-'));
  file = join(folder, 'first.bora');
  await makeData('first');
  await makeData('other');
  expect((await operate('first', 'backup', file)).code).toBe(0);
});
afterAll(async () => {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
});

/** No power cut here. */
const sync = () => undefined;

/** A data folder in which the setting `name` has the folder's name. */
async function makeData(name: string): Promise<void> {
  const database = await openEmbedded(join(folder, name), { template: await databaseTemplate(), sync });
  await sql`insert into settings values ('name', ${name})`.execute(database.kysely);
  await database.close();
}

/** A copy of the data folder `other`: making one takes seconds. */
function copyData(name: string): string {
  const dataDir = join(folder, name);
  cpSync(join(folder, 'other'), dataDir, { recursive: true });
  return dataDir;
}

async function nameIn(name: string): Promise<string | undefined> {
  const database = await openEmbedded(join(folder, name), { sync });
  try {
    const { rows } = await sql<{ value: string }>`select value from settings where name = 'name'`.execute(
      database.kysely,
    );
    return rows[0]?.value;
  } finally {
    await database.close();
  }
}

/** Runs `operate` on a data folder. @param on the start of a line, and what is done when the process writes it. */
function operateOn(
  name: string,
  words: readonly string[],
  on?: { line: string; act(child: ChildProcess): void },
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [...runBundle(join(dirname(bundle.path), 'operate.js')), ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, DATA_DIR: join(folder, name) },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString();
    if (on && out.includes(on.line)) on.act(child);
  });
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}
const operate = (name: string, ...words: readonly string[]) => operateOn(name, words);
const killedAt = (line: string, name: string, ...words: readonly string[]) =>
  operateOn(name, words, { line, act: (child) => child.kill('SIGKILL') });

/** The same in this process, for refusals: a process of its own takes most of a second. */
const backUpHere = (name: string, to: string) => {
  vi.stubEnv('DATA_DIR', join(folder, name));
  return backUp(to);
};
const restoreHere = (name: string, from: string, options = { isReplacing: false }) => {
  vi.stubEnv('DATA_DIR', join(folder, name));
  return restore(from, options);
};
afterEach(() => vi.unstubAllEnvs());

/** Names in a folder that commands left behind. */
const leftOvers = async (parent: string) =>
  (await readdir(parent)).filter((name) => /^(?:\.bora-backup-|restore[-.])/.test(name));

test('a backup during writes has every write that was acknowledged before it, and none by half', async () => {
  const dataDir = join(folder, 'busy');
  await furnish(dataDir);
  const { items } = await readWares();
  const server = startProcess({ DATA_DIR: dataDir }, bundle.path);
  const backup = join(folder, 'busy.bora');
  /** When the last acknowledged rating of each title was sent. */
  const acknowledged = new Map<number, number>();
  const refused: number[] = [];
  try {
    const url = await server.url;
    const { profile } = await signInAt(url);
    const call = callAt(url);
    // A rating that repeats the score of the demo would change no row.
    for (const id of items) await call(endpoints.unrateItem, { token: profile.token, params: { id } });
    let isOver = false;
    let turn = 0;
    const write = async () => {
      while (!isOver) {
        turn += 1;
        const own = turn;
        const id = items[own % items.length]!;
        const sentAt = Date.now();
        const { status } = await call(endpoints.rateItem, {
          token: profile.token,
          params: { id },
          body: { score: ((own % 10) + 1) / 2 },
          // Each call from another house: one address may send 1,200 a minute.
          headers: { 'x-forwarded-for': `10.0.${(own >> 8) & 0xff}.${own & 0xff}` },
        });
        if (status !== 200) refused.push(status);
        acknowledged.set(id, sentAt);
      }
    };
    const writing = Promise.all([write(), write(), write()]);
    await expect.poll(() => acknowledged.size).toBeGreaterThan(20);
    const before = new Map(acknowledged);
    const turnBefore = turn;
    const made = await operate('busy', 'backup', backup);
    isOver = true;
    await writing;
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('It does not contain files and settings.');
    expect(turn).toBeGreaterThan(turnBefore);
    expect(refused).toEqual([]);

    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await operate('busy', 'restore', backup, '--replace')).err).toBe(
      'A server has the data folder open: stop it first.\n',
    );

    expect((await operate('restored', 'restore', backup)).code).toBe(0);
    const database = await openEmbedded(join(folder, 'restored'), { sync });
    const { rows: ratings } = await sql<{ item_id: number; updated_at: Date }>`
      select item_id, updated_at from ratings where profile_id = ${profile.profile.id}`.execute(database.kysely);
    const updatedAt = new Map(ratings.map(({ item_id: id, updated_at: at }) => [id, at.getTime()]));
    expect([...before].filter(([id, sentAt]) => !((updatedAt.get(id) ?? 0) >= sentAt))).toEqual([]);
    // A rating and the sums of its title are written in one transaction.
    const { rows: torn } = await sql`
      select item_id from item_figures
      full join (select item_id, count(*)::int as cnt, sum(score) as sum from ratings group by item_id) as counted
        using (item_id)
      where coalesce(cnt_rating, 0) <> coalesce(cnt, 0) or coalesce(sum_rating, 0) <> coalesce(sum, 0)`.execute(
      database.kysely,
    );
    expect(torn).toEqual([]);
    const { rows: actions } = await sql<{ action: string }>`
      select action from audit_log where action like 'service.%' order by at`.execute(database.kysely);
    expect(actions.map(({ action }) => action)).toEqual(['service.backup', 'service.restore']);
    expect(await findBackupTimes(database.kysely)).toMatchObject({
      lastAt: new Date((await readAboutOf(backup)).made_at),
    });
    await database.close();
    expect(await leftOvers(folder)).toEqual([]);
    expect(await leftOvers(join(folder, 'restored'))).toEqual([]);
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
  }
}, 240_000);

test('a backup by hand waits for the one that the service makes', async () => {
  const dataDir = copyData('twice');
  const server = startProcess({ DATA_DIR: dataDir }, bundle.path);
  try {
    await server.url;
    const call = operateAt(operatorSocketIn(dataDir)!);
    const { id } = await resultOf(call('backup/begin', { file: 'daily' }));
    const act = () => void call('backup/release', { id });
    const made = await operateOn('twice', ['backup', join(folder, 'twice.bora')], { line: 'Another backup runs', act });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out.match(/Another backup runs/g)).toHaveLength(1);
    server.child.kill('SIGTERM');
    await server.ended;
    const database = await openEmbedded(dataDir, { sync });
    const { rows } = await sql`select action from audit_log where action like 'service.%' order by at`.execute(
      database.kysely,
    );
    await database.close();
    expect(rows).toEqual(['backup', 'backup', 'backup-written'].map((what) => ({ action: `service.${what}` })));
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
  }
}, 240_000);

test('a backup by hand gives up when the one that the service makes does not end', async () => {
  const busy: Operate = () => Promise.resolve({ status: 'refused', message: ANOTHER_RUNS });
  await expect(beginCopy(busy, file, 0)).rejects.toThrow(ANOTHER_RUNS);
});

test('a backup that is killed leaves the older backup, and the next one works', async () => {
  const copy = join(folder, 'killed.bora');
  await writeFile(copy, await readFile(file));
  const old = await readFile(copy);
  for (const line of ['Copying', 'Packing']) {
    expect((await killedAt(line, 'first', 'backup', copy)).code).toBeNull();
    expect((await readFile(copy)).equals(old)).toBe(true);
  }
  // A folder, and the socket that locked it.
  expect(await leftOvers(folder)).toHaveLength(2);
  expect((await operate('first', 'backup', copy)).code).toBe(0);
  expect((await readFile(copy)).equals(old)).toBe(false);
  expect(await leftOvers(folder)).toEqual([]);
});

test('a restore that is killed leaves the old database or the new one', async () => {
  copyData('replaced');
  for (const line of ['Unpacking', 'Opening']) {
    expect((await killedAt(line, 'replaced', 'restore', file, '--replace')).code).toBeNull();
    expect(await nameIn('replaced')).toBe('other');
    expect(await leftOvers(join(folder, 'replaced'))).toEqual([]);
  }
  expect((await killedAt('Putting', 'replaced', 'restore', file, '--replace')).code).toBeNull();
  expect(['other', 'first']).toContain(await nameIn('replaced'));
  expect((await operate('replaced', 'restore', file, '--replace')).code).toBe(0);
  expect(await nameIn('replaced')).toBe('first');
});

test.each([
  ['nothing was moved', () => Promise.resolve()],
  ['the old database was moved', (database: string, stage: string) => rename(database, join(stage, 'replaced'))],
  [
    'both were moved',
    async (database: string, stage: string) => {
      await rename(database, join(stage, 'replaced'));
      await rename(join(stage, 'database'), database);
    },
  ],
  [
    'a start has made an empty folder',
    async (database: string, stage: string) => {
      await rename(database, join(stage, 'replaced'));
      await mkdir(database);
    },
  ],
])('a decided restore is carried out, and the old database removed at the end, when %s', async (_state, move) => {
  const dataDir = await mkdtemp(join(folder, 'decided-'));
  const [stage, database] = [stageOf(dataDir, '0123456789ab'), join(dataDir, 'database')];
  for (const [where, text] of [
    [database, 'old'],
    [join(stage, 'database'), 'new'],
    [stageOf(dataDir, 'ffffffffffff'), 'of a killed restore without a decision'],
  ] as const) {
    await mkdir(where, { recursive: true });
    await writeFile(join(where, 'text'), text);
  }
  await decideRestore(dataDir, '0123456789ab');
  await move(database, stage);

  const removeReplaced = await carryOutRestore(dataDir);
  expect(await readFile(join(database, 'text'), 'utf8')).toBe('new');
  expect(await readFile(join(stage, 'replaced/text'), 'utf8')).toBe('old');
  await removeReplaced();
  expect(await readdir(dataDir)).toEqual(['database']);
});

test('a file that is no whole backup is refused with a sentence, and nothing changes', async () => {
  const dataDir = copyData('safe');
  const whole = await readFile(file);
  const broken = join(folder, 'broken.bora');
  const flipped = Buffer.from(whole);
  flipped[Math.floor(whole.length / 2)]! ^= 0xff;
  for (const [content, told] of [
    [whole.subarray(0, whole.length - 1), 'is incomplete or damaged.'],
    [flipped, 'is incomplete or damaged.'],
    [Buffer.from('a letter'), 'is not a backup of Bora.'],
    [Buffer.alloc(0), 'is not a backup of Bora.'],
  ] as const) {
    await writeFile(broken, content);
    const into = await mkdtemp(join(folder, 'unpacked-'));
    await expect(unpack(broken, into)).rejects.toThrow(new RefusedError(`${broken} ${told}`));
  }
  await writeFile(broken, whole.subarray(0, whole.length - 1000));
  expect(await operate('safe', 'restore', broken, '--replace')).toMatchObject({
    code: 1,
    err: `${broken} is incomplete or damaged.\n`,
  });
  await expect(restoreHere('safe', join(folder, 'absent'), { isReplacing: true })).rejects.toThrow('absent');
  await expect(restoreHere('safe', file)).rejects.toThrow(/has a database.*--replace/s);
  expect(await readdir(dataDir)).toEqual(['database']);
  expect(await nameIn('safe')).toBe('other');

  // Nor does a backup overwrite what is no backup.
  await writeFile(broken, 'a letter');
  await expect(backUpHere('safe', broken)).rejects.toThrow(/exists and is not a backup/);
  expect(await readFile(broken, 'utf8')).toBe('a letter');
});

/** A data folder as the version before this one left it. @returns its last migration. */
async function makeOlder(name: string): Promise<string> {
  const earlier = Object.keys(migrations).at(-2)!;
  const older = await openEmbedded(copyData(name), { sync });
  await sql`drop schema public cascade`.execute(older.kysely);
  await sql`create schema public`.execute(older.kysely);
  await new Migrator({
    db: older.kysely as unknown as Kysely<unknown>,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateTo(earlier);
  await sql`insert into settings values ('name', ${name})`.execute(older.kysely);
  await older.close();
  return earlier;
}

test('an upgrade begins with a backup that the earlier version can restore, once', async () => {
  const earlier = await makeOlder('upgraded');
  const dataDir = join(folder, 'upgraded');
  const backups = join(dataDir, 'backups');
  await mkdir(backups);
  for (const day of [1, 2, 3]) await writeFile(join(backups, `before-upgrade-2026010${day}T000000Z.backup`), '');
  const told: string[] = [];
  const open = async () => {
    const database = await openForUpgrade(
      { dataDir },
      { clock: { now: () => new Date('2026-11-29T01:02:03Z') }, tell: (sentence) => told.push(sentence) },
    );
    await migrate(database.kysely);
    await database.close();
  };
  await open();
  expect(await readdir(backups)).toEqual([
    'before-upgrade-20260102T000000Z.backup',
    'before-upgrade-20260103T000000Z.backup',
    'before-upgrade-20261129T010203Z.backup',
  ]);
  const backup = join(backups, 'before-upgrade-20261129T010203Z.backup');
  expect((await readAboutOf(backup)).migrations.at(-1)).toBe(earlier);
  expect(told.at(-1)).toContain(backup);
  await open();
  expect(told).toHaveLength(2);
  await restoreHere('taken-back', backup);
  expect(await nameIn('taken-back')).toBe('upgraded');
});

test('an upgrade whose backup fills the disk changes nothing, and leaves the room to the earlier version', async () => {
  const earlier = await makeOlder('full');
  const dataDir = join(folder, 'full');
  const backups = join(dataDir, 'backups');
  await mkdir(backups);
  for (const day of [1, 2, 3]) await writeFile(join(backups, `before-upgrade-2026010${day}T000000Z.backup`), '');
  const before = await readdir(backups);
  const opening = openForUpgrade(
    { dataDir },
    {
      clock: { now: () => new Date('2026-11-29T01:02:03Z') },
      tell: () => undefined,
      write: (database, to, about) => pack(database, to, about, fullAfter(100_000)),
    },
  );
  await expect(opening.catch(explain)).resolves.toMatch(/^The disk is full: ENOSPC.*Free some space/);
  expect(await readdir(backups)).toEqual(before);
  const database = await openEmbedded(dataDir, { sync });
  expect((await executedMigrations(database.kysely)).at(-1)).toBe(earlier);
  await database.close();
});

test('a backup of an older version is migrated, one of a newer version is refused', async () => {
  const about = await readAboutOf(file);
  expect(about.migrations).toEqual(Object.keys(migrations));
  const earlier = await makeOlder('older');
  const backup = join(folder, 'older.bora');
  expect((await operate('older', 'backup', backup)).code).toBe(0);
  expect((await readAboutOf(backup)).migrations.at(-1)).toBe(earlier);
  expect((await operate('migrated', 'restore', backup)).code).toBe(0);
  expect(await nameIn('migrated')).toBe('older');

  const newer = join(folder, 'newer.bora');
  await pack(join(folder, 'older/database'), newer, {
    made_at: about.made_at,
    postgres: ENGINE_MAJOR,
    migrations: [...about.migrations, '9999-of-the-future'],
  });
  await expect(restoreHere('untouched', newer)).rejects.toThrow(/newer version of Bora/);

  const ofOtherPostgres = join(folder, 'other-postgres.bora');
  const { made_at, migrations: known } = about;
  await pack(join(folder, 'older/database'), ofOtherPostgres, { made_at, postgres: '11', migrations: known });
  await expect(restoreHere('untouched', ofOtherPostgres)).rejects.toThrow(
    `files of PostgreSQL 11, and this version of Bora has ${ENGINE_MAJOR}: restore it with the version of Bora that made it.`,
  );
  expect(existsSync(join(folder, 'untouched'))).toBe(false);
});

test('the commands for PostgreSQL name its own tools', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
  await expect(backUpHere('first', file)).rejects.toThrow('pg_dump --format=custom');
  await expect(restoreHere('first', file)).rejects.toThrow('pg_restore');
});

test('a copy whose copier is silent is given up, and the next one begins', async () => {
  let expire: (() => void) | undefined;
  const dataDir = copyData('silent');
  const database = await openEmbedded(dataDir, {
    sync,
    schedule: (work) => {
      expire = work;
      return () => undefined;
    },
  });
  const copies = database.copies!;
  await copies.begin('first');
  await expect(copies.begin('second')).rejects.toThrow('Another backup runs.');
  expire?.();
  await expect(copies.finish('first')).rejects.toThrow('has given the copy up');
  await copies.begin('second');
  const { label, firstWal, lastWal } = await copies.finish('second');
  expect(label).toContain('BACKUP METHOD: streamed');
  expect(firstWal <= lastWal).toBe(true);
  await copies.release('second');
  await copies.begin('third');
  await database.close();
  expect(await nameIn('silent')).toBe('other');
  const { rows } = await (async () => {
    const again = await openEmbedded(dataDir, { sync });
    try {
      return await sql<{ version: string }>`select split_part(version(), '.', 1) as version`.execute(again.kysely);
    } finally {
      await again.close();
    }
  })();
  expect(rows[0]?.version).toBe(`PostgreSQL ${ENGINE_MAJOR}`);
});

test('the service makes its own backup, encrypted where a secret is set, and it restores with that secret only', async () => {
  vi.stubEnv('DATA_DIR', copyData('daily'));
  vi.stubEnv('BACKUP_SECRET', 'a-secret-that-is-kept-elsewhere');
  const job = backupJob({
    plan: { folder: join(folder, 'backups'), atMinute: 270, kept: 2 },
    clock: { now: () => new Date('2026-11-28T19:30:00Z') },
    makeBackup: createMakeBackup(join(dirname(bundle.path), 'operate.js')),
  });
  await job.run({ signal: new AbortController().signal });
  const backup = join(folder, 'backups', 'bora-2026-11-29.backup');
  await expect(readAboutOf(backup)).rejects.toThrow(RefusedError);

  vi.stubEnv('BACKUP_SECRET', '');
  await expect(restoreHere('from-daily', backup)).rejects.toThrow(/set BACKUP_SECRET/);
  vi.stubEnv('BACKUP_SECRET', 'another-secret-than-that-one');
  await expect(restoreHere('from-daily', backup)).rejects.toThrow(/BACKUP_SECRET is not the one/);
  expect(await leftOvers(join(folder, 'from-daily'))).toEqual([]);
  vi.stubEnv('BACKUP_SECRET', 'a-secret-that-is-kept-elsewhere');
  await restoreHere('from-daily', backup);
  expect(await nameIn('from-daily')).toBe('other');
  expect(await leftOvers(join(folder, 'from-daily'))).toEqual([]);
});
