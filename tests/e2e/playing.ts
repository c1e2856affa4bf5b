import type { Page } from '@playwright/test';
import { signInAsKept } from '#tests/support/kept-viewer.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { Tv } from '#tests/support/tv.ts';
import { expect } from './fixtures.ts';

/** An episode of a minute. */
const EPISODE = 10301;

/** A digit leads to so many tenths of the episode: 25 s are fetched ahead, so that from the beginning none of these is there. */
export const SIX_TENTHS = { key: '6', seconds: 36 };
export const EIGHT_TENTHS = { key: '8', seconds: 48 };
/** Not there either once one is far ahead. */
export const ONE_TENTH = { key: '1', seconds: 6 };

/** Files of the picture; the group is its height in lines. */
export const PICTURE = /\/(?:h264|vp9)-(\d+)\.\w+$/;

/** For a browser that somebody is signed in to. */
export async function signIn({ page }: Pick<Tv, 'page'>, server: TestServer) {
  const { cookie } = await signInAsKept(server.url);
  await page.context().addCookies([cookie]);
}

/** As a link to an episode does. */
export async function openEpisode(page: Page, server: TestServer) {
  await page.goto('about:blank');
  await page.goto(`${server.url}/#/play/${EPISODE}`);
  await expect(page.locator('main[data-screen="player"]')).toBeVisible();
}

/** Plays as a link to an episode does, for somebody who is signed in. */
export async function open(tv: Tv, server: TestServer) {
  await signIn(tv, server);
  await openEpisode(tv.page, server);
}

/** Something was decoded, and the picture goes on from where it is. */
export async function moves(tv: Tv) {
  await expect.poll(() => tv.videoTime(), { timeout: 30_000 }).toBeGreaterThan(0);
  const from = await tv.videoTime();
  await expect.poll(() => tv.videoTime(), { timeout: 20_000 }).toBeGreaterThan(from + 0.5);
}

/** By a digit, and no OK: on a busy machine it would come after the rest that seeks by itself, and pause. */
export const seek = (tv: Tv, { key }: { key: string }) => tv.page.keyboard.press(key);

/** The picture goes on from `seconds`, with room for what was played until it was looked at. */
export async function playsFrom(tv: Tv, { seconds }: { seconds: number }) {
  await expect.poll(() => tv.videoTime(), { timeout: 30_000 }).toBeGreaterThan(seconds + 0.3);
  expect(await tv.videoTime()).toBeLessThan(seconds + 8);
}

/** Waits until so much of the picture is there ahead of where it is. */
export const buffered = (page: Page, seconds: number) =>
  page.waitForFunction((ahead) => {
    const video = document.querySelector('video')!;
    const { buffered: ranges, currentTime } = video;
    return ranges.length > 0 && ranges.end(ranges.length - 1) - currentTime > ahead;
  }, seconds);

/** Waits until the rest of the episode is there: from here on nothing is fetched. */
export const bufferedToTheEnd = (page: Page) =>
  page.waitForFunction(() => {
    const { buffered: ranges, duration } = document.querySelector('video')!;
    return ranges.length > 0 && ranges.end(ranges.length - 1) > duration - 0.5;
  });

/** The page's way to the network, to be slowed down or cut. */
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
  /** How often the picture stood for data, was loaded anew, or jumped. */
  readonly stood: number;
  /** Where it went on, in seconds. */
  readonly resumedAt: number | null;
}

/** Writes down from now on when the picture stands, and where it goes on. */
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
      // A machine that is too busy to decode stands too.
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
