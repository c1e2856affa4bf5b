import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
let viewer: Viewer;
beforeAll(async () => {
  server = await createServerFixture();
  viewer = await server.buildViewer();
});
afterAll(() => server.close());

const withLimit = (maxRating: 'all' | '7' | '12' | '15' | '19') => server.buildViewer({ profiles: [{ maxRating }] });

describe('a title', () => {
  const getItem = (id: number | string, token: string | undefined = viewer.profileToken) =>
    server.call(endpoints.getItem, { token, params: { id } });

  test('is returned with all its fields', async () => {
    expect((await getItem(1)).reply).toEqual({
      id: 1,
      name: '제목 1',
      names: [],
      images: { poster: 'http://bora.test/art/pictures/poster.webp', wide: 'http://bora.test/art/pictures/wide.webp' },
      color: '#336699',
      content_rating: 'all',
      genres: ['판타지'],
      medium: 'TVA',
      is_avod: true,
      is_new: false,
      avg_rating: null,
      cnt_rating: 0,
      synopsis: '줄거리',
      tags: ['모험'],
      air_quarter: '2026년 4분기',
      weekday: 5,
      is_ended: false,
      director: '감독',
      production: '제작사',
      cast: ['성우'],
      cnt_episode: 3,
      series_id: null,
      backdrop: 'http://bora.test/art/pictures/backdrop.webp',
      audio_langs: ['ja', 'ko'],
      subtitle_langs: ['ko'],
      audio_tracks: ['ja', 'ko/dub'],
      subtitle_tracks: ['ko', 'ko/forced'],
      rating_reasons: [],
      trailer: null,
      next_release: { episode_num: '4화', at: '2026-11-21T03:00:00.000Z', is_delayed: false, notice: null },
      my: { rating: null, is_wished: false, resume: null, is_hidden: false },
    });
  });

  test('is new for seven days after an episode was published', async () => {
    expect((await getItem(4)).reply.is_new).toBe(true);
  });

  test('shows the profile’s own score and the average with one decimal', async () => {
    const other = await server.buildViewer();
    const rated = [
      { account_id: viewer.accountId, profile_id: viewer.profileId, score: 4 },
      { account_id: other.accountId, profile_id: other.profileId, score: 4.5 },
    ].map((rating) => ({ ...rating, item_id: 2, updated_at: server.clock.now() }));
    await server.db.insertInto('ratings').values(rated).execute();
    await server.db.insertInto('item_figures').values({ item_id: 2, cnt_rating: 2, sum_rating: 8.5 }).execute();
    const { reply } = await getItem(2);
    expect([reply.avg_rating, reply.cnt_rating, reply.my.rating]).toEqual([4.3, 2, 4]);
  });

  test.each([
    ['5', '12', 403],
    ['5', '15', 200],
    ['6', '15', 403],
    ['6', '19', 200],
    ['3', 'all', 403],
    ['1', 'all', 200],
  ] as const)('%s for a profile up to %s is answered %d', async (id, maxRating, status) => {
    const { profileToken } = await withLimit(maxRating);
    const answer = await getItem(id, profileToken);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.error.code).toBe('RATING_RESTRICTED');
  });

  test.each([
    ['99', 404, 'NOT_FOUND'],
    ['0', 400, 'VALIDATION_FAILED'],
    ['-1', 400, 'VALIDATION_FAILED'],
    ['one', 400, 'VALIDATION_FAILED'],
    ['99999999999', 400, 'VALIDATION_FAILED'],
    ['1 or 1=1', 400, 'VALIDATION_FAILED'],
  ] as const)('%s is answered %d %s', async (id, status, code) => {
    const answer = await getItem(id);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
  });

  test('requires a profile', async () => {
    expect((await server.call(endpoints.getItem, { params: { id: 1 } })).error.code).toBe('TOKEN_INVALID');
    expect((await getItem(1, viewer.token)).error.code).toBe('PROFILE_REQUIRED');
  });
});

describe('the episodes of a title', () => {
  const list = (query: Record<string, string | number>, token: string | undefined = viewer.profileToken) =>
    server.call(endpoints.listEpisodes, { token, query });

  test('are listed oldest first, published ones only', async () => {
    const { reply } = await list({ item_id: 1 });
    expect(reply.count).toBe(3);
    expect(reply.results.map(({ id }) => id)).toEqual([101, 102, 103]);
    expect(reply.results[0]).toEqual({
      id: 101,
      item_id: 1,
      order: 1,
      episode_num: '1화',
      subject: '이야기 1',
      synopsis: '줄거리',
      running_time: 100,
      thumbnail: 'http://bora.test/art/pictures/thumbnail.webp',
      published_at: '2026-08-13T03:00:00.000Z',
      access: { type: 'free', expires_at: null },
      playback_offset: null,
      is_watched: false,
    });
  });

  test('are listed latest first on request, in pages, with the total count', async () => {
    const first = (await list({ item_id: 1, sort: 'latest', limit: 2 })).reply;
    const second = (await list({ item_id: 1, sort: 'latest', limit: 2, offset: 2 })).reply;
    expect([first.count, second.count]).toEqual([3, 3]);
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual([103, 102, 101]);
    expect((await list({ item_id: 1, offset: 999 })).reply).toEqual({ count: 3, results: [] });
  });

  test('have no playback offset unless requested', async () => {
    const { reply } = await list({ item_id: 1, show_playback_offset: 'false' });
    expect(reply.results.map((episode) => 'playback_offset' in episode)).toEqual([false, false, false]);
  });

  test('gain the next one once it is published', async () => {
    const later = await createServerFixture();
    const { profileToken } = await later.buildViewer();
    later.clock.advance(24 * 3600);
    const { reply } = await later.call(endpoints.listEpisodes, { token: profileToken, query: { item_id: 1 } });
    expect(reply.results.map(({ id }) => id)).toEqual([101, 102, 103, 104]);
    await later.close();
  });

  test.each([
    ['free', ['free', 'avod', 'locked']],
    ['basic', ['free', 'membership', 'membership']],
    ['premium', ['free', 'membership', 'membership']],
  ] as const)('are open to a %s account as %j', async (plan, access) => {
    const { profileToken } = await server.buildViewer({ plan });
    const { reply } = await list({ item_id: 1 }, profileToken);
    expect(reply.results.map((episode) => episode.access.type)).toEqual(access);
  });

  test('tell when the membership that opens them ends', async () => {
    const expiresAt = new Date('2026-12-01T00:00:00Z');
    const { profileToken } = await server.buildViewer({ membership_expires_at: expiresAt });
    const { reply } = await list({ item_id: 1 }, profileToken);
    expect(reply.results[2]?.access).toEqual({ type: 'membership', expires_at: expiresAt.toISOString() });
  });

  test('include the profile’s offset on request, for that profile only', async () => {
    const [watching, other] = [await server.buildViewer(), await server.buildViewer()];
    const offsets = async ({ profileToken }: Viewer, query: Record<string, string | number> = {}) =>
      (await list({ item_id: 1, ...query }, profileToken)).reply.results.map(
        ({ playback_offset: offset }) => offset && offset.offset,
      );
    expect(await offsets(watching)).toEqual([null, null, null]);
    const { play_log_id: id } = await server.openVideo(watching, 102);
    server.clock.advance(30);
    await server.call(endpoints.updatePlayLog, {
      token: watching.profileToken,
      params: { id },
      body: { total_play_time: '00:00:30', play_end_offset: '00:00:30', is_player_exit: true },
    });
    expect(await offsets(watching)).toEqual([null, 30, null]);
    expect(await offsets(watching, { sort: 'latest', limit: 2 })).toEqual([null, 30]);
    expect(await offsets(watching, { show_playback_offset: 'false' })).toEqual([undefined, undefined, undefined]);
    expect(await offsets(other)).toEqual([null, null, null]);
    expect(await offsets(other, { sort: 'latest', limit: 2 })).toEqual([null, null]);
  });

  test.each([
    [{}],
    [{ item_id: 'x' }],
    [{ item_id: 1, sort: 'newest' }],
    [{ item_id: 1, limit: 0 }],
    [{ item_id: 1, limit: 1001 }],
    [{ item_id: 1, offset: -1 }],
    [{ item_id: 1, offset: '1.5' }],
    [{ item_id: 1, show_playback_offset: 'yes' }],
  ] as Record<string, string | number>[][])('are refused for %j', async (query) => {
    const { status, error } = await list(query!);
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('the episodes of an unknown or too old title are not found', async () => {
    const { profileToken } = await withLimit('12');
    expect((await list({ item_id: 99 })).error.code).toBe('NOT_FOUND');
    expect((await list({ item_id: 6 }, profileToken)).error.code).toBe('RATING_RESTRICTED');
  });
});

describe('an episode', () => {
  const getEpisode = (id: number, token = viewer.profileToken) =>
    server.call(endpoints.getEpisode, { token, params: { id } });

  test.each([
    [101, null, 102],
    [102, 101, 103],
    [103, 102, null],
  ])('%d has the neighbours %j and %j', async (id, previous, next) => {
    const { reply } = await getEpisode(id);
    expect([reply.previous_id, reply.next_id]).toEqual([previous, next]);
    expect(reply.item).toMatchObject({ id: 1, name: '제목 1' });
    expect(reply.playback_offset).toBeNull();
    expect(reply.series_id).toBeNull();
  });

  test('an episode that is unpublished or unknown is not found', async () => {
    expect((await getEpisode(104)).error.code).toBe('NOT_FOUND');
    expect((await getEpisode(9999)).error.code).toBe('NOT_FOUND');
  });

  test('an episode of a title above the profile’s limit is refused', async () => {
    const { profileToken } = await withLimit('15');
    expect((await getEpisode(601, profileToken)).error.code).toBe('RATING_RESTRICTED');
  });
});
