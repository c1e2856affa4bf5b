import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'bora-process-'));

/** The server in its own process. */
export interface ServerProcess {
  child: ChildProcess;
  /** Lines of standard output so far. */
  out: string[];
  /** Standard error so far. */
  err(): string;
  /** The printed address (a worker's is that for supervisors); rejects when the process exits before it prints one. */
  url: Promise<string>;
  /** The exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** The sources, as `npm start` runs them. */
const SOURCES = ['--import', 'tsx', 'server/start/main.ts'];

/** Arguments for a bundled server or command. Optimizing the embedded engine would take a third of its short life. */
export const runBundle = (path: string): string[] => ['--liftoff-only', path];

/**
 * Starts the server with only these environment variables, on a free port unless they name one.
 *
 * @param bundle path of the bundled server; default: the sources.
 * @param options.hasChannel whether it exchanges messages with the test.
 */
export function startProcess(
  variables: Record<string, string>,
  bundle?: string,
  { hasChannel = false } = {},
): ServerProcess {
  return followProcess(
    spawn(process.execPath, bundle === undefined ? SOURCES : runBundle(bundle), {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...variables },
      stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
      serialization: 'advanced',
    }),
  );
}

/** @param child a server with pipes for its output. */
export function followProcess(child: ChildProcess): ServerProcess {
  let out = '';
  let err = '';
  child.stderr!.on('data', (part: Buffer) => (err += part.toString()));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  const url = new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (part: Buffer) => {
      out += part.toString();
      const printed = /^Bora(?: works)?: (\S+)\n/m.exec(out)?.[1];
      // The server prints its start lines in one turn of the event loop, so `out` is complete.
      if (printed !== undefined) resolve(printed);
    });
    void ended.then(() => reject(new Error(`ended before it listened: ${err}`)));
  });
  // Tests that expect an early exit do not await the address.
  url.catch(() => undefined);
  return {
    child,
    get out() {
      return out.split('\n').filter((line) => line !== '');
    },
    err: () => err,
    url,
    ended,
  };
}
