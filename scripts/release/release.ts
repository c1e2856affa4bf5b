import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A machine that a release is for, by Debian's name. */
export type Architecture = 'amd64' | 'arm64';

export interface Release {
  /** `1.0.0` on its tag; `1.0.0~20261128.abc1234` before it and `1.0.0+…` after it, which Debian sorts below and above. */
  readonly version: string;
  /** When the commit was made, in s: the time of every file, so that the same commit makes the same bytes. */
  readonly madeAt: number;
}

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** @param tagged whether this commit, or an earlier one, has the version's tag. */
export function nameVersion(
  version: string,
  { tagged, madeAt, commit }: { tagged: 'this' | 'earlier' | 'none'; madeAt: number; commit: string },
): string {
  if (tagged === 'this') return version;
  const day = new Date(madeAt * 1000).toISOString().slice(0, 10).replaceAll('-', '');
  return `${version}${tagged === 'earlier' ? '+' : '~'}${day}.${commit.slice(0, 7)}`;
}

/** A version as tags of images may be named. */
export const imageTagOf = (version: string): string => version.replace(/[~+]/, '-');

/** @throws Error when files of the checkout are not in a commit. */
export function readRelease(): Release {
  if (git('status', '--porcelain') !== '')
    throw new Error('A release is made of a commit: commit or remove your changes first.');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const madeAt = Number(git('log', '-1', '--format=%ct'));
  const commit = git('rev-parse', 'HEAD');
  const tag = `v${version}`;
  const isIn = (...words: string[]) => git('tag', ...words, '--list', tag) === tag;
  const tagged = isIn('--points-at', 'HEAD') ? 'this' : isIn('--merged', 'HEAD') ? 'earlier' : 'none';
  return { version: nameVersion(version, { tagged, madeAt, commit }), madeAt };
}

/** Runs a program whose times and folders do not show in what it makes. */
export function run(
  program: string,
  words: readonly string[],
  { madeAt, cwd = root }: { madeAt: number; cwd?: string },
): void {
  execFileSync(program, words, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(madeAt), LC_ALL: 'C', TZ: 'UTC' },
  });
}
