import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  getModeratedReview,
  judgeReview,
  listModeratedReviews,
  type ModeratedReview,
} from '#contract/console/reviews.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createRecord } from '#server/staff/audit/index.ts';
import { createTransact } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createReviewOperations } from '#server/reviews/index.ts';
import type { ReviewOperations } from '#server/reviews/review-operations.ts';
import { createMembers } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

/* On PostgreSQL two servers answer in turns, and the operator works beside them on the database. */

let server: ServerFixture;
let reviews: ReviewOperations;
let members: ReturnType<typeof createMembers>;
beforeAll(async () => {
  server = await createServerFixture();
  const { db, clock } = server;
  const record = createRecord({ clock, random: systemRandom }, { kind: 'command', name: 'operate' });
  reviews = createReviewOperations({ db, transact: createTransact(db), clock, record });
  members = createMembers(server);
});
afterAll(() => server.close());

const TITLE = 1;
let writer: Viewer;
let reader: Viewer;
let reviewId: string;
beforeEach(async () => {
  await server.db.deleteFrom('short_reviews').execute();
  writer = await server.buildViewer();
  reader = await server.buildViewer({ profiles: [{}, {}] });
  reviewId = await write(writer, '범인은 집사예요');
});

const write = async (viewer: Viewer, text: string, id = TITLE) =>
  (
    await server.call(endpoints.writeShortReview, {
      token: viewer.profileToken,
      params: { id },
      body: { short_review: text },
    })
  ).reply!.id;
const list = async (viewer: Viewer) =>
  (await server.call(endpoints.listShortReviews, { token: viewer.profileToken, params: { itemId: TITLE } })).reply;
const listedIds = async (viewer: Viewer) => (await list(viewer)).results.map(({ id }) => id);
const mine = async (viewer: Viewer) =>
  (await server.call(endpoints.getMyShortReview, { token: viewer.profileToken, params: { id: TITLE } })).reply;
const report = (viewer: Viewer, id: string, reason: unknown = 'spoiler') =>
  server.call(endpoints.reportShortReview, { token: viewer.profileToken, params: { id }, body: { reason } });
const block = (viewer: Viewer, id: string) =>
  server.call(endpoints.blockProfile, { token: viewer.profileToken, params: { id } });
const unblock = (viewer: Viewer, id: string) =>
  server.call(endpoints.unblockProfile, { token: viewer.profileToken, params: { id } });
const like = (viewer: Viewer, id: string) =>
  server.call(endpoints.likeShortReview, { token: viewer.profileToken, params: { id } });

describe('a report', () => {
  test('reaches the operator once for each profile, with its first reason', async () => {
    expect((await report(reader, reviewId)).status).toBe(204);
    expect((await report(reader, reviewId, 'abuse')).status).toBe(204);
    await report(await server.selectProfile(reader, 1), reviewId, 'abuse');
    expect(await reviews.reported()).toEqual([
      {
        id: reviewId,
        item_id: TITLE,
        author: '프로필 1',
        text: '범인은 집사예요',
        cnt_report: 2,
        reasons: ['abuse', 'spoiler'],
        reported_at: server.clock.now().toISOString(),
        is_hidden: false,
      },
    ]);
    expect(await listedIds(reader)).toEqual([reviewId]);
  });

  test('is refused for an unknown reason, and for a review that is missing, hidden or the own one', async () => {
    expect((await report(reader, reviewId, 'boring')).error.code).toBe('VALIDATION_FAILED');
    expect((await report(writer, reviewId)).error.code).toBe('NOT_FOUND');
    expect((await report(reader, '00000001-0000-8000-8000-000000000000')).error.code).toBe('NOT_FOUND');
    await reviews.hide(reviewId);
    expect((await report(reader, reviewId)).error.code).toBe('NOT_FOUND');
    expect(await reviews.reported()).toEqual([]);
  });

  test('is limited to 30 in an hour', async () => {
    const answers = [];
    for (let count = 0; count < 31; count += 1) answers.push((await report(reader, reviewId)).status);
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 204), 429]);
  });

  test('goes with the profile that sent it, and with its review', async () => {
    await report(reader, reviewId);
    const other = await server.selectProfile(reader, 1);
    await report(other, reviewId);
    await server.call(endpoints.removeProfile, { token: other.profileToken, params: { id: reader.profileId } });
    expect(await reviews.reported()).toMatchObject([{ cnt_report: 1 }]);
    await server.call(endpoints.writeShortReview, {
      token: writer.profileToken,
      params: { id: TITLE },
      body: { short_review: '' },
    });
    expect(await server.db.selectFrom('review_reports').selectAll().execute()).toEqual([]);
  });
});

describe('a hidden review', () => {
  test('is gone for others, also from the count and for likes, and its writer sees that it is hidden', async () => {
    const other = await write(reader, '음악이 좋아요');
    await reviews.hide(reviewId);
    const seen = await list(reader);
    expect([seen.count, seen.results.map(({ id }) => id)]).toEqual([1, [other]]);
    expect((await like(reader, reviewId)).error.code).toBe('NOT_FOUND');
    expect(await mine(writer)).toMatchObject({ id: reviewId, is_hidden: true });
    expect((await list(writer)).count).toBe(2);
    await write(writer, '고쳤어요');
    expect(await mine(writer)).toMatchObject({ short_review: '고쳤어요', is_hidden: true });
    expect(await listedIds(reader)).toEqual([other]);
  });

  test('comes back when it is restored, and its reports are done with', async () => {
    await report(reader, reviewId);
    expect(await reviews.hide(reviewId)).toMatchObject({ id: reviewId, is_hidden: true });
    expect(await reviews.hide(reviewId)).toMatchObject({ is_hidden: true });
    expect(await reviews.reported()).toMatchObject([{ id: reviewId, is_hidden: true }]);
    expect(await reviews.restore(reviewId)).toMatchObject({ is_hidden: false });
    expect(await reviews.reported()).toEqual([]);
    expect((await list(reader)).results).toMatchObject([{ id: reviewId, is_hidden: false }]);
    const entries = server.db.selectFrom('audit_log').select(['action', 'before', 'after']);
    expect(await entries.where('subject_id', '=', reviewId).orderBy('action').execute()).toEqual([
      {
        action: 'review.hide',
        before: { is_hidden: false, reports: { spoiler: 1 } },
        after: { is_hidden: true, reports: { spoiler: 1 } },
      },
      {
        action: 'review.restore',
        before: { is_hidden: true, reports: { spoiler: 1 } },
        after: { is_hidden: false, reports: {} },
      },
    ]);
    await expect(reviews.hide('00000001-0000-8000-8000-000000000000')).rejects.toThrow(/There is no review/);
    await expect(reviews.hide('00000001-0000-4000-8000-000000000000')).rejects.toThrow(/There is no review/);
  });
});

describe('an operator in the console', () => {
  test('sees reported reviews first, then hidden ones, by reason and title, a page at a time', async () => {
    const { call, buildMember } = members;
    const support = await buildMember('support');
    const find = async (query: Record<string, string | number> = {}) => {
      const { count, results } = (await call(listModeratedReviews, support, { query })).reply;
      return [count, ...results.map(({ text }) => text)];
    };
    const other = await write(reader, '광고예요');
    const hidden = await write(reader, '숨긴 글', 2);
    await report(writer, other, 'spam');
    await report(reader, reviewId);
    await report(await server.selectProfile(reader, 1), reviewId, 'abuse');
    await write(await server.buildViewer(), '신고가 없어요');
    await reviews.hide(hidden);
    expect(await find()).toEqual([3, '범인은 집사예요', '광고예요', '숨긴 글']);
    expect(await find({ limit: 1, offset: 1 })).toEqual([3, '광고예요']);
    expect(await find({ state: 'reported' })).toEqual([2, '범인은 집사예요', '광고예요']);
    expect(await find({ state: 'hidden' })).toEqual([1, '숨긴 글']);
    expect(await find({ reason: 'spam' })).toEqual([1, '광고예요']);
    expect(await find({ item_id: 2 })).toEqual([1, '숨긴 글']);
    const [first] = (await call(listModeratedReviews, support)).reply.results;
    expect(first).toMatchObject({
      id: reviewId,
      title: { id: TITLE },
      poster: expect.stringContaining('/art/') as string,
      author: '프로필 1',
      cnt_report: 2,
      reasons: [
        { reason: 'abuse', cnt: 1 },
        { reason: 'spoiler', cnt: 1 },
      ],
      hidden_at: null,
      decisions: [],
    });
    // Which account wrote it would say what somebody watched.
    expect(JSON.stringify(first)).not.toMatch(new RegExp(`${writer.accountId}|${writer.profileId}|@`));
  });

  test('decides about the text and the reports that were seen, and is told of a change in between', async () => {
    const { call, buildMember } = members;
    const [one, other] = [await buildMember('support'), await buildMember('owner')];
    await report(reader, reviewId);
    const show = async () => (await call(getModeratedReview, one, { params: { id: reviewId } })).reply;
    const judge = (member: typeof one, action: 'hide' | 'restore', seen: ModeratedReview) =>
      call(judgeReview, member, {
        params: { id: reviewId },
        body: { action, version: seen.version, reported_at: seen.reported_at },
      });
    const seen = await show();
    server.clock.advance(1);
    await write(writer, '범인은 요리사예요');
    expect((await judge(one, 'hide', seen)).error.code).toBe('CHANGED_MEANWHILE');
    expect(await listedIds(reader)).toEqual([reviewId]);

    const again = await show();
    expect((await judge(one, 'hide', again)).reply).toMatchObject({ hidden_at: expect.any(String) as string });
    expect((await judge(other, 'hide', again)).error.code).toBe('CHANGED_MEANWHILE');
    expect(await listedIds(reader)).toEqual([]);

    server.clock.advance(1);
    const restored = (await judge(other, 'restore', await show())).reply;
    expect(restored).toMatchObject({ hidden_at: null, cnt_report: 0 });
    expect(restored.decisions.map(({ action, actor }) => [action, actor])).toEqual([
      ['review.restore', other.email],
      ['review.hide', one.email],
    ]);
    // No report is open, so the audit log gets no further entry.
    expect((await judge(one, 'restore', restored)).reply.decisions).toHaveLength(2);

    const third = await server.buildViewer();
    await report(third, reviewId, 'abuse');
    // A report that came since a look at a review without any is not done with.
    expect((await judge(one, 'restore', restored)).reply.reasons).toEqual([{ reason: 'abuse', cnt: 1 }]);
    const reported = await show();
    server.clock.advance(1);
    await report(await server.buildViewer(), reviewId, 'spam');
    const left = (await judge(one, 'restore', reported)).reply;
    expect(left.reasons).toEqual([{ reason: 'spam', cnt: 1 }]);
    const gone = { params: { id: '00000001-0000-8000-8000-000000000000' } };
    expect((await call(getModeratedReview, one, gone)).error).toMatchObject({
      code: 'NOT_FOUND',
      message: '없는 감상평이에요. 쓴 사람이 지웠을 수 있어요.',
    });
  });
});

describe('a blocked profile', () => {
  test('has no reviews for this profile, and still has them for others', async () => {
    expect((await block(reader, writer.profileId)).status).toBe(204);
    expect((await block(reader, writer.profileId.toUpperCase())).status).toBe(204);
    expect(await list(reader)).toEqual({ count: 0, results: [] });
    expect(await listedIds(await server.selectProfile(reader, 1))).toEqual([reviewId]);
    expect(await listedIds(writer)).toEqual([reviewId]);
    expect((await unblock(reader, writer.profileId)).status).toBe(204);
    expect((await unblock(reader, writer.profileId)).status).toBe(204);
    expect(await listedIds(reader)).toEqual([reviewId]);
  });

  test('is never the own one, and goes with the profile that blocked it', async () => {
    expect((await block(reader, reader.profileId)).error.code).toBe('NOT_FOUND');
    expect((await block(reader, 'x')).error.code).toBe('VALIDATION_FAILED');
    await block(reader, writer.profileId);
    const other = await server.selectProfile(reader, 1);
    await server.call(endpoints.removeProfile, { token: other.profileToken, params: { id: reader.profileId } });
    const left = server.db.selectFrom('blocked_profiles').selectAll().where('account_id', '=', reader.accountId);
    expect(await left.execute()).toEqual([]);
  });
});
