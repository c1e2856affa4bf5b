import { DEMO } from '#tests/support/demo-account.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { slowDown } from '#tests/support/slow-processor.ts';
import { ROUTES } from './routes.ts';

/*
 * Rules for the running app in a browser: start, response to keys, and how it fills the panel (docs/certification.md).
 * `npm run bench:focus` and real sets measure durations.
 */

/** CPU throttling that approximates a set of 2019 on a test machine. */
const SLOWNESS = 6;

test('S1: the app starts and shows the focus on a slow processor', async ({ page, server }) => {
  await slowDown(page, SLOWNESS);
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('main')?.contains(document.activeElement));
});

/** Screens that load data before they can show it. */
const ASKING = ['weekday', 'themes', 'theme', 'library', 'item', 'reviews'];

test('O4: a screen shows content before its data arrives', async ({ home: tv }) => {
  const { page } = tv;
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

/**
 * Counts focus moves within the frame after a key, and later ones. It runs before the app so that its listener is the
 * first.
 */
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

test('O4: the frame after a key shows its effect', async ({ page, server, blankTv: tv }) => {
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

const WALK = ['/weekday', `/items/${DEMO.lastTrain}`, '/library', '/search', '/settings', '/themes/1', '/home'];

test('TC 8: the panel is never blank between two screens, and the page itself never scrolls', async ({ home: tv }) => {
  const { page } = tv;
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

/** Positions of all focusable elements, in thousandths of the panel's width. */
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

test('TC 5: every 16:9 panel shows the same layout as 1920x1080', async ({ home: tv }) => {
  const { page } = tv;
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await tv.press('down');
  // Rows of the wall are mounted one after another.
  await expect(page.locator('[data-focus-key^="new_episodes/"]').first()).toBeAttached();
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
