import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { createBrotliDecompress } from 'node:zlib';

export interface BrowserChoice {
  readonly executablePath: string;
  /** Additions to the browser's environment. */
  readonly env: Record<string, string>;
}

/** Flags for every Chromium in tests: no GPU, no sandbox (root), no background requests. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--mute-audio',
];

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
];

const cacheFolder = join(import.meta.dirname, '../../../node_modules/.cache/bora-chromium');

/** Unpacks once. The final rename is atomic, so an interrupted run leaves no half-unpacked browser. */
export async function unpack(packed: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.${process.pid}.part`;
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(part));
  await chmod(part, 0o755);
  await rename(part, target);
  return target;
}

/** Folder with the packed parts of the browser in the npm package. */
const packagedParts = () => {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return join(entry.slice(0, entry.lastIndexOf('chromium') + 'chromium'.length), 'bin');
};

/** Environment for libraries that a slim system lacks; the package brings them along. */
export async function missingLibraries(executable: string): Promise<Record<string, string>> {
  if (!execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found')) return {};
  const folder = join(cacheFolder, 'libraries');
  if (!existsSync(folder)) {
    const archive = await unpack(join(packagedParts(), 'al2023.tar.br'), join(cacheFolder, 'libraries.tar'));
    const part = `${folder}.${process.pid}.part`;
    await mkdir(part, { recursive: true });
    execFileSync('tar', ['-xf', archive, '-C', part]);
    await rename(part, folder).catch(() => rm(part, { recursive: true }));
  }
  return { LD_LIBRARY_PATH: join(folder, 'lib') };
}

/** The Chromium from npm. It exists for Linux on x64 only. */
async function packagedBrowser(): Promise<BrowserChoice | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const executablePath = await unpack(join(packagedParts(), 'chromium.br'), join(cacheFolder, 'chromium'));
  return { executablePath, env: await missingLibraries(executablePath) };
}

/**
 * The browser that tests drive: `CHROME_PATH` if set, else the packaged one, else the system's.
 * @throws Error with instructions when there is none.
 */
export async function findBrowser(): Promise<BrowserChoice> {
  const named = process.env['CHROME_PATH'];
  if (named) return { executablePath: named, env: {} };
  const packaged = await packagedBrowser();
  if (packaged) return packaged;
  const system = SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (system) return { executablePath: system, env: {} };
  throw new Error('No browser found: install Chrome, Edge or Chromium, or set CHROME_PATH to one.');
}
