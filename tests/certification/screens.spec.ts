import { expect, test } from '#tests/e2e/fixtures.ts';
import { DEMO, type Tv } from '#tests/support/tv.ts';
import { faultsOf, setLooks, unmarkedOf, violationsOf, type Looks } from './look.ts';

/*
 * Rules about what is seen, on every screen, dialog and menu, in a browser: with letters and colours as they come, and with
 * large letters and high contrast (docs/certification.md).
 */
test.describe.configure({ timeout: 240_000 });

const PLAIN: Looks = { letters: 'normal', contrast: 'normal' };
const LARGE: Looks = { letters: 'large', contrast: 'high' };

/** Looks at what is shown now, and remembers what is wrong with it. */
function createCheck(tv: Tv) {
  const faults: string[] = [];
  return {
    faults,
    async look(name: string) {
      const { page } = tv;
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      for (const looks of [PLAIN, LARGE]) {
        await setLooks(page, looks);
        // Rules beside colours do not depend on the looks.
        const found = await violationsOf(page, looks === PLAIN ? undefined : ['color-contrast']);
        const all = [...found, ...(await faultsOf(page))];
        if (looks === PLAIN) all.push(...(await unmarkedOf(page)).map((key) => `no sign of the focus: ${key}`));
        faults.push(...all.map((fault) => `${name} (${looks.letters} letters): ${fault}`));
        await page.screenshot({ path: `/tmp/cert-shots/${name}-${looks.letters}.png` });
      }
      await setLooks(page, PLAIN);
    },
  };
}

const open = async (tv: Tv, path: string, screen: string) => {
  await tv.page.evaluate((hash) => (window.location.hash = hash), path);
  await tv.reach(screen);
};
const dialog = (tv: Tv) => expect(tv.page.getByRole('dialog')).toBeVisible();

test('TC 2, TC 5, TC 6, TC 7, TC 8, S26, O1, O2: the way in and every screen of the catalogue can be read, and shows where one is', async ({
  tv,
}) => {
  const check = createCheck(tv);
  await tv.reach('sign-in');
  await expect(tv.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await check.look('sign-in');
  await tv.pressUntil('up', /^sign-in\/by-email$/);
  await tv.press('ok');
  await expect.poll(tv.focusKey).toMatch(/^sign-in\/email\//);
  await check.look('sign-in-email');
  await tv.press('back');
  await tv.signIn(DEMO.email, DEMO.password);
  await check.look('profiles');
  await tv.press('right', 'ok');
  await dialog(tv);
  await check.look('pin');
  await tv.press('back', 'left', 'ok');
  await tv.reach('home');
  await check.look('home');
  await tv.press('down', 'down', 'down');
  await check.look('home-row');
  await tv.press('left');
  await tv.pressUntil('left', /^navigation\//);
  await check.look('navigation');
  for (const [path, screen] of [
    ['/weekday', 'weekday'],
    ['/themes', 'themes'],
    ['/themes/1', 'theme'],
    ['/browse', 'browse'],
    ['/search', 'search'],
    ['/library', 'library'],
    ['/items/103', 'item'],
    ['/items/103/reviews', 'reviews'],
    ['/settings', 'settings'],
    ['/settings/server', 'server-address'],
    ['/settings/password', 'password'],
    ['/profiles/new', 'profile-edit'],
    ['/items/999999', 'error'],
  ] as const) {
    await open(tv, path, screen);
    await check.look(screen);
  }
  expect(check.faults).toEqual([]);
});

test('TC 7, S26: every dialog, shelf and section can be read, and shows where one is', async ({ tv }) => {
  const check = createCheck(tv);
  await tv.signIn(DEMO.email, DEMO.password);
  await tv.press('ok');
  await tv.reach('home');
  await tv.press('back');
  await dialog(tv);
  await check.look('exit');
  await tv.press('back');
  await open(tv, '/items/103', 'item');
  await tv.page.keyboard.press('F3');
  await dialog(tv);
  await check.look('rating');
  await tv.press('back');
  await tv.pressUntil('right', /more$/);
  await tv.press('ok');
  await dialog(tv);
  await check.look('details');
  await tv.press('back');
  await tv.pressUntil('down', /^episodes\//);
  await check.look('episodes');
  await open(tv, '/items/103/reviews', 'reviews');
  await tv.pressUntil('left', /^reviews\/write$/);
  await tv.press('ok');
  await dialog(tv);
  await check.look('write-review');
  await tv.press('back');
  await open(tv, '/items/138', 'item');
  await tv.pressUntil('down', /^episodes\//);
  await tv.pressUntil('right', /episode:13802$/);
  await tv.press('ok');
  await dialog(tv);
  await check.look('offer');
  await tv.press('down', 'ok');
  await expect(tv.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await check.look('checkout');
  await tv.press('back');
  await open(tv, '/browse', 'browse');
  await tv.press('ok');
  await dialog(tv);
  await check.look('choice');
  await tv.press('back');
  await open(tv, '/library', 'library');
  for (let shelf = 1; shelf < 5; shelf += 1) {
    await tv.press('right');
    await tv.reach('library');
    await check.look(`library-${shelf}`);
  }
  await open(tv, '/settings', 'settings');
  for (let section = 1; section < 7; section += 1) {
    await tv.press('down');
    await tv.reach('settings');
    await check.look(`settings-${section}`);
  }
  expect(check.faults).toEqual([]);
});

test('TC 7, TC 9, S26: the player fills the screen, and its controls, menus and prompts can be read', async ({
  tv,
}) => {
  const check = createCheck(tv);
  const { page } = tv;
  await tv.signIn(DEMO.email, DEMO.password);
  await tv.press('ok');
  await tv.reach('home');
  await page.evaluate(() => (window.location.hash = '/play/10301'));
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(0.5);
  const video = await page.locator('video').boundingBox();
  expect(video).toEqual({ x: 0, y: 0, width: 1920, height: 1080 });
  await page.keyboard.press('3');
  await tv.press('ok');
  await tv.press('ok');
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
  await check.look('player');
  for (const [key, name] of [
    ['F1', 'subtitles'],
    ['F2', 'speed'],
    ['F3', 'quality'],
  ] as const) {
    await page.keyboard.press(key);
    await dialog(tv);
    await check.look(`player-${name}`);
    await tv.press('back');
  }
  await tv.press('down');
  await tv.pressUntil('right', /menu:settings$/);
  await tv.press('ok');
  await dialog(tv);
  await check.look('player-settings');
  await tv.press('back', 'up', 'up');
  await page.keyboard.press('1');
  await tv.press('ok');
  await expect(page.getByRole('button', { name: '오프닝 건너뛰기' })).toBeVisible();
  await check.look('player-prompt');
  expect(check.faults).toEqual([]);
});
