import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { followProcess, runBundle, type ServerProcess } from '#tests/support/server/server-process.ts';
import type { EarlierRelease } from './earlier-release.ts';

/** A version of Bora that can be run. */
export interface Version {
  name: string;
  /** Folders of its built app, for browsers and for packages; undefined for the checkout. */
  web?: string;
  packaged?: string;
  /** The program and its words for a command of `bora`. */
  words(command: string, ...words: string[]): readonly [string, ...string[]];
}

export const versionOfRelease = ({ name, bora, packaged }: EarlierRelease): Version => ({
  name,
  web: join(dirname(bora), '../dist/web'),
  packaged,
  words: (command, ...words) => [bora, command, ...words],
});

/** Commands that are words of another program, as in `scripts/bora.mjs`. */
const PROGRAMS: Record<string, readonly [string, ...string[]]> = {
  start: ['main'],
  serve: ['main', 'serve'],
  work: ['main', 'work'],
  restore: ['operate', 'restore'],
};

/** @param bundle path of the bundled server of this checkout. */
export const versionOfCheckout = (bundle: string): Version => ({
  name: 'checkout',
  words(command, ...words) {
    const [program, ...first] = PROGRAMS[command] ?? [command];
    return [process.execPath, ...runBundle(join(dirname(bundle), `${program}.js`)), ...first, ...words];
  },
});

export type Variables = Readonly<Record<string, string>>;

const launch = ({ words }: Version, variables: Variables, command: string, given: readonly string[]) => {
  const [program, ...rest] = words(command, ...given);
  return spawn(program, rest, {
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** Starts a process that serves or works. */
export const startVersion = (version: Version, variables: Variables, command: 'start' | 'serve' | 'work') =>
  followProcess(launch(version, variables, command, []));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command to its end. */
export async function runVersion(
  version: Version,
  variables: Variables,
  command: string,
  ...words: string[]
): Promise<Ended> {
  const child = launch(version, variables, command, words);
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** @throws Error when the command fails. */
export async function requireRun(version: Version, variables: Variables, command: string, ...words: string[]) {
  const { code, out, err } = await runVersion(version, variables, command, ...words);
  if (code !== 0) throw new Error(`bora ${command} ${words.join(' ')} of ${version.name} ended with ${code}: ${err}`);
  return out;
}

/** Stops a process as a supervisor does. @throws Error when it does not end as it should. */
export async function stop(running: ServerProcess): Promise<void> {
  running.child.kill('SIGTERM');
  const code = await running.ended;
  if (code !== 0) throw new Error(`A process ended with ${code} when it was stopped: ${running.err()}`);
}

/** What a process says that must not start. @throws Error when it starts. */
export async function refusalOf(running: ServerProcess): Promise<string> {
  const started = await running.url.then(
    () => true,
    () => false,
  );
  if (!started) return running.err();
  running.child.kill('SIGKILL');
  throw new Error('A process started that had to refuse.');
}
