import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SetKind } from '#platform/set-kind.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Output folder of packages and their unpacked folders. */
export const PACKAGES_FOLDER = join(root, 'dist/packages');

/** Samsung's device API: a file that the set provides. */
const WEBAPIS = '<script src="$WEBAPIS/webapis/webapis.js"></script>';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Additional files of a package: manifest, icons, splash. */
const BESIDE = {
  tizen: ['config.xml', 'icon.png'],
  webos: ['appinfo.json', 'icon.png', 'largeIcon.png', 'splash.png'],
} as const satisfies Record<SetKind, readonly string[]>;
const MANIFEST = { tizen: 'config.xml', webos: 'appinfo.json' } as const satisfies Record<SetKind, string>;

/** @throws Error when a package could not call the address. */
export function checkApiUrl(apiUrl: string): string {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || apiUrl.endsWith('/'))
    throw new Error(`VITE_API_URL must be an http(s) address without a trailing slash: ${apiUrl}`);
  return apiUrl;
}

/**
 * Writes the unpacked packages of some kinds of sets, ready to be signed or packed: the app, its manifest and pictures.
 * Builds once, because the app is the same, and in its own process, because Vite reads `NODE_ENV` and the address from
 * the environment.
 *
 * @param folders of the packages; their previous content is deleted.
 * @param apiUrl address of the server without a trailing slash, such as `https://api.example.com`.
 */
export async function buildPackages(folders: Partial<Record<SetKind, string>>, apiUrl: string): Promise<void> {
  checkApiUrl(apiUrl);
  const app = mkdtempSync(join(tmpdir(), 'bora-package-'));
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    await run(process.execPath, [vite, 'build', '--mode', 'package', '--outDir', app, '--logLevel', 'error'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: apiUrl },
    });
    for (const [kind, folder] of Object.entries(folders)) complete(kind as SetKind, { app, apiUrl, folder });
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}

/** Writes the app with what its package has in addition. */
function complete(kind: SetKind, { app, apiUrl, folder }: Record<'app' | 'apiUrl' | 'folder', string>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(app, folder, { recursive: true });
  const page = join(folder, 'index.html');
  const html = readFileSync(page, 'utf8');
  if (kind === 'tizen') writeFileSync(page, html.replace('<title>', `${WEBAPIS}\n    <title>`));
  for (const name of BESIDE[kind]) cpSync(join(root, kind, name), join(folder, name));
  const fill = (text: string) => text.replace('{{version}}', version).replace('{{apiUrl}}', apiUrl);
  const manifest = join(folder, MANIFEST[kind]);
  writeFileSync(manifest, fill(readFileSync(manifest, 'utf8')));
  if (kind === 'tizen') {
    mkdirSync(join(folder, 'service'));
    writeFileSync(join(folder, 'service/tiles.js'), fill(readFileSync(join(root, 'tizen/tiles-service.js'), 'utf8')));
  }
}

/**
 * The manifest for sets from Tizen 6.0 on, which hand apps what the viewer says: Samsung grants the privilege only to packages
 * that require 6.0, so older sets get a package without it.
 */
export const withVoice = (config: string): string =>
  config
    .replace('required_version="4.0"', 'required_version="6.0"')
    .replace(
      '  <tizen:metadata ',
      '  <tizen:privilege name="http://developer.samsung.com/privilege/voicecontrol"/>\n  <tizen:metadata ',
    );
