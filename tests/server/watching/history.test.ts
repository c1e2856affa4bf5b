import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemSummary } from '#contract/catalogue.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildEpisodeRecord, buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/** Title 9 has as many episodes as a list may have. */
const LONG = 1000;
const records = () => [
  ...smallCatalogue(),
  buildTitleRecord(9, {
    episodes: Array.from({ length: LONG }, (_, index) =>
      buildEpisodeRecord(9, index + 1, { id: 9001 + index, published_at: { days_before_import: 9 } }),
    ),
  }),
];

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: records() });
});
afterAll(() => server.close());

const ask = async <N extends EndpointName>(viewer: Viewer, name: N, id?: number, query?: Record<string, string>) =>
  server.call(endpoints[name], {
    token: viewer.profileToken,
    ...(id !== undefined && { params: { id } }),
    ...(query && { query }),
  });

async function watch(viewer: Viewer, episodeId: number, offset = '00:00:30', minutes = 1) {
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  server.clock.advance(minutes * 60);
  const { status } = await server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: `00:0${minutes}:00`, play_end_offset: offset, is_player_exit: true },
  });
  expect(status).toBe(200);
}

const historyOf = async (viewer: Viewer, offset = 0) =>
  (await ask(viewer, 'listHistory', undefined, { offset: String(offset) })).reply;
const entriesOf = async (viewer: Viewer) =>
  (await historyOf(viewer)).results.map(({ date, episode, play_time }) => [date, episode.id, play_time]);
const begunOf = async (viewer: Viewer) =>
  (await ask(viewer, 'listStartAgain')).reply.results.map(({ item, episode, offset }) => [item.id, episode.id, offset]);
const countsOf = async (viewer: Viewer) => {
  const { cnt_episode, cnt_item, total_play_time } = (await ask(viewer, 'getMyStatistics')).reply;
  return { cnt_episode, cnt_item, total_play_time };
};
const episodesOf = async (viewer: Viewer, itemId: number, limit = '1000') => {
  const query = { item_id: String(itemId), limit };
  return (await server.call(endpoints.listEpisodes, { token: viewer.profileToken, query })).reply.results;
};
const watchedOf = async (viewer: Viewer, itemId: number) =>
  (await episodesOf(viewer, itemId)).filter(({ is_watched }) => is_watched).map(({ id }) => id);
const idsOf = (items: readonly ItemSummary[]) => items.map(({ id }) => id);

describe('the history', () => {
  test('lists what was watched by the day in Korea, newest first, once per day and episode', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    expect(await historyOf(viewer)).toEqual({ count: 0, results: [] });
    await watch(viewer, 101);
    await watch(viewer, 401, '00:00:10', 2);
    await watch(viewer, 101, '00:00:40', 3);
    const today = new Date(server.clock.now().getTime() + 9 * 3600_000).toISOString().slice(0, 10);
    server.clock.advance(24 * 3600);
    await watch(viewer, 101, '00:01:35');
    const tomorrow = new Date(server.clock.now().getTime() + 9 * 3600_000).toISOString().slice(0, 10);
    expect(await entriesOf(viewer)).toEqual([
      [tomorrow, 101, 60],
      [today, 101, 240],
      [today, 401, 120],
    ]);
    const [last, , other] = (await historyOf(viewer)).results;
    expect(last).toMatchObject({ item: { id: 1 }, offset: 0, episode: { is_watched: true } });
    expect(last!.updated_at).toBe(server.clock.now().toISOString());
    expect(other).toMatchObject({ item: { id: 4 }, offset: 10, episode: { is_watched: false } });
    expect(await historyOf(await server.selectProfile(viewer, 1))).toEqual({ count: 0, results: [] });
  });

  test('is paged by twenty, and knows its length past the end', async () => {
    const viewer = await server.buildViewer();
    const [owner, now] = [{ account_id: viewer.accountId, profile_id: viewer.profileId }, server.clock.now()];
    const days = Array.from({ length: 45 }, (_, index) => {
      const watched_at = new Date(now.getTime() - index * 24 * 3600_000);
      const day = watched_at.toISOString().slice(0, 10);
      return { ...owner, day, episode_id: 101, item_id: 1, play_time: 100, watched_at };
    });
    await server.db.insertInto('watch_days').values(days).execute();
    const pages = await Promise.all([0, 20, 40, 60].map((offset) => historyOf(viewer, offset)));
    expect(pages.map(({ count, results }) => [count, results.length])).toEqual([[45, 20], [45, 20], [45, 5], [45, 0]]); // prettier-ignore
    expect(pages.flatMap(({ results }) => results.map(({ date }) => date))).toEqual(days.map(({ day }) => day));
  });

  test('survives the removal of old play logs', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101);
    await watch(viewer, 102);
    const before = await historyOf(viewer);
    const { remove } = RETENTION.find(({ table }) => table === 'play_logs')!;
    await remove(server.db, new Date(server.clock.now().getTime() + 1), 1000);
    expect(
      await server.db.selectFrom('play_logs').select('id').where('profile_id', '=', viewer.profileId).execute(),
    ).toEqual([]);
    expect(await historyOf(viewer)).toEqual(before);
  });

  test('omits titles above the age limit and episodes that are not out', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 601);
    await watch(viewer, 101);
    await server.db.updateTable('profiles').set({ max_rating: '15' }).where('id', '=', viewer.profileId).execute();
    expect((await historyOf(viewer)).results.map(({ episode }) => episode.id)).toEqual([101]);
    expect((await historyOf(viewer)).count).toBe(1);

    await watch(viewer, 103);
    const ofEpisode = (published_at: Date) =>
      server.db.updateTable('episodes').set({ published_at }).where('id', '=', 103).execute();
    const { published_at: at } = await server.db
      .selectFrom('episodes')
      .select('published_at')
      .where('id', '=', 103)
      .executeTakeFirstOrThrow();
    await ofEpisode(new Date(server.clock.now().getTime() + 1000));
    expect((await historyOf(viewer)).count).toBe(1);
    await ofEpisode(at);
    expect((await historyOf(viewer)).count).toBe(2);
  });

  test('forgets a removed episode everywhere, until it is watched again', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101);
    await watch(viewer, 401);
    for (const _ of [1, 2]) expect((await ask(viewer, 'removeHistory', 401)).reply).toEqual({ is_removed: true });
    expect((await entriesOf(viewer)).map(([, id]) => id)).toEqual([101]);
    expect(await begunOf(viewer)).toEqual([[1, 101, 30]]);
    expect(await countsOf(viewer)).toEqual({ cnt_episode: 1, cnt_item: 1, total_play_time: 60 });
    server.clock.advance(60);
    await watch(viewer, 401, '00:00:20');
    expect((await entriesOf(viewer)).map(([, id, time]) => [id, time])).toEqual([
      [401, 60],
      [101, 60],
    ]);
  });

  test('brings a removed episode back with its offset', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101);
    const before = [await historyOf(viewer), await begunOf(viewer), await countsOf(viewer)];
    await ask(viewer, 'removeHistory', 101);
    await ask(viewer, 'removeHistory', 101);
    expect(await begunOf(viewer)).toEqual([]);
    for (const _ of [1, 2]) expect((await ask(viewer, 'restoreHistory', 101)).reply).toEqual({ is_removed: false });
    expect([await historyOf(viewer), await begunOf(viewer), await countsOf(viewer)]).toEqual(before);
  });
});

describe('marking as watched', () => {
  test('moves offsets, start-again, statistics and the next episode; adds no play time and no history', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101);
    expect((await ask(viewer, 'markWatched', 102)).reply).toEqual({ is_watched: true });
    expect(await watchedOf(viewer, 1)).toEqual([102]);
    expect(await begunOf(viewer)).toEqual([[1, 103, 0]]);
    expect((await ask(viewer, 'getItem', 1)).reply.my.resume).toMatchObject({ episode_id: 103, offset: 0 });
    expect(await countsOf(viewer)).toEqual({ cnt_episode: 2, cnt_item: 1, total_play_time: 60 });
    expect((await entriesOf(viewer)).map(([, id]) => id)).toEqual([101]);
    const [, episode] = await episodesOf(viewer, 1);
    expect(episode!.playback_offset).toMatchObject({ offset: episode!.running_time, is_finished: true });
  });

  test('is undone with its offsets, also for begun episodes', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 201, '00:01:35');
    await watch(viewer, 202);
    for (const id of [201, 202]) expect((await ask(viewer, 'unmarkWatched', id)).reply).toEqual({ is_watched: false });
    expect(await begunOf(viewer)).toEqual([]);
    expect((await episodesOf(viewer, 2)).map(({ playback_offset }) => playback_offset)).toEqual([null, null, null]);
    expect(await countsOf(viewer)).toEqual({ cnt_episode: 0, cnt_item: 0, total_play_time: 120 });
  });

  test('marks all before and a whole title of 1,000 episodes, each with one write', async () => {
    const viewer = await server.buildViewer();
    await ask(viewer, 'markWatched', 9500, { scope: 'before' });
    expect((await watchedOf(viewer, 9)).length).toBe(500);
    expect(await begunOf(viewer)).toEqual([[9, 9501, 0]]);
    await ask(viewer, 'markWatched', 9001, { scope: 'title' });
    expect((await watchedOf(viewer, 9)).length).toBe(LONG);
    expect(await begunOf(viewer)).toEqual([]);
    await ask(viewer, 'unmarkWatched', 9500, { scope: 'title' });
    expect(await watchedOf(viewer, 9)).toEqual([]);
  });

  test('says whether an episode is watched wherever it is given, also without offsets', async () => {
    const viewer = await server.buildViewer();
    await ask(viewer, 'markWatched', 202);
    const query = { item_id: '2', show_playback_offset: 'false' };
    const { results } = (await server.call(endpoints.listEpisodes, { token: viewer.profileToken, query })).reply;
    expect(results.map((episode) => [episode.is_watched, 'playback_offset' in episode])).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ]);
    expect((await ask(viewer, 'getEpisode', 202)).reply.is_watched).toBe(true);
  });

  test('is refused for titles above the age limit, and for episodes that are not out', async () => {
    const child = await server.buildViewer({ profiles: [{ maxRating: '12' }] });
    expect((await ask(child, 'markWatched', 601)).error.code).toBe('RATING_RESTRICTED');
    expect((await ask(child, 'markWatched', 701)).error.code).toBe('NOT_FOUND');
    expect((await ask(child, 'markWatched', 101, { scope: 'all' })).error.code).toBe('VALIDATION_FAILED');
  });
});

describe('a hidden title', () => {
  test('is in no list but search, which says so, and the list of hidden titles', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101);
    const list = async () => idsOf((await ask(viewer, 'listItems')).reply.results);
    const related = async () => idsOf((await ask(viewer, 'listRelatedItems', 2)).reply.results);
    const found = async () => {
      const { results } = (await ask(viewer, 'searchItems', undefined, { keyword: '제목 1' })).reply;
      return results.filter(({ id }) => id === 1).map((item) => item.is_hidden);
    };
    const themes = async () => (await ask(viewer, 'listThemes')).reply.results.map(({ cnt_item }) => cnt_item);
    const everything = async () => [
      await list(),
      await related(),
      await begunOf(viewer),
      await found(),
      await themes(),
    ];
    const before = await everything();
    expect([before[0], before[1]]).toEqual([expect.arrayContaining([1]), expect.arrayContaining([1])]);
    expect(before[3]).toEqual([undefined]);

    for (const _ of [1, 2]) expect((await ask(viewer, 'hideItem', 1)).reply).toEqual({ is_hidden: true });
    server.clock.advance(1);
    await ask(viewer, 'hideItem', 3);
    expect(await list()).not.toEqual(expect.arrayContaining([1]));
    expect(await related()).not.toEqual(expect.arrayContaining([1]));
    expect(await begunOf(viewer)).toEqual([]);
    expect(await found()).toEqual([true]);
    expect((await ask(viewer, 'getItem', 1)).reply.my.is_hidden).toBe(true);
    const hidden = (await ask(viewer, 'listHiddenItems')).reply;
    expect([hidden.count, hidden.results.map(({ id, is_hidden }) => [id, is_hidden])]).toEqual([
      2,
      [
        [3, true],
        [1, true],
      ],
    ]);

    for (const id of [1, 3]) expect((await ask(viewer, 'showItem', id)).reply).toEqual({ is_hidden: false });
    expect(await everything()).toEqual(before);
  });

  test('returns when two thousand others were hidden after it', async () => {
    const viewer = await server.buildViewer();
    const { accountId: account_id, profileId: profile_id } = viewer;
    await ask(viewer, 'hideItem', 1);
    server.clock.advance(1);
    const hidden_at = server.clock.now();
    // Titles that have left the catalogue.
    const others = Array.from({ length: 1_999 }, (_, index) => ({ item_id: 10_000 + index }));
    await server.db
      .insertInto('hidden_items')
      .values(others.map((other) => ({ ...other, account_id, profile_id, hidden_at })))
      .execute();
    expect((await ask(viewer, 'listHiddenItems')).reply.results.map(({ id }) => id)).toEqual([1]);
    server.clock.advance(1);
    await ask(viewer, 'hideItem', 3);
    expect((await ask(viewer, 'listHiddenItems')).reply.results.map(({ id }) => id)).toEqual([3]);
  });

  test('is hidden from one profile, and its row ends with the profile', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const other = await server.selectProfile(viewer, 1);
    await ask(other, 'hideItem', 1);
    await ask(other, 'removeHistory', 101);
    expect((await ask(viewer, 'getItem', 1)).reply.my.is_hidden).toBe(false);
    expect(
      (await server.call(endpoints.removeProfile, { token: viewer.profileToken, params: { id: other.profileId } }))
        .status,
    ).toBe(204);
    for (const table of ['hidden_items', 'history_removals'] as const)
      expect(await server.db.selectFrom(table).selectAll().where('profile_id', '=', other.profileId).execute()).toEqual(
        [],
      );
  });
});
