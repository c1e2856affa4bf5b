import { DEMO } from '#tests/support/demo-account.ts';
import type { Page } from '@playwright/test';
import { getAdvertisement, getAvodVideo } from '#contract/ads.ts';
import type { Stream } from '#contract/playback.ts';
import { callAt, openVideoAt, signInAt } from '#tests/support/calls-at.ts';
import {
  type ForeignPlayer,
  foreignState,
  playForeign,
  seekForeign,
  serveForeignPage,
} from '#tests/support/browser/foreign-players.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { expect, listenTo, test as base } from './fixtures.ts';

const test = base.extend<{ siteUrl: string }>({
  siteUrl: async ({}, use) => {
    const site = await serveForeignPage();
    await use(site.url);
    await site.close();
  },
});

/** Episodes by the properties of their clips. */
const PLAIN = DEMO.lastTrainFirst;
const TWO_SOUNDS = 10901;
const ENCRYPTED = 12701;
const WITH_ADVERTISEMENTS = 10304;

const first = (streams: readonly Stream[], protocol: Stream['protocol']) =>
  streams.find((stream) => stream.protocol === protocol)!;

/** Streams that the server issues to the demo account, by episode and protocol. */
async function streamsOf(server: TestServer) {
  const { token } = (await signInAt(server.url)).profile;
  return async (episode: number, protocol: Stream['protocol']) =>
    first((await openVideoAt(server.url, token, episode)).streams, protocol);
}

async function advertisement(server: TestServer, protocol: Stream['protocol']): Promise<Stream> {
  const { token } = (await signInAt(server.url, 'free@bora.example')).profile;
  const call = callAt(server.url);
  const video = await call(getAvodVideo, { token, params: { id: WITH_ADVERTISEMENTS }, query: { device: 'web' } });
  const { ad_breaks: breaks, play_log_id: id } = video.reply;
  const { reply } = await call(getAdvertisement, { token, query: { ad_break_id: breaks[0]!.id, play_log_id: id } });
  return first(reply.ad!.streams, protocol);
}

/** Plays from the start, seeks to the middle and plays on. */
async function plays(page: Page, site: string, player: ForeignPlayer, stream: Stream, language: string | null) {
  await playForeign(page, site, player, stream);
  const state = () => foreignState(page);
  await expect.poll(async () => (await state()).seconds).toBeGreaterThan(1);
  const started = await state();
  expect(started.errors).toEqual([]);
  expect(started.language).toBe(language);
  // Picture and sound both start less than a frame after 0.
  expect(started.firstPicture).toBeLessThan(1 / 24);
  expect(started.bufferedFrom).toBeLessThan(1 / 24);
  const middle = started.duration / 2;
  await seekForeign(page, middle);
  await expect.poll(async () => (await state()).seconds).toBeGreaterThan(middle + 0.5);
  expect((await state()).errors).toEqual([]);
}

test('dash.js plays a film, two audio tracks with the original as default, clear keys and an advertisement', async ({
  page,
  server,
  siteUrl,
}) => {
  const said = listenTo(page);
  const streamOf = await streamsOf(server);
  await plays(page, siteUrl, 'dash.js', await streamOf(PLAIN, 'dash'), 'ko');
  await plays(page, siteUrl, 'dash.js', await streamOf(TWO_SOUNDS, 'dash'), 'ja');
  await plays(page, siteUrl, 'dash.js', await streamOf(ENCRYPTED, 'dash'), 'ko');
  await plays(page, siteUrl, 'dash.js', await advertisement(server, 'dash'), 'ko');
  expect(said).toEqual([]);
});

test('hls.js plays a film, two audio tracks with the original as default, and an advertisement', async ({
  page,
  server,
  siteUrl,
}) => {
  const said = listenTo(page);
  const streamOf = await streamsOf(server);
  await plays(page, siteUrl, 'hls.js', await streamOf(PLAIN, 'hls'), 'ko');
  await plays(page, siteUrl, 'hls.js', await streamOf(TWO_SOUNDS, 'hls'), 'ja');
  await plays(page, siteUrl, 'hls.js', await advertisement(server, 'hls'), 'ko');
  expect(said).toEqual([]);
});

test('Shaka starts with the original audio in DASH and in HLS', async ({ page, server, siteUrl }) => {
  const said = listenTo(page);
  const streamOf = await streamsOf(server);
  await plays(page, siteUrl, 'shaka', await streamOf(TWO_SOUNDS, 'dash'), 'ja');
  await plays(page, siteUrl, 'shaka', await streamOf(TWO_SOUNDS, 'hls'), 'ja');
  expect(said).toEqual([]);
});

test('a browser with native HLS plays the address directly', async ({ page, server, siteUrl }) => {
  await plays(page, siteUrl, 'browser', await (await streamsOf(server))(TWO_SOUNDS, 'hls'), null);
});
