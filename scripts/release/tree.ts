import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDependencies, type Locked } from '../build/packages.ts';
import { addNode } from './node-binary.ts';
import { root, type Architecture, type Release } from './release.ts';

/** What a release takes from the checkout after `npm run build`. */
const TAKEN = [
  'dist/web',
  'dist/console',
  'dist/docs',
  'dist/maps',
  'dist/server',
  'edge',
  'scripts/bora.mjs',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
];

const CPU = { amd64: 'x64', arm64: 'arm64' } as const satisfies Record<Architecture, string>;

/** Packages that the server runs as programs. */
const PROGRAM_PACKAGES = ['shaka-packager'];

const START = `#!/bin/sh
# Bora with the Node of this release.
set -eu
here=$(dirname "$(readlink -f "$0")")
exec "$here/../node/bin/node" "$here/../scripts/bora.mjs" "$@"
`;

/** The production packages for an architecture, without those that only the built pages hold. */
function addPackages(folder: string, architecture: Architecture, imported: ReadonlySet<string>): void {
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
  // npm wants each workspace that the lock file names.
  mkdirSync(join(folder, 'demo'));
  cpSync(join(root, 'demo/package.json'), join(folder, 'demo/package.json'));
  const words = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  execFileSync('npm', [...words, '--os=linux', `--cpu=${CPU[architecture]}`, '--libc=glibc'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Locked };
  const kept = withDependencies(packages, [...imported, ...PROGRAM_PACKAGES]);
  for (const path of Object.keys(packages))
    if (path !== '' && !kept.has(path) && ![...kept].some((other) => other.startsWith(`${path}/`)))
      rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of ['demo', 'package-lock.json', 'node_modules/.package-lock.json', 'node_modules/.bin'])
    rmSync(join(folder, path), { recursive: true, force: true });
  // A package with the programs for all machines.
  const programs = join(folder, 'node_modules/shaka-packager/bin');
  for (const name of readdirSync(programs))
    if (name !== `packager-linux-${CPU[architecture]}`) rmSync(join(programs, name));
  removeEmptyFolders(join(folder, 'node_modules'));
}

function removeEmptyFolders(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!lstatSync(path).isDirectory()) continue;
    removeEmptyFolders(path);
    if (readdirSync(path).length === 0) rmSync(path, { recursive: true });
  }
}

/**
 * Makes the folder of a release: Bora as it was built, its packages and its Node.
 *
 * @param imported packages of the built server.
 */
export function makeTree(
  folder: string,
  { architecture, imported, release }: { architecture: Architecture; imported: ReadonlySet<string>; release: Release },
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  addPackages(folder, architecture, imported);
  for (const path of TAKEN) cpSync(join(root, path), join(folder, path), { recursive: true });
  addNode(join(folder, 'node'), architecture);
  writeFileSync(join(folder, 'bin/bora'), START);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  // What the program itself reads: scripts and development dependencies are of the checkout.
  const { name, description, license, type, imports } = manifest;
  const kept = { name, version: release.version, description, license, private: true, type, imports };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
  setModes(folder);
}

const PROGRAMS = /(?:^|\/)bin\/(?:bora|node|packager-[\w-]+)$/;

/** The same modes whatever umask the checkout was made with. */
function setModes(folder: string): void {
  const found = execFileSync('find', [folder, '-printf', '%y %P\\n'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const programs = found
    .split('\n')
    .flatMap((line) => (line.startsWith('f ') && PROGRAMS.test(line.slice(2)) ? [line.slice(2)] : []));
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
  execFileSync('find', [folder, '-type', 'f', '-exec', 'chmod', '0644', '{}', '+']);
  for (const program of programs) execFileSync('chmod', ['0755', join(folder, program)]);
}

/** Bytes of a folder's files. */
export function sizeOf(path: string): number {
  if (!existsSync(path)) return 0;
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
