import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import type { Release } from './release.ts';

/** Writes a folder as a `.tar.zst` whose bytes depend on the folder's content alone. */
export function writeArchive(file: string, folder: string, { madeAt }: Release): void {
  const tar = [
    ...['--sort=name', '--format=posix', '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime'],
    ...['--owner=0', '--group=0', '--numeric-owner', `--mtime=@${madeAt}`],
    ...['-C', dirname(folder), '-c', basename(folder)],
  ];
  execFileSync(
    'bash',
    ['-c', 'set -o pipefail; file=$1; shift; tar "$@" | zstd -q -12 --threads=2 -f -o "$file"', 'tar', file, ...tar],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    },
  );
}
