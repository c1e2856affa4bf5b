import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { ROUTES } from './routes.ts';

/*
 * Rules about the app as it runs, in a browser: that it is there, that it answers, how it fills the panel
 * (docs/certification.md). How long things take is told by `npm run bench:focus`, and on a set.
 */
test.describe.configure({ timeout: 120_000 });

/** Against the machine on which the tests run, a set of 2019 has a processor about so many times as slow. */
const SLOWNESS = 6;

test('S1: it starts, and shows where one is, on a slow processor', async ({ page, server }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement));
});

/** Screens that ask for something before they can show it. */
const ASKING = ['weekday', 'themes', 'theme', 'library', 'item', 'reviews'];

test('O4: a page shows something before its data comes', async ({ tv }) => {
  const { page } = tv;
  await tv.toHome();
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  for (const [path, screen] of ROUTES.filter(([, name]) => ASKING.includes(name))) {
    await tv.goTo(path);
    const main = page.locator(`main[data-screen="${screen}"]`);
    await expect(main.getByRole('status', { name: '불러오는 중이에요' }).first(), path).toBeVisible();
  }
  letThrough();
  await tv.reach('reviews');
});

declare global {
  interface Window {
    moves: { atOnce: number; late: number };
    bareFrames: string[];
  }
}

/** Counts moves of the focus that the next frame after a key shows, and others. To be run before the app, which listens first otherwise. */
function countMoves() {
  window.moves = { atOnce: 0, late: 0 };
  let isInPress = false;
  const follow = () => {
    isInPress = true;
    requestAnimationFrame(() => (isInPress = false));
  };
  window.addEventListener('keydown', follow, true);
  document.addEventListener('focusin', () => (window.moves[isInPress ? 'atOnce' : 'late'] += 1));
}

test('O4: the frame after a key shows the answer', async ({ page, server, tv }) => {
  await page.addInitScript(countMoves);
  await page.goto(server.url);
  await tv.toHome();
  await page.evaluate(() => (window.moves = { atOnce: 0, late: 0 }));
  const keys = ['down', 'right', 'right', 'down', 'right', 'down', 'left', 'up', 'right', 'right'] as const;
  await tv.press(...keys, ...keys);
  const moves = await page.evaluate(() => window.moves);
  expect(moves.atOnce).toBeGreaterThan(keys.length);
  expect(moves.late).toBe(0);
});

const WALK = ['/weekday', '/items/103', '/library', '/search', '/settings', '/themes/1', '/home'];

test('TC 8: in no frame between two screens is the panel bare, and nothing scrolls the page away', async ({ tv }) => {
  const { page } = tv;
  await tv.toHome();
  await page.evaluate(() => {
    window.bareFrames = [];
    requestAnimationFrame(function look() {
      const main = document.querySelector('main');
      const isScrolled = [document.documentElement, document.body, main].some((element) => element?.scrollTop);
      const isBare = !main || (main.innerText.trim() === '' && !main.querySelector('[role=status], video'));
      if (isBare || isScrolled) window.bareFrames.push(`${location.hash} ${isBare ? 'bare' : 'scrolled'}`);
      requestAnimationFrame(look);
    });
  });
  for (const path of WALK) {
    await tv.goTo(path);
    await tv.reach(path.split('/')[1] === 'items' ? 'item' : path === '/themes/1' ? 'theme' : path.slice(1));
    await tv.press('down', 'right', 'down');
  }
  expect(await page.evaluate(() => window.bareFrames)).toEqual([]);
});

/** Where everything that can have the focus stands, in thousandths of the panel's width. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('#root')?.getBoundingClientRect();
    const boxes = Array.from(document.querySelectorAll<HTMLElement>('[data-focus-key]'), (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const edges = [left, top, width, height].map((edge) => (edge / innerWidth) * 1_000);
      return [element.dataset['focusKey'] ?? '', edges] as const;
    });
    return { panel: box && [box.left, box.top, box.width, box.height].map(Math.round), boxes };
  });

test('TC 5: every panel of 16:9 shows the picture of 1920x1080, whole and at the same places', async ({ tv }) => {
  const { page } = tv;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await tv.toHome();
  await tv.press('down');
  const full = await layoutOf(page);
  expect(full.panel).toEqual([0, 0, 1920, 1080]);
  for (const [width, height] of [
    [1280, 720],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    const other = await layoutOf(page);
    expect(other.panel).toEqual([0, 0, width, height]);
    expect(other.boxes.map(([key]) => key)).toEqual(full.boxes.map(([key]) => key));
    const apart = other.boxes.filter(([, edges], index) =>
      edges.some((edge, side) => Math.abs(edge - (full.boxes[index]?.[1][side] ?? NaN)) > 1),
    );
    expect(apart).toEqual([]);
  }
});
