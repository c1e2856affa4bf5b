import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';

test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' } });

/** Screens opened from home: the focus key to press and the screen that opens. */
const EVENING = [
  ['navigation/search', 'search'],
  ['navigation/weekday', 'weekday'],
  ['navigation/themes', 'themes'],
  ['navigation/library', 'library'],
  ['navigation/notifications', 'notifications'],
  ['navigation/settings', 'settings'],
  ['home/details', 'item'],
] as const;

/** Opens each screen and goes back, `rounds` times, with an occasional episode in between. */
const liveThrough = (page: Page, rounds: number) =>
  page.evaluate(
    async ({ evening, times }) => {
      const BACK = 27;
      const isThere = (screen: string) => {
        const main = document.querySelector('main');
        const isLoading = document.querySelector('[role=status][aria-label="불러오는 중이에요"]') !== null;
        return main?.dataset['screen'] === screen && main.contains(document.activeElement) && !isLoading;
      };
      const isPlaying = () => (document.querySelector('video')?.currentTime ?? 0) > 0;
      const until = async (what: string, isSo: () => boolean) => {
        const end = performance.now() + 60_000;
        while (!isSo()) {
          if (performance.now() > end) throw new Error(`${what} does not come`);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      };
      const press = (key: string) => document.querySelector<HTMLElement>(`[data-focus-key="${key}"]`)?.click();
      const goBack = async () => {
        // The first Back may hide the player's controls.
        while (!isThere('home')) {
          for (const type of ['keydown', 'keyup']) {
            const event = new KeyboardEvent(type, { bubbles: true, cancelable: true });
            Object.defineProperty(event, 'keyCode', { value: BACK });
            document.activeElement?.dispatchEvent(event);
          }
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      };
      for (let round = 0; round < times; round += 1) {
        for (const [key, screen] of evening) {
          press(key);
          await until(screen, () => isThere(screen));
          await goBack();
        }
        if (round % 5 > 0) continue;
        press('home/play');
        await until('the player', isPlaying);
        await goBack();
      }
    },
    { evening: EVENING, times: rounds },
  );

/** DOM nodes and listeners after a garbage collection; `npm run bench:catalogue` prints the heap. */
async function heldBy(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

test('S19: the page holds no more memory after five hundred page changes than after the first hundred', async ({
  home: tv,
}) => {
  const { page } = tv;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  // Each round has twelve page changes.
  await liveThrough(page, 9);
  let early = await heldBy(cdp);
  // Home is focused before all of its rows are there.
  await expect
    .poll(
      async () => {
        const before = early;
        early = await heldBy(cdp);
        return Math.abs(early.nodes - before.nodes);
      },
      { intervals: [500] },
    )
    .toBeLessThan(10);
  await liveThrough(page, 34);
  // The last screen may not be released yet.
  await expect.poll(async () => (await heldBy(cdp)).nodes).toBeLessThan(early.nodes * 1.2);
  expect((await heldBy(cdp)).listeners).toBeLessThan(early.listeners * 1.2);
});
