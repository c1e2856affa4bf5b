import type { CDPSession, Page } from '@playwright/test';
import { DEMO, type Tv } from '#tests/support/tv.ts';

/** A screen is complete after this long without a call, in ms. */
const QUIET_MS = 700;

const isCall = (url: string) => new URL(url).pathname.startsWith('/api/');

/** Counts the page's calls to the server. */
export function countCalls(page: Page) {
  let calls: string[] = [];
  page.on('request', (request) => {
    if (isCall(request.url())) calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return {
    reset: () => void (calls = []),
    list: (): readonly string[] => calls,
    async rest(): Promise<void> {
      for (let before = -1; before !== calls.length;) {
        before = calls.length;
        await page.waitForTimeout(QUIET_MS);
      }
    },
  };
}

export async function signIn(tv: Tv): Promise<void> {
  await tv.signIn(DEMO.email, DEMO.password);
}

/** Opens a screen with empty caches, as after the start of the app. */
export async function openUncached(tv: Tv, address: string, screen: string, whileLoading: () => void): Promise<void> {
  await tv.page.goto('about:blank');
  await tv.page.goto(address);
  await tv.reach('profiles');
  whileLoading();
  await tv.press('ok');
  await tv.reach(screen);
}

/** Size of the page's decoded pictures: four bytes per pixel. */
export const decodedBytes = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await Promise.all(Array.from(document.images).map((image) => image.decode().catch(() => undefined)));
    const sizes = new Map(
      Array.from(document.images).map((image) => [image.currentSrc, image.naturalWidth * image.naturalHeight * 4]),
    );
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  });

/** Number of mounted tiles of walls and grids. */
export const mountedTiles = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('main [data-row-track] > [data-focus-key]').length);

/** Maximum number of mounted tiles during so many key presses. */
export async function mostTiles(page: Page, key: string, presses: number): Promise<number> {
  let most = await mountedTiles(page);
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    most = Math.max(most, await mountedTiles(page));
  }
  return most;
}

/** Heap size after a garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Slope of the least-squares line, in y per x. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const over = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return over / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
}
