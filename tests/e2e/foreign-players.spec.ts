import type { Page } from '@playwright/test';
import type { Advertisement, AvodVideo } from '#contract/ads.ts';
import type { Stream, Video } from '#contract/playback.ts';
import {
  type ForeignPlayer,
  foreignState,
  playForeign,
  seekForeign,
  serveForeignPage,
} from '#tests/support/foreign-players.ts';
import { signInAsKept } from '#tests/support/kept-viewer.ts';
import type { TestServer } from '#tests/support/server.ts';
import { DEMO } from '#tests/support/tv.ts';
import { expect, listenTo, test as base } from './fixtures.ts';

const test = base.extend<{ siteUrl: string }>({
  siteUrl: async ({}, use) => {
    const site = await serveForeignPage();
    await use(site.url);
    await site.close();
  },
});

// Four films in one story, on a busy machine too.
test.describe.configure({ timeout: 120_000 });

/** Episodes by what their clips are like. */
const PLAIN = 10301;
const TWO_SOUNDS = 10901;
const ENCRYPTED = 12701;
const WITH_ADVERTISEMENTS = 10304;

type Read = <T>(path: string) => Promise<T>;

/** Calls of one viewer. */
async function reader(server: TestServer, email: string = DEMO.email): Promise<Read> {
  const { token } = await signInAsKept(server.url, email);
  return async <T>(path: string) => {
    const answer = await fetch(server.url + path, { headers: { authorization: `Token ${token}` } });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  };
}

async function streamOf(read: Read, episode: number, protocol: Stream['protocol']): Promise<Stream> {
  const { streams } = await read<Video>(`/api/episodes/v2/${episode}/video/?device=web`);
  return first(streams, protocol);
}

async function advertisement(server: TestServer, protocol: Stream['protocol']): Promise<Stream> {
  const read = await reader(server, 'free@bora.example');
  const path = `/api/avods/v1/episodes/${WITH_ADVERTISEMENTS}/video/?device=web`;
  const { ad_breaks: breaks, play_log_id: id } = await read<AvodVideo>(path);
  const query = `ad_break_id=${breaks[0]!.id}&play_log_id=${id}`;
  const { ad } = await read<{ ad: Advertisement }>(`/api/avods/v1/advertisement/?${query}`);
  return first(ad.streams, protocol);
}

const first = (streams: readonly Stream[], protocol: Stream['protocol']) =>
  streams.find((stream) => stream.protocol === protocol)!;

/** Plays from the start, jumps to the middle, and plays on there. */
async function plays(page: Page, site: string, player: ForeignPlayer, stream: Stream, language: string | null) {
  await playForeign(page, site, player, stream);
  const state = () => foreignState(page);
  await expect.poll(async () => (await state()).seconds, { timeout: 20_000 }).toBeGreaterThan(1);
  const started = await state();
  expect(started.errors).toEqual([]);
  expect(started.language).toBe(language);
  // Picture and sound are both there from less than a frame after 0 on.
  expect(started.firstPicture).toBeLessThan(1 / 24);
  expect(started.bufferedFrom).toBeLessThan(1 / 24);
  const middle = started.duration / 2;
  await seekForeign(page, middle);
  await expect.poll(async () => (await state()).seconds, { timeout: 20_000 }).toBeGreaterThan(middle + 0.5);
  expect((await state()).errors).toEqual([]);
}

test('dash.js plays a film, two sounds from the original on, clear keys and an advertisement', async ({
  page,
  server,
  siteUrl,
}) => {
  const said = listenTo(page);
  const read = await reader(server);
  await plays(page, siteUrl, 'dash.js', await streamOf(read, PLAIN, 'dash'), 'ko');
  await plays(page, siteUrl, 'dash.js', await streamOf(read, TWO_SOUNDS, 'dash'), 'ja');
  await plays(page, siteUrl, 'dash.js', await streamOf(read, ENCRYPTED, 'dash'), 'ko');
  await plays(page, siteUrl, 'dash.js', await advertisement(server, 'dash'), 'ko');
  expect(said).toEqual([]);
});

test('hls.js plays a film, two sounds from the original on, and an advertisement', async ({
  page,
  server,
  siteUrl,
}) => {
  const said = listenTo(page);
  const read = await reader(server);
  await plays(page, siteUrl, 'hls.js', await streamOf(read, PLAIN, 'hls'), 'ko');
  await plays(page, siteUrl, 'hls.js', await streamOf(read, TWO_SOUNDS, 'hls'), 'ja');
  await plays(page, siteUrl, 'hls.js', await advertisement(server, 'hls'), 'ko');
  expect(said).toEqual([]);
});

test('Shaka starts with the original sound, in DASH and in HLS', async ({ page, server, siteUrl }) => {
  const said = listenTo(page);
  const read = await reader(server);
  await plays(page, siteUrl, 'shaka', await streamOf(read, TWO_SOUNDS, 'dash'), 'ja');
  await plays(page, siteUrl, 'shaka', await streamOf(read, TWO_SOUNDS, 'hls'), 'ja');
  expect(said).toEqual([]);
});

test('a browser that reads HLS by itself plays the address as it stands', async ({ page, server, siteUrl }) => {
  await plays(page, siteUrl, 'browser', await streamOf(await reader(server), TWO_SOUNDS, 'hls'), null);
});
