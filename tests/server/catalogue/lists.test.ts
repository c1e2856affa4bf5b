import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { getRequestedTitle, listRequestedTitles, setRequestStatus } from '#contract/console/requests.ts';
import { endpoints } from '#contract/endpoints.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { countRequests } from '#server/reviews/requests/count-requests.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { createMembers } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildProfileImageRecord,
  buildThemeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';
import { CHART_SECONDS, watchEpisode } from '#tests/support/watching.ts';

/** Titles for lists: a series of three (the second for adults), and some standalone ones. */
const shelf = () => [
  buildClipRecord(),
  buildThemeRecord(1),
  buildThemeRecord(2, { title: '어른들의 밤' }),
  buildTitleRecord(11, {
    name: '달빛 라온',
    tags: ['달', '검'],
    series: { id: 5, order: 1 },
    air: { year: 2024, quarter: 1, weekday: 5, is_ended: true },
    episodes: [buildEpisodeRecord(11, 1, { published_at: { days_before_import: 9 } })],
  }),
  buildTitleRecord(12, {
    name: '달빛 라온 어른편',
    tags: ['달'],
    content_rating: '19',
    series: { id: 5, order: 3 },
    themes: [2],
  }),
  buildTitleRecord(13, {
    name: '달빛 라온 2기',
    tags: ['달'],
    series: { id: 5, order: 2 },
    air: { year: 2025, quarter: 1, weekday: 5, is_ended: false },
    themes: [1, 2],
    episodes: [buildEpisodeRecord(13, 1, { published_at: { days_before_import: 3 } })],
  }),
  buildTitleRecord(14, { name: '나무 우체국', genres: ['일상'], tags: ['달', '검'], cast: ['한여름 (나무 역)'] }),
  buildTitleRecord(15, {
    name: '가을 기차',
    genres: ['일상'],
    tags: ['기차'],
    director: '다른 감독',
    production: '다른 제작사',
    themes: [],
  }),
  buildTitleRecord(16, { name: '아직 아무것도', episodes: [], series: { id: 5, order: 4 } }),
];

let server: ServerFixture;
let viewer: Viewer;
let child: Viewer;
beforeAll(async () => {
  server = await createServerFixture({ records: shelf() });
  viewer = await server.buildViewer();
  child = await server.buildViewer({ profiles: [{ maxRating: '12' }] });
});
afterAll(() => server.close());

const ids = async <E extends Endpoint>(endpoint: E, options: CallOptions = {}) => {
  const { reply } = await server.call(endpoint, { token: viewer.profileToken, ...options });
  const { count, results } = reply as unknown as { count: number; results: { id: number }[] };
  expect(count).toBeGreaterThanOrEqual(results.length);
  return results.map(({ id }) => id);
};

describe('the list of titles', () => {
  const list = (query: Record<string, string | number>, token?: string) =>
    ids(endpoints.listItems, { query, ...(token !== undefined && { token }) });

  test.each([
    [{ theme: 1 }, [14, 11, 13]],
    [{ theme: 2 }, [13, 12]],
    [{ theme: 9 }, []],
    [{ genre: '일상' }, [15, 14]],
    [{ genre: '없는 장르' }, []],
    [{ weekday: 5 }, [13]],
    [{ weekday: 0 }, []],
    [{ year: 2024 }, [11]],
    [{ genre: '판타지', year: 2025, theme: 2 }, [13]],
    [{ sorting: 'name' }, [15, 14, 11, 13, 12]],
    [{ sorting: 'recent', limit: 2 }, [13, 11]],
    [{ sorting: 'name', limit: 2, offset: 3 }, [13, 12]],
    [{ offset: 50 }, []],
  ])('%j has %j', async (query, expected) => {
    expect(await list({ sorting: 'name', ...query })).toEqual(expected);
  });

  test('counts all matches, independent of the page', async () => {
    const { reply } = await server.call(endpoints.listItems, { token: viewer.profileToken, query: { limit: 1 } });
    expect(reply.count).toBe(5);
  });

  test('sorts by the viewers of the last seven days', async () => {
    const fresh = await createServerFixture();
    const viewers = [await fresh.buildViewer(), await fresh.buildViewer()] as const;
    const popular = async () => {
      const { reply } = await fresh.call(endpoints.listItems, {
        token: viewers[0].profileToken,
        query: { sorting: 'popular' },
      });
      return reply.results.map(({ id }) => id);
    };
    expect(await popular()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const one of viewers) await watchEpisode(fresh, one, 401);
    await watchEpisode(fresh, viewers[0], 201);
    fresh.clock.advance(CHART_SECONDS);
    expect(await popular()).toEqual([4, 2, 1, 3, 5, 6]);
    fresh.clock.advance(7 * 24 * 3600);
    expect(await popular()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await fresh.close();
  });

  test('counts an account that watched 3 minutes, or half of a shorter episode, once per title', async () => {
    const fresh = await createServerFixture();
    const [one, other] = [await fresh.buildViewer({ profiles: [{}, {}, {}] }), await fresh.buildViewer()];
    const popular = async () => {
      fresh.clock.advance(CHART_SECONDS);
      const query = { sorting: 'popular' };
      const { reply } = await fresh.call(endpoints.listItems, { token: one.profileToken, query });
      return reply.results.map(({ id }) => id);
    };
    const watchLong = async (viewer: Viewer, totalPlayTime: string) => {
      const { play_log_id: id } = await fresh.openVideo(viewer, 601);
      await fresh.db.updateTable('play_logs').set({ running_time: 7200 }).where('id', '=', id).execute();
      fresh.clock.advance(60);
      const body = { total_play_time: totalPlayTime, play_end_offset: totalPlayTime, is_player_exit: true };
      const report = { token: viewer.profileToken, params: { id }, body };
      expect((await fresh.call(endpoints.updatePlayLog, report)).status).toBe(200);
    };
    // Opened, but left too early.
    for (let times = 0; times < 5; times += 1) await watchEpisode(fresh, other, 401, '00:00:49');
    expect((await popular())[0]).toBe(1);
    // Three profiles of one account count less than two accounts.
    for (const index of [0, 1, 2]) await watchEpisode(fresh, await fresh.signIn(one.email, index), 401);
    for (const viewer of [one, other]) await watchEpisode(fresh, viewer, 501);
    expect((await popular()).slice(0, 3)).toEqual([5, 4, 1]);
    // Three minutes count, however long the episode is.
    await watchLong(one, '00:03:00');
    await watchLong(other, '00:02:59');
    expect((await popular()).slice(0, 3)).toEqual([5, 4, 6]);
    await fresh.close();
  });

  test('is stable for ten minutes, so that pages neither repeat nor skip a title', async () => {
    const fresh = await createServerFixture();
    const viewer = await fresh.buildViewer();
    const page = async (offset: number) => {
      const query = { sorting: 'popular', limit: 3, offset };
      const { reply } = await fresh.call(endpoints.listItems, { token: viewer.profileToken, query });
      return reply.results.map(({ id }) => id);
    };
    const first = await page(0);
    await watchEpisode(fresh, viewer, 601);
    fresh.clock.advance(CHART_SECONDS - 1);
    expect([...first, ...(await page(3))].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    fresh.clock.advance(1);
    expect(await page(0)).toEqual([6, 1, 2]);
    await fresh.close();
  });

  test('sorts by average, then by the number of ratings, unrated titles last', async () => {
    const figures = [
      [11, 2, 9],
      [14, 1, 4.5],
      [15, 1, 5],
    ] as const;
    for (const [item_id, cnt_rating, sum_rating] of figures)
      await server.db.insertInto('item_figures').values({ item_id, cnt_rating, sum_rating }).execute();
    expect((await list({ sorting: 'rating' })).slice(0, 3)).toEqual([15, 11, 14]);
  });

  test('hides titles above the age limit', async () => {
    expect(await list({ theme: 2 }, child.profileToken)).toEqual([13]);
  });

  test.each([
    { limit: 0 },
    { limit: 101 },
    { offset: -1 },
    { sorting: 'best' },
    { weekday: 7 },
    { year: 12 },
    { theme: 'x' },
    { genre: '' },
  ])('refuses %j', async (query) => {
    const { error } = await server.call(endpoints.listItems, { token: viewer.profileToken, query });
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(Object.keys(error.fields!)).toEqual(Object.keys(query));
  });
});

describe('the filters of the list of titles', () => {
  const filters = async (profileToken: string) =>
    (await server.call(endpoints.listItemFilters, { token: profileToken })).reply;

  test('are genres with the most titles first and years with the newest first, none empty', async () => {
    const { genres, years } = await filters(viewer.profileToken);
    expect(genres).toContain('일상');
    expect(years).toContain(2024);
    expect([...years].sort((one, other) => other - one)).toEqual(years);
    const counts = await Promise.all(
      genres.map(
        async (genre) =>
          (await server.call(endpoints.listItems, { token: viewer.profileToken, query: { genre } })).reply.count,
      ),
    );
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect([...counts].sort((one, other) => other - one)).toEqual(counts);
  });
});

describe('search', () => {
  const search = (keyword: string, token = viewer.profileToken) =>
    ids(endpoints.searchItems, { token, query: { keyword } });

  test.each([
    ['달빛 라온', [11, 13, 12]],
    ['달빛라', [11, 13, 12]],
    ['달빛란', [11, 13, 12]],
    ['달비', [11, 13, 12]],
    ['ㄷㅂㄹㅇ', [11, 13, 12]],
    ['우체', [14]],
    ['ㅇㅊㄱ', [14]],
    ['기차', [15]],
    ['일상', [15, 14]],
    ['한여름', [14]],
    ['없는 것', []],
    ['!?', []],
    // Unpublished: it can be requested.
    ['아직', [16]],
    ['기차 가을', [15]],
  ])('%s finds %j', async (keyword, expected) => {
    expect(await search(keyword)).toEqual(expected);
  });

  test('says what it forgave, and names the nearest when it finds nothing', async () => {
    const reply = async (keyword: string) =>
      (await server.call(endpoints.searchItems, { token: viewer.profileToken, query: { keyword } })).reply;
    expect(await reply('달빛')).toMatchObject({ understood: null, nearest: [] });
    expect(await reply('달빛란')).toMatchObject({ understood: expect.stringMatching(/^달빛 라온/), nearest: [] });
    const nothing = await reply('달빛 없는 밤하늘 여행기');
    expect(nothing).toMatchObject({ count: 0, understood: null });
    expect(nothing.nearest?.[0]?.name).toMatch(/^달빛/);
  });

  test('proposes titles, people and genres, finds episodes that are out, and names what can be requested', async () => {
    const reply = async (query: { keyword: string } & Record<string, string | number>) =>
      (await server.call(endpoints.searchItems, { token: viewer.profileToken, query })).reply;
    const { proposals } = await reply({ keyword: '일' });
    expect(proposals).toContainEqual({ kind: 'genre', name: '일상', item_id: null, cnt_item: 2 });
    expect((await reply({ keyword: '달비' })).proposals?.[0]).toMatchObject({ kind: 'title', cnt_item: 1 });
    expect((await reply({ keyword: '일', offset: 1 })).proposals).toEqual([]);
    expect((await reply({ keyword: '일상', about: 'genre' })).results.map(({ id }) => id).sort()).toEqual([14, 15]);
    expect((await reply({ keyword: '일상', about: 'tag' })).count).toBe(0);
    expect((await reply({ keyword: '아무 이름도 아닌 글자들' })).requestable?.map(({ id }) => id)).toEqual([16]);
  });

  test('hides titles above the age limit', async () => {
    expect(await search('달빛', child.profileToken)).toEqual([11, 13]);
  });

  test('has pages', async () => {
    const { reply } = await server.call(endpoints.searchItems, {
      token: viewer.profileToken,
      query: { keyword: '달빛', limit: 1, offset: 1 },
    });
    expect([reply.count, reply.results.map(({ id }) => id)]).toEqual([3, [13]]);
  });

  test.each(['', '   ', 'x'.repeat(61), 'a\0'])('refuses %j', async (keyword) => {
    const { error } = await server.call(endpoints.searchItems, { token: viewer.profileToken, query: { keyword } });
    expect(error.code).toBe('VALIDATION_FAILED');
  });
});

describe('what belongs to a title', () => {
  const of = (endpoint: Endpoint, id: number, token = viewer.profileToken) => ids(endpoint, { token, params: { id } });

  test('is its series, without itself and unpublished titles', async () => {
    expect(await of(endpoints.listSeriesItems, 11)).toEqual([13, 12]);
    expect(await of(endpoints.listSeriesItems, 11, child.profileToken)).toEqual([13]);
    expect(await of(endpoints.listSeriesItems, 14)).toEqual([]);
  });

  test.each([
    [1101, 5],
    [1401, null],
  ])('includes the series of episode %d: %j', async (id, seriesId) => {
    const { reply } = await server.call(endpoints.getEpisode, { token: viewer.profileToken, params: { id } });
    expect(reply.series_id).toBe(seriesId);
  });

  test('is similar titles outside its series, the most similar first', async () => {
    expect(await of(endpoints.listRelatedItems, 14)).toEqual([11, 12, 13, 15]);
    expect(await of(endpoints.listRelatedItems, 11)).toEqual([14]);
    expect(await of(endpoints.listRelatedItems, 14, child.profileToken)).not.toContain(12);
  });

  test('is similar titles without those that the profile has finished or rated lowest', async () => {
    const profile = await server.buildViewer();
    const related = () => of(endpoints.listRelatedItems, 14, profile.profileToken);
    const token = profile.profileToken;
    const { reply } = await server.call(endpoints.listEpisodes, { token, query: { item_id: 15, limit: 100 } });
    const finish = (episode_id: number) =>
      server.db
        .insertInto('playback_offsets')
        .values({
          ...{ account_id: profile.accountId, profile_id: profile.profileId, item_id: 15, episode_id },
          ...{ offset: 0, is_finished: true, updated_at: server.clock.now() },
        })
        .execute();
    expect(await related()).toEqual([11, 12, 13, 15]);
    for (const { id } of reply.results) await finish(id);
    await server.call(endpoints.rateItem, { token, params: { id: 12 }, body: { score: 1 } });
    await server.call(endpoints.rateItem, { token, params: { id: 13 }, body: { score: 2 } });
    expect(await related()).toEqual([11, 13]);
  });

  test('are its themes, with the titles that the profile may see', async () => {
    const { reply } = await server.call(endpoints.listThemesOfItem, {
      token: child.profileToken,
      params: { id: 13 },
    });
    expect(reply.results.map(({ id, cnt_item }) => [id, cnt_item])).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(await of(endpoints.listThemesOfItem, 15)).toEqual([]);
  });

  test('takes a limit of 1000', async () => {
    expect(await ids(endpoints.listSeriesItems, { params: { id: 11 }, query: { limit: 1000 } })).toHaveLength(2);
    const { error } = await server.call(endpoints.listRelatedItems, {
      token: viewer.profileToken,
      params: { id: 11 },
      query: { limit: 1001 },
    });
    expect(error.code).toBe('VALIDATION_FAILED');
  });

  test.each(['listRelatedItems', 'listSeriesItems', 'listThemesOfItem', 'getItemRequest', 'askForItem'] as const)(
    '%s does not reveal titles that are missing or above the age limit',
    async (name) => {
      const call = (id: number) => server.call(endpoints[name], { token: child.profileToken, params: { id } });
      expect((await call(99)).error.code).toBe('NOT_FOUND');
      expect((await call(12)).error.code).toBe('RATING_RESTRICTED');
    },
  );
});

test('omits themes that are empty for the profile', async () => {
  const fresh = await createServerFixture({ records: smallCatalogue() });
  const themesUpTo = async (maxRating: '12' | '19') => {
    const { profileToken: token } = await fresh.buildViewer({ profiles: [{ maxRating }] });
    const { reply } = await fresh.call(endpoints.listThemes, { token });
    return reply.results.map(({ id, cnt_item }) => [id, cnt_item]);
  };
  expect(await themesUpTo('19')).toEqual([
    [1, 4],
    [2, 2],
  ]);
  expect(await themesUpTo('12')).toEqual([[1, 4]]);
  await fresh.close();
});

describe('a catalogue that changes', () => {
  test('shows the change from the next call on', async () => {
    const fresh = await createServerFixture({ records: shelf() });
    const { profileToken: token } = await fresh.buildViewer();
    const names = async () => {
      const { reply } = await fresh.call(endpoints.listItems, { token, query: { sorting: 'name' } });
      return reply.results.map(({ name }) => name);
    };
    expect(await names()).toHaveLength(5);
    await importCatalogue({ transact: createTransact(fresh.db), clock: fresh.clock }, [
      buildClipRecord(),
      buildThemeRecord(1),
      buildProfileImageRecord(1),
      buildTitleRecord(11, { name: '새 이름' }),
    ]);
    expect(await names()).toEqual(['새 이름']);
    const { reply } = await fresh.call(endpoints.listEpisodes, { token, query: { item_id: 11 } });
    expect(reply.count).toBe(3);
    await fresh.close();
  });

  test('shows an episode from its publication on', async () => {
    const fresh = await createServerFixture();
    const { profileToken: token } = await fresh.buildViewer();
    const count = async () =>
      (await fresh.call(endpoints.listEpisodes, { token, query: { item_id: 1 } })).reply.results.length;
    expect(await count()).toBe(3);
    fresh.clock.advance(24 * 3600 - 1);
    expect(await count()).toBe(3);
    fresh.clock.advance(1);
    expect(await count()).toBe(4);
    const { status } = await fresh.call(endpoints.getEpisode, { token, params: { id: 104 } });
    expect(status).toBe(200);
    await fresh.close();
  });
});

describe('a wish', () => {
  const wish = (endpoint: Endpoint, id: number | string, { profileToken } = viewer) =>
    server.call(endpoint, { token: profileToken, params: { id } });
  const isWished = async (id: number, { profileToken } = viewer) =>
    (await server.call(endpoints.getItem, { token: profileToken, params: { id } })).reply.my.is_wished;

  test('is added and removed idempotently', async () => {
    for (const _ of [1, 2]) expect((await wish(endpoints.addWish, 14)).reply).toEqual({ is_wished: true });
    expect(await isWished(14)).toBe(true);
    expect(await isWished(15)).toBe(false);
    for (const _ of [1, 2]) expect((await wish(endpoints.removeWish, 14)).reply).toEqual({ is_wished: false });
    expect(await isWished(14)).toBe(false);
  });

  test('belongs to the profile', async () => {
    await wish(endpoints.addWish, 11);
    expect(await isWished(11, child)).toBe(false);
    await wish(endpoints.removeWish, 11, child);
    expect(await isWished(11)).toBe(true);
  });

  test.each([
    ['99', 'NOT_FOUND'],
    ['x', 'VALIDATION_FAILED'],
    ['12', 'RATING_RESTRICTED'],
  ])('a wish for %s is %s', async (id, code) => {
    expect((await wish(endpoints.addWish, id, child)).error.code).toBe(code);
    expect((await wish(endpoints.removeWish, id, child)).error.code).toBe(code);
  });
});

describe('a request', () => {
  const find = ({ profileToken } = viewer) =>
    server.call(endpoints.getItemRequest, { token: profileToken, params: { id: 15 } });
  const ask = ({ profileToken } = viewer) =>
    server.call(endpoints.askForItem, { token: profileToken, params: { id: 15 } });

  test('starts empty, and counts accounts instead of calls', async () => {
    expect((await find()).status).toBe(204);
    for (const _ of [1, 2]) expect((await ask()).reply).toEqual({ status: 'requested', cnt_request: 1 });
    expect((await find(child)).status).toBe(204);
    expect((await ask(child)).reply).toEqual({ status: 'requested', cnt_request: 2 });
    expect((await find()).reply).toEqual({ status: 'requested', cnt_request: 2 });
  });

  test('gets the status that an operator sets, also when it is made later', async () => {
    const { call, buildMember } = createMembers(server);
    const member = await buildMember('support');
    await server.db.deleteFrom('item_requests').execute();
    const params = { id: 15 };
    await ask();
    const show = async () => (await call(getRequestedTitle, member, { params })).reply;
    const seen = await show();
    expect(seen).toMatchObject({ title: params, cnt_request: 1, version: null, decisions: [] });
    const set = (status: string, version: string | null) =>
      call(setRequestStatus, member, { params, body: { status, version } });
    const answers = await Promise.all([set('reviewing', null), set('declined', null)]);
    // Both saw a title without a decision: one call wins, and the other one is refused.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const first = await show();
    expect((await set('reviewing', 'another')).error.code).toBe('CHANGED_MEANWHILE');
    server.clock.advance(1);
    await set('reviewing', first.version);
    server.clock.advance(1);
    const last = (await set('accepted', (await show()).version)).reply;
    expect(last).toMatchObject({ status: 'accepted', cnt_request: 1 });
    expect(last.decisions[0]).toMatchObject({
      actor: member.email,
      action: 'request.status',
      after: { status: 'accepted' },
    });
    // The same status again is no further decision.
    expect((await set('accepted', last.version)).reply).toEqual(last);
    await ask(child);
    expect((await find(child)).reply).toEqual({ status: 'accepted', cnt_request: 2 });
    const list = async (query: object) => (await call(listRequestedTitles, member, { query: { ...query } })).reply;
    expect(await list({ status: 'accepted' })).toMatchObject({
      count: 1,
      results: [{ title: params, cnt_request: 2, poster: expect.stringContaining('/art/') as string }],
    });
    expect((await list({ status: 'declined' })).count).toBe(0);
    expect((await list({ limit: 1, offset: 1 })).results).toEqual([]);

    // Counted by a worker and asked for later, in whatever order.
    const count = async (seconds: number) => {
      server.clock.advance(seconds);
      await countRequests(createTransact(server.db), server.clock.now());
    };
    const generations = async () =>
      (await server.db.selectFrom('request_counts').select('counted_until').distinct().execute()).length;
    await count(61);
    expect(await generations()).toBe(1);
    expect(await list({})).toMatchObject({ count: 1, results: [{ title: params, cnt_request: 2 }] });
    const later = await server.buildViewer();
    await ask(later);
    expect(await list({})).toMatchObject({ count: 1, results: [{ title: params, cnt_request: 3 }] });
    await count(59);
    expect((await list({ status: 'accepted' })).results[0]).toMatchObject({ cnt_request: 3 });
    await count(600);
    expect(await generations()).toBe(2);
    await server.db.deleteFrom('item_requests').where('account_id', '=', later.accountId).execute();
    await count(600);
    expect(await list({})).toMatchObject({ count: 1, results: [{ cnt_request: 2 }] });
    expect((await set('accepted', null)).error.code).toBe('CHANGED_MEANWHILE');
    const unasked = { params: { id: 1 }, body: { status: 'accepted', version: null } };
    expect((await call(setRequestStatus, member, unasked)).error.message).toBe('요청이 없는 작품이에요.');
  });

  test.each([365, -365])('are counted by the next run after one whose clock was %i days ahead', async (days) => {
    await server.db.deleteFrom('item_requests').execute();
    const count = async (ahead = 0) => {
      const now = new Date(server.clock.now().getTime() + ahead * 24 * 3600_000);
      await countRequests(createTransact(server.db), now);
    };
    const askLater = async () => {
      await ask(await server.buildViewer());
      server.clock.advance(600);
    };
    const counted = () =>
      server.db
        .selectFrom('request_counts')
        .select(['counted_until', 'cnt_request'])
        .orderBy('counted_until', 'desc')
        .executeTakeFirst();
    await askLater();
    await count();
    await count(days);
    await askLater();
    await count();
    const counted_until = new Date(server.clock.now().getTime() - 60_000);
    expect(await counted()).toEqual({ counted_until, cnt_request: 2 });
  });
});

test.each([
  'listItems',
  'searchItems',
  'listRelatedItems',
  'listSeriesItems',
  'listThemes',
  'listThemesOfItem',
  'listStartAgain',
  'addWish',
  'removeWish',
  'getItemRequest',
  'askForItem',
] as const)('%s requires a profile', async (name) => {
  const options = { params: { id: 11 }, query: name === 'searchItems' ? { keyword: 'x' } : {} };
  expect((await server.call(endpoints[name], options)).error.code).toBe('TOKEN_INVALID');
  expect((await server.call(endpoints[name], { ...options, token: viewer.token })).error.code).toBe('PROFILE_REQUIRED');
});
