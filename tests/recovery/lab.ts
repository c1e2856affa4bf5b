import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, chownSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/postgres.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import {
  startCluster,
  unprivileged,
  type Cluster,
  type InstalledPostgres,
} from '#tests/support/server/postgres-cluster.ts';
import * as commands from './commands.ts';

/** A database whose log is received and archived, a server on it, and what is restored from them. */
export interface Lab {
  url: string;
  /** Sum of the files of the base backup, in bytes. */
  backUp(): Promise<number>;
  /** Runs statements on the first database. @returns the rows of the last one. */
  ask<Row>(...statements: string[]): Promise<Row[]>;
  /** Ends the first database as the loss of its machine does. */
  lose(): Promise<void>;
  /** @param time an instant as PostgreSQL writes it; without it, everything is restored. */
  restore(log: 'received' | 'archived', time?: string): Promise<Restored>;
  close(): Promise<void>;
}

export interface Restored {
  url: string;
  /** From an empty folder until the database takes writes, and until the server answers. */
  databaseSeconds: number;
  serverSeconds: number;
  /** The watched seconds of each play log. */
  watched: Map<string, number>;
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

const query = async <Row>(url: string, statements: readonly string[]): Promise<Row[]> => {
  const database = await openPostgres(url);
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await sql.raw<Row>(statement).execute(database.longWork)).rows;
    return rows;
  } finally {
    await database.close();
  }
};

const sizeOf = async (folder: string): Promise<number> => {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

export async function openLab(installed: InstalledPostgres, archiveEverySeconds: number): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-recovery-'));
  const user = unprivileged();
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const make = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };
  const own = (path: string) => user.uid !== undefined && user.gid !== undefined && chownSync(path, user.uid, user.gid);
  const shell = (variables: Record<string, string>) => ({
    ...user,
    cwd: join(folder, 'received'),
    env: { PATH: `${installed.bin}${delimiter}${process.env['PATH'] ?? ''}`, LANG: 'C.UTF-8', ...variables },
  });
  const run = (command: string, variables: Record<string, string>) => {
    const done = spawnSync('sh', ['-c', command], { ...shell(variables), encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${command}\n${done.stderr}`);
  };
  const serve = async (databaseUrl: string, bundle: string) => {
    const running = startProcess(
      { DATABASE_URL: databaseUrl, DATA_DIR: await mkdtemp(join(folder, 'server-')), LOG_LEVEL: 'silent' },
      bundle,
    );
    undo.push(() => end(running));
    return { running, url: await running.url };
  };

  try {
    own(folder);
    const [received, archived] = [make('received'), make('archived')];
    const bundle = await bundleServer();
    undo.push(bundle.remove);
    const settings = commands.archiveSettings(archived, archiveEverySeconds);
    const first = await startCluster(installed, join(folder, 'first'), settings);
    let isLost = false;
    undo.push(async () => isLost || (await first.remove()));
    const variables = { DATABASE_URL: first.url, WAL: received, BASE: join(folder, 'base') };
    run(commands.MAKE_SLOT, variables);
    const receiver = spawn('sh', ['-c', `exec ${commands.RECEIVE}`], { ...shell(variables), stdio: 'ignore' });
    const receiverEnded = new Promise((resolve) => receiver.once('close', resolve));
    undo.push(async () => receiver.kill('SIGTERM') && (await receiverEnded));
    const { url } = await serve(first.url, bundle.path);

    return {
      url,
      ask: (...statements) => query(first.url, statements),
      backUp: async () => {
        run(commands.BACK_UP, variables);
        return sizeOf(variables.BASE);
      },
      async lose() {
        await first.crash();
        isLost = true;
        receiver.kill('SIGTERM');
        await receiverEnded;
      },
      restore: (log, time) => restore({ log: log === 'received' ? received : archived, time }),
      close,
    };

    async function restore({ log, time }: { log: string; time: string | undefined }): Promise<Restored> {
      const place = await mkdtemp(join(folder, 'restored-'));
      own(place);
      const began = performance.now();
      const since = () => (performance.now() - began) / 1_000;
      const data = { ...variables, WAL: log, DATA: join(place, 'data'), ...(time !== undefined && { TIME: time }) };
      for (const command of [commands.UNPACK, commands.READ_LOG]) run(command, data);
      if (time !== undefined) run(commands.STOP_AT, data);
      run(commands.RECOVER, data);
      // It takes connections when the log has been read.
      const cluster: Cluster = await startCluster(installed, place, { archive_mode: 'off', hot_standby: 'off' });
      const databaseSeconds = since();
      const { running, url: restoredUrl } = await serve(cluster.url, bundle.path);
      const serverSeconds = since();
      const rows = await query<{ id: string; seconds: number }>(cluster.url, [
        'select id, total_play_time as seconds from play_logs',
      ]);
      return {
        ...{ url: restoredUrl, databaseSeconds, serverSeconds },
        watched: new Map(rows.map(({ id, seconds }) => [id, seconds])),
        count: async (table) =>
          (await query<{ count: number }>(cluster.url, [`select count(*) from ${table}`]))[0]!.count,
        async close() {
          await end(running);
          await cluster.remove();
        },
      };
    }
  } catch (error) {
    await close();
    throw error;
  }
}

async function end({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
