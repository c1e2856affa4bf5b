import { randomUUID } from 'node:crypto';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { myAccountQuery } from '#src/api/accounts.ts';
import { episodePageQuery, episodeQuery, homeRowsQuery, itemQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { hiddenItemsQuery, setHidden } from '#src/api/hidden.ts';
import { historyList, setRemoved, setWatched } from '#src/api/history.ts';
import { itemRequestQuery, requestItem } from '#src/api/item-requests.ts';
import { purchaseList, ratingSetList, statisticsQuery } from '#src/api/library.ts';
import { itemList, startAgainList, themeList, type PagedList } from '#src/api/lists.ts';
import { notificationList, notificationSettingsQuery, setNotificationKind } from '#src/api/notifications.ts';
import {
  myShortReviewQuery,
  reportReview,
  saveShortReview,
  setBlocked,
  setRating,
  shortReviewsQuery,
  toggleLike,
} from '#src/api/reviews.ts';
import { searchList } from '#src/api/search.ts';
import { afterQuery, episodesQuery, relativesQuery, seriesQuery, themesOfItemQuery } from '#src/api/series.ts';
import { plansQuery, productsQuery, purchasableQuery, refreshRights } from '#src/api/shop.ts';
import { takeOut } from '#src/api/take-out.ts';
import { redeem, refreshMembership } from '#src/api/vouchers.ts';
import { weekQuery } from '#src/api/week.ts';
import { toggleWish } from '#src/api/wishes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { buildPlan, buildProduct } from '#tests/support/build.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { createExampleCalls } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';
import { watchEpisode } from '#tests/support/watching.ts';

/*
 * What the app shows again without reading it again, after each of its writes: the same as the server answers. The server
 * says which answers a write changes.
 */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
});
afterAll(() => server.close());

const fail = (error: unknown) => {
  throw error;
};

function clientOf(viewer: Viewer, calls: Stage['calls']): Client {
  const client: Client = {
    async call(endpoint, request, { token = viewer.profileToken } = {}) {
      calls.underWay += 1;
      try {
        return (await server.call(endpoint, { ...(request as object), token })).reply as never;
      } finally {
        calls.underWay -= 1;
      }
    },
    asNow: () => client,
  };
  return client;
}

interface Shown {
  readonly queryKey: QueryKey;
  readonly read: () => Promise<unknown>;
  /** Read whenever a screen shows it. */
  readonly isPersonal: boolean;
}

interface Query {
  readonly queryKey: QueryKey;
  readonly staleTime?: unknown;
}

/** Answers of the app that screens show, about title 1 and title 8. */
function shownBy(api: Client, { profileId }: Viewer): Record<string, Shown> {
  const ofQuery = (query: Query): Shown => ({
    queryKey: query.queryKey,
    read: () => new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(query as never),
    isPersonal: query.staleTime === 0,
  });
  const ofList = ({ key, isPersonal = false, load }: PagedList<unknown>): Shown => ({
    queryKey: [...key, { offset: 0 }],
    read: () => load(0, new AbortController().signal),
    isPersonal,
  });
  const reviews = shortReviewsQuery(api, 1, 'recent');
  return {
    home: ofQuery(homeRowsQuery(api)),
    title: ofQuery(itemQuery(api, 1)),
    'title with a shop': ofQuery(itemQuery(api, 8)),
    'page of episodes': ofQuery(episodePageQuery(api, 1, 'oldest')),
    'page of episodes with a shop': ofQuery(episodePageQuery(api, 8, 'oldest')),
    episodes: ofQuery(episodesQuery(api, 1)),
    episode: ofQuery(episodeQuery(api, 101)),
    series: ofQuery(seriesQuery(api, 1)),
    'themes of the title': ofQuery(themesOfItemQuery(api, 1)),
    'similar titles': ofQuery(relativesQuery(api, 2)),
    'titles afterwards': ofQuery(afterQuery(api, 2)),
    request: ofQuery(itemRequestQuery(api, 1)),
    titles: ofList(itemList(api, {})),
    found: ofList(searchList(api, '제목')),
    themes: ofList(themeList(api)),
    week: ofQuery(weekQuery(api)),
    'start again': ofList(startAgainList(api)),
    history: ofList(historyList(api)),
    statistics: ofQuery(statisticsQuery(api)),
    rated: ofList(ratingSetList(api, profileId, 'rated', 'recent')),
    wished: ofList(ratingSetList(api, profileId, 'wished', 'recent')),
    notifications: ofList(notificationList(api)),
    'kinds of notifications': ofQuery(notificationSettingsQuery(api)),
    account: ofQuery(myAccountQuery(api)),
    plans: ofQuery(plansQuery(api)),
    purchases: ofList(purchaseList(api)),
    purchasable: ofQuery(purchasableQuery(api, 8)),
    products: ofQuery(productsQuery(api, 8, 'item')),
    'hidden titles': ofQuery(hiddenItemsQuery(api)),
    reviews: {
      queryKey: reviews.queryKey,
      read: () => new QueryClient().fetchInfiniteQuery(reviews),
      isPersonal: false,
    },
    'own review': ofQuery(myShortReviewQuery(api, 1)),
  };
}

interface Stage {
  readonly viewer: Viewer;
  readonly api: Client;
  readonly queries: QueryClient;
  readonly calls: { underWay: number };
  readonly other: { profileId: string; review: string };
}

async function build(): Promise<Stage> {
  const viewer = await server.buildViewer({ plan: 'free' });
  const other = await server.buildViewer();
  const { id: review } = (
    await server.call(endpoints.writeShortReview, {
      token: other.profileToken,
      params: { id: 1 },
      body: { short_review: '좋아요' },
    })
  ).reply!;
  await watchEpisode(server, viewer, 101);
  const calls = { underWay: 0 };
  const api = clientOf(viewer, calls);
  return { viewer, api, queries: createQueryClient(), calls, other: { profileId: other.profileId, review } };
}

type Write = (stage: Stage) => unknown;

/** What an account gets by a payment. */
async function own(viewer: Viewer): Promise<void> {
  const now = server.clock.now();
  const ids = {
    account_id: viewer.accountId,
    profile_id: viewer.profileId,
    id: randomUUID(),
    item_id: 8,
    product_id: 82,
  };
  await server.db
    .insertInto('orders')
    .values({
      ...ids,
      name: '전편 소장',
      kind: 'own',
      rental_hours: null,
      price: 9000,
      status: 'paid',
      created_at: now,
      settled_at: now,
      expires_at: now,
    })
    .execute();
}

const WRITES: Record<string, Write> = {
  'a wish': async ({ api, queries }) => toggleWish(api, queries, await itemOf(api), fail),
  'a rating': async ({ api, queries }) => setRating(api, queries, await itemOf(api), 4, fail),
  'an own review': ({ api, queries }) => saveShortReview(api, queries, 1, '따뜻해요'),
  'a like': async ({ api, queries, other }) => {
    const { results } = await api.call(endpoints.listShortReviews, { params: { itemId: '1' }, query: {} });
    toggleLike(
      api,
      queries,
      results.find(({ id }) => id === other.review)!,
      fail,
    );
  },
  'a report': ({ api, queries, other }) => reportReview(api, queries, other.review, 'spoiler'),
  'a blocked profile': ({ api, queries, other }) => setBlocked(api, queries, other.profileId, true),
  'a hidden title': ({ api, queries }) => setHidden(api, queries, 1, true, fail),
  'a watched title': ({ api, queries }) =>
    setWatched(api, queries, { episodeId: 103, isWatched: true, scope: 'title' }),
  'an episode that is not watched': ({ api, queries }) =>
    setWatched(api, queries, { episodeId: 101, isWatched: false, scope: 'episode' }),
  'an episode that is removed from the history': async ({ api, queries }) => {
    const { results } = await historyList(api).load(0, new AbortController().signal);
    setRemoved(api, queries, results[0]!, true, fail);
  },
  'a title that is removed from 이어보기': async ({ api, queries }) => {
    const { results } = await startAgainList(api).load(0, new AbortController().signal);
    takeOut(api, queries, results[0]!, true, fail);
  },
  'a request': ({ api, queries }) =>
    new Promise<void>((resolve, reject) =>
      requestItem(api, queries, 1, { onDone: resolve, onFailure: (error) => reject(error as Error) }),
    ),
  'a kind of notifications': async ({ api, queries }) =>
    setNotificationKind(api, queries, await api.call(endpoints.getNotificationSettings, {}), 'delay', fail),
  'a redeemed code': async ({ api, queries, viewer }) => {
    const { body } = await createExampleCalls(
      () => server,
      async () => viewer,
    ).redeemVoucher.ask();
    await redeem(api, (body as { code: string }).code);
    await refreshMembership(api, queries);
  },
  'a bought title': async ({ api, queries, viewer }) => {
    await own(viewer);
    await refreshRights(api, queries, { kind: 'product', product: buildProduct({ item_id: 8 }) });
  },
  'a bought membership': async ({ api, queries, viewer }) => {
    const membership = { plan: 'basic' as const, membership_expires_at: new Date('2027-01-01T00:00:00Z') };
    await server.db.updateTable('accounts').set(membership).where('id', '=', viewer.accountId).execute();
    await refreshRights(api, queries, { kind: 'plan', plan: buildPlan() });
  },
};

/** What the app shows old for up to half a minute, and why that does no harm. */
const OLD: Record<string, readonly string[]> = {
  // Home does not show whether a title is wished.
  'a wish': ['home'],
  // The averages of everybody.
  'a rating': ['home', 'episode', 'similar titles', 'titles afterwards', 'titles', 'found'],
  // Their order.
  'a watched title': ['similar titles', 'titles afterwards'],
  // `takenOutQuery` leaves the title out.
  'a title that is removed from 이어보기': ['home'],
};

const itemOf = (api: Client) => api.call(endpoints.getItem, { params: { id: '1' } });

test.each(Object.entries(WRITES))('after %s, the app shows what the server answers', async (name, write) => {
  const stage = await build();
  const { queries } = stage;
  const shown = Object.entries(shownBy(stage.api, stage.viewer));
  for (const [, { queryKey, read }] of shown) queries.setQueryData(queryKey, await read());
  await write(stage);
  await vi.waitFor(() => expect(stage.calls.underWay).toBe(0));
  await settled();
  const old: string[] = [];
  for (const [what, { queryKey, read, isPersonal }] of shown) {
    const { data, isInvalidated } = queries.getQueryState(queryKey)!;
    if (!isInvalidated && !isPersonal && JSON.stringify(data) !== JSON.stringify(await read())) old.push(what);
  }
  expect(old).toEqual(OLD[name] ?? []);
});
