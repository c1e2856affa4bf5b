import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * The first commit with releases that serve on after a migration has changed a statement's columns: what is upgraded from until there is a tag.
 */
const FIRST_WITH_RELEASES = 'ee5e578d1277';

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** The newest tag of a release before the checkout, or the first commit that makes one. */
export function lastRelease(): string {
  const tags = git('tag', '--merged', 'HEAD', '--no-contains', 'HEAD', '--list', 'v*', '--sort=-version:refname');
  return tags.split('\n')[0] || FIRST_WITH_RELEASES;
}

export interface EarlierRelease {
  /** As the release says it itself. */
  name: string;
  /** Its command. */
  bora: string;
  /** Its Debian package. */
  deb: string;
  /** The app as a television's package has it, made for `PACKAGE_SERVER`. */
  packaged: string;
}

/** The address in the package, which takes that of a server when it is used. */
export const PACKAGE_SERVER = 'http://bora-server.invalid';

/** Names beside the folder of the release. */
const PACKAGED = 'packaged';
const DEB = 'bora.deb';

/** The release of a commit, unpacked. Making it takes minutes, so it is kept from one run to the next. */
export function releaseOf(ref: string): EarlierRelease {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'bora-tools', 'releases');
  const folder = join(cache, commit);
  if (!existsSync(join(folder, DEB))) {
    console.log(`Making the release of ${ref} …`);
    const work = mkdtempSync(join(tmpdir(), 'bora-release-'));
    try {
      makeRelease(commit, work);
      mkdirSync(cache, { recursive: true });
      const made = readdirSync(join(work, 'out'));
      const [archive, deb] = ['.tar.zst', '.deb'].map((suffix) => made.find((name) => name.endsWith(suffix)));
      if (archive === undefined || deb === undefined)
        throw new Error(`"npm run release" of ${ref} made no archive and package.`);
      const unfinished = mkdtempSync(join(cache, 'unfinished-'));
      execFileSync('tar', ['--zstd', '-xf', join(work, 'out', archive), '-C', unfinished]);
      cpSync(join(work, 'out', deb), join(unfinished, DEB));
      cpSync(join(work, 'clone', PACKAGED), join(unfinished, PACKAGED), { recursive: true });
      rmSync(folder, { recursive: true, force: true });
      renameSync(unfinished, folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const name = readdirSync(folder).find((each) => each.startsWith('bora-'))!;
  return {
    name: name.replace(/^bora-/, ''),
    bora: join(folder, name, 'bin/bora'),
    deb: join(folder, DEB),
    packaged: join(folder, PACKAGED),
  };
}

const MIGRATIONS = 'server/db/migrations';

/** Whether the checkout has migrations that a commit does not have. */
export function hasNewMigrations(ref: string): boolean {
  const known = new Set(
    git('ls-tree', '--name-only', ref, `${MIGRATIONS}/`)
      .split('\n')
      .map((path) => basename(path)),
  );
  return readdirSync(join(root, MIGRATIONS)).some((file) => !known.has(file));
}

/** Makes the archive and the Debian package of a commit in `out` of a folder, and the app of its packages in the clone. */
function makeRelease(commit: string, work: string): void {
  const clone = join(work, 'clone');
  git('clone', '--quiet', '--shared', '--no-checkout', root, clone);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: clone, stdio: 'inherit' });
  for (const words of [
    ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    ['run', '--silent', 'release', '--', 'archive', 'deb', '--out', join(work, 'out')],
  ])
    execFileSync('npm', words, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'package', '--outDir', PACKAGED];
  execFileSync(process.execPath, [...vite, '--logLevel', 'error'], {
    cwd: clone,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: PACKAGE_SERVER },
  });
}
