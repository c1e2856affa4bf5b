import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '#tests/support/browser.ts';
import { startTestServer } from '#tests/support/server.ts';
import { createTv, DEMO, type Tv } from '#tests/support/tv.ts';
import { buildAppWhenNeeded } from './build-app.ts';

/*
 * A picture of every screen, in the states that a viewer meets, into artifacts/. Open them and look.
 */
const folder = join(import.meta.dirname, '../artifacts');
let count = 0;

async function shoot(page: Page, name: string) {
  count += 1;
  // Fades and pictures come to rest.
  await page.evaluate(() =>
    Promise.all(Array.from(document.images).map((image) => image.decode().catch(() => undefined))),
  );
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  );
  await page.screenshot({ path: join(folder, `${String(count).padStart(2, '0')}-${name}.png`) });
}

async function toHome(tv: Tv) {
  await tv.signIn(DEMO.email, DEMO.password);
  await tv.press('ok');
  await tv.reach('home');
}

const steps: Record<string, (tv: Tv) => Promise<void>> = {
  async 'way-in'({ page, ...tv }) {
    await tv.reach('sign-in');
    await shoot(page, 'sign-in');
    await page.keyboard.type(DEMO.email);
    await tv.press('ok');
    await page.keyboard.type('wrong-password');
    await tv.press('ok');
    await page.getByText('맞지 않아요').waitFor();
    await shoot(page, 'sign-in-refused');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(DEMO.password);
    await tv.press('ok');
    await tv.reach('profiles');
    await shoot(page, 'profiles');
    await tv.press('right', 'ok');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('1');
    await shoot(page, 'profiles-pin');
  },
  async home(tv) {
    const { page } = tv;
    await toHome(tv);
    await shoot(page, 'home');
    for (const row of ['start-again', 'today', 'ranking', 'updates', 'theme']) {
      await tv.press('down', 'right');
      await page.waitForTimeout(900);
      await shoot(page, `home-${row}`);
    }
    await tv.press('back');
    await shoot(page, 'exit');
    await tv.press('back', 'left', 'left');
    await shoot(page, 'navigation');
  },
  async 'item and player'(tv) {
    const { page } = tv;
    await toHome(tv);
    await tv.pressUntil('down', /^ranking\//);
    await tv.press('ok');
    await tv.reach('item');
    await shoot(page, 'item');
    await tv.press('down', 'right');
    await page.waitForTimeout(600);
    await shoot(page, 'item-episodes');
    await tv.press('ok');
    await tv.reach('player');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 8);
    await shoot(page, 'player');
    await tv.press('right');
    await shoot(page, 'player-controls');
    await page.keyboard.press('9');
    await page.waitForFunction(() => document.querySelector('video')?.ended === true, undefined, { timeout: 60_000 });
    await page.getByRole('dialog').waitFor();
    await shoot(page, 'player-ended');
  },
  async 'player failed'(tv) {
    await tv.page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
    await toHome(tv);
    await tv.press('ok');
    await tv.page.getByRole('dialog').waitFor({ timeout: 30_000 });
    await shoot(tv.page, 'player-failed');
  },
  async 'home failed'(tv) {
    await tv.page.route('**/api/home/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await tv.signIn(DEMO.email, DEMO.password);
    await tv.press('ok');
    await tv.page.locator('[data-screen=error]').waitFor({ timeout: 30_000 });
    await shoot(tv.page, 'error');
  },
  async offline(tv) {
    await tv.page.route('**/api/**', (route) => route.abort());
    await tv.page.reload();
    await tv.page.locator('[data-screen=offline]').waitFor();
    await shoot(tv.page, 'offline');
  },
  async maintenance(tv) {
    const status = {
      status: 'maintenance',
      message: '오늘 새벽 3시부터 5시까지 점검해요.',
      server_time: '2026-11-20T12:00:00Z',
      min_version: { tizen: '0.0.0', webos: '0.0.0', web: '0.0.0' },
    };
    await tv.page.route('**/api/v1.0/status/', (route) => route.fulfill({ json: status }));
    await tv.page.reload();
    await tv.page.locator('[data-screen=error]').waitFor();
    await shoot(tv.page, 'maintenance');
  },
  async 'start and skeleton'(tv) {
    const { page } = tv;
    await page.route('**/api/v1.0/status/', () => undefined);
    await page.reload();
    await page.locator('[data-screen=start]').waitFor();
    await shoot(page, 'start');
    await page.unroute('**/api/v1.0/status/');
    await page.reload();
    await page.route('**/api/home/**', () => undefined);
    await tv.signIn(DEMO.email, DEMO.password);
    await tv.press('ok');
    await page.locator('[data-screen=home]').waitFor();
    await shoot(page, 'home-skeleton');
  },
};

buildAppWhenNeeded();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = await startTestServer();
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args: BROWSER_ARGS,
  env: { ...process.env, ...env } as Record<string, string>,
});
for (const [name, walk] of Object.entries(steps)) {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'ko-KR' });
  const page = await context.newPage();
  await page.goto(server.url);
  await walk(createTv(page));
  await context.close();
  console.log(`${name}: done`);
}
await browser.close();
await server.remove();
console.log(`${count} pictures in artifacts/`);
