import type { Page, Route } from '@playwright/test';
import { pageWalkerScript } from '#tests/support/page-walker/script.ts';
import { createThrottle, slowDown } from '#tests/support/slow-processor.ts';
import { DEMO, type Button, type Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/* Keys and characters pressed between the press that opens a screen and the screen, in a real browser. */

/** Delays all matching requests from now on; the returned function waits until none is delayed. */
async function delay(page: Page, urls: string, delayMs: number) {
  const underWay = new Set<Promise<void>>();
  const pass = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue().catch(() => undefined);
  };
  await page.route(urls, async (route) => {
    const passed = pass(route);
    underWay.add(passed);
    await passed;
    underWay.delete(passed);
  });
  return async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
}
const SCRIPTS = '**/assets/*.js';

for (const [delayMs, rate] of [
  [0, 1],
  [0, 6],
  [300, 4],
  [1500, 1],
] as const) {
  test(`credentials typed at once sign in, with scripts ${delayMs} ms late and a CPU ${rate} times slower`, async ({
    tv,
  }) => {
    const { page } = tv;
    await tv.reach('sign-in');
    await delay(page, SCRIPTS, delayMs);
    await slowDown(page, rate);
    await tv.press('ok');
    await page.keyboard.type(DEMO.email, { delay: 30 });
    await tv.press('ok');
    await page.keyboard.type(DEMO.password, { delay: 30 });
    await tv.press('ok');
    await tv.reach('profiles');
  });
}

test('Back while a form loads returns to the pressed button', async ({ tv }) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await delay(page, SCRIPTS, 1500);
  for (const button of ['sign-up', 'forgotten']) {
    await tv.pressUntil('down', new RegExp(`^sign-in/${button}$`));
    const here = await tv.focusKey();
    const arrived = page.waitForResponse(/\/assets\/.*\.js/);
    await tv.press('ok', 'right', 'back');
    await arrived;
    await expect.poll(tv.focusKey).toBe(here);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

type Step = readonly [button: Button, focusKey: RegExp];

/** Not followed: 홈 resets the history, and a line of text opens nothing. */
const PASSED_BY = ['navigation/home', 'settings/account/email'];

/** One element of every kind that navigates, with the keys that reach it. */
const KINDS: readonly (readonly [path: string, screen: string, ...Step[]])[] = [
  [
    '/home',
    'home',
    ['down', /^home\/play$/],
    ['right', /^home\/details$/],
    ['down', /item:\d+$/],
    ['left', /^navigation\//],
    ['up', /^navigation\/profile$/],
    ['down', /^navigation\/search$/],
    ['down', /^navigation\/weekday$/],
    ['down', /^navigation\/themes$/],
    ['down', /^navigation\/library$/],
    ['down', /^navigation\/settings$/],
  ],
  ['/weekday', 'weekday', ['down', /item:\d+$/]],
  ['/themes', 'themes', ['down', /theme:\d+$/], ['up', /^themes\/browse$/]],
  ['/themes/1', 'theme', ['down', /item:\d+$/]],
  ['/browse', 'browse', ['down', /item:\d+$/]],
  ['/search', 'search', ['right', /item:\d+$/]],
  ['/library', 'library', ['down', /item:\d+$/]],
  [
    `/items/${DEMO.lastTrain}`,
    'item',
    ['left', /^item\/primary$/],
    ['right', /^item\/rate$/],
    ['down', /^episodes\//],
    ['down', /^reviews\//],
    ['down', /item:\d+$/],
  ],
  [`/items/${DEMO.lastTrain}/reviews`, 'reviews', ['left', /^reviews\/write$/]],
  ['/settings', 'settings', ['right', /^settings\/account\//], ['down', /\/password$/], ['down', /\/sign-out$/]],
];

async function changeMindEverywhere({ page, ...tv }: Tv, arrived: () => Promise<void>) {
  const throttle = await createThrottle(page);
  const wrong: string[] = [];
  for (const [path, screen, ...steps] of KINDS) {
    await tv.goTo(path, screen);
    for (const [button, focusKey] of steps) {
      await tv.pressUntil(button, focusKey);
      if (PASSED_BY.includes((await tv.focusKey()) ?? '')) continue;
      const here = `${path} ${await tv.focusKey()}`;
      await throttle(4);
      const atOnce = await page.evaluate(() => window.pageWalker.changeMind());
      await arrived();
      const later = await page.evaluate(() => window.pageWalker.stayedSo());
      await throttle(1);
      wrong.push(...[...atOnce, ...later].map((what) => `${here}: ${what}`));
    }
  }
  return wrong;
}

test('Back right after OK returns to the pressed element of every kind, and nothing opens later', async ({
  home: tv,
}) => {
  const { page } = tv;
  await page.addInitScript(await pageWalkerScript());
  await page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('home');
  const scripts = await delay(page, SCRIPTS, 300);
  const answers = await delay(page, '**/api/**', 100);
  const wrong = await changeMindEverywhere(tv, async () => {
    await scripts();
    await answers();
  });
  expect(wrong, wrong.join('\n')).toEqual([]);
});

test('OK followed by three arrows acts on the opening screen, once each', async ({ home: tv }) => {
  const { page } = tv;
  await tv.pressUntil('left', /^navigation\//);
  await tv.pressUntil('down', /^navigation\/settings$/);
  await delay(page, SCRIPTS, 300);
  await tv.press('ok', 'down', 'down', 'down');
  await tv.reach('settings');
  const late = await tv.focusKey();
  await tv.press('back');
  await expect.poll(tv.focusKey).toBe('navigation/settings');
  await tv.press('ok');
  await tv.reach('settings');
  await tv.press('down', 'down', 'down');
  expect(late).toBe(await tv.focusKey());
});

test('a script that fails offers a retry and Back, and both Back and 뒤로 return to the pressed element', async ({
  home: tv,
}) => {
  const { page } = tv;
  await tv.pressUntil('left', /^navigation\//);
  await tv.pressUntil('down', /^navigation\/settings$/);
  await page.route(SCRIPTS, (route) => route.abort());
  for (const keys of [['back'], ['right', 'ok']] as const) {
    await tv.press('ok');
    await tv.reach('offline');
    expect(await tv.focusKey()).toBe('failed/retry');
    await tv.press(...keys);
    await tv.reach('home');
    expect(await tv.focusKey()).toBe('navigation/settings');
  }
  // Chromium caches a failed module script, so the app reloads the page.
  await tv.press('ok');
  await tv.reach('offline');
  await page.unroute(SCRIPTS);
  await tv.press('ok');
  // A reloaded page shows the profile picker, as every start does.
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('settings');
});
