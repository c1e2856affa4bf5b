import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { toHms } from '#contract/rules/hms.ts';
import { koreanSecondOfDay } from '#server/lib/korean-time.ts';
import { addDownload } from '#tests/support/media/media.ts';
import {
  createServerFixture,
  PASSWORD,
  PIN,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({
    records: [
      ...smallCatalogue(),
      buildClipRecord({ id: 'long', duration: 1440, outro: null }),
      buildTitleRecord(8, { episodes: [1, 2].map((order) => buildEpisodeRecord(8, order, { clip: 'long' })) }),
    ],
  });
  await addDownload(server);
});
afterAll(() => server.close());

const EPISODE = 801;

/** An owner with a PIN, and a child of 12 with limits. */
async function buildFamily(limits: { daily_minutes?: number; bedtime?: { from: string; to: string } }, hasPin = true) {
  const account = await server.buildAccount({ profiles: [{ hasPin }, { maxRating: '12' }, { maxRating: '7' }] });
  const owner = await server.signIn(account.email);
  const child = await server.selectProfile(owner, 1);
  const changed = await change(owner, child, limits);
  expect(changed.status).toBe(200);
  return { ...account, owner, child };
}

const change = (by: Viewer, of: Viewer, body: object) =>
  server.call(endpoints.updateProfile, { token: by.profileToken, params: { id: of.profileId }, body });

const video = ({ profileToken: token }: Viewer, id = EPISODE) =>
  server.call(endpoints.getVideo, { token, params: { id }, query: { device: 'web' } });

const report = ({ profileToken: token }: Viewer, id: string, total: number, offset: number, isPlayerExit = false) =>
  server.call(endpoints.updatePlayLog, {
    token,
    params: { id },
    body: { total_play_time: toHms(total), play_end_offset: toHms(offset), is_player_exit: isPlayerExit },
  });

/** Watches an episode from a position, minute by minute, until something else than 200 comes. */
async function watch(viewer: Viewer, minutes: number, from = 0) {
  const { play_log_id: id } = (await video(viewer)).reply;
  for (let minute = 1; minute <= minutes; minute += 1) {
    server.clock.advance(60);
    const answer = await report(viewer, id, minute * 60, from + minute * 60);
    if (answer.status !== 200) return { id, minute, answer };
  }
  return { id, minute: null, answer: null };
}

/** Advances the clock to the last second of a day in Korea. */
const goToLastSecond = () => server.clock.advance(24 * 3600 - 1 - koreanSecondOfDay(server.clock.now()));

const addTime = ({ profileToken: token }: Viewer, body: object) => server.call(endpoints.addWatchTime, { token, body });

describe('a daily time', () => {
  test('is set by an adult, shown, and removed', async () => {
    const { owner, child } = await buildFamily({ daily_minutes: 60, bedtime: { from: '21:00', to: '07:00' } });
    const mine = async () => (await server.call(endpoints.getMyProfile, { token: child.profileToken })).reply;
    expect(await mine()).toMatchObject({ daily_minutes: 60, bedtime: { from: '21:00', to: '07:00' } });
    await change(owner, child, { daily_minutes: null, bedtime: null });
    expect(await mine()).toMatchObject({ daily_minutes: null, bedtime: null });
  });

  test.each([
    [{ daily_minutes: 0 }, 'daily_minutes'],
    [{ daily_minutes: 1441 }, 'daily_minutes'],
    [{ daily_minutes: 1.5 }, 'daily_minutes'],
    [{ bedtime: { from: '24:00', to: '07:00' } }, 'bedtime'],
    [{ bedtime: { from: '21:00' } }, 'bedtime'],
    [{ bedtime: { from: '21:00', to: '21:00' } }, 'bedtime'],
  ])('a limit of %j is invalid', async (body, field) => {
    const { owner, child } = await buildFamily({});
    const { error } = await change(owner, child, body);
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(Object.keys(error.fields ?? {})[0]).toContain(field);
  });

  test('is not changed by a profile with an age limit, not even its own', async () => {
    const { owner, child } = await buildFamily({ daily_minutes: 60 });
    for (const body of [{ daily_minutes: null }, { bedtime: null }])
      for (const target of [child, owner])
        expect((await change(child, target, body)).error.code).toBe('RATING_RESTRICTED');
  });

  test('ends the playback when it is used up, and refuses videos, advertised ones and downloads', async () => {
    const { child } = await buildFamily({ daily_minutes: 3 });
    const { id, minute, answer } = await watch(child, 5);
    expect([minute, answer?.status, answer?.error.code]).toEqual([3, 403, 'WATCH_TIME_OVER']);
    // The time that ended it is stored.
    const log = await server.db.selectFrom('play_logs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(log).toMatchObject({ state: 'over', total_play_time: 180, play_end_offset: 180 });
    expect((await report(child, id, 180, 180)).error.code).toBe('WATCH_TIME_OVER');
    const token = child.profileToken;
    const download = await server.call(endpoints.getVideoDownload, { token, params: { id: 101 } });
    const params = { params: { id: EPISODE }, query: { device: 'web' } };
    const advertised = await server.call(endpoints.getAvodVideo, { token, ...params });
    for (const refused of [await video(child), advertised, download])
      expect([refused.status, refused.error.code]).toEqual([403, 'WATCH_TIME_OVER']);
  });

  test('says how much is left', async () => {
    const { child } = await buildFamily({ daily_minutes: 3 });
    const opened = (await video(child)).reply;
    expect(opened.watch_seconds_left).toBe(180);
    server.clock.advance(60);
    expect((await report(child, opened.play_log_id, 60, 60)).reply.watch_seconds_left).toBe(120);
    const { owner } = await buildFamily({});
    expect((await video(owner)).reply).not.toHaveProperty('watch_seconds_left');
  });

  test('counts all devices together', async () => {
    const { child, email } = await buildFamily({ daily_minutes: 3 });
    const other = await server.signIn(email, 1);
    const { play_log_id: one } = (await video(child)).reply;
    const { play_log_id: two } = (await video(other, 802)).reply;
    server.clock.advance(120);
    expect((await report(child, one, 120, 120)).status).toBe(200);
    expect((await report(other, two, 60, 60)).error.code).toBe('WATCH_TIME_OVER');
  });

  test('counts a report on leaving, which it never refuses', async () => {
    const { child } = await buildFamily({ daily_minutes: 3 });
    const { play_log_id: id } = (await video(child)).reply;
    server.clock.advance(600);
    expect((await report(child, id, 600, 600, true)).status).toBe(200);
    expect((await video(child)).error.code).toBe('WATCH_TIME_OVER');
  });

  test('counts a repeated report once', async () => {
    const { child } = await buildFamily({ daily_minutes: 3 });
    const { play_log_id: id } = (await video(child)).reply;
    server.clock.advance(120);
    for (let repeats = 0; repeats < 3; repeats += 1) expect((await report(child, id, 120, 120)).status).toBe(200);
    expect((await video(child)).reply.watch_seconds_left).toBe(60);
  });

  test('lets the viewer finish the last two minutes of an episode', async () => {
    const { child } = await buildFamily({ daily_minutes: 3 });
    const { minute, id } = await watch(child, 4, 1440 - 4 * 60);
    expect(minute).toBeNull();
    expect((await report(child, id, 241, 200)).error.code).toBe('WATCH_TIME_OVER');
    expect((await video(child)).error.code).toBe('WATCH_TIME_OVER');
  });

  test('begins anew at midnight in Korea', async () => {
    const { child } = await buildFamily({ daily_minutes: 1 });
    expect((await watch(child, 2)).answer?.error.code).toBe('WATCH_TIME_OVER');
    goToLastSecond();
    expect((await video(child)).error.code).toBe('WATCH_TIME_OVER');
    server.clock.advance(1);
    expect((await video(child)).reply.watch_seconds_left).toBe(60);
  });

  test('counts what was watched on this day before it was set', async () => {
    const { owner, child } = await buildFamily({});
    await watch(child, 2);
    await watch(owner, 1);
    await change(owner, child, { daily_minutes: 3 });
    expect((await video(child)).reply.watch_seconds_left).toBe(60);
  });

  test('holds for one profile alone', async () => {
    const { owner, child } = await buildFamily({ daily_minutes: 1 });
    await change(owner, owner, { daily_minutes: 5 });
    const leftOfOwner = async () => (await video(owner)).reply.watch_seconds_left;
    await watch(child, 1);
    expect((await video(child)).error.code).toBe('WATCH_TIME_OVER');
    expect(await leftOfOwner()).toBe(300);
    expect((await addTime(child, { pin: PIN })).status).toBe(200);
    expect(await leftOfOwner()).toBe(300);
  });
});

describe('a bedtime', () => {
  const korean = (seconds: number) =>
    new Date(server.clock.now().getTime() + 9 * 3600_000 + seconds * 1000).toISOString().slice(11, 16);

  test('refuses videos from its begin to its end, and ends what plays', async () => {
    const { child } = await buildFamily({ bedtime: { from: korean(180), to: korean(3600) } });
    const { minute, answer } = await watch(child, 5);
    expect(minute).toBeGreaterThanOrEqual(2);
    expect(answer?.error).toMatchObject({ code: 'WATCH_TIME_OVER' });
    expect(answer?.error.message).toContain('쉬는 시간');
    expect((await video(child)).error.code).toBe('WATCH_TIME_OVER');
    server.clock.advance(3600);
    expect((await video(child)).status).toBe(200);
  });

  test('holds at once when it is set again, although more time was given before', async () => {
    const { owner, child } = await buildFamily({ bedtime: { from: korean(-3600), to: korean(3600) } });
    await addTime(child, { pin: PIN });
    expect((await video(child)).status).toBe(200);
    await change(owner, child, { bedtime: { from: korean(-1800), to: korean(3600) } });
    expect((await video(child)).error.code).toBe('WATCH_TIME_OVER');
  });
});

describe('more time', () => {
  test('comes with the PIN of the owner’s profile, at once', async () => {
    const { child } = await buildFamily({ daily_minutes: 1 });
    await watch(child, 1);
    expect((await addTime(child, { pin: '0000' })).error.code).toBe('PIN_INVALID');
    expect((await addTime(child, { pin: PIN })).reply).toEqual({ watch_seconds_left: 1800 });
    expect((await video(child)).reply.watch_seconds_left).toBe(1800);
  });

  test('comes with the account’s password, also in the bedtime', async () => {
    const { child } = await buildFamily({ bedtime: { from: '00:00', to: '23:59' } }, false);
    expect((await addTime(child, { pin: PIN })).error.code).toBe('PIN_INVALID');
    expect((await addTime(child, { password: 'wrong-password-1' })).error.code).toBe('LOGIN_FAILED');
    expect((await addTime(child, { password: PASSWORD })).reply).toEqual({ watch_seconds_left: 1800 });
    expect((await video(child)).status).toBe(200);
  });

  test('comes four times on each day of Korea', async () => {
    const { child } = await buildFamily({ daily_minutes: 1 });
    for (let times = 0; times < 4; times += 1) expect((await addTime(child, { pin: PIN })).status).toBe(200);
    goToLastSecond();
    const refused = await addTime(child, { pin: PIN });
    expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    server.clock.advance(1);
    for (let times = 0; times < 4; times += 1) expect((await addTime(child, { pin: PIN })).status).toBe(200);
    expect((await addTime(child, { pin: PIN })).error.code).toBe('TOO_MANY_REQUESTS');
  });

  test('comes four times to each child of an account', async () => {
    const { child, owner } = await buildFamily({ daily_minutes: 1 });
    const sibling = await server.selectProfile(owner, 2);
    expect((await change(owner, sibling, { daily_minutes: 1 })).status).toBe(200);
    for (const each of [child, sibling])
      for (let times = 0; times < 4; times += 1) expect((await addTime(each, { pin: PIN })).status).toBe(200);
  });

  test('is guessed as slowly as a PIN', async () => {
    const { child } = await buildFamily({ daily_minutes: 1 });
    for (let guesses = 0; guesses < 3; guesses += 1) await addTime(child, { pin: '0000' });
    expect((await addTime(child, { pin: PIN })).error.code).toBe('TOO_MANY_REQUESTS');
  });
});
