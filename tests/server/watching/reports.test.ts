import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { toHms } from '#contract/rules/hms.ts';
import { createReports } from '#server/watching/playback/reports.ts';
import { failingFirst } from '#tests/support/server/intercepted-connection.ts';
import { serverCount } from '#tests/support/server/server-database.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

/** Reports seconds, or raw texts. */
const report = (
  viewer: Viewer,
  id: string,
  total: number | string,
  offset: number | string,
  isPlayerExit: boolean = false,
) =>
  server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: {
      total_play_time: typeof total === 'number' ? toHms(total) : total,
      play_end_offset: typeof offset === 'number' ? toHms(offset) : offset,
      is_player_exit: isPlayerExit,
    },
  });

const begin = async (episodeId = 101) => {
  const viewer = await server.buildViewer();
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  return { viewer, id };
};

const offsetOf = async (viewer: Viewer, episodeId = 101) =>
  (await server.call(endpoints.getEpisode, { token: viewer.profileToken, params: { id: episodeId } })).reply
    .playback_offset;

const rowOf = (id: string) =>
  server.db.selectFrom('play_logs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a report', () => {
  test('is stored, answered, and moves the offset', async () => {
    const { viewer, id } = await begin();
    server.clock.advance(60);
    const { status, reply } = await report(viewer, id, 60, 58);
    expect(status).toBe(200);
    expect(reply).toEqual({ id, total_play_time: '00:01:00', play_end_offset: '00:00:58' });
    expect(await rowOf(id)).toMatchObject({ total_play_time: 60, play_end_offset: 58, state: 'active' });
    expect(await offsetOf(viewer)).toEqual({
      offset: 58,
      is_finished: false,
      updated_at: server.clock.now().toISOString(),
    });
  });

  test('is idempotent', async () => {
    const { viewer, id } = await begin();
    server.clock.advance(60);
    const first = (await report(viewer, id, 60, 58)).reply;
    const row = await rowOf(id);
    server.clock.advance(5);
    expect((await report(viewer, id, 60, 58)).reply).toEqual(first);
    expect(await rowOf(id)).toEqual(row);
  });

  test('may move backwards, and need not add watched time', async () => {
    const { viewer, id } = await begin();
    server.clock.advance(60);
    await report(viewer, id, 60, 58);
    expect((await report(viewer, id, 60, 10)).status).toBe(200);
    expect(await offsetOf(viewer)).toMatchObject({ offset: 10 });
  });

  test('accepts the play log’s id in upper case', async () => {
    const { viewer, id } = await begin();
    server.clock.advance(60);
    expect((await report(viewer, id.toUpperCase(), 30, 30)).status).toBe(200);
    expect((await rowOf(id)).total_play_time).toBe(30);
  });

  test('far beyond the end is stored as sent, and the offset stops at the end', async () => {
    const { viewer, id } = await begin();
    expect((await report(viewer, id, 1, '99999999999:59:59')).reply.play_end_offset).toBe('99999999999:59:59');
    expect((await report(viewer, id, 1, '99999999999:59:59')).status).toBe(200);
    expect(await offsetOf(viewer)).toMatchObject({ offset: 100, is_finished: true });
  });

  test('a report of an unknown play log is NOT_FOUND', async () => {
    const { status, error } = await report(await server.buildViewer(), '00000000-0000-4000-8000-000000000000', 1, 1);
    expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the times of a report', () => {
  test.each([
    ['', '00:00:00'],
    ['60', '00:00:00'],
    ['00:60:00', '00:00:00'],
    ['-0:00:01', '00:00:00'],
    ['1:00', '00:00:00'],
    ['00:00:00', '0:0:0'],
    ['00:00:00', 'abc'],
    ['00:00:00.5', '00:00:00'],
    ['00:00:00', '99999999999999:00:00'],
  ])('%j and %j are TOTAL_PLAY_TIME_INVALID', async (total, offset) => {
    const { viewer, id } = await begin();
    const { status, error } = await report(viewer, id, total, offset);
    expect([status, error.code]).toEqual([400, 'TOTAL_PLAY_TIME_INVALID']);
    expect((await rowOf(id)).reported_at).toBeNull();
  });

  test('may not decrease', async () => {
    const { viewer, id } = await begin();
    server.clock.advance(60);
    await report(viewer, id, 60, 60);
    const { status, error } = await report(viewer, id, 59, 61);
    expect([status, error.code]).toEqual([400, 'TOTAL_PLAY_TIME_INVALID']);
    expect(await offsetOf(viewer)).toMatchObject({ offset: 60 });
  });

  test.each([
    [0, 60, 200],
    [0, 61, 400],
    [60, 180, 200],
    [60, 181, 400],
    [3600, 7260, 200],
    [3600, 7261, 400],
  ])('a report after %d s with a total of %d s is answered with %d', async (elapsed, total, status) => {
    const { viewer, id } = await begin();
    server.clock.advance(elapsed);
    expect((await report(viewer, id, total, 1)).status).toBe(status);
  });

  test('refused times do not block the next valid report', async () => {
    const { viewer, id } = await begin();
    expect((await report(viewer, id, 500, 1)).error.code).toBe('TOTAL_PLAY_TIME_INVALID');
    expect((await report(viewer, id, 10, 10)).status).toBe(200);
  });
});

describe('leaving the player', () => {
  test('closes the play log: a repeated report is answered as before, another is PLAYBACK_EXPIRED', async () => {
    const { viewer, id } = await begin();
    const left = (await report(viewer, id, 30, 30, true)).reply;
    expect((await rowOf(id)).state).toBe('left');
    expect((await report(viewer, id, 30, 30, true)).reply).toEqual(left);
    for (const another of [report(viewer, id, 31, 31, true), report(viewer, id, 30, 30, false)]) {
      const { status, error } = await another;
      expect([status, error.code]).toEqual([410, 'PLAYBACK_EXPIRED']);
    }
    server.clock.advance(24 * 3600);
    expect((await report(viewer, id, 30, 30, true)).reply).toEqual(left);
  });

  test('frees the slot for another device', async () => {
    const one = await server.buildViewer({ plan: 'basic' });
    const other = await server.signIn(one.email);
    const { play_log_id: id } = await server.openVideo(one);
    await report(one, id, 5, 5, true);
    await server.openVideo(other);
    expect((await report(one, id, 5, 5, true)).status).toBe(200);
  });
});

describe('the life of a play log', () => {
  test('ends with the membership that opened it', async () => {
    const expiresAt = new Date(server.clock.now().getTime() + 600_000);
    const viewer = await server.buildViewer({ membership_expires_at: expiresAt });
    const video = await server.openVideo(viewer, 103);
    expect(video.expires_at).toBe(expiresAt.toISOString());
    server.clock.advance(600);
    expect((await report(viewer, video.play_log_id, 10, 10)).error.code).toBe('PLAYBACK_EXPIRED');
  });

  test('does not end with the membership when the episode is free', async () => {
    const expiresAt = new Date(server.clock.now().getTime() + 600_000);
    const viewer = await server.buildViewer({ membership_expires_at: expiresAt });
    const { play_log_id: id } = await server.openVideo(viewer, 101);
    server.clock.advance(600);
    expect((await report(viewer, id, 10, 10)).status).toBe(200);
  });
});

describe('the end of an episode', () => {
  // 100 s with an outro from 90 s on, and without an outro.
  test.each([
    [89, true, false],
    [90, true, true],
    [94, false, false],
    [95, false, true],
    [100, false, true],
  ])(
    'an episode of 100 s that stops at %d s (with an outro: %j) is finished: %j',
    async (offset, hasOutro, isFinished) => {
      await server.db
        .updateTable('clips')
        .set({ outro: hasOutro ? JSON.stringify({ start: 90 }) : 'null' })
        .execute();
      const { viewer, id } = await begin();
      await report(viewer, id, 1, offset);
      expect(await offsetOf(viewer)).toMatchObject({ offset, is_finished: isFinished });
      expect((await server.openVideo(viewer)).resume_offset).toBe(isFinished ? 0 : offset);
      await server.db
        .updateTable('clips')
        .set({ outro: JSON.stringify({ start: 90 }) })
        .execute();
    },
  );
});

describe('a report that does not fit its schema', () => {
  test.each([
    ['no body', undefined],
    ['a number for a time', { total_play_time: 60, play_end_offset: '00:01:00', is_player_exit: false }],
    ['no offset', { total_play_time: '00:01:00', is_player_exit: false }],
    ['a word for a truth value', { total_play_time: '00:01:00', play_end_offset: '00:01:00', is_player_exit: 'no' }],
    ['a very long time', { total_play_time: '0'.repeat(21), play_end_offset: '00:01:00', is_player_exit: false }],
    ['a list', []],
  ])('is refused: %s', async (_name, body) => {
    const { viewer, id } = await begin();
    const { status, error } = await server.call(endpoints.updatePlayLog, {
      token: viewer.profileToken,
      params: { id },
      body,
    });
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('is refused for a malformed id, and without a token', async () => {
    const { viewer } = await begin();
    expect((await report(viewer, '1', 1, 1)).error.code).toBe('VALIDATION_FAILED');
    expect((await server.call(endpoints.updatePlayLog, { params: { id: '1' } })).error.code).toBe('TOKEN_INVALID');
  });
});

describe('a process’s cache of play logs never overrides the database', () => {
  /** Twice each: of two alternating processes, both have then seen the play log. */
  const often = async (call: () => ReturnType<typeof report>) => {
    const answers = new Set<number | string>();
    for (let calls = 0; calls < 2 * serverCount; calls += 1) {
      const answer = await call();
      answers.add(answer.status === 200 ? 200 : answer.error.code);
    }
    return [...answers];
  };
  const beginReporting = async () => {
    const begun = await begin();
    server.clock.advance(600);
    expect(await often(() => report(begun.viewer, begun.id, 10, 10))).toEqual([200]);
    return begun;
  };

  test('every process refuses a token as soon as one has signed its device out', async () => {
    const { viewer, id } = await beginReporting();
    await server.call(endpoints.logout, { token: viewer.profileToken });
    expect(await often(() => report(viewer, id, 10, 10))).toEqual(['TOKEN_INVALID']);
    expect(await often(() => report(viewer, id, 20, 20))).toEqual(['TOKEN_INVALID']);
    expect((await rowOf(id)).total_play_time).toBe(10);
  });

  test('every process refuses a revoked token, even while its device stays signed in', async () => {
    const { viewer, id } = await beginReporting();
    await server.db
      .deleteFrom('tokens')
      .where('account_id', '=', viewer.accountId)
      .where('profile_id', 'is not', null)
      .execute();
    expect(await often(() => report(viewer, id, 20, 20))).toEqual(['TOKEN_INVALID']);
    expect((await rowOf(id)).total_play_time).toBe(10);
  });

  test('every process tells a deactivated device to stop', async () => {
    const { viewer, id } = await beginReporting();
    await server.db.updateTable('play_logs').set({ state: 'deactivated' }).where('id', '=', id).execute();
    expect(await often(() => report(viewer, id, 20, 20))).toEqual(['PLAYBACK_DEACTIVATED']);
    expect((await rowOf(id)).total_play_time).toBe(10);
  });

  test('reports continue from the state that another process has accepted', async () => {
    const { viewer, id } = await beginReporting();
    for (const total of [20, 30, 40, 50, 60, 70]) expect((await report(viewer, id, total, total)).status).toBe(200);
    // Like a write by another process.
    await server.db.updateTable('play_logs').set({ total_play_time: 200 }).where('id', '=', id).execute();
    expect(await often(() => report(viewer, id, 199, 199))).toEqual(['TOTAL_PLAY_TIME_INVALID']);
    expect(await often(() => report(viewer, id, 200, 200))).toEqual([200]);
    expect(await offsetOf(viewer)).toMatchObject({ offset: 100 });
  });
});

describe('rights in reports', () => {
  const good = { total_play_time: '00:00:01', play_end_offset: '00:00:01', is_player_exit: false };
  const bodies = [
    ['a good body', good],
    ['no body', undefined],
    ['a time that is none', { ...good, total_play_time: 'soon' }],
    ['a field of a wrong type', { ...good, is_player_exit: 'no' }],
  ] as const;

  test.each(bodies)('a missing right is reported before other errors with %s', async (_name, body) => {
    const { viewer, id } = await begin();
    const code = async (token: string) =>
      (await server.call(endpoints.updatePlayLog, { token, params: { id }, body })).error.code;
    expect(await code('x'.repeat(43))).toBe('TOKEN_INVALID');
    expect(await code(viewer.token)).toBe('PROFILE_REQUIRED');
    await server.call(endpoints.logout, { token: viewer.profileToken });
    expect(await code(viewer.profileToken)).toBe('TOKEN_INVALID');
  });
});

test('two sets of one profile that watch the same episode both store their reports, and one of their places', async () => {
  const one = await server.buildViewer({ plan: 'premium' });
  const other = await server.signIn(one.email);
  const sets = await Promise.all(
    [one, other].map(async (viewer) => ({ viewer, id: (await server.openVideo(viewer)).play_log_id })),
  );
  server.clock.advance(60);
  const answers = await Promise.all(sets.map(({ viewer, id }, index) => report(viewer, id, 30, 30 + index)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const { id } of sets) expect((await rowOf(id)).total_play_time).toBe(30);
  expect([30, 31]).toContain((await offsetOf(one))?.offset);
});

test('concurrent reports are judged in order, and a bad one affects only itself', async () => {
  const many = await Promise.all(Array.from({ length: 10 }, () => begin()));
  server.clock.advance(100);
  const answers = await Promise.all(
    many.flatMap(({ viewer, id }, index) => [
      report(viewer, id, 50, 50),
      report(viewer, id, 40, 40),
      report(viewer, id, 60, 60 + index),
      report(viewer, '00000000-0000-4000-8000-000000000000', 1, 1),
    ]),
  );
  // With two processes, the smaller report may arrive first; a single process keeps the order.
  const smaller = serverCount === 1 ? [400] : [200, 400];
  for (const [index, { status }] of answers.entries())
    expect([[200], smaller, [200], [404]][index % 4]).toContain(status);
  for (const [index, { viewer, id }] of many.entries()) {
    expect((await rowOf(id)).total_play_time).toBe(60);
    expect(await offsetOf(viewer)).toMatchObject({ offset: 60 + index });
  }
});

test.each(['40001', '40P01'])('a batch of reports that the database asks to repeat (%s) is stored', async (code) => {
  const { viewer, id } = await begin();
  server.clock.advance(60);
  const reports = createReports({
    db: failingFirst(server.db, code),
    clock: server.clock,
    batching: { atOnce: 1, isByAccount: false },
  });
  await reports.report(viewer.profileToken, id, { totalPlayTime: 40, playEndOffset: 50, isPlayerExit: false });
  expect(await rowOf(id)).toMatchObject({ total_play_time: 40, play_end_offset: 50 });
});
