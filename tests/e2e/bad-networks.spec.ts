import type { Page } from '@playwright/test';
import { signInAsKept } from '#tests/support/kept-viewer.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/** An episode of a minute. */
const EPISODE = 10301;

/** A digit leads to so many tenths of the episode: beyond the 25 s that are fetched ahead at the beginning. */
const EIGHT_TENTHS = { key: '8', seconds: 48 };

test.describe.configure({ timeout: 90_000 });

/** Plays as a link to an episode does, for somebody who is signed in. */
async function open({ page }: Tv, server: TestServer) {
  const { cookie } = await signInAsKept(server.url);
  await page.context().addCookies([cookie]);
  await page.goto('about:blank');
  await page.goto(`${server.url}/#/play/${EPISODE}`);
  await expect(page.locator('main[data-screen="player"]')).toBeVisible();
}

/** Something was decoded, and the picture goes on from where it is. */
async function moves(tv: Tv) {
  await expect.poll(() => tv.videoTime(), { timeout: 30_000 }).toBeGreaterThan(0);
  const from = await tv.videoTime();
  await expect.poll(() => tv.videoTime(), { timeout: 20_000 }).toBeGreaterThan(from + 0.5);
}

async function seek(tv: Tv, { key }: { key: string }) {
  await tv.page.keyboard.press(key);
  await tv.press('ok');
}

const line = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return {
    session,
    set: (conditions: { offline?: boolean; bytesPerSecond?: number }) =>
      session.send('Network.emulateNetworkConditions', {
        offline: conditions.offline ?? false,
        latency: 0,
        downloadThroughput: conditions.bytesPerSecond ?? -1,
        uploadThroughput: conditions.bytesPerSecond ?? -1,
      }),
  };
};

const PICTURE = /\/(?:h264|vp9)-(\d+)\.\w+$/;
const waiting = (page: Page) => page.getByRole('status', { name: '불러오는 중이에요' });
const banner = (page: Page) => page.getByText('네트워크가 끊겼어요.', { exact: false });

/** Says so when the picture stands for data, is loaded anew, or jumps; and when the sign of waiting comes, and how late. */
const watchPicture = (page: Page) =>
  page.evaluate(() => {
    const seen = { stood: 0, signs: [] as number[], resumedAt: null as number | null };
    let sinceMs = 0;
    const video = document.querySelector('video')!;
    const stand = () => {
      seen.stood += 1;
      sinceMs ||= performance.now();
    };
    for (const name of ['waiting', 'emptied', 'seeking']) video.addEventListener(name, stand);
    video.addEventListener('playing', () => {
      sinceMs = 0;
      seen.resumedAt ??= video.currentTime;
    });
    new MutationObserver(() => {
      if (sinceMs > 0 && document.querySelector('[role="status"][aria-label="불러오는 중이에요"]'))
        seen.signs.push(performance.now() - sinceMs);
    }).observe(document.querySelector('main')!, { childList: true, subtree: true });
    Object.assign(window, { seen });
  });
const seen = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { seen: { stood: number; signs: number[]; resumedAt: number | null } }).seen,
  );

test('a line of 512 kbit/s begins with the lowest picture, and who waits for the server is told so', async ({
  tv,
  server,
}) => {
  const { page } = tv;
  const heights: string[] = [];
  page.on('request', (request) => heights.push(PICTURE.exec(new URL(request.url()).pathname)?.[1] ?? ''));
  const network = await line(page);
  // The server thinks until the sign is there. The line is slow from here on: the app itself is there.
  await page.route('**/video/?**', async (route) => {
    await expect(waiting(page)).toBeVisible();
    await network.set({ bytesPerSecond: 64_000 });
    await route.continue();
  });
  await open(tv, server);
  await moves(tv);
  await expect(waiting(page)).toHaveCount(0);
  expect(heights.filter((height) => height !== '')[0]).toBe('360');
});

test('a network that is gone where nothing is buffered: a sign, a banner, and on at the same second when it is back', async ({
  tv,
  server,
}) => {
  const { page } = tv;
  const network = await line(page);
  await open(tv, server);
  await moves(tv);
  await network.set({ offline: true });
  await watchPicture(page);
  await seek(tv, EIGHT_TENTHS);
  await expect(waiting(page)).toBeVisible({ timeout: 20_000 });
  await expect(banner(page)).toBeVisible({ timeout: 20_000 });
  expect(Math.abs((await tv.videoTime()) - EIGHT_TENTHS.seconds)).toBeLessThan(1);
  const { signs } = await seen(page);
  expect(signs[0]).toBeGreaterThan(490);

  await network.set({ offline: false });
  await moves(tv);
  await expect(banner(page)).toHaveCount(0);
  await expect(waiting(page)).toHaveCount(0);
  const { resumedAt } = await seen(page);
  expect(Math.abs((resumedAt ?? 0) - EIGHT_TENTHS.seconds)).toBeLessThan(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
