import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, cpSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { spendFirstEvening } from '#tests/release/first-evening.ts';
import { upgradeAndTakeBack } from '#tests/release/way-back.ts';
import { hasNewMigrations, lastRelease, releaseOf } from '../tests/upgrade/earlier-release.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { parseWords } from './operator-commands/words.ts';
import { makeDebianRoot, output, rootIn } from './release/debian-root.ts';
import { readRelease, root } from './release/release.ts';

const USAGE = `npm run test:release [-- WORDS]         installs and runs what "npm run release" made, as root, in folders of its own

    --of VERSION                        of that version in dist/release; of this commit when not said
    --evening                           also spends the first evening of an operator with the Debian package, and
                                        upgrades the last release's package to it and back
    --again                             makes the release once more from a clone, and compares the bytes
Needs mmdebstrap, buildah and systemd-analyze ("npm run tools:install -- release").`;

/** The exposure that "systemd-analyze security" may find, in tenths. */
const MOST_EXPOSED = 20;
const READY_WITHIN_MS = 120_000;
const STOPS_WITHIN_MS = 40_000;

const out = join(root, 'dist/release');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
  console.log(`  ok ${what}`);
}

/** How to run `bora` in some way that it can be installed. */
interface Installed {
  words(environment: Readonly<Record<string, string>>, ...words: string[]): readonly [string, ...string[]];
}

/** Starts the service, calls it as a television and an operator do, and stops it. */
async function useService({ words }: Installed, version: string): Promise<void> {
  const port = await freePort();
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    NODE_ENV: 'production',
  };
  const command = (...given: string[]) => output(...(words(environment, ...given) as [string]));
  const [program, ...start] = words(environment, 'start');
  const lines: string[] = [];
  const child = spawn(program, start, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => lines.push(data.toString()));
  const ended = once(child, 'exit');
  const startedAt = Date.now();
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) });
  try {
    const last = Date.now() + READY_WITHIN_MS;
    while (
      !(await get('/readyz').then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || Date.now() > last)
        throw new Error(`The service does not start:\n${lines.join('')}`);
      await wait(250);
    }
    console.log(`  ok it is ready ${((Date.now() - startedAt) / 1000).toFixed(1)} s after its start`);
    check(((await (await get('/healthz')).json()) as { version: string }).version === version, `it serves ${version}`);
    for (const path of ['/', '/console/', '/api/openapi.json']) check((await get(path)).ok, `${path} answers`);
    check((await get('/docs/')).url.endsWith('/console/'), '/docs/ asks strangers to sign in');
    command('healthy');
    command('operate', 'staff', 'list');
    console.log('  ok commands reach the running service');
    const backup = `/var/tmp/bora-${port}.backup`;
    check(command('backup', backup).includes('Wrote'), 'the running database is backed up');
  } finally {
    child.kill('SIGTERM');
    const inTime = await Promise.race([ended.then(() => true), wait(STOPS_WITHIN_MS, false, { ref: false })]);
    if (!inTime) child.kill('SIGKILL');
    check(inTime, 'it stops when it is told to');
  }
}

async function tryArchive(file: string, version: string, work: string): Promise<void> {
  console.log('The archive');
  output('tar', '--zstd', '-xf', file, '-C', work);
  const bora = join(work, `bora-${version}/bin/bora`);
  const data = join(work, 'data');
  const words: Installed['words'] = (environment, ...given) => [
    'env',
    ...Object.entries({ ...environment, DATA_DIR: data, CATALOGUE_DIR: join(data, 'catalogue') }).map(
      ([name, value]) => `${name}=${value}`,
    ),
    bora,
    ...given,
  ];
  check(output(bora, '--version') === version, 'it says its version');
  await useService({ words }, version);
  await useService({ words }, version);
}

/** Debian packages that the package of Bora depends on. */
const NEEDS = ['adduser', 'ca-certificates', 'init-system-helpers', 'libstdc++6', 'util-linux'];

async function tryDebianPackage(file: string, version: string, work: string): Promise<void> {
  console.log('The Debian package');
  const system = join(work, 'system');
  const { enter, inside } = makeDebianRoot(system, NEEDS);
  cpSync(file, join(system, 'tmp/bora.deb'));
  const words: Installed['words'] = (environment, ...given) =>
    enter(['env', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`), 'bora', ...given]);
  inside('dpkg', '--install', '/tmp/bora.deb');
  check(inside('bora', '--version') === version, 'it says its version');
  check(
    inside('stat', '-c', '%a %G', '/etc/bora/bora.env') === '640 bora',
    'only root and the service read the configuration',
  );
  check(inside('find', '/usr/lib/bora', '-lname', '/*') === '', 'no link leads to where it was made');
  const unit = join(system, 'lib/systemd/system/bora.service');
  output('systemd-analyze', 'security', '--offline=true', `--threshold=${MOST_EXPOSED}`, unit);
  console.log(`  ok the unit's exposure is at most ${MOST_EXPOSED / 10}`);
  await useService({ words }, version);
  inside('dpkg', '--purge', 'bora');
  check(existsSync(join(system, 'var/lib/bora/database')), 'a purge keeps the data');
  for (const [folder, what] of [
    ['usr/lib/bora', 'program'],
    ['etc/bora', 'configuration'],
  ] as const)
    check(!existsSync(join(system, folder)), `a purge removes the ${what}`);
  inside('dpkg', '--install', '/tmp/bora.deb');
  await useService({ words }, version);
}

/** Begins with nothing but Debian, as an operator does. */
async function tryFirstEvening(file: string, work: string): Promise<void> {
  const before = lastRelease();
  const earlier = releaseOf(before);
  console.log('The first evening of an operator');
  const [one, other, third] = [join(work, 'one'), join(work, 'other'), join(work, 'third')];
  const { inside } = makeDebianRoot(one, ['ca-certificates']);
  cpSync('/etc/resolv.conf', join(one, 'etc/resolv.conf'));
  cpSync(file, join(one, 'tmp/bora.deb'));
  inside('apt-get', 'update');
  for (const copy of [other, third]) output('cp', '--archive', one, copy);
  const given = { deb: '/tmp/bora.deb', freePort, tell: (what: string) => console.log(`  ok ${what}`) };
  await spendFirstEvening({ ...given, roots: [rootIn(one), rootIn(other)] });

  console.log(`The upgrade of ${earlier.name}, and the way back`);
  cpSync(earlier.deb, join(third, 'tmp/earlier.deb'));
  await upgradeAndTakeBack({
    ...given,
    root: rootIn(third),
    earlier: '/tmp/earlier.deb',
    isMigrating: hasNewMigrations(before),
  });
}

const MB = 1_000_000;

/** Compressed bytes of an image's layers, from the lowest one. */
function layersOf(file: string): number[] {
  const read = (path: string) => JSON.parse(output('tar', '-xOf', file, path)) as unknown;
  const blob = (digest: string) => read(`blobs/${digest.replace(':', '/')}`);
  const { manifests } = read('index.json') as { manifests: { digest: string }[] };
  return (blob(manifests[0]!.digest) as { layers: { size: number }[] }).layers.map(({ size }) => size);
}

async function tryImage(file: string, version: string, work: string): Promise<void> {
  console.log('The image');
  console.log(
    `  ok its layers have ${layersOf(file)
      .map((bytes) => `${(bytes / MB).toFixed(1)} MB`)
      .join(', ')}`,
  );
  const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
  const container = output('buildah', ...store, 'from', '--pull', `oci-archive:${file}`);
  try {
    // Where no container may be made, buildah changes the root only.
    const words: Installed['words'] = (environment, ...given) => [
      ...(['buildah', ...store, 'run', '--isolation', 'chroot'] as const),
      ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      container,
      '--',
      'bora',
      ...given,
    ];
    check(output(...(words({}, '--version') as [string])) === version, 'it says its version');
    check(
      output('buildah', ...store, 'run', '--isolation', 'chroot', container, '--', 'id', '-u') !== '0',
      'it does not run as root',
    );
    for (const tool of ['ffmpeg', 'ffprobe', 'fpcalc'])
      output('buildah', ...store, 'run', '--isolation', 'chroot', container, '--', tool, '-version');
    console.log('  ok it has the tools for videos');
    await useService({ words }, version);
  } finally {
    output('buildah', ...store, 'rm', container);
  }
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Makes the release once more, elsewhere. */
function compareWithAnother(files: readonly string[], work: string): void {
  console.log('The same commit once more');
  const clone = join(work, 'clone');
  output('git', 'clone', '--quiet', root, clone);
  const kinds = files.map((file) => (file.endsWith('.deb') ? 'deb' : file.endsWith('.zst') ? 'archive' : 'image'));
  for (const words of [
    ['ci', '--no-audit', '--no-fund', '--prefer-offline'],
    ['run', 'release', '--', ...kinds],
  ])
    execFileSync('npm', words, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const file of files)
    check(hashOf(join(clone, 'dist/release', file)) === hashOf(join(out, file)), `${file} has the same bytes`);
}

async function main(): Promise<void> {
  const { values } = parseWords(process.argv.slice(2), USAGE, {
    of: { type: 'string' },
    evening: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  });
  const version = values.of ?? readRelease().version;
  const files = (existsSync(out) ? readdirSync(out) : []).filter((name) => name.startsWith(`bora_${version}_amd64.`));
  if (files.length === 0) throw new Error(`There is no release of this commit in ${out}: run "npm run release" first.`);
  const work = mkdtempSync(join(tmpdir(), 'bora-release-'));
  try {
    const tries = { '.tar.zst': tryArchive, '.deb': tryDebianPackage, '.oci.tar': tryImage };
    for (const [suffix, tryIt] of Object.entries(tries)) {
      const file = files.find((name) => name.endsWith(suffix));
      const folder = join(work, suffix.slice(1));
      mkdirSync(folder);
      if (file === undefined) console.log(`NOT TRIED: ${suffix} was not made`);
      else await tryIt(join(out, file), version, folder);
    }
    const deb = files.find((name) => name.endsWith('.deb'));
    if (values.evening && deb !== undefined) await tryFirstEvening(join(out, deb), work);
    if (values.again) compareWithAnother(files, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

runCommand(main);
