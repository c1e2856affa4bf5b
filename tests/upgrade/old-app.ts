import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '#tests/support/browser/browser.ts';
import { createTv } from '#tests/support/tv.ts';
import { TITLES } from './catalogue.ts';
import { PACKAGE_SERVER } from './earlier-release.ts';
import { PASSWORD, type Viewer } from './viewers.ts';

const PANEL = { width: 1280, height: 720 };
const WITHIN_MS = 60_000;
/** Sets let a package read its own files. */
const AS_A_SET = '--allow-file-access-from-files';

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

/**
 * The app of the earlier version, as a browser has it open, against a newer server.
 *
 * @param web folder of the earlier app.
 * @returns what went wrong.
 */
export const useOldPage = (web: string, url: string, viewer: Viewer): Promise<string[]> =>
  useOldApp('page', viewer, async (page) => {
    await page.route(`${url}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const file = join(web, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
      return isFile(file) ? route.fulfill({ path: file }) : route.continue();
    });
    await page.goto(url);
  });

/**
 * The package of the earlier version, which stays on a television for months, against a newer server.
 *
 * @param packaged folder of the earlier app, made for `PACKAGE_SERVER`.
 * @returns what went wrong.
 */
export async function useOldPackage(packaged: string, url: string, viewer: Viewer): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bora-packaged-'));
  try {
    cpSync(packaged, folder, { recursive: true });
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (!/\.(?:html|js|css|json)$/.test(name) || !isFile(file)) continue;
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(PACKAGE_SERVER, url));
    }
    return await useOldApp('package', viewer, async (page) => {
      await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs a viewer in, and opens a title, search and the library. */
async function useOldApp(what: string, { email }: Viewer, open: (page: Page) => Promise<void>): Promise<string[]> {
  const choice = await findBrowser();
  const browser = await chromium.launch({
    executablePath: choice.executablePath,
    args: [...BROWSER_ARGS, AS_A_SET],
    env: { ...(process.env as Record<string, string>), ...choice.env },
  });
  try {
    const page = await browser.newPage({ viewport: PANEL, locale: 'ko-KR' });
    page.setDefaultTimeout(WITHIN_MS);
    const wrong: string[] = [];
    page.on('pageerror', ({ message }) => wrong.push(`The earlier ${what} failed on the newer server: ${message}`));
    const tv = createTv(page);
    await open(page);
    await tv.giveAccount(email, PASSWORD);
    for (const [screen, path] of [
      ['home', undefined],
      ['item', `/items/${TITLES[0]}`],
      ['search', '/search'],
      ['library', '/library'],
    ] as const) {
      if (path !== undefined) await tv.goTo(path);
      await page.locator(`main[data-screen="${screen}"]`).waitFor();
      await tv.reach(screen);
    }
    return wrong;
  } catch (error) {
    return [`The earlier ${what} does not work with the newer server: ${String(error)}`];
  } finally {
    await browser.close();
  }
}
