import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, run, type Architecture, type Release } from './release.ts';
import { sizeOf } from './tree.ts';

/** Where each file of `deploy/` goes, and its mode. */
const FILES: readonly (readonly [from: string, to: string, mode: number])[] = [
  ['deploy/debian/bora', 'usr/bin/bora', 0o755],
  ['deploy/debian/bora.service', 'lib/systemd/system/bora.service', 0o644],
  // No file of dpkg's in /etc: every operator changes it, and each upgrade that adds a line would ask which one to keep.
  ['deploy/bora.env', 'usr/share/bora/bora.env', 0o644],
  ['deploy/debian/copyright', 'usr/share/doc/bora/copyright', 0o644],
  ['docs/install.md', 'usr/share/doc/bora/install.md', 0o644],
  ['deploy/Caddyfile', 'usr/share/doc/bora/examples/Caddyfile', 0o644],
  ['deploy/monitoring/bora.rules.yaml', 'usr/share/doc/bora/examples/bora.rules.yaml', 0o644],
  ['deploy/monitoring/prometheus.yaml', 'usr/share/doc/bora/examples/prometheus.yaml', 0o644],
  ['deploy/monitoring/grafana-bora.json', 'usr/share/doc/bora/examples/grafana-bora.json', 0o644],
  ['.env.example', 'usr/share/doc/bora/environment.txt', 0o644],
  ...(['postinst', 'prerm', 'postrm'] as const).map(
    (name) => [`deploy/debian/${name}`, `DEBIAN/${name}`, 0o755] as const,
  ),
];

const control = ({ version }: Release, architecture: Architecture, bytes: number): string => `Package: bora
Version: ${version}
Architecture: ${architecture}
Maintainer: Bora <bora@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: adduser, ca-certificates, init-system-helpers (>= 1.52), libc6 (>= 2.28), libstdc++6 (>= 8), util-linux
Recommends: ffmpeg, fonts-nanum, libchromaprint-tools
Suggests: postgresql, nginx
Section: video
Priority: optional
Description: streaming service for animation, made for the television
 A service for own videos: apps for Samsung and LG televisions and browsers,
 accounts and profiles, intake of videos, and a console for its operators.
`;

function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = join(prefix, entry.name);
    return entry.isDirectory() ? filesBelow(folder, path) : entry.isFile() ? [path] : [];
  });
}

/** Writes the Debian package of a release's folder. */
export function writeDebianPackage(
  file: string,
  { tree, work, architecture, release }: { tree: string; work: string; architecture: Architecture; release: Release },
): void {
  rmSync(work, { recursive: true, force: true });
  // Else links would lead to the folder in which the release is made.
  cpSync(tree, join(work, 'usr/lib/bora'), { recursive: true, verbatimSymlinks: true });
  for (const [from, to, mode] of FILES) {
    mkdirSync(dirname(join(work, to)), { recursive: true });
    cpSync(join(root, from), join(work, to));
    chmodSync(join(work, to), mode);
  }
  writeFileSync(
    join(work, 'usr/share/doc/bora/changelog.gz'),
    gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }),
  );
  const completions = join(work, 'usr/share/bash-completion/completions');
  mkdirSync(completions, { recursive: true });
  writeFileSync(join(completions, 'bora'), '. <(/usr/lib/bora/bin/bora completion bash)\n');
  const files = filesBelow(work)
    .filter((path) => !path.startsWith('DEBIAN/'))
    .sort();
  const md5 = (path: string) =>
    createHash('md5')
      .update(readFileSync(join(work, path)))
      .digest('hex');
  writeFileSync(join(work, 'DEBIAN/md5sums'), files.map((path) => `${md5(path)}  ${path}\n`).join(''));
  writeFileSync(join(work, 'DEBIAN/control'), control(release, architecture, sizeOf(join(work, 'usr'))));
  run('chmod', ['-R', 'u+rwX,go+rX,go-w', work], release);
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z12', '--build', work, file], release);
}
