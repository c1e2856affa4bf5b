import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createBudget } from '#server/watching/prepared/budget.ts';
import { answersOf, fetchMedia } from '#tests/support/media/media.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

/** Calls of an account per hour. */
const MOST_CALLS = 120;
/** Time after which no address of an ended right answers (contract.md, section 8). */
const ENDED_AFTER_SECONDS = 10;

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const prepare = ({ profileToken: token }: Viewer, id = 101) =>
  server.call(endpoints.getPreparedVideo, { token, params: { id } });

const playLogs = ({ accountId }: Viewer) =>
  server.db.selectFrom('play_logs').selectAll().where('account_id', '=', accountId).execute();

test('a prepared video opens no play log and takes no stream away', async () => {
  const viewer = await server.buildViewer({ plan: 'basic' });
  const other = await server.signIn(viewer.email);
  const playing = await server.openVideo(other);
  const { reply } = await prepare(viewer);
  expect(reply).toMatchObject({ episode_id: 101, resume_offset: 0 });
  expect(
    await answersOf(
      server,
      [...reply.streams, ...playing.streams].map(({ url }) => url),
    ),
  ).toEqual([200]);
  expect(await playLogs(viewer)).toMatchObject([{ id: playing.play_log_id, state: 'active', total_play_time: 0 }]);
});

test('two sets prepare the same episode, and the one that plays it goes on while the other prepares again', async () => {
  const viewer = await server.buildViewer({ plan: 'basic' });
  const other = await server.signIn(viewer.email);
  await Promise.all([prepare(viewer), prepare(other)]);
  expect(await playLogs(viewer)).toEqual([]);
  const playing = await server.openVideo(viewer);
  const { streams } = (await prepare(other)).reply;
  expect(
    await answersOf(
      server,
      [...playing.streams, ...streams].map(({ url }) => url),
    ),
  ).toEqual([200]);
  expect(await playLogs(viewer)).toMatchObject([{ id: playing.play_log_id, state: 'active' }]);
  // OK on the other set takes playback over, as without preparing.
  const taken = await server.openVideo(other);
  expect(await playLogs(viewer)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: playing.play_log_id, state: 'deactivated' }),
      expect.objectContaining({ id: taken.play_log_id, state: 'active' }),
    ]),
  );
});

test('its addresses open no subtitles, no pictures and no other clip, and end within 10 seconds', async () => {
  const viewer = await server.buildViewer({ plan: 'basic' });
  const video = await server.openVideo(viewer);
  const { streams } = (await prepare(viewer)).reply;
  const ticketOf = (url: string) => new URL(url).pathname.split('/')[2]!;
  const prepared = ticketOf(streams[0]!.url);
  const beside = [...video.subtitles, video.thumbnails!].map(({ url }) => url.replace(ticketOf(url), prepared));
  expect(await answersOf(server, beside)).toEqual(['PLAYBACK_EXPIRED']);
  server.clock.advance(ENDED_AFTER_SECONDS);
  expect(
    await answersOf(
      server,
      streams.map(({ url }) => url),
    ),
  ).toEqual(['PLAYBACK_EXPIRED']);
});

test('an address opens a few megabytes and no more', async () => {
  const viewer = await server.buildViewer({ plan: 'basic' });
  await writeFile(join(server.catalogueFolder, 'media/short/large.m4s'), Buffer.alloc(5_000_000));
  const { url } = (await prepare(viewer)).reply.streams[0]!;
  const large = url.replace(/[^/]+$/, 'large.m4s');
  expect(await fetchMedia(server, large)).toBe(200);
  // Each process has an account of its own: another one may still send it once.
  await fetchMedia(server, large);
  expect(await fetchMedia(server, large)).toBe('PLAYBACK_EXPIRED');
  // What fits is still sent.
  expect(await fetchMedia(server, url)).toBe(200);
});

test('a key comes with a play log alone', async () => {
  const viewer = await server.buildViewer({ plan: 'basic' });
  const { streams } = await server.db
    .selectFrom('clips')
    .select('streams')
    .where('id', '=', 'short')
    .executeTakeFirstOrThrow();
  const drm = { key_system: 'org.w3.clearkey', license_url: null, clear_keys: { a: 'b' } };
  const set = (value: unknown) =>
    server.db
      .updateTable('clips')
      .set({ streams: JSON.stringify(value) })
      .where('id', '=', 'short')
      .execute();
  await set(streams.map((stream) => ({ ...stream, drm })));
  expect((await prepare(viewer)).reply.streams).toEqual([]);
  await set(streams);
});

test('a viewer without the right to watch without advertisements gets nothing', async () => {
  const viewer = await server.buildViewer({ plan: 'free' });
  // Free with advertisements.
  expect((await prepare(viewer, 102)).error.code).toBe('MEMBERSHIP_REQUIRED');
});

test('a profile whose time is over gets nothing', async () => {
  const viewer = await server.buildViewer({ plan: 'basic' });
  await server.db
    .updateTable('profiles')
    .set({ daily_minutes: 0 })
    .where('account_id', '=', viewer.accountId)
    .execute();
  expect((await prepare(viewer)).error.code).toBe('WATCH_TIME_OVER');
});

test('an account prepares a bounded number of videos an hour', async () => {
  const viewer = await server.buildViewer({ plan: 'basic', profiles: [{}, {}] });
  const sibling = await server.selectProfile(viewer, 1);
  // Of each process, and tests may run with two.
  for (let count = 0; count < 2 * MOST_CALLS; count += 1) await prepare(viewer);
  for (const profile of [viewer, sibling]) expect((await prepare(profile)).error.code).toBe('TOO_MANY_REQUESTS');
  server.clock.advance(3600);
  expect((await prepare(viewer)).status).toBe(200);
});

test('a budget refuses what exceeds it without counting it, and begins again with the next window', () => {
  let now = 1_000_000;
  const budget = createBudget({ clock: { now: () => new Date(now) }, most: 10, windowMs: 60_000 });
  expect([budget.take('a', 6), budget.take('a', 6), budget.take('a', 4), budget.take('b', 10)]).toEqual([0, 60, 0, 0]);
  expect(budget.take('b', Infinity)).toBeGreaterThan(0);
  now += 60_000;
  expect(budget.take('a', 10)).toBe(0);
  // A clock that was set back.
  now -= 3600_000;
  expect(budget.take('a', 1)).toBe(0);
});
