import { DEMO } from '#tests/support/demo-account.ts';
import type { Page } from '@playwright/test';
import { signInViewer } from '#tests/support/app/signed-in-viewer.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import type { Tv } from '#tests/support/tv.ts';
import { expect } from './fixtures.ts';

/** An episode of one minute. */
export const EPISODE = DEMO.lastTrainFirst;

/** A digit seeks to that many tenths. The player buffers 25 s ahead, so these are unbuffered at the start. */
export const SIX_TENTHS = { key: '6', seconds: 36 };
export const EIGHT_TENTHS = { key: '8', seconds: 48 };
/** Unbuffered after a seek far ahead. */
export const ONE_TENTH = { key: '1', seconds: 6 };

/** Video files; the group is the height in lines. */
export const PICTURE = /\/(?:h264|vp9)-(\d+)\.\w+$/;

/** Signs the browser in by its cookie. */
export async function signIn({ page }: Pick<Tv, 'page'>, server: TestServer) {
  const { cookie } = await signInViewer(server.url);
  await page.context().addCookies([cookie]);
}

/** Opens the episode by a link. */
export async function openEpisode(page: Page, server: TestServer) {
  await page.goto('about:blank');
  await page.goto(`${server.url}/#/play/${EPISODE}`);
  await expect(page.locator('main[data-screen="player"]')).toBeVisible();
}

/** Signs in and opens the episode by a link. */
export async function open(tv: Tv, server: TestServer) {
  await signIn(tv, server);
  await openEpisode(tv.page, server);
}

/** Expects decoded video whose position advances. */
export async function moves(tv: Tv) {
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(0);
  const from = await tv.videoTime();
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(from + 0.5);
}

/** Presses a digit without OK: on a busy machine OK could arrive after the automatic seek and pause instead. */
export const seek = (tv: Tv, { key }: { key: string }) => tv.page.keyboard.press(key);

/** Expects playback from `seconds`, with some tolerance for the time until the check. */
export async function playsFrom(tv: Tv, { seconds }: { seconds: number }) {
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(seconds + 0.3);
  expect(await tv.videoTime()).toBeLessThan(seconds + 8);
}

/** Waits until `seconds` of video are buffered ahead. */
export const buffered = (page: Page, seconds: number) =>
  page.waitForFunction((ahead) => {
    const video = document.querySelector('video')!;
    const { buffered: ranges, currentTime } = video;
    return ranges.length > 0 && ranges.end(ranges.length - 1) - currentTime > ahead;
  }, seconds);

/** Waits until the rest of the episode is buffered, so that no more requests follow. */
export const bufferedToTheEnd = (page: Page) =>
  page.waitForFunction(() => {
    const { buffered: ranges, duration } = document.querySelector('video')!;
    return ranges.length > 0 && ranges.end(ranges.length - 1) > duration - 0.5;
  });

/** Network conditions of the page, which the test can slow down or cut. */
export async function line(page: Page) {
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
}

export const waiting = (page: Page) => page.getByRole('status', { name: '불러오는 중이에요' });
export const banner = (page: Page) => page.getByText('네트워크가 끊겼어요.', { exact: false });
export const failure = (page: Page) => page.getByRole('dialog', { name: '재생할 수 없어요' });

interface Seen {
  /** The number of stalls, reloads and jumps of the video. */
  readonly stood: number;
  /** The position where playback resumed, in seconds. */
  readonly resumedAt: number | null;
}

/** Starts to record stalls and where playback resumes. */
export const watchPicture = (page: Page) =>
  page.evaluate(() => {
    const seen = { stood: 0, resumedAt: null as number | null };
    const video = document.querySelector('video')!;
    const hasMore = () => {
      const { buffered: ranges, currentTime } = video;
      return Array.from({ length: ranges.length }, (_, range) => range).some(
        (range) => ranges.start(range) <= currentTime && ranges.end(range) > currentTime + 0.5,
      );
    };
    const stand = ({ type }: Event) => {
      // A stall with data in the buffer means that the machine is too busy to decode.
      if (type === 'waiting' && hasMore()) return;
      seen.stood += 1;
    };
    for (const name of ['waiting', 'emptied', 'seeking']) video.addEventListener(name, stand);
    video.addEventListener('playing', () => {
      seen.resumedAt ??= video.currentTime;
    });
    Object.assign(window, { seen });
  });
export const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** Chooses the size of subtitles in the player's menu. */
export async function setSize(tv: Tv, size: string) {
  await tv.page.keyboard.press('F1');
  await tv.pressUntil('down', /menu\/size/);
  const value = tv.page.getByRole('spinbutton', { name: '크기' });
  for (let press = 0; press < 4 && (await value.getAttribute('aria-valuetext')) !== size; press += 1)
    await tv.press('right');
  await expect(value).toHaveAttribute('aria-valuetext', size);
  await tv.press('back');
  await expect(value).toHaveCount(0);
}
