import { expect, test } from 'vitest';
import type { QueryClient } from '@tanstack/react-query';
import { myAccountQuery } from '#src/api/accounts.ts';
import { episodePageQuery, homeRowsQuery, itemQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { setHidden } from '#src/api/hidden.ts';
import { historyList, setRemoved, setWatched } from '#src/api/history.ts';
import { purchaseList, ratingSetList, statisticsQuery } from '#src/api/library.ts';
import { itemList, startAgainList, themeList } from '#src/api/lists.ts';
import { notificationList } from '#src/api/notifications.ts';
import { myShortReviewQuery, saveShortReview, setBlocked, shortReviewsQuery } from '#src/api/reviews.ts';
import { plansQuery, productsQuery, refreshRights } from '#src/api/shop.ts';
import { refreshMembership } from '#src/api/vouchers.ts';
import { buildEpisode, buildPlan, buildProduct, buildShortReview } from '#tests/support/build.ts';
import { settled } from '#tests/support/fake-clock.ts';

/** Answers that a screen below the current one may show, by what they are. */
const keysOf = (api: Client): Readonly<Record<string, readonly unknown[]>> => ({
  home: homeRowsQuery(api).queryKey,
  title: itemQuery(api, 1).queryKey,
  episodes: episodePageQuery(api, 1, 'oldest').queryKey,
  'the latest episodes': episodePageQuery(api, 1, 'latest').queryKey,
  'start again': startAgainList(api, 'recent').key,
  'start again by name': startAgainList(api, 'name').key,
  history: historyList(api).key,
  statistics: statisticsQuery(api).queryKey,
  titles: itemList(api, {}).key,
  themes: themeList(api).key,
  account: myAccountQuery(api).queryKey,
  plans: plansQuery(api).queryKey,
  purchases: purchaseList(api).key,
  products: productsQuery(api, 1, 'item').queryKey,
  'products of another title': productsQuery(api, 2, 'item').queryKey,
  reviews: shortReviewsQuery(api, 1, 'recent').queryKey,
  'reviews by likes': shortReviewsQuery(api, 1, 'like').queryKey,
  'own review': myShortReviewQuery(api, 1).queryKey,
  'reviews of another title': shortReviewsQuery(api, 2, 'recent').queryKey,
});

const OLD = { isOld: true, my: {} };

/** What is not the old answer any more, or will be read again when it is shown. */
async function readAgainAfter(
  reply: unknown,
  write: (api: Client, queries: QueryClient) => unknown,
): Promise<string[]> {
  const api: Client = { call: () => Promise.resolve(reply as never), asNow: () => api };
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { queryFn: () => Promise.resolve('new') } });
  const keys = Object.entries(keysOf(api));
  for (const [, key] of keys) queries.setQueryData(key, OLD);
  await write(api, queries);
  await settled();
  return keys
    .filter(([, key]) => queries.getQueryState(key)!.isInvalidated || queries.getQueryData(key) !== OLD)
    .map(([name]) => name);
}

const fail = (error: unknown) => {
  throw error;
};
const EPISODES = ['episodes', 'the latest episodes'];
const OF_WATCHED = ['home', 'title', ...EPISODES, 'start again', 'start again by name', 'history', 'statistics'];

test.each<[string, unknown, (api: Client, queries: QueryClient) => unknown, string[], string[]]>([
  [
    'an own review',
    buildShortReview(),
    (api, queries) => saveShortReview(api, queries, 1, '좋아요'),
    ['reviews', 'reviews by likes', 'own review'],
    ['reviews of another title', 'home'],
  ],
  [
    'a blocked author',
    undefined,
    (api, queries) => setBlocked(api, queries, 'profile', true),
    ['reviews', 'reviews by likes', 'reviews of another title'],
    ['home', 'titles'],
  ],
  [
    'a hidden title',
    { is_hidden: true },
    (api, queries) => setHidden(api, queries, 1, true, fail),
    ['home', 'title', 'start again', 'start again by name', 'titles', 'themes'],
    ['account', 'products'],
  ],
  [
    'a bought product',
    undefined,
    (api, queries) => refreshRights(api, queries, { kind: 'product', product: buildProduct({ item_id: 1 }) }),
    ['home', 'title', ...EPISODES, 'products', 'purchases'],
    ['account', 'products of another title', 'reviews'],
  ],
  [
    'a bought membership',
    undefined,
    (api, queries) => refreshRights(api, queries, { kind: 'plan', plan: buildPlan() }),
    ['home', 'title', ...EPISODES, 'account', 'purchases'],
    ['reviews', 'themes'],
  ],
  [
    'a redeemed code',
    undefined,
    (api, queries) => refreshMembership(api, queries),
    ['home', 'title', ...EPISODES, 'account', 'plans'],
    ['reviews', 'themes'],
  ],
  [
    'an episode that is marked as watched',
    { is_watched: true },
    (api, queries) => setWatched(api, queries, { episodeId: 101, isWatched: true, scope: 'episode' }),
    OF_WATCHED,
    ['reviews', 'themes', 'purchases'],
  ],
  [
    'an episode that is removed from the history',
    { is_removed: true },
    (api, queries) =>
      setRemoved(
        ...([
          api,
          queries,
          { episode: buildEpisode(), updated_at: '2026-11-20T12:00:00Z' } as never,
          true,
          fail,
        ] as const),
      ),
    OF_WATCHED,
    ['reviews', 'themes', 'purchases'],
  ],
])('%s makes the app read again what depends on it', async (_, reply, write, again, kept) => {
  const names = await readAgainAfter(reply, write);
  expect(names).toEqual(expect.arrayContaining(again));
  expect(names.filter((name) => kept.includes(name))).toEqual([]);
});

test('lists that the viewer changes elsewhere are read again whenever they are shown, and others are not', () => {
  const api = {} as Client;
  const lists = {
    ...{ 'start again': startAgainList(api), history: historyList(api), purchases: purchaseList(api) },
    ...{ rated: ratingSetList(api, 'p', 'rated', 'recent'), notifications: notificationList(api) },
    ...{ titles: itemList(api, {}), themes: themeList(api) },
  };
  const personal = Object.entries(lists).filter(([, { isPersonal }]) => isPersonal);
  expect(personal.map(([name]) => name)).toEqual(['start again', 'history', 'purchases', 'rated', 'notifications']);
});
