import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '#tests/support/browser.ts';
import { createOnScreenKeyboard } from '#tests/support/on-screen-keyboard.ts';
import { startTestServer } from '#tests/support/server.ts';
import { createTv, DEMO, type Tv } from '#tests/support/tv.ts';
import { clear, createAccountWalks } from './account-walks.ts';
import { buildAppWhenNeeded } from './build-app.ts';
import { createPlayerWalks } from './player-walks.ts';

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

/** Opens a screen of the left edge from wherever one is. */
async function openArea(tv: Tv, area: 'search' | 'weekday' | 'themes' | 'library') {
  await tv.pressUntil('left', /^navigation\//);
  await tv.pressUntil('up', /^navigation\/profile$/);
  await tv.pressUntil('down', new RegExp(`^navigation/${area}$`));
  await tv.press('ok');
  await tv.reach(area);
}

const steps: Record<string, (tv: Tv) => Promise<void>> = {
  async 'way-in'(tv) {
    const { page } = tv;
    await tv.reach('sign-in');
    await page.getByRole('img', { name: /QR/ }).waitFor();
    await shoot(page, 'sign-in');
    await tv.press('ok');
    await createOnScreenKeyboard(tv, 'sign-in/email').ready();
    await page.keyboard.type(DEMO.email);
    await tv.press('ok');
    await createOnScreenKeyboard(tv, 'sign-in/password').ready();
    await page.keyboard.type('wrong-password');
    await tv.press('ok');
    await page.getByText('맞지 않아요').waitFor();
    await shoot(page, 'sign-in-refused');
    await clear(page);
    await page.keyboard.type(DEMO.password);
    await tv.press('ok');
    await tv.reach('profiles');
    await shoot(page, 'profiles');
    await tv.press('right', 'ok');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('1');
    await shoot(page, 'profiles-pin');
  },
  async 'sign-in by phone'(tv) {
    const { page } = tv;
    await page.route('**/api/devices/v1/token/', (route) =>
      route.fulfill({ status: 400, json: { code: 'ACCESS_DENIED', message: '휴대폰에서 로그인을 거절했어요.' } }),
    );
    await page.reload();
    await page.getByText('휴대폰에서 거부했어요').waitFor();
    await shoot(page, 'sign-in-denied');
    await page.route('**/api/devices/**', (route) => route.abort());
    await tv.press('ok');
    await page.getByText('인터넷에 연결되지 않았어요').waitFor();
    await shoot(page, 'sign-in-offline');
  },
  async 'phone pages'({ page }) {
    await page.setViewportSize({ width: 360, height: 740 });
    const authorize = async () => {
      const answer = await page.request.post(`${server.url}/api/devices/v1/authorize/`, {
        data: { device: { platform: 'tizen', name: '거실 TV' } },
      });
      return ((await answer.json()) as { user_code: string }).user_code;
    };
    const code = await authorize();
    await page.goto(`${server.url}/link`);
    await shoot(page, 'phone-code');
    await page.goto(`${server.url}/link?code=ZZZZ-0000`);
    await shoot(page, 'phone-code-unknown');
    await page.goto(`${server.url}/link/sign-up?code=${code}`);
    await shoot(page, 'phone-sign-up');
    await page.getByLabel('이메일').fill('phone@bora.example');
    await page.getByRole('button', { name: '인증 코드 받기' }).click();
    await page.getByLabel('인증 코드').waitFor();
    await page.getByRole('button', { name: '가입하기' }).click();
    await page.getByText('인증 코드를 입력해 주세요.', { exact: true }).waitFor();
    await shoot(page, 'phone-sign-up-refused');
    await page.goto(`${server.url}/link?code=${code}`);
    await shoot(page, 'phone-sign-in');
    await page.getByLabel('이메일').fill(DEMO.email);
    await page.getByLabel('비밀번호').fill(DEMO.password);
    await page.getByRole('button', { name: '로그인' }).click();
    await page.getByRole('button', { name: '허용' }).waitFor();
    await shoot(page, 'phone-ask');
    await page.getByRole('button', { name: '허용' }).click();
    await page.getByText('TV 화면이 곧 바뀌어요').waitFor();
    await shoot(page, 'phone-approved');
    await page.goto(`${server.url}/password`);
    await shoot(page, 'phone-password');
    await page.goto(`${server.url}/password?token=over`);
    await shoot(page, 'phone-password-over');
  },
  async home(tv) {
    const { page } = tv;
    await tv.toHome();
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
  async browsing(tv) {
    const { page } = tv;
    await tv.toHome();
    await tv.pressUntil('down', /^themes\//, 14);
    await page.waitForTimeout(900);
    await shoot(page, 'home-themes');
    await openArea(tv, 'weekday');
    await shoot(page, 'weekday');
    await tv.press('down', 'right');
    await shoot(page, 'weekday-tile');
    await openArea(tv, 'themes');
    await shoot(page, 'themes');
    await tv.press('ok');
    await tv.reach('theme');
    await shoot(page, 'theme');
    await tv.press('back');
    await tv.reach('themes');
    await tv.press('up', 'ok');
    await tv.reach('browse');
    await shoot(page, 'browse');
    await tv.press('ok');
    await page.getByRole('dialog').waitFor();
    await shoot(page, 'browse-genre');
    await tv.press('back', 'down', 'down', 'right');
    await page.waitForTimeout(600);
    await shoot(page, 'browse-grid');
  },
  async search(tv) {
    const { page } = tv;
    await tv.toHome();
    await openArea(tv, 'search');
    await shoot(page, 'search');
    await page.keyboard.type('qf');
    await page.getByText(/검색 결과 \d+개/).waitFor();
    await shoot(page, 'search-results');
    await tv.pressUntil('right', /search\/results/);
    await tv.press('ok');
    await tv.reach('item');
    await tv.press('back');
    await tv.reach('search');
    await shoot(page, 'search-back');
    for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Backspace');
    await page.getByText('최근 검색').waitFor();
    await shoot(page, 'search-recent');
    await page.keyboard.type('qnpfr');
    await page.getByText('맞는 작품이 없어요').waitFor();
    await shoot(page, 'search-nothing');
  },
  async library(tv) {
    const { page } = tv;
    await tv.toHome();
    await openArea(tv, 'library');
    await shoot(page, 'library-start-again');
    await tv.press('down', 'down');
    await page.keyboard.down('Enter');
    await page.getByRole('button', { name: /되돌리기/ }).waitFor();
    await page.keyboard.up('Enter');
    await shoot(page, 'library-removed');
    await tv.press('up', 'up');
    for (const shelf of ['wished', 'rated', 'purchased', 'statistics']) {
      await tv.press('right');
      await tv.reach('library');
      await shoot(page, `library-${shelf}`);
    }
    await tv.press('down');
    await shoot(page, 'library-statistics-facts');
  },
  async 'item and player'(tv) {
    const { page } = tv;
    await tv.toHome();
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
    await shoot(page, 'player-seeking');
    await tv.press('ok', 'down');
    await shoot(page, 'player-controls');
    await page.keyboard.press('F1');
    await shoot(page, 'player-subtitles');
    await tv.press('back');
    await page.keyboard.press('9');
    await tv.press('ok');
    await page.getByRole('button', { name: /^다음 화,/ }).waitFor();
    await shoot(page, 'player-next');
  },
  async settings(tv) {
    const { page } = tv;
    await tv.toHome();
    await tv.goTo('/settings', 'settings');
    for (const section of ['account', 'profiles', 'devices', 'playback', 'accessibility', 'diagnostics', 'about']) {
      await shoot(page, `settings-${section}`);
      await tv.press('down');
    }
    await tv.press('up', 'up', 'right', 'down', 'ok', 'down', 'ok');
    await shoot(page, 'settings-large-letters-high-contrast');
    await tv.press('back');
    await tv.reach('home');
    await shoot(page, 'home-large-letters-high-contrast');
  },
  async 'title of a viewer without membership'(tv) {
    const { page } = tv;
    await tv.giveAccount('free@bora.example', DEMO.password);
    await tv.reach('home');
    for (const id of [127, 117, 129]) {
      await page.evaluate((path) => (window.location.hash = path), `/items/${id}`);
      await tv.reach('item');
      await page.waitForTimeout(700);
      await shoot(page, `free-title-${id}`);
    }
    await tv.pressUntil('down', /^episodes\//);
    await tv.press('right', 'right', 'right', 'right', 'ok');
    await page.getByRole('dialog').waitFor();
    await shoot(page, 'membership');
  },
  async 'title and reviews'(tv) {
    const { page } = tv;
    await tv.toHome();
    const open = async (path: string, screen = 'item') => {
      await page.evaluate((hash) => (window.location.hash = hash), path);
      await tv.reach(screen);
      await page.waitForTimeout(700);
    };
    await open('/items/104');
    await shoot(page, 'title-resume');
    await tv.press('down');
    await page.waitForTimeout(700);
    await shoot(page, 'title-episodes');
    for (const row of ['second', 'third', 'fourth', 'fifth']) {
      await tv.press('down');
      await page.waitForTimeout(700);
      await shoot(page, `title-${row}-row`);
    }
    await open('/items/128');
    await page.keyboard.press('PageDown');
    await tv.press('down');
    await page.waitForTimeout(700);
    await shoot(page, 'title-long');
    await open('/items/101');
    await shoot(page, 'title-finished');
    await open('/items/102');
    await shoot(page, 'title-owned');
    await open('/items/138');
    await shoot(page, 'title-offer');
    await tv.press('down', 'down');
    await page.waitForTimeout(700);
    await shoot(page, 'title-products');
    await tv.press('up', 'right');
    await tv.pressUntil('right', /138(02|03|04)$/);
    await page.waitForTimeout(400);
    await shoot(page, 'title-locked-episode');
    await tv.press('ok');
    await page.getByRole('dialog').waitFor();
    await shoot(page, 'title-offer-dialog');
    await tv.press('ok');
    await page.getByRole('img', { name: /QR/ }).waitFor();
    await shoot(page, 'checkout');
    await tv.press('back');
    await open('/items/147');
    await shoot(page, 'title-request');
    await open('/items/148');
    await shoot(page, 'title-request-reviewing');
    await open('/items/104');
    await tv.pressUntil('right', /item\/rate$/);
    await tv.press('ok');
    await page.getByRole('dialog').waitFor();
    await tv.press('right');
    await shoot(page, 'rating');
    await tv.press('back');
    if (await page.getByRole('button', { name: '더 보기' }).isVisible()) {
      await tv.pressUntil('right', /item\/more$/);
      await tv.press('ok');
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'title-details');
      await tv.press('back');
    }
    await open('/items/104/reviews', 'reviews');
    await shoot(page, 'reviews');
    await tv.press('down', 'ok');
    await page.waitForTimeout(500);
    await shoot(page, 'reviews-liked');
    await tv.press('left', 'ok');
    await page.getByRole('dialog').waitFor();
    for (const key of '마지막 장면에서 결국 울었어요. 겨울마다 다시 보고 싶은 작품이에요.')
      await page.evaluate(
        (typed) => document.dispatchEvent(new KeyboardEvent('keydown', { key: typed, bubbles: true })),
        key,
      );
    await shoot(page, 'review-writing');
    await tv.press('back');
    await open('/items/110/reviews', 'reviews');
    await shoot(page, 'reviews-veiled');
    await page.route('**/api/items/**', () => undefined);
    await page.evaluate(() => (window.location.hash = '/items/113'));
    await page.locator('[data-screen=item]').waitFor();
    await page.waitForTimeout(500);
    await shoot(page, 'title-skeleton');
  },
  async 'player failed'(tv) {
    await tv.page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
    await tv.toHome();
    await tv.press('ok');
    await tv.page.getByRole('dialog').waitFor({ timeout: 30_000 });
    await shoot(tv.page, 'player-failed');
  },
  async 'home failed'(tv) {
    await tv.page.route('**/api/home/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await tv.signIn();
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
    await tv.signIn();
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
/** `npm run screenshots -- phone` makes those whose name holds the word. */
const wanted = process.argv[2] ?? '';
const walks = { ...steps, ...createAccountWalks(shoot, server.url), ...createPlayerWalks(shoot, server) };
for (const [name, walk] of Object.entries(walks).filter(([each]) => each.includes(wanted))) {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'ko-KR' });
  const page = await context.newPage();
  await page.goto(server.url);
  // One walk that fails takes no other picture away.
  const failure = await walk(createTv(page)).then(
    () => undefined,
    (error: unknown) => error,
  );
  await context.close();
  console.log(failure === undefined ? `${name}: done` : `${name}: FAILED ${String(failure)}`);
  if (failure !== undefined) process.exitCode = 1;
}
await browser.close();
await server.remove();
console.log(`${count} pictures in artifacts/`);
