import { DEMO } from '#tests/support/demo-account.ts';
import type { Page } from '@playwright/test';
import { type Button, type Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/** Catalogue screens and their addresses. This viewer has seen none of them before. */
const SCREENS: readonly (readonly [screen: string, path: string])[] = [
  ['weekday', '/weekday'],
  ['themes', '/themes'],
  ['theme', '/themes/1'],
  ['browse', '/browse'],
  ['item', `/items/${DEMO.lanternFox}`],
  ['item', `/items/${DEMO.redMask}`],
  ['item', `/items/${DEMO.hibernationInn}`],
  ['reviews', `/items/${DEMO.lanternFox}/reviews`],
  ['reviews', `/items/${DEMO.ridgeSprint}/reviews`],
  ['search', '/search'],
  ['library', '/library'],
];

/** The other shelves of the library, with the keys from the previous one. The shelf before the last calls no server. */
const SHELVES: readonly (readonly [shelf: string, ...Button[]])[] = [
  ['history', 'right'],
  ['wished', 'right'],
  ['rated', 'right'],
  ['purchased', 'right'],
  ['statistics', 'right', 'right'],
];

/** Holds the app's calls, except those for the profile, until they are released. */
async function createHold(page: Page): Promise<() => () => void> {
  let waiting = Promise.resolve();
  await page.route(/\/api\/(?!profiles\/v1\/[^/]+\/token)/, async (route) => {
    await waiting;
    // The app may have cancelled the request.
    await route.continue().catch(() => undefined);
  });
  return () => {
    let letThrough = () => {};
    waiting = new Promise((resolve) => (letThrough = resolve));
    return letThrough;
  };
}

/** Starts to record layout shifts, after earlier ones have settled. */
const watchShifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources = [] } = entry as PerformanceEntry & { value: number; sources?: { node?: Node }[] };
        const what = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''));
        shifts.push({ value, what: what.join(' | ') });
      }
    }).observe({ type: 'layout-shift' });
  });

/** Layout shifts since `watchShifts`, after pictures have loaded and two more frames. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all(Array.from(document.images).map((image) => image.decode().catch(() => undefined)));
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (window as unknown as { shifts: { value: number; what: string }[] }).shifts;
  });

/** Opens a screen, waits for its skeleton, releases the data, and expects no layout shift. */
async function expectStill(tv: Tv, hold: () => () => void, screen: string, open: () => Promise<unknown>) {
  const { page } = tv;
  const letThrough = hold();
  await open();
  await expect(page.getByRole('status', { name: '불러오는 중이에요' }).first()).toBeVisible();
  await watchShifts(page);
  letThrough();
  await tv.reach(screen);
  expect(await shiftsOf(page)).toEqual([]);
}

test('no element moves when the data arrives, because every skeleton has the final shape', async ({ tv }) => {
  const { page } = tv;
  await tv.signIn();
  const hold = await createHold(page);
  await test.step('home', () => expectStill(tv, hold, 'home', () => tv.press('ok')));
  for (const [screen, path] of SCREENS)
    await test.step(path, () =>
      expectStill(tv, hold, screen, () => page.evaluate((to) => (window.location.hash = to), path)),
    );
  for (const [shelf, ...buttons] of SHELVES)
    await test.step(shelf, () => expectStill(tv, hold, 'library', () => tv.press(...buttons)));
});

test('no element moves when results arrive during typing', async ({ home: tv, page }) => {
  await page.evaluate(() => (window.location.hash = '/search'));
  await tv.reach('search');
  const letThrough = (await createHold(page))();
  await page.keyboard.type('q');
  await expect(page.getByRole('textbox', { name: '검색어' })).toHaveText('ㅂ');
  await watchShifts(page);
  letThrough();
  await expect(page.getByRole('status').filter({ hasText: /‘ㅂ’ 검색 결과 \d+개/ })).toBeVisible();
  await tv.reach('search');
  expect(await shiftsOf(page)).toEqual([]);
});
