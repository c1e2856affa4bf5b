import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { MOST_A_DAY } from '#server/ads/counting-rules.ts';
import { foldAdvertisements } from '#server/ads/fold.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* Customers pay by these figures, and accounts cost nothing. */

const DAY = 24 * 3600;
let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  // One advertisement is left.
  await server.db
    .updateTable('advertisements')
    .set({ ends_at: new Date(0) })
    .where('id', '!=', 1)
    .execute();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['ad_events', 'ad_hours', 'ad_figures'] as const) await server.db.deleteFrom(table).execute();
});

const total = async () => {
  await foldAdvertisements(server.db, server.clock.now(), new AbortController().signal);
  const rows = await server.db.selectFrom('ad_figures').selectAll().execute();
  const sum = (name: 'cnt_impression' | 'cnt_start' | 'cnt_complete' | 'cnt_skip') =>
    rows.reduce((sofar, row) => sofar + row[name], 0);
  return { impressions: sum('cnt_impression'), completes: sum('cnt_complete'), skips: sum('cnt_skip') };
};
/** Opens an episode and gets the advertisement of its first break. */
const open = async (token: string) => {
  const { ad_breaks, play_log_id } = (
    await server.call(endpoints.getAvodVideo, { token, params: { id: 801 }, query: { device: 'web' } })
  ).reply;
  const query = { ad_break_id: ad_breaks[0]!.id, play_log_id };
  const { duration } = (await server.call(endpoints.getAdvertisement, { token, query })).reply.ad!;
  return { id: play_log_id, duration };
};
const tell = (token: string, play_log_id: string, event: string) =>
  server.call(endpoints.logAdEvent, { token, body: { ad_id: 1, play_log_id, event, position: 1 } });

test('playbacks that one account opens in a row do not count, nor what it reports before its time', async () => {
  const { profileToken: token } = await server.buildViewer({ plan: 'free' });
  for (let opens = 0; opens < 20; opens += 1) {
    const { id } = await open(token);
    const events = ['impression', 'start', 'first_quartile', 'midpoint', 'complete', 'skip'];
    await Promise.all(events.map((event) => tell(token, id, event)));
    server.clock.advance(1);
  }
  server.clock.advance(60);
  // The last playback continues.
  expect(await total()).toEqual({ impressions: 1, completes: 0, skips: 0 });
});

test('one account counts a limited number of times on a day, also when its reports are parallel', async () => {
  const { profileToken: token } = await server.buildViewer({ plan: 'free' });
  const watch = async () => {
    const { id, duration } = await open(token);
    await tell(token, id, 'impression');
    server.clock.advance(duration);
    await Promise.all([1, 2, 3].map(() => tell(token, id, 'complete')));
  };
  for (let times = 0; times < MOST_A_DAY + 3; times += 1) await watch();
  expect(await total()).toEqual({ impressions: MOST_A_DAY, completes: MOST_A_DAY, skips: 0 });
  server.clock.advance(DAY);
  await watch();
  expect(await total()).toEqual({ impressions: MOST_A_DAY + 1, completes: MOST_A_DAY + 1, skips: 0 });
});

test('a hundred accounts behind one address count, each for itself', async () => {
  const playing: { token: string; id: string }[] = [];
  for (let viewers = 0; viewers < 100; viewers += 1) {
    const { profileToken: token } = await server.buildViewer({ plan: 'free' });
    const { id } = await open(token);
    await tell(token, id, 'impression');
    playing.push({ token, id });
    server.clock.advance(10);
  }
  server.clock.advance(60);
  for (const { token, id } of playing) await tell(token, id, 'complete');
  expect(await total()).toEqual({ impressions: 100, completes: 100, skips: 0 });
});

test('an evening whose reports are all sent again, by their accounts and by another one, counts once', async () => {
  const recorded: { token: string; id: string; event: string }[] = [];
  const report = async (token: string, id: string, event: string) => {
    recorded.push({ token, id, event });
    await tell(token, id, event);
  };
  for (const isWatched of [true, true, false, true]) {
    const { profileToken: token } = await server.buildViewer({ plan: 'free' });
    const { id, duration } = await open(token);
    for (const event of ['impression', 'start']) await report(token, id, event);
    server.clock.advance(duration);
    if (isWatched) await report(token, id, 'complete');
    server.clock.advance(600);
  }
  const evening = await total();
  expect(evening).toEqual({ impressions: 4, completes: 3, skips: 0 });

  const { profileToken: stranger } = await server.buildViewer({ plan: 'free' });
  const answers = [];
  for (const { token, id, event } of recorded)
    answers.push((await tell(token, id, event)).status, (await tell(stranger, id, event)).status);
  expect(new Set(answers)).toEqual(new Set([204, 404]));
  server.clock.advance(3600);
  expect(await total()).toEqual(evening);
});
