import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOperatedCrash, getOverviewNow, listOperatedCrashes } from '#contract/console/overview.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { QualityReport } from '#contract/quality.ts';
import { countCrashes, countCrashRows } from '#server/monitoring/quality/store.ts';
import { createCrashes } from '#server/monitoring/quality/crashes.ts';
import { foldSummaries } from '#server/monitoring/quality/fold.ts';
import { createOverviews, type Overviews } from '#server/monitoring/quality/overview.ts';
import { createResolveStack } from '#server/monitoring/quality/source-maps.ts';
import { createLimits } from '#server/accounts/limits/limits.ts';
import { createMembers } from '#tests/support/console.ts';
import { buildCrash, buildQuality } from '#tests/support/media/quality.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let server: ServerFixture;
let viewer: Viewer;
let overviews: Overviews;
let members: ReturnType<typeof createMembers>;
beforeAll(async () => {
  server = await createServerFixture({ metricsToken: 'figures' });
  members = createMembers(server);
  overviews = createOverviews({
    db: server.db,
    clock: server.clock,
    findTroubles: server.app.findTroubles,
    resolveStack: createResolveStack('nowhere'),
  });
  viewer = await server.buildViewer();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['playback_quality', 'quality_hours', 'failure_hours', 'watch_hours', 'sale_hours'] as const)
    await server.db.deleteFrom(table).execute();
  for (const table of ['episode_failure_hours', 'service_summaries', 'crashes', 'play_logs', 'rate_limits'] as const)
    await server.db.deleteFrom(table).execute();
});

const unlimited = new AbortController().signal;
const fold = () => foldSummaries(server.db, server.clock.now(), unlimited);
const stored = () => server.db.selectFrom('playback_quality').selectAll().orderBy('received_at').execute();
const send = (id: string, changes: Partial<QualityReport> = {}, token = viewer.profileToken) =>
  server.call(endpoints.reportQuality, { token, params: { id }, body: buildQuality(changes) });
const sendCrash = (changes: Parameters<typeof buildCrash>[0] = {}) =>
  server.call(endpoints.reportCrash, { body: buildCrash(changes) });
const watch = async (seconds: number, isLeft = true) => {
  const { play_log_id: id } = await server.openVideo(viewer);
  server.clock.advance(seconds);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  const body = { total_play_time: time, play_end_offset: time, is_player_exit: isLeft };
  await server.call(endpoints.updatePlayLog, { token: viewer.profileToken, params: { id }, body });
  return id;
};
const overview = (asked: Parameters<Overviews['find']>[0]) => overviews.find(asked);
const now = () => overviews.findNow();

describe('the quality of a playback', () => {
  test('is stored once, with the watched time of its play log', async () => {
    const id = await watch(100);
    expect((await send(id, { rebuffer_ms: 40, errors: ['SHAKA_3016', 'SHAKA_3016'] })).status).toBe(204);
    expect((await send(id, { rebuffer_ms: 9000 })).status).toBe(204);
    expect(await stored()).toMatchObject([
      { play_log_id: id, rebuffer_ms: 40, play_seconds: 100, engine: 'Chromium 63', errors: ['SHAKA_3016'] },
    ]);
  });

  test('may come from any device of the account, a week after the life of the play log and no later', async () => {
    const [id, late] = [await watch(60), await watch(60)];
    server.clock.advance(12 * HOUR + 7 * DAY - 300);
    const again = await server.signIn(viewer.email);
    expect((await send(id, {}, again.token)).status).toBe(204);
    server.clock.advance(600);
    expect((await send(late, {}, again.token)).error.code).toBe('PLAYBACK_EXPIRED');
    expect(await stored()).toHaveLength(1);
  });

  test('goes with its account', async () => {
    const gone = await server.buildViewer();
    const { play_log_id: id } = await server.openVideo(gone);
    await send(id, {}, gone.profileToken);
    expect(await stored()).toHaveLength(1);
    await server.db.deleteFrom('accounts').where('id', '=', gone.accountId).execute();
    expect(await stored()).toEqual([]);
  });
});

describe('the figures', () => {
  test('the figures of a service that nobody used are empty', async () => {
    expect(await now()).toMatchObject({ counted_at: null, playing: { count: 0, titles: [] } });
    const { points, total, by_engine } = await overview({ range: 'day' });
    expect(points).toHaveLength(24);
    expect(total).toMatchObject({ cnt_start: 0, cnt_playback: 0, startup_p50_ms: null, rebuffer_ratio: null });
    expect(by_engine).toEqual([]);
  });

  test('are sums by hour, platform, engine, version and rendition, equal after a second run', async () => {
    await send(await watch(99), { startup_ms: 900, rebuffer_ms: 1000, cnt_rebuffer: 1 });
    await send(await watch(100), { startup_ms: null, errors: ['SHAKA_4012'], average_bitrate: 0 });
    await send(await watch(100), { platform: 'web', engine: 'Chromium 140', app_version: '2.0.0' });
    await fold();
    await fold();
    const all = await overview({ range: 'day' });
    expect(all.total).toMatchObject({ cnt_start: 3, play_seconds: 299, cnt_playback: 3, cnt_failed: 1 });
    expect(all.total.rebuffer_ratio).toBeCloseTo(1 / 300, 4);
    expect(all.points.filter(({ cnt_start: starts }) => starts > 0)).toHaveLength(1);
    expect(all.by_engine.map(({ name, cnt_playback: count }) => [name, count])).toEqual([
      ['Chromium 63', 2],
      ['Chromium 140', 1],
    ]);
    expect(all.by_version.map(({ name }) => name)).toEqual(['1.2.3', '2.0.0']);
    expect(all.by_rendition.map(({ name }) => name)).toEqual(['2.5 to 5 Mbit/s', 'none']);
    const episode = {
      item_id: expect.any(Number) as number,
      name: expect.any(String) as string,
      episode_num: '1화',
      cnt: 1,
    };
    const failure = { code: 'SHAKA_4012', engine: 'Chromium 63', cnt: 1 };
    expect(all.failures).toEqual([{ ...failure, episodes: [episode] }]);
    expect(all.failing_episodes).toEqual([{ ...episode, causes: [failure] }]);
    const ofTizen = await overview({ range: 'month', platform: 'tizen' });
    // The play logs of this test were opened by a browser.
    expect(ofTizen.total).toMatchObject({ cnt_playback: 2, cnt_start: 0 });
    expect(ofTizen.points).toHaveLength(28);

    // An episode that is removed takes its name with it; the failure stays.
    const { id, ...kept } = await server.db
      .selectFrom('episodes')
      .selectAll()
      .where('id', '=', 101)
      .executeTakeFirstOrThrow();
    await server.db.deleteFrom('episodes').where('id', '=', id).execute();
    const left = await overview({ range: 'day' });
    expect(left.failures).toEqual([{ ...failure, episodes: [] }]);
    expect(left.failing_episodes).toEqual([]);
    await server.db
      .insertInto('episodes')
      .values({ id, ...kept })
      .execute();
  });

  test('the figures of watch time follow the play log for hours, and sign-ups and paid orders are counted', async () => {
    server.clock.advance(DAY);
    await server.buildAccount();
    viewer = await server.signIn(viewer.email);
    const { play_log_id: id } = await server.openVideo(viewer);
    await fold();
    server.clock.advance(2 * HOUR);
    const body = { total_play_time: '01:00:00', play_end_offset: '00:10:00', is_player_exit: true };
    await server.call(endpoints.updatePlayLog, { token: viewer.profileToken, params: { id }, body });
    await fold();
    const { total, folded_at: foldedAt } = await overview({ range: 'day' });
    expect(total.play_seconds).toBe(3600);
    expect(total.cnt_sign_up).toBe(1);
    expect(foldedAt).toBe(server.clock.now().toISOString());
  });

  test('the figures of four weeks are by day in Korea, and those of a week by hour', async () => {
    const nowMs = server.clock.now().getTime() / 1000;
    const midnight = nowMs - ((nowMs + 9 * HOUR) % DAY);
    const hours = [midnight, midnight - HOUR, midnight - 27 * DAY, midnight - 27 * DAY - HOUR];
    const rows = hours.map((second, index) => ({
      hour: new Date(second * 1000),
      cnt_sign_up: 0,
      cnt_order: 1,
      won: 10 ** index,
    }));
    await server.db.insertInto('sale_hours').values(rows).execute();
    const wonOf = async (range: 'week' | 'month') =>
      (await overview({ range })).points
        .filter(({ won }) => won > 0)
        .map(({ at, won }) => [(Date.parse(at) / 1000 - midnight) / HOUR, won]);
    expect(await wonOf('month')).toEqual([
      [-27 * 24, 100],
      [-24, 10],
      [0, 1],
    ]);
    expect(await wonOf('week')).toEqual([
      [-1, 10],
      [0, 1],
    ]);
    expect((await overview({ range: 'month' })).total).toMatchObject({ won: 111, cnt_order: 3 });
  });

  test('the figures of an aborted run are continued by the next one', async () => {
    await send(await watch(60));
    await foldSummaries(server.db, server.clock.now(), AbortSignal.abort());
    expect((await overview({ range: 'day' })).total.cnt_playback).toBe(0);
    await fold();
    expect((await overview({ range: 'day' })).total.cnt_playback).toBe(1);
  });

  test('the figures of now name what is played and what broke, but no viewer', async () => {
    for (let count = 0; count < 20; count += 1) {
      const { play_log_id: id } = await server.openVideo(viewer);
      await send(id, count < 5 ? { startup_ms: null, errors: ['APP_TIMEOUT'] } : {});
    }
    await watch(60, false);
    await sendCrash();
    await fold();
    const { reply, text } = await members.call(getOverviewNow, await members.buildMember('support'));
    expect(reply.playing.count).toBe(1);
    expect(reply.playing.titles).toEqual([
      { item_id: expect.any(Number) as number, name: expect.any(String) as string, episode_num: '1화', count: 1 },
    ]);
    // The disk of the machine that runs the tests may be full.
    const kinds = reply.troubles.map(({ kind }) => kind).filter((kind) => kind !== 'disk');
    expect(kinds).toEqual(['failures', 'crash', 'worker']);
    expect(reply.troubles[0]!.detail).toBe(`APP_TIMEOUT · Chromium 63 · ${reply.playing.titles[0]!.name} 1화`);
    expect(reply.hour).toMatchObject({ cnt_start: 21, cnt_playback: 20, cnt_failed: 5 });
    for (const personal of [viewer.accountId, viewer.profileId, viewer.email]) expect(text).not.toContain(personal);
    server.clock.advance(HOUR);
    expect(await now()).toMatchObject({ playing: { count: 0 } });
  });

  test('say how the wait for the first picture divides, by engine, with the share that was prepared', async () => {
    const start = { press_ms: 20, answer_ms: 100, ours_ms: 10, manifest_ms: 0, segment_ms: 0, decode_ms: 40 };
    await send(await watch(60), { start: { ...start, is_prepared: true } });
    await send(await watch(60), { start: { ...start, manifest_ms: 60, segment_ms: 200, is_prepared: false } });
    // An older app, a start with an advertisement, and another engine.
    await send(await watch(60));
    await send(await watch(60), { start: null });
    await send(await watch(60), { engine: 'Chromium 140', start: { ...start, answer_ms: 300, is_prepared: false } });
    await fold();
    await fold();
    const { by_engine, total } = await overview({ range: 'day' });
    const of = (name: string) => by_engine.find((group) => group.name === name);
    expect(of('Chromium 63')).toMatchObject({
      start: { ...start, manifest_ms: 30, segment_ms: 100 },
      prepared_ratio: 0.5,
      cnt_playback: 4,
    });
    expect(of('Chromium 140')).toMatchObject({ start: { ...start, answer_ms: 300 }, prepared_ratio: 0 });
    expect(total.start?.answer_ms).toBe(167);
  });

  test('are metrics too', async () => {
    const start = { press_ms: 20, answer_ms: 100, ours_ms: 10, manifest_ms: 0, segment_ms: 50, decode_ms: 40 };
    await send(await watch(60), {
      errors: ['SHAKA_1001'],
      rebuffer_ms: 30_000,
      cnt_rebuffer: 2,
      start: { ...start, is_prepared: true },
    });
    await sendCrash();
    await fold();
    const headers = { authorization: 'Bearer figures' };
    const { body } = await server.app.inject({ method: 'GET', url: '/metrics', headers });
    for (const line of [
      'bora_playbacks_last_hour{platform="tizen"} 1',
      'bora_playback_failures_last_hour{code="SHAKA_1001",engine="Chromium 63"} 1',
      'bora_start_part_seconds{platform="tizen",engine="Chromium 63",part="segment"} 0.05',
      'bora_prepared_ratio{platform="tizen",engine="Chromium 63"} 1',
      'bora_crashed_defects_last_hour 1',
      'bora_playback_starts_last_hour 1',
      'bora_troubles{kind="crash"} 1',
      'bora_troubles{kind="worker"} 1',
      'bora_troubles{kind="certificate"} 0',
    ])
      expect(body).toContain(line);
    expect(body).toMatch(/bora_first_frame_seconds\{platform="tizen",percentile="95"\} 0\.\d+/);
    expect(body).toMatch(/bora_rebuffer_ratio\{platform="tizen"\} 0\.33/);
    expect(body).toMatch(/bora_media_free_bytes [\d.e+]+\n/);
    expect(body).toMatch(/bora_media_total_bytes [\d.e+]+\n/);
  });
});

describe('crashes', () => {
  const list = () => overviews.listCrashes({ limit: 20, offset: 0 });

  test('are counted by defect, whatever the version, with the last stack', async () => {
    expect((await sendCrash()).status).toBe(204);
    server.clock.advance(60);
    const next = { app_version: '1.3.0', stack: 'at q (item-0000000.js:7:8)\nat b (first-1111111.js:2:1)' };
    await sendCrash(next);
    await sendCrash({ message: 'another defect' });
    const editor = await members.buildMember('editor');
    const { count, results } = (await members.call(listOperatedCrashes, editor)).reply;
    expect(count).toBe(2);
    const known = results.find(({ message }) => message === 'x is undefined')!;
    expect(known).toMatchObject({ cnt: 2, app_version: '1.3.0' });
    const params = { fingerprint: known.fingerprint };
    const { reply } = await members.call(getOperatedCrash, editor, { params });
    expect(reply).toMatchObject({ stack: next.stack.split('\n'), is_resolved: false });
  });

  test('crashes that come at once are counted together', async () => {
    await Promise.all(Array.from({ length: 20 }, () => sendCrash()));
    expect((await list()).results).toMatchObject([{ cnt: 20 }]);
  });

  test('hold nothing about a viewer', async () => {
    const message = 'no answer for demo@bora.example of https://tv.example/api/items/10301/?token=abc';
    await sendCrash({ message, stack: 'at load (https://tv.example/assets/home.js?v=1:3:14)' });
    const text = JSON.stringify(await server.db.selectFrom('crashes').selectAll().execute());
    for (const personal of ['demo@', 'tv.example', '10301', 'token=']) expect(text).not.toContain(personal);
  });

  test('crashes from one address are limited, and invented ones only push out each other', async () => {
    for (let count = 0; count < 30; count += 1) expect((await sendCrash()).status).toBe(204);
    expect((await sendCrash()).error.code).toBe('TOO_MANY_REQUESTS');
    const { db, clock } = server;
    const few = createCrashes({ db, clock, limits: createLimits(db, clock), most: 2 });
    for (const message of ['one', 'two', 'three', 'two']) await few.report(`from ${message}`, buildCrash({ message }));
    // A new defect is stored also when the table is full, and one that many sets have stays.
    expect((await list()).results.map(({ message, cnt }) => `${message} ${cnt}`).sort()).toEqual([
      'two 1',
      'x is undefined 30',
    ]);
    const at = clock.now();
    const invented = Array.from({ length: 9 }, (_, index) => ({
      fingerprint: `invented ${index}`,
      platform: 'web',
      engine: 'e',
      app_version: '1',
      screen: 's',
      message: 'm',
      stack: '',
      cnt: 1,
      first_at: at,
      last_at: at,
    }));
    await countCrashes(db, invented as never, 2);
    expect(await countCrashRows(db)).toBe(2);
  });
});
