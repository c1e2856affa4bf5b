import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, buildThemeRecord, buildTitleRecord } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const rate = (viewer: Viewer, id: number, score: unknown) =>
  server.call(endpoints.rateItem, { token: viewer.profileToken, params: { id }, body: { score } });
const unrate = (viewer: Viewer, id: number) =>
  server.call(endpoints.unrateItem, { token: viewer.profileToken, params: { id } });
const write = (viewer: Viewer, itemId: number, text: unknown) =>
  server.call(endpoints.writeShortReview, {
    token: viewer.profileToken,
    params: { id: itemId },
    body: { short_review: text },
  });
const list = (viewer: Viewer, itemId: number, query: Record<string, string | number> = {}) =>
  server.call(endpoints.listShortReviews, { token: viewer.profileToken, params: { itemId }, query });
const like = (viewer: Viewer, id: string) =>
  server.call(endpoints.likeShortReview, { token: viewer.profileToken, params: { id } });
const unlike = (viewer: Viewer, id: string) =>
  server.call(endpoints.unlikeShortReview, { token: viewer.profileToken, params: { id } });
const ratingSet = (viewer: Viewer, type: string, query: Record<string, string | number> = {}, userId?: string) =>
  server.call(endpoints.listRatingSet, {
    token: viewer.profileToken,
    params: { userId: userId ?? viewer.profileId, type },
    query,
  });

describe('a rating', () => {
  test('is stored, counted and averaged, changed and removed', async () => {
    const [one, other] = [await server.buildViewer(), await server.buildViewer()];
    expect((await rate(one, 1, 4.5)).reply).toEqual({ rating: 4.5, avg_rating: 4.5, cnt_rating: 1 });
    expect((await rate(other, 1, 2)).reply).toEqual({ rating: 2, avg_rating: 3.3, cnt_rating: 2 });
    expect((await rate(other, 1, 2)).reply).toEqual({ rating: 2, avg_rating: 3.3, cnt_rating: 2 });
    expect((await rate(one, 1, 0.5)).reply).toEqual({ rating: 0.5, avg_rating: 1.3, cnt_rating: 2 });
    const item = (await server.call(endpoints.getItem, { token: one.profileToken, params: { id: 1 } })).reply;
    expect(item).toMatchObject({ avg_rating: 1.3, cnt_rating: 2, my: { rating: 0.5 } });
    expect((await unrate(one, 1)).reply).toEqual({ rating: null, avg_rating: 2, cnt_rating: 1 });
    expect((await unrate(one, 1)).reply).toEqual({ rating: null, avg_rating: 2, cnt_rating: 1 });
    expect((await unrate(other, 1)).reply).toEqual({ rating: null, avg_rating: null, cnt_rating: 0 });
  });

  test('is counted correctly for concurrent calls, even from one profile', async () => {
    const viewers = await Promise.all(Array.from({ length: 6 }, () => server.buildViewer()));
    await Promise.all(viewers.flatMap((viewer, index) => [3, 4, 5].map((score) => rate(viewer, 2, score - index / 2))));
    const rows = await server.db.selectFrom('ratings').select('score').where('item_id', '=', 2).execute();
    const item = await server.db
      .selectFrom('item_figures')
      .select(['cnt_rating', 'sum_rating'])
      .where('item_id', '=', 2)
      .executeTakeFirstOrThrow();
    expect(rows).toHaveLength(6);
    expect(item).toEqual({ cnt_rating: 6, sum_rating: rows.reduce((sum, { score }) => sum + score, 0) });
  });

  test.each([0, 5.5, 0.75, -1, '4', null, NaN])('a rating of %j is VALIDATION_FAILED', async (score) => {
    const { status, error } = await rate(await server.buildViewer(), 1, score);
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('requires a profile and a title that it may see', async () => {
    const child = await server.buildViewer({ profiles: [{ maxRating: '7' }] });
    expect((await rate(child, 999, 4)).error.code).toBe('NOT_FOUND');
    expect((await rate(child, 6, 4)).error.code).toBe('RATING_RESTRICTED');
    expect((await rate({ ...child, profileToken: child.token }, 1, 4)).error.code).toBe('PROFILE_REQUIRED');
    expect((await rate({ ...child, profileToken: 'x' }, 1, 4)).error.code).toBe('TOKEN_INVALID');
  });
});

describe('the rating set', () => {
  test('sorts names like the list of all titles: Korean before Latin, case-insensitively', async () => {
    const names = ['나무', 'b', 'A', '가을', 'a', 'B', '가 을', '10', '9'];
    const fresh = await createServerFixture({
      records: [
        buildClipRecord(),
        buildThemeRecord(1),
        ...names.map((name, index) => buildTitleRecord(index + 1, { name })),
        buildTitleRecord(90, { name: '다음 분기', episodes: [] }),
      ],
    });
    const { profileId, profileToken: token } = await fresh.buildViewer();
    const ids = [...names.keys()].map((index) => index + 1);
    for (const id of [90, ...ids]) await fresh.call(endpoints.addWish, { token, params: { id } });
    const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);
    const all = await fresh.call(endpoints.listItems, { token, query: { sorting: 'name' } });
    const wished = await fresh.call(endpoints.listRatingSet, {
      token,
      params: { userId: profileId, type: 'wished' },
      query: { sorting: 'name', limit: 100 },
    });
    const sorted = namesOf(wished.reply.results.map(({ item }) => item));
    expect(sorted.indexOf('가을')).toBeLessThan(sorted.indexOf('A'));
    expect(sorted.indexOf('a')).toBeLessThan(sorted.indexOf('B'));
    // A title without episodes is in no list, but is sorted here.
    expect(sorted.filter((name) => name !== '다음 분기')).toEqual(namesOf(all.reply.results));
    expect(sorted.indexOf('다음 분기')).toBe(sorted.indexOf('나무') + 1);
    await fresh.close();
  });

  test('lists ratings or wishes in the requested order', async () => {
    const viewer = await server.buildViewer();
    for (const [id, score] of [
      [3, 2],
      [1, 5],
      [2, 3.5],
    ] as const) {
      await rate(viewer, id, score);
      server.clock.advance(1);
    }
    const idsOf = async (type: string, query = {}) =>
      (await ratingSet(viewer, type, query)).reply.results.map(({ item }) => item.id);
    expect(await idsOf('rated')).toEqual([2, 1, 3]);
    expect(await idsOf('rated', { sorting: 'score' })).toEqual([1, 2, 3]);
    expect(await idsOf('rated', { sorting: 'name' })).toEqual([1, 2, 3]);
    expect(await idsOf('rated', { limit: 1, offset: 1 })).toEqual([1]);
    expect((await ratingSet(viewer, 'rated', { offset: 10 })).reply).toEqual({ count: 3, results: [] });

    for (const id of [4, 1]) {
      await server.call(endpoints.addWish, { token: viewer.profileToken, params: { id } });
      server.clock.advance(1);
    }
    const wished = (await ratingSet(viewer, 'wished')).reply;
    expect(wished.results.map(({ item, rating }) => [item.id, rating])).toEqual([
      [1, 5],
      [4, null],
    ]);
    expect(await idsOf('wished', { sorting: 'score' })).toEqual([1, 4]);
  });

  test('accepts its profile in upper case, and only known kinds', async () => {
    const viewer = await server.buildViewer();
    expect((await ratingSet(viewer, 'rated', {}, viewer.profileId.toUpperCase())).status).toBe(200);
    expect((await ratingSet(viewer, 'hated')).error.code).toBe('VALIDATION_FAILED');
    expect((await ratingSet(viewer, 'rated', { sorting: 'x' })).error.code).toBe('VALIDATION_FAILED');
  });
});

describe('a short review', () => {
  test('is written, read, changed and deleted', async () => {
    const viewer = await server.buildViewer();
    const own = () => server.call(endpoints.getMyShortReview, { token: viewer.profileToken, params: { id: 3 } });
    expect((await own()).status).toBe(204);
    await rate(viewer, 3, 4);
    const written = (await write(viewer, 3, '  바람 소리까지 좋았어요.  ')).reply!;
    expect(written).toMatchObject({
      item_id: 3,
      short_review: '바람 소리까지 좋았어요.',
      rating: 4,
      cnt_like: 0,
      i_like: false,
      is_mine: true,
      profile: { id: viewer.profileId, name: '프로필 1' },
    });
    expect((await own()).reply).toEqual(written);
    server.clock.advance(60);
    expect((await write(viewer, 3, '바람 소리까지 좋았어요.')).reply).toEqual(written);
    const changed = (await write(viewer, 3, '두 번 봤어요.')).reply!;
    expect(changed).toMatchObject({ id: written.id, short_review: '두 번 봤어요.', created_at: written.created_at });
    expect(changed.updated_at).not.toBe(written.updated_at);
    expect((await write(viewer, 3, '   ')).status).toBe(204);
    expect((await write(viewer, 3, '')).status).toBe(204);
    expect((await own()).status).toBe(204);
  });

  test('shows its author’s name, picture and rating of this moment', async () => {
    const viewer = await server.buildViewer();
    const reader = await server.buildViewer();
    const shown = async () =>
      (await list(reader, 6)).reply.results.map(({ profile, rating }) => [profile.name, rating]);
    await write(viewer, 6, '조용해서 좋아요.');
    expect(await shown()).toEqual([['프로필 1', null]]);
    await rate(viewer, 6, 3.5);
    expect(await shown()).toEqual([['프로필 1', 3.5]]);
    const body = { name: '새 이름' };
    const params = { id: viewer.profileId };
    expect((await server.call(endpoints.updateProfile, { token: viewer.token, params, body })).status).toBe(200);
    expect(await shown()).toEqual([['새 이름', 3.5]]);
    await unrate(viewer, 6);
    expect(await shown()).toEqual([['새 이름', null]]);
  });

  test('shows the last of several ratings that arrive while it is written', async () => {
    const viewer = await server.buildViewer();
    const scores = [1, 2, 3, 4, 5];
    await Promise.all([...scores.map((score) => rate(viewer, 4, score)), write(viewer, 4, '같이 봤어요.')]);
    const own = await server.call(endpoints.getMyShortReview, { token: viewer.profileToken, params: { id: 4 } });
    const { score } = await server.db
      .selectFrom('ratings')
      .select('score')
      .where('profile_id', '=', viewer.profileId)
      .executeTakeFirstOrThrow();
    expect(own.reply?.rating).toBe(score);
  });

  test('has up to 100 characters, as a reader counts them', async () => {
    const viewer = await server.buildViewer();
    expect((await write(viewer, 3, '😀'.repeat(100))).status).toBe(200);
    expect((await write(viewer, 3, ` ${'가'.repeat(100)} `)).status).toBe(200);
    for (const text of ['가'.repeat(101), 'a\0b', '\ud800', 7, null, undefined])
      expect((await write(viewer, 3, text)).error.code).toBe('VALIDATION_FAILED');
    expect((await write(viewer, 999, '없는 작품')).error.code).toBe('NOT_FOUND');
  });

  test('has a rate limit', async () => {
    const viewer = await server.buildViewer();
    for (let count = 0; count < 60; count += 1) expect((await write(viewer, 3, `${count}`)).status).toBe(200);
    const { status, headers } = await write(viewer, 3, '또');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('requires a profile that may see the title', async () => {
    const child = await server.buildViewer({ profiles: [{ maxRating: 'all' }] });
    const adult = await server.buildViewer();
    const { id } = (await write(adult, 6, '어른의 밤')).reply!;
    expect((await list(child, 6)).error.code).toBe('RATING_RESTRICTED');
    expect((await write(child, 6, '나도')).error.code).toBe('RATING_RESTRICTED');
    expect((await like(child, id)).error.code).toBe('RATING_RESTRICTED');
  });
});

describe('likes', () => {
  test('are counted once per profile, and removed once', async () => {
    const [writer, reader] = [await server.buildViewer(), await server.buildViewer()];
    const { id } = (await write(writer, 4, '새로 나온 이야기')).reply!;
    expect((await like(reader, id)).reply).toEqual({ status: true, id, cnt: 1 });
    expect((await like(reader, id)).reply).toEqual({ status: true, id, cnt: 1 });
    expect((await like(writer, id)).reply.cnt).toBe(2);
    const mine = (await list(reader, 4)).reply.results.find((review) => review.id === id);
    expect(mine).toMatchObject({ cnt_like: 2, i_like: true, is_mine: false });
    expect((await unlike(reader, id)).reply).toEqual({ status: true, id, cnt: 1 });
    expect((await unlike(reader, id)).reply).toEqual({ status: true, id, cnt: 1 });
  });

  test('add up when concurrent', async () => {
    const writer = await server.buildViewer();
    const { id } = (await write(writer, 5, '모두의 이야기')).reply!;
    const readers = await Promise.all(Array.from({ length: 8 }, () => server.buildViewer()));
    await Promise.all(readers.flatMap((reader) => [like(reader, id), like(reader, id), like(reader, id)]));
    expect((await like(writer, id)).reply.cnt).toBe(9);
    await Promise.all(readers.flatMap((reader) => [unlike(reader, id), unlike(reader, id)]));
    expect((await unlike(writer, id)).reply.cnt).toBe(0);
  });

  test('a like of a missing review is NOT_FOUND', async () => {
    const viewer = await server.buildViewer();
    expect((await like(viewer, viewer.profileId)).error.code).toBe('NOT_FOUND');
    expect((await unlike(viewer, 'x')).error.code).toBe('VALIDATION_FAILED');
  });
});

test('sort reviews, twenty per page, by likes or by time', async () => {
  const viewers = await Promise.all(Array.from({ length: 22 }, () => server.buildViewer()));
  const ids: string[] = [];
  for (const viewer of viewers) {
    ids.push((await write(viewer, 1, `감상 ${ids.length}`)).reply!.id);
    server.clock.advance(1);
  }
  for (const viewer of viewers.slice(0, 3)) await like(viewer, ids[5]!);
  await like(viewers[0]!, ids[2]!);
  const byLike = (await list(viewers[0]!, 1)).reply;
  expect([byLike.count, byLike.results.length]).toEqual([22, 20]);
  expect(byLike.results.slice(0, 3).map(({ id }) => id)).toEqual([ids[5], ids[2], ids[21]]);
  const second = (await list(viewers[0]!, 1, { offset: 20 })).reply;
  expect(second.results.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  const recent = (await list(viewers[0]!, 1, { sort: 'recent', limit: 2 })).reply;
  expect(recent.results.map(({ id }) => id)).toEqual([ids[21], ids[20]]);
  expect((await list(viewers[0]!, 1, { sort: 'best' })).error.code).toBe('VALIDATION_FAILED');
});

test('a deleted profile’s ratings, likes and reviews disappear from what others see', async () => {
  const leaver = await server.buildViewer({ profiles: [{}, {}] });
  const other = await server.buildViewer();
  const rate = (viewer: Viewer, score: number) =>
    server.call(endpoints.rateItem, { token: viewer.profileToken, params: { id: 3 }, body: { score } });
  const getItem = () => server.call(endpoints.getItem, { token: other.profileToken, params: { id: 3 } });
  await rate(other, 2);
  await rate(leaver, 5);
  await server.call(endpoints.addWish, { token: leaver.profileToken, params: { id: 3 } });
  const review = (await write(other, 3, '잔잔해요')).reply!;
  await write(leaver, 3, '떠나요');
  await server.call(endpoints.likeShortReview, { token: leaver.profileToken, params: { id: review.id } });
  await server.call(endpoints.likeShortReview, { token: other.profileToken, params: { id: review.id } });
  const before = (await list(other, 3)).reply;
  const ratedBefore = (await getItem()).reply;
  expect(before.results[0]).toMatchObject({ id: review.id, cnt_like: 2 });

  const removed = await server.call(endpoints.removeProfile, { token: leaver.token, params: { id: leaver.profileId } });
  expect(removed.status).toBe(204);
  const after = (await list(other, 3)).reply;
  expect(after.count).toBe(before.count - 1);
  expect(after.results.find(({ id }) => id === review.id)).toMatchObject({ cnt_like: 1, i_like: true });
  const item = (await getItem()).reply;
  expect(item.cnt_rating).toBe(ratedBefore.cnt_rating - 1);
  expect(item.avg_rating).toBeLessThan(ratedBefore.avg_rating ?? 0);
  for (const table of ['ratings', 'wishes', 'review_likes', 'short_reviews'] as const)
    expect(await server.db.selectFrom(table).selectAll().where('profile_id', '=', leaver.profileId).execute()).toEqual(
      [],
    );
});
