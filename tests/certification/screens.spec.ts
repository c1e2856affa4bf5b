import { DEMO } from '#tests/support/demo-account.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { picture } from '#tests/support/browser/picture.ts';
import type { Tv } from '#tests/support/tv.ts';
import {
  drawn,
  phoneCardOf,
  setLooks,
  unmarkedOf,
  unreadableOf,
  unsafeFocusOf,
  violationsOf,
  type Looks,
} from './look.ts';
import { ROUTES } from './routes.ts';

/*
 * Visual rules on every screen, dialog and menu in a browser, with the default display and with large letters and high
 * contrast (docs/certification.md).
 */
// A smaller panel shows the same picture and renders in half the time.
test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' } });

const PLAIN: Looks = { letters: 'normal', contrast: 'normal' };
const LARGE: Looks = { letters: 'large', contrast: 'high' };

/** Checks the current screen and collects the findings. */
function createCheck(tv: Tv) {
  const { page } = tv;
  const faults: string[] = [];
  return {
    faults,
    async look(name: string) {
      await drawn(page);
      for (const looks of [LARGE, PLAIN]) {
        await setLooks(page, looks);
        await picture(page, looks === PLAIN ? name : `${name}-large`);
        // Only contrast depends on the display settings.
        const found = await violationsOf(page, looks === PLAIN ? undefined : ['color-contrast']);
        const all = [...found, ...(await unsafeFocusOf(page)), ...(await unreadableOf(page))];
        if (looks === PLAIN) all.push(...(await unmarkedOf(page)).map((key) => `no sign of the focus: ${key}`));
        faults.push(...all.map((fault) => `${name} (${looks.letters} letters): ${fault}`));
      }
    },
    expectNone: () => expect(faults, faults.join('\n')).toEqual([]),
  };
}

const dialog = (tv: Tv) => expect(tv.page.getByRole('dialog')).toBeVisible();
test('TC 2, TC 6, TC 7, S26: the sign-in screens are readable and show the focus', async ({ tv }) => {
  const check = createCheck(tv);
  await tv.reach('sign-in');
  await expect(tv.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await check.look('sign-in');
  await tv.pressUntil('up', /^sign-in\/by-email$/);
  await tv.press('ok');
  await expect.poll(tv.focusKey).toMatch(/^sign-in\/email\//);
  await check.look('sign-in-email');
  await tv.press('back');
  await tv.signIn();
  await check.look('profiles');
  await tv.press('right', 'ok');
  await dialog(tv);
  await check.look('pin');
  await tv.press('back', 'left', 'ok');
  await tv.reach('home');
  await check.look('home');
  await tv.press('down', 'down', 'down');
  await check.look('home-row');
  await tv.pressUntil('left', /^navigation\//);
  await check.look('navigation');
  check.expectNone();
});

/** All screens except the player, which has its own test. */
const SCREENS = [...ROUTES.filter(([, screen]) => screen !== 'player'), ['/items/999999', 'error'] as const];

/** Arrows after which the focus must be inside the safe area. */
const WAYS = ['down', 'right', 'down', 'down', 'left', 'down', 'up'] as const;

test('O1, TC 2, TC 6, TC 7, S26: every screen of the catalogue is readable and shows the focus inside the safe area', async ({
  home: tv,
}) => {
  const check = createCheck(tv);
  const stroll = async (screen: string) => {
    for (const button of WAYS) {
      await tv.press(button);
      check.faults.push(...(await unsafeFocusOf(tv.page)).map((fault) => `${screen}: ${fault}`));
    }
  };
  await setLooks(tv.page, PLAIN);
  await stroll('home');
  for (const [path, screen] of SCREENS) {
    await tv.goTo(path, screen);
    if (screen === 'profile-edit') await expect(phoneCardOf(tv.page)).toBeVisible();
    await check.look(screen);
    await stroll(screen);
  }
  await tv.goTo('/library', 'library');
  for (let shelf = 1; shelf < 5; shelf += 1) {
    await tv.press('right');
    await tv.reach('library');
    await check.look(`library-${shelf}`);
  }
  await tv.goTo('/settings', 'settings');
  for (let section = 1; section < 8; section += 1) {
    await tv.press('down');
    await tv.reach('settings');
    await check.look(`settings-${section}`);
  }
  check.expectNone();
});

test('TC 6, TC 7, S26: every dialog is readable and shows the focus', async ({ home: tv }) => {
  const check = createCheck(tv);
  await tv.press('back');
  await dialog(tv);
  await check.look('exit');
  await tv.press('back');
  await tv.goTo(`/items/${DEMO.lastTrain}`, 'item');
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
  await tv.goTo(`/items/${DEMO.lastTrain}/reviews`, 'reviews');
  await tv.pressUntil('left', /^reviews\/write$/);
  await tv.press('ok');
  await dialog(tv);
  await expect(tv.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await check.look('write-review');
  await tv.press('back');
  await tv.goTo(`/items/${DEMO.redMask}`, 'item');
  await tv.pressUntil('down', /^episodes\//);
  await tv.pressUntil('right', /episode:13802$/);
  await tv.press('ok');
  await dialog(tv);
  await check.look('offer');
  await tv.press('down', 'ok');
  await expect(tv.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await check.look('checkout');
  await tv.press('back');
  await tv.goTo('/browse', 'browse');
  await tv.press('ok');
  await dialog(tv);
  await check.look('choice');
  check.expectNone();
});

test('TC 6, TC 7, TC 9, S26: the player fills the screen, and its controls, menus and prompts are readable', async ({
  home: tv,
}) => {
  const check = createCheck(tv);
  const { page } = tv;
  await tv.goTo(`/play/${DEMO.lastTrainFirst}`, 'player');
  await expect.poll(tv.videoTime).toBeGreaterThan(0.5);
  const video = page.locator('video');
  const { x, y, width, height } = (await video.boundingBox())!;
  expect([x, y, width, height].map(Math.round)).toEqual([0, 0, 1280, 720]);
  // LG's sets do not count a video under a moved or scaled ancestor as full screen.
  const isMoved = await video.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).transform !== 'none') return true;
    return false;
  });
  expect(isMoved).toBe(false);
  await page.keyboard.press('3');
  await tv.press('ok', 'ok');
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
  check.expectNone();
});

/** The longest suffix that a catalogue may add to a name. */
const LONG = ' 그리고 아주 긴 이름이 붙은 극장판 완결편 특별 상영 감독판 제2부';

test('TC 6: names that are too long end in an ellipsis and overlap nothing', async ({ blankTv: tv, server }) => {
  const { page } = tv;
  const lengthen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lengthen);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'name' && typeof inner === 'string' ? inner + LONG : lengthen(inner),
      ]),
    );
  };
  await page.route(/\/api\/(items|home|themes|episodes|wishes|start-again|ratings)\//, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: lengthen(await response.json()) });
  });
  await page.goto(server.url);
  await tv.toHome();
  const faults: string[] = [];
  const look = async (name: string) => {
    await drawn(page);
    for (const looks of [LARGE, PLAIN]) {
      await setLooks(page, looks);
      await picture(page, `long-names-${name}${looks === PLAIN ? '' : '-large'}`);
      const found = [...(await unreadableOf(page)), ...(await unsafeFocusOf(page))];
      faults.push(...found.map((fault) => `${name} (${looks.letters} letters): ${fault}`));
    }
  };
  await expect(page.locator('main')).toContainText('감독판');
  await look('home');
  await tv.press('down', 'down');
  await look('home-row');
  for (const [path, screen] of SCREENS.slice(0, 8)) {
    if (screen === 'themes' || screen === 'search') continue;
    await tv.goTo(path, screen);
    await look(screen);
  }
  expect(faults, faults.join('\n')).toEqual([]);
});
