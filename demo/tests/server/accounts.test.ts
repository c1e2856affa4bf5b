import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import type { ContentRating } from '../../../contract/profiles.ts';
import { isRatingAllowed } from '../../../server/lib/age-limit.ts';
import { createTransact } from '../../../server/db/open.ts';
import { addDemoAccounts } from '../../../server/demo/accounts.ts';
import { addDemoReviewers } from '../../../server/demo/reviewers.ts';
import { systemRandom } from '../../../server/lib/random.ts';
import { createServerFixture, type ServerFixture } from '../../../tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildThemeRecord,
  buildTitleRecord,
} from '../../../tests/support/server/server-records.ts';
import { demo } from '../../index.ts';

const ratings: ContentRating[] = ['all', '7', '12', '15', '19'];

/** Twelve titles of eight episodes, with all ratings. */
const records = [
  buildClipRecord(),
  buildThemeRecord(1),
  ...Array.from({ length: 12 }, (_, index) =>
    buildTitleRecord(index + 1, {
      content_rating: ratings[index % 5]!,
      episodes: Array.from({ length: 8 }, (_, order) => buildEpisodeRecord(index + 1, order + 1)),
    }),
  ),
];

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records });
  await addDemoAccounts(demo, {
    db: server.db,
    transact: createTransact(server.db),
    clock: server.clock,
    random: systemRandom,
  });
});
afterAll(() => server.close());

const signIn = async (email: string) =>
  (
    await server.call(endpoints.login, {
      body: { email, password: 'bora-demo-1', device: { platform: 'web' } },
    })
  ).reply;

describe('the demo accounts', () => {
  test('match what external checks rely on', async () => {
    const demo = await signIn('demo@bora.example');
    expect(demo.account.membership).toEqual({ plan: 'premium', max_streams: 4, expires_at: null });
    const { results } = (await server.call(endpoints.listProfiles, { token: demo.token })).reply;
    expect(results).toHaveLength(4);
    expect(results[0]).toMatchObject({ has_pin: false, is_owner: true });
    expect(results.filter(({ has_pin: hasPin }) => hasPin)).toHaveLength(1);
    expect(results.some(({ max_rating: maxRating }) => maxRating === '12')).toBe(true);
    const locked = results.find(({ has_pin: hasPin }) => hasPin)!;
    const chosen = await server.call(endpoints.getProfileToken, {
      token: demo.token,
      params: { id: locked.id },
      headers: { 'x-profile-pin': '1234' },
    });
    expect(chosen.status).toBe(200);

    const free = await signIn('free@bora.example');
    expect(free.account.membership.plan).toBe('free');
    expect((await server.call(endpoints.listProfiles, { token: free.token })).reply.count).toBe(1);
  });

  test("have a history of begun and finished titles and ratings within each profile's limit", async () => {
    const { token } = await signIn('demo@bora.example');
    const { results } = (await server.call(endpoints.listProfiles, { token })).reply;
    const items = await server.db.selectFrom('items').select(['id', 'content_rating']).execute();
    const ratingOf = new Map(items.map(({ id, content_rating: rating }) => [id, rating]));
    for (const profile of results) {
      const offsets = await server.db
        .selectFrom('playback_offsets')
        .selectAll()
        .where('profile_id', '=', profile.id)
        .execute();
      expect(offsets.some((offset) => offset.is_finished)).toBe(true);
      expect(offsets.some((offset) => !offset.is_finished)).toBe(true);
      for (const { item_id: id } of offsets) expect(isRatingAllowed(ratingOf.get(id)!, profile.max_rating)).toBe(true);
    }
    expect((await server.db.selectFrom('item_figures').selectAll().execute()).length).toBeGreaterThanOrEqual(4);
    const active = await server.db.selectFrom('play_logs').select('id').where('state', '=', 'active').execute();
    expect(active).toEqual([]);
  });
});

describe('the invented reviewers', () => {
  test('are created once, with consistent counts of ratings, short reviews and likes', async () => {
    const fresh = await createServerFixture({ records });
    const options = { db: fresh.db, transact: createTransact(fresh.db), clock: fresh.clock, random: systemRandom };
    await Promise.all([addDemoReviewers(demo, options), addDemoReviewers(demo, options)]);
    await addDemoReviewers(demo, options);
    const profiles = await fresh.db.selectFrom('profiles').select('name').execute();
    expect(new Set(profiles.map(({ name }) => name)).size).toBe(profiles.length);
    expect(profiles.length).toBeGreaterThanOrEqual(200);

    const viewer = await fresh.buildViewer();
    for (const itemId of [1, 2, 3]) {
      const { reply } = await fresh.call(endpoints.listShortReviews, {
        token: viewer.profileToken,
        params: { itemId },
      });
      expect(reply.count).toBeGreaterThan(5);
      const texts = reply.results.map((review) => review.short_review);
      expect(new Set(texts).size).toBe(texts.length);
      for (const review of reply.results) {
        const likes = await fresh.db
          .selectFrom('review_likes')
          .select('profile_id')
          .where('review_id', '=', review.id)
          .execute();
        expect(review.cnt_like).toBe(likes.length);
      }
      const scores = await fresh.db.selectFrom('ratings').select('score').where('item_id', '=', itemId).execute();
      const item = (await fresh.call(endpoints.getItem, { token: viewer.profileToken, params: { id: itemId } })).reply;
      expect(item.cnt_rating).toBe(scores.length);
    }
    await fresh.close();
  });
});
