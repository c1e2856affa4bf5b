import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { run, type Release } from './release.ts';

/** Words for tar whose output depends on what the files contain alone. */
const wordsOf = ({ madeAt }: Release) => [
  ...['--sort=name', '--format=posix', '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime'],
  ...['--owner=0', '--group=0', '--numeric-owner', `--mtime=@${madeAt}`],
];

/** Writes a folder as a `.tar.zst` whose bytes depend on the folder's content alone. */
export function writeArchive(file: string, folder: string, release: Release): void {
  const tar = [...wordsOf(release), '-C', dirname(folder), '-c', basename(folder)];
  execFileSync(
    'bash',
    ['-c', 'set -o pipefail; file=$1; shift; tar "$@" | zstd -q -12 --threads=2 -f -o "$file"', 'tar', file, ...tar],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    },
  );
}

/** Writes what a folder contains as a `.tar` in the same way. */
export const writeTar = (file: string, folder: string, names: readonly string[], release: Release): void =>
  run('tar', [...wordsOf(release), '--mode=u=rwX,go=rX', '-C', folder, '-cf', file, ...names], release);
