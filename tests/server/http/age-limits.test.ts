import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { rowsWith } from '#tests/support/server/account-rows.ts';
import { createExampleCalls, type ExampleRequest } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';
import { watchEpisode } from '#tests/support/watching.ts';

/* Each call about a title, and each list, by a profile whose age limit is below the title's. */

/** The titles of the examples. */
const RESTRICTED = [1, 8];

let server: ServerFixture;
beforeAll(async () => {
  const records = shopCatalogue().map((record) =>
    record.kind === 'title' && RESTRICTED.includes(record.id) ? { ...record, content_rating: '15' as const } : record,
  );
  server = await createServerFixture({ records });
});
afterAll(() => server.close());

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const examples = createExampleCalls(
  () => server,
  (account) => server.buildViewer({ ...account, profiles: [{ maxRating: '12' }] }),
);

/** Calls about one title, its episodes, products or reviews; `listReleases` says nothing about age limits. */
const isAboutTitle = (name: EndpointName) =>
  /^\/api\/(avods\/v1\/episodes|episodes|items\/v1\/(:id|purchasable)|products|v1\.0\/(items|like|short_review))\//.test(
    endpointOf(name).path,
  );
const rowsNow = async () => (await rowsWith(server.db, '')).filter((row) => !/^(rate_limits|settings) /.test(row));

test.each(names.filter(isAboutTitle))('%s is refused for a title above the age limit', async (name) => {
  const { viewer: _, ...request } = await examples[name].ask();
  const before = await rowsNow();
  const { status, error } = await server.call(endpointOf(name), request);
  expect([status, error.code]).toEqual([403, 'RATING_RESTRICTED']);
  expect(await rowsNow()).toEqual(before);
});

/** Answers that name a title before the age limit is lowered. */
const SHOWN: EndpointName[] = [
  'listHomeRows',
  'getItem',
  'listItems',
  'searchItems',
  'listWeek',
  'listStartAgain',
  'getEpisode',
  'listRatingSet',
  'listOrders',
  'listNotifications',
  'listHistory',
  'listHiddenItems',
];

/** Does everything with the titles that a list may show. */
async function useTitles(viewer: Viewer): Promise<void> {
  const { db, clock } = server;
  const own = { account_id: viewer.accountId, profile_id: viewer.profileId };
  await watchEpisode(server, viewer, 101);
  const call = async (name: EndpointName, id: number, body?: object) =>
    expect((await server.call(endpointOf(name), { token: viewer.profileToken, params: { id }, body })).status).toBe(
      200,
    );
  await call('addWish', 1);
  await call('rateItem', 1, { score: 5 });
  await call('askForItem', 1);
  await call('hideItem', 8);
  const now = clock.now();
  await db
    .insertInto('notifications')
    .values({ ...own, id: randomUUID(), kind: 'delay', thing: 'delay', item_id: 1, text: '늦어져요.', created_at: now })
    .execute();
  const bought = { id: randomUUID(), product_id: 81, item_id: 1, name: '소장', kind: 'own' as const, price: 9000 };
  await db
    .insertInto('orders')
    .values({
      ...own,
      ...bought,
      status: 'paid',
      created_at: now,
      settled_at: now,
      expires_at: now,
      rental_hours: null,
    })
    .execute();
}

test('no list shows a title to a profile whose age limit was lowered below it', async () => {
  const viewer = await server.buildViewer();
  await useTitles(viewer);
  const own = createExampleCalls(
    () => server,
    async () => viewer,
  );
  const requests: [EndpointName, ExampleRequest][] = [];
  for (const name of names)
    if (endpointOf(name).method === 'GET' && endpointOf(name).auth === 'profile' && name !== 'getAdvertisement')
      requests.push([name, await own[name].ask()]);
  const namesOfAnswers = async () => {
    const found: EndpointName[] = [];
    for (const [name, request] of requests) {
      const answer = await server.call(endpointOf(name), request);
      if (answer.status < 300 && /"제목 [18]"/.test(JSON.stringify(answer.reply ?? null))) found.push(name);
    }
    return found;
  };
  expect(new Set(await namesOfAnswers())).toEqual(new Set(SHOWN));
  await server.db.updateTable('profiles').set({ max_rating: '12' }).where('id', '=', viewer.profileId).execute();
  server.clock.advance(60);
  expect(await namesOfAnswers()).toEqual([]);
});
