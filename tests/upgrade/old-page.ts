import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '#tests/support/browser/browser.ts';
import { createTv } from '#tests/support/tv.ts';
import { TITLES } from './catalogue.ts';
import { PASSWORD, type Viewer } from './viewers.ts';

const PANEL = { width: 1280, height: 720 };
const WITHIN_MS = 60_000;

/**
 * The app of the earlier version, as a browser has it open and a television's package has it in itself, against a newer server:
 * signs a viewer in, and opens a title.
 *
 * @param web folder of the earlier app.
 * @returns what went wrong.
 */
export async function useOldPage(web: string, url: string, { email }: Viewer): Promise<string[]> {
  const choice = await findBrowser();
  const browser = await chromium.launch({
    executablePath: choice.executablePath,
    args: BROWSER_ARGS,
    env: { ...(process.env as Record<string, string>), ...choice.env },
  });
  try {
    const page = await browser.newPage({ viewport: PANEL, locale: 'ko-KR' });
    page.setDefaultTimeout(WITHIN_MS);
    const wrong: string[] = [];
    page.on('pageerror', ({ message }) => wrong.push(`The earlier app failed on the newer server: ${message}`));
    await page.route(`${url}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const file = join(web, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
      return existsSync(file) && statSync(file).isFile() ? route.fulfill({ path: file }) : route.continue();
    });
    const tv = createTv(page);
    await page.goto(url);
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
    return [`The earlier app does not work with the newer server: ${String(error)}`];
  } finally {
    await browser.close();
  }
}
