import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Started {
  url: string;
  child: ChildProcess;
  end(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill()));

/** Starts a script of this checkout that prints its address. */
export async function start(
  script: string,
  options: { env?: Record<string, string>; flags?: readonly string[]; words?: readonly string[] } = {},
): Promise<Started> {
  const child = spawn(
    process.execPath,
    [...(options.flags ?? []), '--import', 'tsx', script, ...(options.words ?? [])],
    {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // Its own session, as under a supervisor: Linux schedules a busy machine by sessions, and each PostgreSQL
      // connection is one.
      detached: true,
    },
  );
  running.add(child);
  const exited = once(child, 'exit').then(() => running.delete(child));
  const url = await new Promise<string>((found, failed) => {
    let out = '';
    child.stdout!.on('data', (part: Buffer) => {
      out += part.toString();
      const printed = /^Bora: (\S+)$/m.exec(out)?.[1];
      if (printed !== undefined) found(printed);
    });
    child.on('exit', (code) => failed(new Error(`${script} ended with ${code}`)));
  });
  return {
    url,
    child,
    end: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Kinds of constant answers; see constants.ts. */
export type Constants = 'own' | 'caller' | 'bare';

/** @param databaseUrl where `caller` finds its callers. */
export const startConstants = (
  kind: Constants,
  { databaseUrl = '', dataDir = '' }: { databaseUrl?: string; dataDir?: string } = {},
): Promise<Started> =>
  start('bench/server/constants.ts', { words: [kind], env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } });

/** As in package.json; see docs/decisions/248. */
const YOUNG_GENERATION = '--max-semi-space-size=48';

/** Starts the server like an operator: with PostgreSQL, or with the embedded database in a folder. */
export const startServer = (
  place: { databaseUrl?: string; dataDir: string },
  flags: readonly string[] = [],
): Promise<Started> =>
  start('server/start/main.ts', {
    env: { PORT: '0', HOST: '127.0.0.1', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
    flags: [YOUNG_GENERATION, ...flags],
  });

/** A temporary folder, deleted after the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
