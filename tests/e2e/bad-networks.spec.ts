import type { Page, Route } from '@playwright/test';
import { signInAsKept } from '#tests/support/kept-viewer.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

/** An episode of a minute. */
const EPISODE = 10301;

/** A digit leads to so many tenths of the episode: beyond the 25 s that are fetched ahead at the beginning. */
const SIX_TENTHS = { key: '6', seconds: 36 };
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
const failure = (page: Page) => page.getByRole('dialog', { name: '재생할 수 없어요' });

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
  // The server thinks until the sign is there.
  await page.route('**/video/?**', async (route) => {
    await expect(waiting(page)).toBeVisible();
    await route.continue();
  });
  await (await line(page)).set({ bytesPerSecond: 64_000 });
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

test('a rendition that is not there gives way to another; when none is there 다시 시도 goes on at the same place', async ({
  tv,
  server,
}) => {
  const { page } = tv;
  await open(tv, server);
  await moves(tv);
  let missing = /-720\./;
  const refused: string[] = [];
  await page.route(PICTURE, (route) => {
    const address = route.request().url();
    if (!missing.test(address)) return route.continue();
    refused.push(address);
    return route.fulfill({ status: 404 });
  });
  await seek(tv, SIX_TENTHS);
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(SIX_TENTHS.seconds + 0.5);
  expect(refused).not.toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  missing = PICTURE;
  await page.keyboard.press('0');
  await tv.press('ok');
  await seek(tv, EIGHT_TENTHS);
  await expect(failure(page)).toContainText('찾을 수 없어요', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeFocused();
  missing = /^nothing$/;
  await tv.press('ok');
  await expect(failure(page)).toBeHidden();
  await expect.poll(() => tv.videoTime(), { timeout: 20_000 }).toBeGreaterThan(EIGHT_TENTHS.seconds - 0.5);
  expect(await tv.videoTime()).toBeLessThan(EIGHT_TENTHS.seconds + 8);
});

test('addresses that are no good any more are changed without a stop, also when one is refused late', async ({
  tv,
  server,
}) => {
  const { page } = tv;
  await open(tv, server);
  await moves(tv);
  const logs = () => server.query<{ id: string }>('select id from play_logs order by opened_at', []);
  const [old] = await logs();
  await watchPicture(page);
  // The sound is refused at once, the picture only when the new addresses are in use.
  let late: Route | null = null;
  const isOld = (url: URL) => url.pathname.includes(old!.id);
  await page.route(isOld, async (route) => {
    if (late === null && PICTURE.test(new URL(route.request().url()).pathname)) late = route;
    else await route.fulfill({ status: 410 });
  });
  const inUse = page.waitForResponse((answer) => answer.url().includes('/media/') && !answer.url().includes(old!.id));
  await inUse;
  await expect.poll(() => late !== null).toBe(true);
  const pictureAgain = page.waitForRequest(
    (request) => PICTURE.test(new URL(request.url()).pathname) && !request.url().includes(old!.id),
  );
  await late!.fulfill({ status: 410 });
  await pictureAgain;
  await moves(tv);
  expect(await logs()).toHaveLength(2);
  expect(await seen(page)).toMatchObject({ stood: 0 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a picture that cannot be decoded says so, and 다시 시도 goes on at the same place', async ({ tv, server }) => {
  const { page } = tv;
  await open(tv, server);
  await moves(tv);
  await page.route(PICTURE, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: Buffer.from((await answer.body()).map((byte) => byte ^ 0x5a)) });
  });
  await seek(tv, SIX_TENTHS);
  await expect(failure(page)).toContainText('문제가 생겼어요', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeFocused();
  await page.unroute(PICTURE);
  await tv.press('ok');
  await expect(failure(page)).toBeHidden();
  await expect.poll(() => tv.videoTime(), { timeout: 20_000 }).toBeGreaterThan(SIX_TENTHS.seconds - 0.5);
  expect(await tv.videoTime()).toBeLessThan(SIX_TENTHS.seconds + 8);
});

test('a set with little memory plays on with what it can keep', async ({ tv, server }) => {
  const { page } = tv;
  await page.addInitScript(() => {
    const counted = { quota: 0 };
    Object.assign(window, { counted });
    const append = SourceBuffer.prototype.appendBuffer;
    SourceBuffer.prototype.appendBuffer = function (this: SourceBuffer, bytes) {
      const { buffered } = this;
      const seconds = document.querySelector('video')?.currentTime ?? 0;
      const aheadSeconds = buffered.length > 0 ? buffered.end(buffered.length - 1) - seconds : 0;
      if (aheadSeconds > 8) {
        counted.quota += 1;
        throw new DOMException('full', 'QuotaExceededError');
      }
      append.call(this, bytes);
    };
  });
  await open(tv, server);
  const counted = () => page.evaluate(() => (window as unknown as { counted: { quota: number } }).counted.quota);
  await expect.poll(counted, { timeout: 20_000 }).toBeGreaterThan(1);
  await moves(tv);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a page that dies without a network tells the next one what was watched, and that one the server, once', async ({
  tv,
  server,
}) => {
  await open(tv, server);
  const doomed = await tv.page.context().newPage();
  // One device has one playback: the first page lets go.
  await tv.page.goto('about:blank');
  await doomed.goto(`${server.url}/#/play/${EPISODE}`);
  const kept = () => doomed.evaluate(() => window.localStorage.getItem('pendingReports') ?? '');
  await expect.poll(kept, { timeout: 30_000 }).toMatch(/"totalPlayTime":5/);
  const network = await line(doomed);
  await network.set({ offline: true });
  const died = doomed.waitForEvent('crash');
  await network.session.send('Page.crash').catch(() => undefined);
  await died;

  const [watched] = await server.query<{ id: string }>('select id from play_logs order by opened_at desc', []);
  const reports: string[] = [];
  tv.page.on('request', (request) => {
    if (request.url().includes(`/play_logs/${watched!.id}/`)) reports.push(request.postData() ?? '');
  });
  await open(tv, server);
  await moves(tv);
  const [log] = await server.query<{ total_play_time: number }>('select total_play_time from play_logs where id = $1', [
    watched!.id,
  ]);
  expect(log?.total_play_time).toBeGreaterThanOrEqual(5);
  expect(reports).toHaveLength(1);
});
