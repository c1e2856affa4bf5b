import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const open = (viewer: Viewer, id: number | string, device = 'web') =>
  server.call(endpoints.getVideo, { token: viewer.profileToken, params: { id }, query: { device } });

const report = (viewer: Viewer, id: string, seconds: number, isPlayerExit = false) =>
  server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: {
      total_play_time: `00:00:${String(seconds).padStart(2, '0')}`,
      play_end_offset: `00:00:${String(seconds).padStart(2, '0')}`,
      is_player_exit: isPlayerExit,
    },
  });

const statesOf = async ({ accountId }: Viewer) =>
  (
    await server.db
      .selectFrom('play_logs')
      .select('state')
      .where('account_id', '=', accountId)
      .orderBy('opened_at')
      .execute()
  ).map(({ state }) => state);

describe('a video', () => {
  test('has everything that the player needs', async () => {
    const viewer = await server.buildViewer();
    const { status, reply } = await open(viewer, 101);
    const base = /^http:\/\/bora\.test\/media\/\d+\.[\w-]{22}\.[0-9a-f-]{36}\.2\.[\w-]{43}\/media\/short\//;
    expect(status).toBe(200);
    expect(reply).toEqual({
      episode_id: 101,
      play_log_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      resume_offset: 0,
      expires_at: '2026-11-20T15:00:00.000Z',
      streams: [
        { protocol: 'dash', url: expect.stringMatching(base), drm: null },
        { protocol: 'hls', url: expect.stringMatching(base), drm: null },
      ],
      // The last of a language is the one for players without roles.
      subtitles: [
        { lang: 'ko', label: '한국어 (화면 글자)', url: expect.stringMatching(base), role: 'forced' },
        { lang: 'ko', label: '한국어', url: expect.stringMatching(base), role: 'subtitle' },
      ],
      audio: [
        { lang: 'ja', role: 'main', label: '원어 (일본어)' },
        { lang: 'ko', role: 'dub', label: '한국어 더빙' },
      ],
      thumbnails: { url: expect.stringMatching(base), interval: 5, columns: 5, rows: 4, width: 160, height: 90 },
      markers: { intro: { start: 5, end: 15 }, outro: { start: 90 }, recap: null, preview: null },
      next_episode_id: 102,
    });
  });

  test('has its subtitles that are pictures in a list of their own, which older apps do not take for text', async () => {
    const viewer = await server.buildViewer();
    const { subtitles } = await server.db
      .selectFrom('clips')
      .select('subtitles')
      .where('id', '=', 'short')
      .executeTakeFirstOrThrow();
    const folder = subtitles[0]!.path.replace(/[^/]+$/, '');
    const disc = {
      lang: 'en',
      label: '영어 (그림)',
      path: `${folder}pictures-en.vtt`,
      sheets: [`${folder}pictures-en-1.webp`],
    };
    const set = (next: readonly object[]) =>
      server.db
        .updateTable('clips')
        .set({ subtitles: JSON.stringify(next) })
        .where('id', '=', 'short')
        .execute();
    await set([...subtitles, disc]);
    const { reply } = await open(viewer, 101);
    await set(subtitles);
    expect(reply.subtitles.map(({ lang }) => lang)).toEqual(['ko', 'ko']);
    const base = reply.subtitles[0]!.url.replace(/[^/]+$/, '');
    expect(reply.picture_subtitles).toEqual([
      {
        ...{ lang: 'en', label: '영어 (그림)', role: 'subtitle', url: `${base}pictures-en.vtt` },
        sheets: [`${base}pictures-en-1.webp`],
      },
    ]);
  });

  test('the video of the last episode has no next one', async () => {
    expect((await open(await server.buildViewer(), 103)).reply.next_episode_id).toBeNull();
  });

  test('requested again opens a new play log and resumes at the profile’s offset', async () => {
    const viewer = await server.buildViewer();
    const first = (await open(viewer, 101)).reply;
    await report(viewer, first.play_log_id, 42);
    const again = (await open(viewer, 101)).reply;
    expect(again.play_log_id).not.toBe(first.play_log_id);
    expect(again.resume_offset).toBe(42);
  });

  test('resumes where another device of the profile stopped', async () => {
    const viewer = await server.buildViewer();
    await report(viewer, (await open(viewer, 101)).reply.play_log_id, 42, true);
    expect((await open(await server.signIn(viewer.email), 101)).reply.resume_offset).toBe(42);
  });

  test.each([
    ['free', 101, 200],
    // Free only with advertisements: this call has none.
    ['free', 102, 403],
    ['free', 103, 403],
    ['basic', 103, 200],
    ['premium', 103, 200],
  ] as const)('a call by a %s account for the video of episode %d is answered with %d', async (plan, id, status) => {
    const answer = await open(await server.buildViewer({ plan }), id);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.error.code).toBe('MEMBERSHIP_REQUIRED');
  });

  test('is refused once the membership has expired', async () => {
    const viewer = await server.buildViewer({ membership_expires_at: server.clock.now() });
    expect((await open(viewer, 103)).error.code).toBe('MEMBERSHIP_REQUIRED');
  });

  test('above the profile’s limit is refused, with any plan', async () => {
    const viewer = await server.buildViewer({ plan: 'free', profiles: [{ maxRating: '12' }] });
    const { status, error } = await open(viewer, 603);
    expect([status, error.code]).toEqual([403, 'RATING_RESTRICTED']);
  });

  test.each([
    [9999, 'web', 'NOT_FOUND'],
    [104, 'web', 'NOT_FOUND'],
    ['x', 'web', 'VALIDATION_FAILED'],
    [101, 'phone', 'VALIDATION_FAILED'],
    [101, '', 'VALIDATION_FAILED'],
  ] as const)('%s for the device %j is %s', async (id, device, code) => {
    expect((await open(await server.buildViewer(), id, device)).error.code).toBe(code);
  });

  test('is not opened by a refused call', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    await open(viewer, 103);
    await open(viewer, 9999);
    await server.call(endpoints.getVideo, { params: { id: 101 }, query: { device: 'web' } });
    await server.call(endpoints.getVideo, { token: viewer.token, params: { id: 101 }, query: { device: 'web' } });
    expect(await statesOf(viewer)).toEqual([]);
  });

  test('is not opened by HEAD', async () => {
    const viewer = await server.buildViewer();
    const response = await server.app.inject({
      method: 'HEAD',
      url: '/api/episodes/v2/101/video/?device=web',
      headers: { authorization: viewer.profileToken },
    });
    expect(response.statusCode).toBe(405);
    expect(await statesOf(viewer)).toEqual([]);
  });
});

describe('watching on several devices', () => {
  const buildDevices = async (plan: 'free' | 'basic' | 'premium', count: number) => {
    const first = await server.buildViewer({ plan });
    const others = await Promise.all(Array.from({ length: count - 1 }, () => server.signIn(first.email)));
    return [first, ...others];
  };

  test.each([
    ['free', 1],
    ['basic', 1],
    ['premium', 4],
  ] as const)('a %s account plays on %d concurrently; one more ends the oldest playback', async (plan, maximum) => {
    const devices = await buildDevices(plan, maximum + 1);
    const ids: string[] = [];
    for (const device of devices) {
      ids.push((await open(device, 101)).reply.play_log_id);
      server.clock.advance(1);
    }
    const { status, error } = await report(devices[0]!, ids[0]!, 1);
    expect([status, error.code]).toEqual([409, 'PLAYBACK_DEACTIVATED']);
    for (let index = 1; index <= maximum; index += 1)
      expect((await report(devices[index]!, ids[index]!, 1)).status).toBe(200);
  });

  test('a deactivated play log stays so, even for a repeated report', async () => {
    const [one, other] = await buildDevices('basic', 2);
    const { play_log_id: id } = (await open(one!, 101)).reply;
    await report(one!, id, 1);
    await open(other!, 101);
    for (const seconds of [1, 1, 2]) expect((await report(one!, id, seconds)).error.code).toBe('PLAYBACK_DEACTIVATED');
    expect((await report(one!, id, 2, true)).error.code).toBe('PLAYBACK_DEACTIVATED');
  });

  test('a deactivated play log names the device and the profile that took over, if still playing', async () => {
    const [one, other] = await buildDevices('basic', 2);
    await server.db
      .updateTable('device_sessions')
      .set({ name: '거실 TV' })
      .where('account_id', '=', other!.accountId)
      .execute();
    const { play_log_id: id } = (await open(one!, 101)).reply;
    const theirs = (await open(other!, 101)).reply.play_log_id;
    const { name } = await server.db
      .selectFrom('profiles')
      .select('name')
      .where('id', '=', other!.profileId)
      .executeTakeFirstOrThrow();
    expect((await report(one!, id, 1)).error.message).toBe(`거실 TV에서 ${name} 님이 재생 중이에요.`);
    await report(other!, theirs, 1, true);
    expect((await report(one!, id, 1)).error.message).toBe('거실 TV에서 재생을 시작해서 여기서는 멈췄어요.');
  });

  test('the viewer may take over: the other device is then deactivated', async () => {
    const [one, other] = await buildDevices('basic', 2);
    await open(one!, 101);
    const theirs = (await open(other!, 101)).reply.play_log_id;
    const again = (await open(one!, 101)).reply.play_log_id;
    expect((await report(other!, theirs, 1)).error.code).toBe('PLAYBACK_DEACTIVATED');
    expect((await report(one!, again, 1)).status).toBe(200);
  });

  test('an expired play log occupies no slot', async () => {
    const [one, other] = await buildDevices('basic', 2);
    await open(one!, 101);
    server.clock.advance(12 * 3600);
    await open(other!, 101);
    expect(await statesOf(one!)).toEqual(['active', 'active']);
  });

  test('twenty concurrent calls leave exactly as many as the plan allows', async () => {
    for (const [plan, maximum] of [
      ['basic', 1],
      ['premium', 4],
    ] as const) {
      const devices = await buildDevices(plan, 20);
      const answers = await Promise.all(devices.map((device) => open(device, 101)));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      const states = await statesOf(devices[0]!);
      expect(states.filter((state) => state === 'active')).toHaveLength(maximum);
      expect(states.filter((state) => state === 'deactivated')).toHaveLength(20 - maximum);
      const reports = await Promise.all(
        answers.map(({ reply }, index) => report(devices[index]!, reply.play_log_id, 1)),
      );
      expect(reports.filter(({ status }) => status === 200)).toHaveLength(maximum);
    }
  });
});

describe('another video on the same device', () => {
  test('supersedes without a kick, however often the page is reloaded', async () => {
    const viewer = await server.buildViewer({ plan: 'basic' });
    const ids: string[] = [];
    for (let reload = 0; reload < 20; reload += 1) {
      // Reports that the previous page stored are sent first, as if it might still be open.
      for (const id of ids.slice(-1)) expect((await report(viewer, id, 1)).status).toBe(200);
      ids.push((await open(viewer, 101)).reply.play_log_id);
    }
    const answers = await Promise.all(ids.slice(0, -1).map((id) => report(viewer, id, 2)));
    expect(new Set(answers.map(({ error }) => error.code))).toEqual(new Set(['PLAYBACK_EXPIRED']));
    expect((await report(viewer, ids.at(-1)!, 2)).status).toBe(200);
  });

  test('never deactivates: it closes the earlier play log without an error', async () => {
    const viewer = await server.buildViewer({ plan: 'basic' });
    for (const id of [101, 102, 103, 101]) expect((await open(viewer, id)).status).toBe(200);
    expect((await statesOf(viewer)).sort()).toEqual(['active', 'superseded', 'superseded', 'superseded']);
  });

  test('opened by twenty concurrent calls leaves one play log', async () => {
    const viewer = await server.buildViewer({ plan: 'premium' });
    await Promise.all(Array.from({ length: 20 }, () => open(viewer, 101)));
    expect((await statesOf(viewer)).filter((state) => state === 'active')).toHaveLength(1);
  });

  test('lets the earlier player’s last report arrive late, once', async () => {
    const viewer = await server.buildViewer();
    const { play_log_id: id } = (await open(viewer, 101)).reply;
    await open(viewer, 102);
    expect((await report(viewer, id, 30)).error.code).toBe('PLAYBACK_EXPIRED');
    expect((await report(viewer, id, 30, true)).status).toBe(200);
    expect((await report(viewer, id, 30, true)).status).toBe(200);
    expect((await report(viewer, id, 31, true)).error.code).toBe('PLAYBACK_EXPIRED');
    expect((await open(viewer, 101)).reply.resume_offset).toBe(30);
  });

  test('is not overwritten by a late report of an earlier playback of the same episode', async () => {
    const viewer = await server.buildViewer();
    const earlier = (await open(viewer, 101)).reply.play_log_id;
    server.clock.advance(10);
    const later = (await open(viewer, 101)).reply.play_log_id;
    server.clock.advance(10);
    await report(viewer, later, 50);
    expect((await report(viewer, earlier, 5, true)).status).toBe(200);
    expect((await open(viewer, 101)).reply.resume_offset).toBe(50);
  });
});
