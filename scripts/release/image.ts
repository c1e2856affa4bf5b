import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTar } from './archive.ts';
import { imageTagOf, run, type Architecture, type Release } from './release.ts';

/** What Debian gives the image: certificates, and the tools that take videos in, with letters for Korean signs. */
const PACKAGES = ['ca-certificates', 'ffmpeg', 'fonts-nanum', 'libchromaprint-tools', 'libstdc++6', 'util-linux'];
const SUITE = 'bookworm';
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';
const SOURCES = `deb [signed-by=${KEYS}] http://deb.debian.org/debian ${SUITE} main
deb [signed-by=${KEYS}] http://deb.debian.org/debian-security ${SUITE}-security main
`;
/** The user of the service, by number, so that orchestrators can tell that it is not root. */
export const IMAGE_USER = 10_000;

/** Writes the list of Debian's archives. */
export const writeSources = (file: string): void => writeFileSync(file, SOURCES);

/** Writes Debian's part as a tar file. */
function writeBase(file: string, work: string, architecture: Architecture, release: Release): void {
  const sources = join(work, 'debian.list');
  writeSources(sources);
  const user = `useradd --system --no-log-init --uid ${IMAGE_USER} --user-group --home-dir /var/lib/bora --shell /usr/sbin/nologin bora`;
  run(
    'mmdebstrap',
    [
      ...[
        '--mode=root',
        '--variant=apt',
        '--quiet',
        `--architectures=${architecture}`,
        `--include=${PACKAGES.join(',')}`,
      ],
      ...['doc', 'man', 'info', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
      '--dpkgopt=path-include=/usr/share/doc/*/copyright',
      `--customize-hook=chroot "$1" ${user}`,
      '--customize-hook=chroot "$1" install -d -o bora -g bora -m 0700 /var/lib/bora',
      '--customize-hook=chroot "$1" dpkg --purge --force-remove-essential --force-depends apt',
      ...[SUITE, file, sources],
    ],
    release,
  );
}

/**
 * Writes an image for Podman, Docker and orchestrators: Debian's part in one layer, Bora in the next.
 *
 * @param file of the image, `.oci.tar`.
 */
export function writeImage(
  file: string,
  { tree, work, architecture, release }: { tree: string; work: string; architecture: Architecture; release: Release },
): void {
  mkdirSync(work, { recursive: true });
  const base = join(work, `base-${architecture}.tar`);
  if (!existsSync(base)) {
    // A run that was ended leaves no base that looks whole.
    const unfinished = join(work, 'unfinished.tar');
    writeBase(unfinished, work, architecture, release);
    renameSync(unfinished, base);
  }
  const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...words: string[]) =>
    execFileSync('buildah', [...store, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  const commit = (container: string, name: string) =>
    buildah('commit', '--quiet', '--rm', '--format', 'oci', '--timestamp', String(release.madeAt), container, name);
  try {
    const debian = buildah('from', '--arch', architecture, 'scratch');
    buildah('add', '--quiet', debian, base, '/');
    commit(debian, 'localhost/bora-base');
    const bora = buildah('from', '--pull-never', 'localhost/bora-base');
    buildah('copy', '--quiet', bora, tree, '/usr/lib/bora');
    buildah(
      'config',
      ...['--arch', architecture, '--os', 'linux', '--user', String(IMAGE_USER), '--workingdir', '/var/lib/bora'],
      ...[
        '--entrypoint',
        '["/usr/lib/bora/bin/bora"]',
        '--cmd',
        'start',
        '--port',
        '8080',
        '--volume',
        '/var/lib/bora',
      ],
      ...['PATH=/usr/lib/bora/bin:/usr/bin:/bin', 'NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=8080'].flatMap((one) => [
        '--env',
        one,
      ]),
      ...['DATA_DIR=/var/lib/bora', 'CATALOGUE_DIR=/var/lib/bora/catalogue'].flatMap((one) => ['--env', one]),
      ...['--label', 'org.opencontainers.image.title=Bora', '--label', 'org.opencontainers.image.licenses=MIT'],
      ...['--label', `org.opencontainers.image.version=${release.version}`],
      bora,
    );
    const tag = imageTagOf(release.version);
    commit(bora, `localhost/bora:${tag}`);
    const layout = join(work, 'layout');
    rmSync(layout, { recursive: true, force: true });
    buildah('push', '--quiet', `localhost/bora:${tag}`, `oci:${layout}:bora:${tag}`);
    // An archive that buildah writes itself has the times at which it wrote.
    writeTar(file, layout, ['blobs', 'index.json', 'oci-layout'], release);
    rmSync(layout, { recursive: true });
  } finally {
    buildah('rm', '--all');
    rmSync(join(work, 'store'), { recursive: true, force: true });
  }
}
