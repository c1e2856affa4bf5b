import type { Route } from '@playwright/test';
import type { Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';
import {
  buffered,
  bufferedToTheEnd,
  failure,
  moves,
  ONE_TENTH,
  open,
  PICTURE,
  playsFrom,
  seek,
  seen,
  SIX_TENTHS,
  watchPicture,
} from './playing.ts';

/** Presses 다시 시도 in the error dialog and expects playback at the same position. */
async function retryAt(tv: Tv, place: { seconds: number }) {
  await expect(tv.page.getByRole('button', { name: '다시 시도' })).toBeFocused();
  await tv.press('ok');
  await expect(failure(tv.page)).toBeHidden();
  await playsFrom(tv, place);
}

test('a missing rendition falls back to another; without any, 다시 시도 resumes at the same position', async ({
  blankTv: tv,
  server,
}) => {
  const { page } = tv;
  const heights: string[] = [];
  let isMissing: (height: string | undefined) => boolean = () => false;
  await page.route(PICTURE, (route) => {
    const height = PICTURE.exec(new URL(route.request().url()).pathname)?.[1];
    if (isMissing(height)) return route.fulfill({ status: 404 });
    heights.push(height!);
    return route.continue();
  });
  await open(tv, server);
  await moves(tv);
  const played = heights.pop();
  isMissing = (height) => height === played;
  await seek(tv, SIX_TENTHS);
  await playsFrom(tv, SIX_TENTHS);
  expect(heights.pop()).not.toBe(played);
  await bufferedToTheEnd(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  isMissing = () => true;
  await seek(tv, ONE_TENTH);
  await expect(failure(page)).toContainText('찾을 수 없어요');
  isMissing = () => false;
  await retryAt(tv, ONE_TENTH);
});

test('a chosen height that is missing falls back to another', async ({ blankTv: tv, server }) => {
  const { page } = tv;
  await open(tv, server);
  await moves(tv);
  await page.keyboard.press('F3');
  await tv.pressUntil('down', /menu\/quality:360/);
  await tv.press('ok');
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.videoHeight)).toBe(360);
  await page.route(PICTURE, (route) =>
    PICTURE.exec(new URL(route.request().url()).pathname)?.[1] === '360'
      ? route.fulfill({ status: 404 })
      : route.continue(),
  );
  await seek(tv, SIX_TENTHS);
  await playsFrom(tv, SIX_TENTHS);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('F3');
  await expect.poll(tv.focusKey).toBe('menu/quality:auto');
});

test('expired media addresses are replaced without a stall, also when one is refused late', async ({
  blankTv: tv,
  server,
}) => {
  const { page } = tv;
  const pieces: string[] = [];
  page.on('request', (request) => pieces.push(...(PICTURE.test(request.url()) ? [request.url()] : [])));
  await open(tv, server);
  await moves(tv);
  await buffered(page, 18);
  const countLogs = async () => (await server.query('select id from play_logs')).length;
  const logs = await countLogs();
  const ticketOf = (url: string) => /\/media\/([^/]+)\//.exec(url)?.[1];
  const old = ticketOf(pieces[0]!)!;
  await watchPicture(page);
  // One request is refused at once; an earlier one only after the new addresses are in use.
  let late: Route | null = null;
  await page.route(
    (url) => ticketOf(url.pathname) === old,
    (route) => {
      if (late) return route.fulfill({ status: 410 });
      late = route;
    },
  );
  const isNew = (url: string) => ![undefined, old].includes(ticketOf(url));
  await page.waitForResponse((answer) => isNew(answer.url()));
  const file = late!.request().url().split('/').pop()!;
  const again = page.waitForRequest((request) => isNew(request.url()) && request.url().endsWith(file));
  await late!.fulfill({ status: 403 });
  await again;
  await moves(tv);
  expect(await countLogs()).toBe(logs + 1);
  expect(await seen(page)).toMatchObject({ stood: 0 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a damaged segment is skipped; an undecodable video shows an error, and 다시 시도 resumes at the same position', async ({
  blankTv: tv,
  server,
}) => {
  const { page } = tv;
  await open(tv, server);
  await moves(tv);
  // Two segments: the damaged frames of the first may all be before the seek target and never be decoded.
  let segmentsToDamage = 2;
  const damage = async (route: Route) => {
    if (segmentsToDamage === 0) return route.continue();
    segmentsToDamage -= 1;
    const answer = await route.fetch();
    const body = Buffer.from(await answer.body());
    // Damage the frames only: the player would wait for damaged boxes.
    const from = body.indexOf('mdat') + 4;
    if (from >= 4) body.subarray(from).forEach((byte, index) => (body[from + index] = byte ^ 0x5a));
    await route.fulfill({ response: answer, body });
  };
  // The route stays until the end: removing it would end the segments that are still fetched for it.
  await page.route(PICTURE, damage);
  await seek(tv, SIX_TENTHS);
  await playsFrom(tv, SIX_TENTHS);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await bufferedToTheEnd(page);

  segmentsToDamage = Infinity;
  await seek(tv, ONE_TENTH);
  await expect(failure(page)).toContainText('문제가 생겼어요');
  segmentsToDamage = 0;
  await retryAt(tv, ONE_TENTH);
});

test('a set with little memory plays on with a smaller buffer', async ({ blankTv: tv, server }) => {
  const { page } = tv;
  await page.addInitScript(() => {
    const counted = { refused: 0 };
    Object.assign(window, { counted });
    const append = SourceBuffer.prototype.appendBuffer;
    SourceBuffer.prototype.appendBuffer = function (this: SourceBuffer, bytes) {
      const { buffered: ranges } = this;
      const seconds = document.querySelector('video')?.currentTime ?? 0;
      const aheadSeconds = ranges.length > 0 ? ranges.end(ranges.length - 1) - seconds : 0;
      if (aheadSeconds > 8) {
        counted.refused += 1;
        throw new DOMException('full', 'QuotaExceededError');
      }
      append.call(this, bytes);
    };
  });
  await open(tv, server);
  await moves(tv);
  await watchPicture(page);
  const refused = () => page.evaluate(() => (window as unknown as { counted: { refused: number } }).counted.refused);
  await expect.poll(refused).toBeGreaterThan(1);
  // Play beyond what was buffered when the memory was full.
  const from = await tv.videoTime();
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(from + 9);
  expect(await seen(page)).toMatchObject({ stood: 0 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('pages instead of media pass for a lost network: nothing ends, and the picture goes on when media comes back', async ({
  blankTv: tv,
  server,
}) => {
  const { page } = tv;
  await open(tv, server);
  await moves(tv);
  let isFaulty = true;
  let pages = 0;
  await page.route(
    (url) => url.pathname.startsWith('/media/') && /\.(?:mp4|m4s|webm)$/.test(url.pathname),
    (route) => {
      if (!isFaulty) return route.continue();
      pages += 1;
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Wi-Fi</p>' });
    },
  );
  await seek(tv, SIX_TENTHS);
  await expect(page.getByText('네트워크가 끊겼어요')).toBeVisible();
  // It asks again and again, and believes none of the answers.
  const before = pages;
  await expect.poll(() => pages).toBeGreaterThan(before + 3);
  expect(await page.evaluate(() => document.querySelector('video')!.duration)).toBeGreaterThan(58);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/play\/10301/);
  isFaulty = false;
  await playsFrom(tv, SIX_TENTHS);
  await expect(page.getByText('네트워크가 끊겼어요')).toBeHidden();
});
