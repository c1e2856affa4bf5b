import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createCharts, storeCharts } from '#server/catalogue/lists/charts.ts';
import { createLoaders } from '#server/db/loader.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
let viewer: Viewer;
beforeEach(async () => {
  server = await createServerFixture();
  viewer = await server.buildViewer();
});
afterEach(() => server.close());

const unlimited = new AbortController().signal;
const store = (signal = unlimited) => storeCharts(server.db, server.clock.now(), signal);
const stored = async () =>
  (await server.db.selectFrom('charts').select(['kind', 'counted_at']).orderBy('counted_at').orderBy('kind').execute())
    // The clock starts at 03:00 UTC.
    .map(({ kind, counted_at: at }) => `${at.toISOString().slice(11, 16)} ${kind}`);
const mostPopular = async (asOf?: string) => {
  const query = { sorting: 'popular', ...(asOf === undefined ? {} : { as_of: asOf }) };
  const { reply } = await server.call(endpoints.listItems, { token: viewer.profileToken, query });
  return reply.results[0]!.id;
};
const watch = async (episodeId: number) => {
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  server.clock.advance(240);
  const body = { total_play_time: '00:03:20', play_end_offset: '00:03:20', is_player_exit: true };
  const report = { token: viewer.profileToken, params: { id }, body };
  expect((await server.call(endpoints.updatePlayLog, report)).status).toBe(200);
};

describe('charts that a worker stores', () => {
  test('are there half a minute before they hold, once', async () => {
    await store();
    expect(await stored()).toEqual(['03:00 ratings', '03:00 viewers']);
    server.clock.advance(569);
    await store();
    expect(await stored()).toHaveLength(2);
    server.clock.advance(1);
    await Promise.all([store(), store()]);
    expect((await stored()).slice(2)).toEqual(['03:10 ratings', '03:10 viewers']);
  });

  test('are what every process sorts by: none counts again', async () => {
    await watch(601);
    server.clock.advance(570 - 240);
    await store();
    const counts = JSON.stringify([{ item_id: 5, cnt: 9, sum: 0 }]);
    await server.db.updateTable('charts').set({ counts }).where('kind', '=', 'viewers').execute();
    server.clock.advance(30);
    // On PostgreSQL two servers answer in turns.
    expect([await mostPopular(), await mostPopular()]).toEqual([5, 5]);
  });

  test('charts of earlier hours are removed', async () => {
    await store();
    server.clock.advance(2 * 3600);
    await store();
    expect(await stored()).toEqual(['05:00 ratings', '05:00 viewers']);
  });

  test('are left for the next run when it is aborted', async () => {
    await store(AbortSignal.abort());
    expect(await stored()).toEqual([]);
  });
});

test('a server without a worker counts the chart that it needs', async () => {
  await watch(601);
  server.clock.advance(600);
  expect(await mostPopular()).toBe(6);
  expect(await stored()).toContain('03:10 viewers');
});

test('while counting fails, lists follow the chart of the last slot', async () => {
  await watch(601);
  server.clock.advance(600);
  expect(await mostPopular()).toBe(6);
  server.clock.advance(600);
  const refused = () => {
    throw new Error('a machine is away');
  };
  const db = server.db;
  const failing = new Proxy(db, {
    get: (target, name) => (name === 'getExecutor' ? refused : Reflect.get(target, name)),
  });
  const reported: string[] = [];
  const charts = createCharts({
    ...{ db, longWork: failing, clock: server.clock },
    createLoader: createLoaders({ atOnce: 1, isByAccount: false }),
    failures: { report: (cause: string) => void reported.push(cause), works: () => undefined } as unknown as FailureLog,
  });
  expect([...(await charts.viewers()).keys()]).toEqual([6]);
  expect(reported).toEqual(['charts']);
});

test('a later page follows the chart of the first one for an hour', async () => {
  const firstRead = server.clock.now().toISOString();
  const first = await mostPopular();
  await watch(601);
  server.clock.advance(600);
  expect(first).not.toBe(6);
  for (const _ of [1, 2]) expect([await mostPopular(), await mostPopular(firstRead)]).toEqual([6, first]);
  server.clock.advance(3600);
  expect(await mostPopular(firstRead)).toBe(6);
  // A television with a wrong clock.
  for (const asOf of ['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) expect(await mostPopular(asOf)).toBe(6);
});
