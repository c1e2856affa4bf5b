import { spawnSync } from 'node:child_process';
import { writeSources } from './image.ts';

/** A root of Debian in a folder, in which programs see nothing of this machine but its network and processes. */
export interface DebianRoot {
  readonly folder: string;
  /** The words that run a program in it. */
  enter(words: readonly string[]): [string, ...string[]];
  /** Runs a program in it. @returns what it wrote. @throws Error with that when it fails. */
  inside(...words: string[]): string;
}

/** Runs a program of this machine. @returns what it wrote. @throws Error with that when it fails. */
export function output(program: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout.trim();
}

export function rootIn(folder: string): DebianRoot {
  // With /proc, which Node reads; the mount ends with the program.
  const first = ['unshare', '--mount', 'sh', '-c', 'mount --bind /proc "$0/proc" && exec chroot "$0" "$@"'] as const;
  const enter: DebianRoot['enter'] = (words) => [...first, folder, ...words];
  return { folder, enter, inside: (...words) => output(...enter(words)) };
}

/** Makes a root of Debian with some packages. */
export function makeDebianRoot(folder: string, packages: readonly string[]): DebianRoot {
  const sources = `${folder}.list`;
  writeSources(sources);
  const words = ['--quiet', '--mode=root', '--variant=minbase', `--include=${packages.join(',')}`];
  output('mmdebstrap', ...words, 'bookworm', folder, sources);
  return rootIn(folder);
}
