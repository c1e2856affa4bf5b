import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { deactivatePlayLogs } from '#server/watching/playback/deactivate.ts';
import { endExpiredPlayLogs } from '#server/retention/expiry.ts';
import { removeOldRows } from '#server/retention/remove-old-rows.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { afterFirstRead } from '#tests/support/server/intercepted-connection.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

const DAY = 24 * 3600;
const HOUR = 3600;

let server: ServerFixture;
beforeEach(async () => {
  server = await createServerFixture();
});
afterEach(() => server.close());

const unlimited = new AbortController().signal;
const report = (viewer: Viewer, id: string, total: string, isLast = false) =>
  server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: total, play_end_offset: '00:00:50', is_player_exit: isLast },
  });
const playLogs = () => server.db.selectFrom('play_logs').selectAll().orderBy('opened_at').execute();

test('a play log lives as long as the right that lasts longest: a rental beside a membership that ends', async () => {
  const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR * 1000);
  const viewer = await server.buildViewer({ plan: 'basic', membership_expires_at: inHours(2) });
  const times = {
    created_at: inHours(0),
    settled_at: inHours(0),
    expires_at: inHours(1),
    right_expires_at: inHours(5),
  };
  await server.db
    .insertInto('orders')
    .values({
      ...{ account_id: viewer.accountId, profile_id: viewer.profileId, id: randomUUID(), item_id: 1, product_id: 11 },
      ...{ name: '대여', kind: 'rental', rental_hours: 5, price: 1000, status: 'paid', ...times },
    })
    .execute();
  await server.openVideo(viewer, 103);
  await server.openVideo(viewer, 203);
  expect((await playLogs()).map(({ expires_at: end }) => end).sort()).toEqual([inHours(2), inHours(5)]);
});

describe('a play log past its life', () => {
  const end = (options = {}) => endExpiredPlayLogs(server.db, server.clock.now(), unlimited, options);

  test('is ended by the server, and an active one is not', async () => {
    const [gone, playing] = [await server.buildViewer(), await server.buildViewer()];
    const { play_log_id: id } = await server.openVideo(gone);
    server.clock.advance(11 * HOUR);
    await server.openVideo(playing);
    server.clock.advance(HOUR);
    expect(await end()).toBe(1);
    const [old, living] = await playLogs();
    expect(old).toMatchObject({ id, state: 'expired', ended_at: old!.expires_at });
    expect(living).toMatchObject({ state: 'active', ended_at: null });
    expect(await end()).toBe(0);
  });

  test('answers a late report with PLAYBACK_EXPIRED, and a repeated one as before', async () => {
    const viewer = await server.buildViewer();
    const { play_log_id: id } = await server.openVideo(viewer);
    server.clock.advance(60);
    expect((await report(viewer, id, '00:01:00')).status).toBe(200);
    server.clock.advance(12 * HOUR);
    await end();
    expect((await report(viewer, id, '00:02:00', true)).error.code).toBe('PLAYBACK_EXPIRED');
    expect((await report(viewer, id, '00:01:00')).status).toBe(200);
  });

  test('keeps its end when another video of its device superseded it', async () => {
    const viewer = await server.buildViewer();
    await server.openVideo(viewer);
    server.clock.advance(60);
    const supersededAt = server.clock.now();
    await server.openVideo(viewer, 102);
    server.clock.advance(12 * HOUR);
    await end();
    const [superseded] = await playLogs();
    expect(superseded).toMatchObject({ state: 'expired', ended_at: supersededAt });
  });

  test('is not ended again by a password change, even before the server has ended it', async () => {
    const viewer = await server.buildViewer();
    await server.openVideo(viewer);
    server.clock.advance(12 * HOUR);
    const other = await server.signIn(viewer.email);
    const body = { old_password: 'bora-test-1', new_password: 'bora-test-2' };
    expect((await server.call(endpoints.changePassword, { token: other.token, body })).status).toBe(204);
    expect((await playLogs()).map(({ state }) => state)).toEqual(['active']);
  });

  test.each([
    ['deactivated', ['deactivated', 'deactivated'], 409],
    ['expired', ['expired', 'expired'], 410],
    ['superseded', ['superseded', 'superseded'], 200],
  ] as const)(
    'that is %s with all of its account takes no report, unless its device watches on',
    async (as, states, status) => {
      const viewer = await server.buildViewer();
      const { play_log_id: first } = await server.openVideo(viewer);
      server.clock.advance(60);
      const givenWayAt = server.clock.now();
      const { play_log_id: second } = await server.openVideo(viewer, 102);
      server.clock.advance(60);
      const now = server.clock.now();
      await createTransact(server.db)((tx) =>
        deactivatePlayLogs(tx, { accountId: viewer.accountId, now, isEnded: () => true, as }),
      );
      const ended = await playLogs();
      expect(ended.map(({ state }) => state)).toEqual(states);
      expect(ended.map(({ ended_at: at }) => at)).toEqual([as === 'superseded' ? givenWayAt : now, now]);
      for (const id of [first, second]) expect((await report(viewer, id, '00:00:50', true)).status).toBe(status);
    },
  );

  test('is ended once, in small batches, by two concurrent processes', async () => {
    for (let count = 0; count < 7; count += 1) await server.openVideo(await server.buildViewer());
    server.clock.advance(12 * HOUR);
    const counts = await Promise.all([end({ batch: 2 }), end({ batch: 2 })]);
    // A batch leaves rows that another process has locked to that process.
    const later = await end({ batch: 2 });
    expect(counts[0]! + counts[1]! + later).toBe(7);
    expect(new Set((await playLogs()).map(({ state }) => state))).toEqual(new Set(['expired']));
  });

  test('is not ended when its television leaves the player after the server found it', async () => {
    const viewer = await server.buildViewer();
    await server.openVideo(viewer);
    server.clock.advance(12 * HOUR);
    const leave = () =>
      server.db.updateTable('play_logs').set({ state: 'left' }).where('account_id', '=', viewer.accountId).execute();
    const db = afterFirstRead(server.db, leave);
    expect(await endExpiredPlayLogs(db, server.clock.now(), unlimited)).toBe(0);
    expect((await playLogs()).map(({ state }) => state)).toEqual(['left']);
  });

  test('waits for the next run after an abort', async () => {
    await server.openVideo(await server.buildViewer());
    server.clock.advance(12 * HOUR);
    expect(await endExpiredPlayLogs(server.db, server.clock.now(), AbortSignal.abort())).toBe(0);
    expect(await end()).toBe(1);
  });
});

describe('the daily sums of removed play logs', () => {
  const statistics = async ({ profileToken: token }: Viewer) =>
    (await server.call(endpoints.getMyStatistics, { token })).reply;
  const removeOld = () => removeOldRows(server.db, server.clock.now(), unlimited, { batch: 2 });
  const watch = async (viewer: Viewer, episodeId: number, minutes: number) => {
    const { play_log_id: id } = await server.openVideo(viewer, episodeId);
    server.clock.advance(minutes * 60);
    expect((await report(viewer, id, `00:${String(minutes).padStart(2, '0')}:00`, true)).status).toBe(200);
  };
  /** Two profiles of one account that watched on two days, one episode twice on one day. */
  const buildPast = async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const other = await server.selectProfile(viewer, 1);
    await watch(viewer, 101, 10);
    await watch(viewer, 101, 4);
    await watch(viewer, 102, 5);
    await watch(other, 101, 3);
    await server.openVideo(viewer, 103);
    server.clock.advance(DAY);
    await watch(viewer, 401, 20);
    return { viewer, other };
  };

  test('keep the statistics of every profile unchanged', async () => {
    const { viewer, other } = await buildPast();
    server.clock.advance(90 * DAY - 60);
    await watch(viewer, 201, 7);
    // The history is now older than the retention, and so are the viewers' tokens: this keeps them valid.
    await server.db.updateTable('device_sessions').set({ last_seen_at: server.clock.now() }).execute();
    const before = [await statistics(viewer), await statistics(other)];
    expect(before[0]).toMatchObject({ total_play_time: 46 * 60, cnt_episode: 4, cnt_item: 3 });

    await removeOld();
    expect((await playLogs()).map(({ episode_id: id }) => id)).toEqual([201]);
    expect([await statistics(viewer), await statistics(other)]).toEqual(before);
    const days = await server.db
      .selectFrom('watch_days')
      .select(['day', 'episode_id', 'play_time'])
      .where('profile_id', '=', viewer.profileId)
      .orderBy('day')
      .orderBy('episode_id')
      .execute();
    expect(days).toEqual([
      { day: '2026-11-20', episode_id: 101, play_time: 14 * 60 },
      { day: '2026-11-20', episode_id: 102, play_time: 5 * 60 },
      { day: '2026-11-21', episode_id: 401, play_time: 20 * 60 },
    ]);
    await removeOld();
    expect([await statistics(viewer), await statistics(other)]).toEqual(before);
  });

  test('count by day while the days are shown', async () => {
    const { viewer } = await buildPast();
    const before = await statistics(viewer);
    expect(before.by_day.slice(-2)).toEqual([
      { date: '2026-11-20', play_time: 19 * 60 },
      { date: '2026-11-21', play_time: 20 * 60 },
    ]);
    const early = RETENTION.map((entry) => (entry.table === 'play_logs' ? { ...entry, days: 0 } : entry));
    server.clock.advance(1);
    await removeOldRows(server.db, server.clock.now(), unlimited, {
      retention: early.filter(({ table }) => table === 'play_logs'),
    });
    expect(await playLogs()).toEqual([]);
    expect(await statistics(viewer)).toEqual(before);
  });

  test('are counted once by two concurrent processes', async () => {
    const { viewer } = await buildPast();
    const before = (await statistics(viewer)).total_play_time;
    server.clock.advance(91 * DAY);
    await server.db.updateTable('device_sessions').set({ last_seen_at: server.clock.now() }).execute();
    await Promise.all([removeOld(), removeOld(), removeOld()]);
    await removeOld();
    expect(await playLogs()).toEqual([]);
    expect((await statistics(viewer)).total_play_time).toBe(before);
  });

  test('are counted once when another process removes the play logs that this one found', async () => {
    const { viewer } = await buildPast();
    const before = (await statistics(viewer)).total_play_time;
    server.clock.advance(91 * DAY);
    await server.db.updateTable('device_sessions').set({ last_seen_at: server.clock.now() }).execute();
    const retention = RETENTION.filter(({ table }) => table === 'play_logs');
    const db = afterFirstRead(server.db, removeOld);
    const removed = await removeOldRows(db, server.clock.now(), unlimited, { retention });
    expect(removed.get('play_logs')).toBe(0);
    expect((await statistics(viewer)).total_play_time).toBe(before);
  });

  test('are deleted with their profile, and not created for a deleted one', async () => {
    const { viewer, other } = await buildPast();
    const params = { id: other.profileId };
    server.clock.advance(91 * DAY);
    await server.db.updateTable('device_sessions').set({ last_seen_at: server.clock.now() }).execute();
    expect((await server.call(endpoints.removeProfile, { token: viewer.token, params })).status).toBe(204);
    await removeOld();
    const profiles = await server.db.selectFrom('watch_days').select('profile_id').distinct().execute();
    expect(profiles).toEqual([{ profile_id: viewer.profileId }]);
    await server.db.deleteFrom('profiles').where('id', '=', viewer.profileId).execute();
    expect(await server.db.selectFrom('watch_days').selectAll().execute()).toEqual([]);
  });
});
