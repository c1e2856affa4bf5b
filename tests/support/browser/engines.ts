import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser, missingLibraries, unpack, type BrowserChoice } from './browser.ts';

const run = promisify(execFile);

/*
 * The engines of television sets, as npm packages with a Chromium of their time. They are not dependencies: each is 30
 * to 50 MB. The tests download them once by exact version, verify them and cache them per user (docs/decisions/006).
 */
interface PackedEngine {
  /** Exact version of the package chrome-aws-lambda. */
  readonly version: string;
  /** Checksum of the tarball. */
  readonly sha256: string;
  /** Path of the packed browser in the tarball. */
  readonly file: string;
}

const PACKED = {
  '64': {
    version: '64.0.3264',
    sha256: 'd702b0f6ae73cfa7e166634a10ab2a7678e62f7baeb5757b7df5fb246f7d84f3',
    file: 'chromium.br',
  },
  '69': {
    version: '1.5.0',
    sha256: 'c40eab6e2d2463822fb4151a3f2a14267cf733f6367990167b75398a968ee608',
    file: 'chromium-69.0.3452.0.br',
  },
  '79': {
    version: '2.0.2',
    sha256: '287fd9947ca8e8256a1d8fcdea588d133632787d890f3137eef635f9a1809eac',
    file: 'chromium.br',
  },
  '83': {
    version: '3.1.1',
    sha256: 'f33e7655eb479c0a916adbc3d35333350f6e852dbff90b65274b471b9548b3c1',
    file: 'chromium.br',
  },
  '92': {
    version: '10.1.0',
    sha256: '6745d06176d629be7021538a901a5a969f335c5a8c10a581b40862e7ed66996e',
    file: 'chromium.br',
  },
} satisfies Record<string, PackedEngine>;

/**
 * Versions of which no browser can be had, by name: Chromium 64 without what is newer than this version
 * (tests/engines/subtract.ts, docs/decisions/202).
 */
export const SUBTRACTED = { '64-53': 53, '64-56': 56 } as const;
export type SubtractedName = keyof typeof SUBTRACTED;
export const isSubtracted = (name: EngineName): name is SubtractedName => name in SUBTRACTED;

/** Chromium versions; `current` is the browser that the other tests drive. */
export type EngineName = keyof typeof PACKED | SubtractedName | 'current';
export const engineNames: readonly EngineName[] = ['64-53', '64-56', '64', '69', '79', '83', '92', 'current'];

const cacheFolder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bora-engines');

/** Downloads and unpacks. The final rename is atomic, so an interrupted run leaves no half-unpacked engine. */
async function fetchEngine({ version, sha256, file }: PackedEngine, executable: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(join(cacheFolder, 'part-'));
  try {
    await run('npm', ['pack', '--silent', `chrome-aws-lambda@${version}`], { cwd: folder });
    const tarball = join(folder, `chrome-aws-lambda-${version}.tgz`);
    const found = createHash('sha256')
      .update(await readFile(tarball))
      .digest('hex');
    if (found !== sha256) throw new Error(`chrome-aws-lambda@${version} has the checksum ${found}, not ${sha256}.`);
    await run('tar', ['-xzf', tarball, '-C', folder, `package/bin/${file}`]);
    await unpack(join(folder, 'package/bin', file), join(folder, 'chromium'));
    await rename(join(folder, 'chromium'), executable);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Finds or downloads an engine. Returns null on systems other than Linux on x64.
 * @throws Error when the download fails or the checksum differs.
 */
export async function findEngine(name: EngineName): Promise<BrowserChoice | null> {
  if (name === 'current') return findBrowser();
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const packed = isSubtracted(name) ? '64' : name;
  const executablePath = join(cacheFolder, `chromium-${packed}`);
  if (!existsSync(executablePath)) await fetchEngine(PACKED[packed], executablePath);
  return { executablePath, env: await missingLibraries(executablePath) };
}
