import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { HomeRow, HomeRowOf } from '#contract/home.ts';
import { koreanWeekday } from '#server/home/korean-day.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, buildThemeRecord, buildTitleRecord } from '#tests/support/server/server-records.ts';
import { CHART_SECONDS, watchEpisode } from '#tests/support/watching.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const listRows = async (viewer: Viewer): Promise<HomeRow[]> =>
  (await server.call(endpoints.listHomeRows, { token: viewer.profileToken })).reply.results;

const rowOf = <K extends HomeRow['kind']>(rows: readonly HomeRow[], kind: K, id?: string) =>
  rows.find((row): row is HomeRowOf<K> => row.kind === kind && (id === undefined || row.id === id));

const watch = async (viewer: Viewer, episodeId: number, offset: string) => {
  const { play_log_id: id } = await server.openVideo(viewer, episodeId);
  server.clock.advance(60);
  const { status } = await server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: '00:00:50', play_end_offset: offset, is_player_exit: true },
  });
  expect(status).toBe(200);
};

/** Titles of a row of any kind. */
const itemIdsOf = (row: HomeRow): number[] => {
  if (row.kind === 'themes') return [];
  return row.results.map((result) => ('item' in result ? result.item : result).id);
};

describe('the home screen', () => {
  test('has at least five rows for everybody, none empty, each with a unique id', async () => {
    for (const maxRating of ['all', '7', '12', '15', '19'] as const) {
      const rows = await listRows(await server.buildViewer({ profiles: [{ maxRating }] }));
      expect(rows.length).toBeGreaterThanOrEqual(5);
      expect(rows.every((row) => row.results.length > 0)).toBe(true);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(rows[0]?.kind).toBe('billboard');
    }
  });

  test.each([
    ['all', [1, 2]],
    ['7', [1, 2, 3]],
    ['12', [1, 2, 3, 4]],
    ['15', [1, 2, 3, 4, 5]],
    ['19', [1, 2, 3, 4, 5, 6]],
  ] as const)('shows a profile up to %s exactly the titles %j', async (maxRating, ids) => {
    const rows = await listRows(await server.buildViewer({ profiles: [{ maxRating }] }));
    expect([...new Set(rows.flatMap(itemIdsOf))].sort()).toEqual(ids);
    const themes = rowOf(rows, 'themes')?.results.map(({ id }) => id);
    expect(themes).toEqual(ids.length > 4 ? [1, 2] : [1]);
  });

  test('shows titles that air today in Korea and have not ended', async () => {
    const rows = await listRows(await server.buildViewer());
    const today = rowOf(rows, 'items', 'today');
    expect(today?.title).toBe('오늘 업데이트');
    expect(today?.results.map(({ id }) => id)).toEqual([1, 6]);
  });

  test.each([
    ['2026-11-19T14:59:59Z', 4],
    ['2026-11-19T15:00:00Z', 5],
    ['2026-11-20T14:59:59Z', 5],
    ['2026-11-20T15:00:00Z', 6],
    ['2026-11-21T15:00:00Z', 0],
  ])('takes %s for weekday %d in Korea', (instant, weekday) => {
    expect(koreanWeekday(new Date(instant))).toBe(weekday);
  });

  test('has a row for each theme', async () => {
    const rows = await listRows(await server.buildViewer());
    expect(rowOf(rows, 'items', 'theme-2')).toMatchObject({ title: '어른들의 밤' });
    expect(itemIdsOf(rowOf(rows, 'items', 'theme-2')!)).toEqual([5, 6]);
  });

  test('requires a profile', async () => {
    expect((await server.call(endpoints.listHomeRows)).error.code).toBe('TOKEN_INVALID');
    const { token } = await server.buildViewer();
    expect((await server.call(endpoints.listHomeRows, { token })).error.code).toBe('PROFILE_REQUIRED');
  });
});

describe('the rows made for a profile', () => {
  test('link to the calls that list them completely', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101, '00:00:30');
    const rows = await listRows(viewer);
    const more = Object.fromEntries(rows.map((row) => [row.id, row.more]));
    expect(more).toMatchObject({
      billboard: null,
      start_again: '/api/items/v1/start-again/',
      today: '/api/items/v1/list/?weekday=5',
      ranking: '/api/items/v1/list/?sorting=popular',
      'theme-1': '/api/items/v1/list/?theme=1',
      themes: '/api/themes/v1/list/',
    });
    for (const row of rows) {
      if (row.more === null) continue;
      const answer = await server.app.inject({ url: row.more, headers: { authorization: viewer.profileToken } });
      expect(answer.statusCode).toBe(200);
      if (row.kind !== 'items') continue;
      const listed = answer.json<{ results: { id: number }[] }>().results.map(({ id }) => id);
      expect(listed.slice(0, row.results.length)).toEqual(itemIdsOf(row));
    }
  });

  test('recommend titles similar to a liked one, which names the row', async () => {
    const fresh = await createServerFixture({
      records: [
        buildClipRecord(),
        buildThemeRecord(1),
        buildTitleRecord(1, { name: '등불', tags: ['달'] }),
        buildTitleRecord(2, { tags: ['달'], content_rating: '19' }),
        buildTitleRecord(3, { tags: ['달'] }),
        buildTitleRecord(4, { genres: ['일상'], tags: [], director: '다른 감독', production: '다른 제작사' }),
      ],
    });
    const viewer = await fresh.buildViewer({ profiles: [{ maxRating: '15' }] });
    const liked = async () => {
      const { reply } = await fresh.call(endpoints.listHomeRows, { token: viewer.profileToken });
      return rowOf(reply.results, 'items', 'liked');
    };
    const rate = (score: number) =>
      fresh.db
        .insertInto('ratings')
        .values({
          account_id: viewer.accountId,
          profile_id: viewer.profileId,
          item_id: 1,
          score,
          updated_at: fresh.clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'item_id']).doUpdateSet({ score }))
        .execute();
    expect(await liked()).toBeUndefined();
    await rate(1);
    expect(await liked()).toBeUndefined();
    await rate(5);
    expect((await liked())?.title).toBe('등불을 좋아한다면');
    expect(itemIdsOf((await liked())!)).toEqual([3]);

    // Two of its three episodes are finished, and it has no score.
    await fresh.db.deleteFrom('ratings').where('account_id', '=', viewer.accountId).execute();
    const finish = (episodeId: number) =>
      fresh.db
        .insertInto('playback_offsets')
        .values({
          account_id: viewer.accountId,
          profile_id: viewer.profileId,
          item_id: 1,
          episode_id: episodeId,
          offset: 90,
          is_finished: true,
          updated_at: fresh.clock.now(),
        })
        .execute();
    await finish(101);
    expect(await liked()).toBeUndefined();
    await finish(102);
    expect(itemIdsOf((await liked())!)).toEqual([3]);

    // A score counts however many titles were rated after it.
    await rate(1);
    await sql`insert into ratings (account_id, profile_id, item_id, score, updated_at)
      select ${viewer.accountId}, ${viewer.profileId}, 1000 + n, 3, ${fresh.clock.now()}::timestamptz + interval '1 hour'
      from generate_series(1, 500) as n`.execute(fresh.db);
    expect(await liked()).toBeUndefined();
    await fresh.close();
  });

  test('show titles rated high in the last 28 days, weighted by the number of ratings', async () => {
    const fresh = await createServerFixture();
    const viewers = await Promise.all([fresh.buildViewer(), fresh.buildViewer(), fresh.buildViewer()]);
    const scores = { 1: [5], 2: [4.5, 4.5, 4.5], 3: [1, 1], 4: [4] };
    for (const [id, given] of Object.entries(scores))
      for (const [index, score] of given.entries())
        await fresh.db
          .insertInto('ratings')
          .values({
            account_id: viewers[index]!.accountId,
            profile_id: viewers[index]!.profileId,
            item_id: Number(id),
            score,
            updated_at: new Date(fresh.clock.now().getTime() - index),
          })
          .execute();
    const newlyRated = async () => {
      const { reply } = await fresh.call(endpoints.listHomeRows, { token: viewers[2]!.profileToken });
      return rowOf(reply.results, 'items', 'newly_rated');
    };
    fresh.clock.advance(CHART_SECONDS);
    expect(itemIdsOf((await newlyRated())!)).toEqual([2, 1, 4]);
    fresh.clock.advance(28 * 24 * 3600 + 1);
    expect(await newlyRated()).toBeUndefined();
    await fresh.close();
  });
});

describe('the start-again row', () => {
  test('exists only when a title was begun', async () => {
    expect(rowOf(await listRows(await server.buildViewer()), 'start_again')).toBeUndefined();
  });

  test('shows begun titles at their offset, the most recent first', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101, '00:00:30');
    await watch(viewer, 201, '00:00:40');
    const row = rowOf(await listRows(viewer), 'start_again');
    expect(row?.results.map(({ item, episode, offset }) => [item.id, episode.id, offset])).toEqual([
      [2, 201, 40],
      [1, 101, 30],
    ]);
    expect(row?.results[0]?.episode.playback_offset).toMatchObject({ offset: 40, is_finished: false });
  });

  test('shows the next episode when one is finished, and nothing after the last', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 102, '00:01:35');
    await watch(viewer, 203, '00:01:40');
    const row = rowOf(await listRows(viewer), 'start_again');
    expect(row?.results.map(({ episode, offset }) => [episode.id, offset])).toEqual([[103, 0]]);
  });

  test('resumes the next episode at its own offset', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 102, '00:00:20');
    await watch(viewer, 101, '00:01:40');
    const row = rowOf(await listRows(viewer), 'start_again');
    expect(row?.results.map(({ episode, offset }) => [episode.id, offset])).toEqual([[102, 20]]);
  });

  test('is the first page of the start-again list, which also sorts by name', async () => {
    const viewer = await server.buildViewer();
    for (const id of [301, 101, 201]) await watch(viewer, id, '00:00:30');
    const list = async (query: Record<string, string | number>) => {
      const { reply } = await server.call(endpoints.listStartAgain, { token: viewer.profileToken, query });
      return [reply.count, reply.results.map(({ item }) => item.id)];
    };
    expect(await list({})).toEqual([3, [2, 1, 3]]);
    expect(itemIdsOf(rowOf(await listRows(viewer), 'start_again')!)).toEqual([2, 1, 3]);
    expect(await list({ sorting: 'name' })).toEqual([3, [1, 2, 3]]);
    expect(await list({ offset: 2 })).toEqual([3, [3]]);
    expect(await list({ offset: 20 })).toEqual([3, []]);
    const refused = await server.call(endpoints.listStartAgain, {
      token: viewer.profileToken,
      query: { sorting: 'score' },
    });
    expect(refused.error.code).toBe('VALIDATION_FAILED');
  });

  test('omits removed titles, on every device, until they are restored or watched again', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const elsewhere = await server.signIn(viewer.email);
    const other = await server.selectProfile(viewer, 1);
    for (const one of [viewer, other]) for (const id of [101, 201]) await watch(one, id, '00:00:30');
    const say = async (name: 'removeStartAgain' | 'restoreStartAgain') =>
      (await server.call(endpoints[name], { token: viewer.profileToken, params: { id: 2 } })).reply;
    const begun = async (of: Viewer) => {
      const row = rowOf(await listRows(of), 'start_again');
      const { reply } = await server.call(endpoints.listStartAgain, { token: of.profileToken });
      expect(reply.results).toEqual(row?.results ?? []);
      expect(reply.count).toBe(reply.results.length);
      return reply.results.map(({ item, offset }) => [item.id, offset]);
    };
    const both = [
      [2, 30],
      [1, 30],
    ];

    for (const _ of [1, 2]) expect(await say('removeStartAgain')).toEqual({ is_removed: true });
    expect(await begun(viewer)).toEqual([[1, 30]]);
    expect(await begun(elsewhere)).toEqual([[1, 30]]);
    expect(await begun(other)).toEqual(both);

    for (const _ of [1, 2]) expect(await say('restoreStartAgain')).toEqual({ is_removed: false });
    expect(await begun(elsewhere)).toEqual(both);

    await say('removeStartAgain');
    await watch(elsewhere, 201, '00:00:50');
    expect(await begun(viewer)).toEqual([
      [2, 50],
      [1, 30],
    ]);
  });

  test('belongs to one profile', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    await watch(viewer, 101, '00:00:30');
    expect(rowOf(await listRows(await server.selectProfile(viewer, 1)), 'start_again')).toBeUndefined();
  });

  test('hides titles that the profile may no longer see', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 601, '00:00:30');
    await server.db.updateTable('profiles').set({ max_rating: '12' }).where('id', '=', viewer.profileId).execute();
    expect(rowOf(await listRows(viewer), 'start_again')).toBeUndefined();
  });

  test('agrees with the title’s own answer', async () => {
    const viewer = await server.buildViewer();
    await watch(viewer, 101, '00:00:30');
    const { reply } = await server.call(endpoints.getItem, { token: viewer.profileToken, params: { id: 1 } });
    expect(reply.my.resume).toEqual({ episode_id: 101, episode_num: '1화', offset: 30 });
    const billboard = rowOf(await listRows(viewer), 'billboard');
    expect(billboard?.results.find(({ id }) => id === 1)?.my).toEqual(reply.my);
  });

  test('shows the last watched title first, once', async () => {
    const viewer = await server.buildViewer();
    const first = async () => rowOf(await listRows(viewer), 'billboard')?.results.map(({ id }) => id) ?? [];
    const newest = await first();
    const older = newest.at(-1)!;
    await watch(viewer, older * 100 + 1, '00:00:30');
    const ids = await first();
    expect(ids[0]).toBe(older);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(newest.length);
  });
});

test('the ranking counts the viewers of the last seven days, filled up with the best rated titles', async () => {
  const fresh = await createServerFixture();
  const viewers = await Promise.all([fresh.buildViewer(), fresh.buildViewer()]);
  const ranking = async () => {
    const { reply } = await fresh.call(endpoints.listHomeRows, { token: viewers[0].profileToken });
    return itemIdsOf(rowOf(reply.results, 'ranking')!);
  };
  await fresh.db.insertInto('item_figures').values({ item_id: 3, cnt_rating: 1, sum_rating: 5 }).execute();
  expect(await ranking()).toEqual([3, 1, 2, 4, 5, 6]);

  for (const viewer of viewers) await watchEpisode(fresh, viewer, 501);
  for (let times = 0; times < 3; times += 1) await watchEpisode(fresh, viewers[0], 201);
  fresh.clock.advance(CHART_SECONDS);
  expect(await ranking()).toEqual([5, 2, 3, 1, 4, 6]);

  fresh.clock.advance(7 * 24 * 3600);
  expect((await ranking()).slice(0, 2)).toEqual([3, 1]);
  await fresh.close();
});
