import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSupportedOrders } from '#contract/console/accounts.ts';
import { listAdvertisementClips, listOperatedAdvertisements } from '#contract/console/advertisements.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { listMediaJobs } from '#contract/console/media.ts';
import { listOperatedCrashes } from '#contract/console/overview.ts';
import { listRequestedTitles } from '#contract/console/requests.ts';
import { listModeratedReviews } from '#contract/console/reviews.ts';
import { setMaintenance } from '#contract/console/service.ts';
import { listClips } from '#contract/console/clips.ts';
import { listOperatedTitles } from '#contract/console/titles.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { createMediaOperations } from '#server/intake/operations.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import {
  buildAdvertisementRecords,
  buildClipRecord,
  buildEpisodeRecord,
  buildProfileImageRecord,
  buildThemeRecord,
  buildTitleRecord,
} from '#tests/support/server/server-records.ts';

/*
 * The pages of every list together are the whole list: no row twice, none missing, and nothing after its end. All rows have
 * the same time, score and number of likes, so that nothing but the last sort key keeps them apart.
 */

/** More than a page of the lists whose page size is fixed. */
const TITLES = 22;
const OTHERS = 7;
const ids = Array.from({ length: TITLES }, (_, index) => index + 1);
const few = ids.slice(0, OTHERS);

interface Page {
  readonly count: number;
  readonly results: readonly unknown[];
}
type Ask = (page: { limit?: number; offset?: number }) => Promise<Page>;

let server: ServerFixture;
let viewers: Viewer[];
let members: ReturnType<typeof createMembers>;
let owner: Member;
let folder: string;

beforeAll(async () => {
  server = await createServerFixture({
    records: [
      ...few.map((id) => buildClipRecord({ id: id === 1 ? 'short' : `clip-${id}` })),
      ...few.flatMap(buildAdvertisementRecords),
      ...few.map((id) => buildThemeRecord(id)),
      buildProfileImageRecord(1),
      ...few.map((id) => ({
        kind: 'plan' as const,
        id,
        plan: 'basic' as const,
        name: '베이직',
        price: 4900,
        days: 30,
      })),
      ...ids.map((id) =>
        buildTitleRecord(id, {
          name: '같은 이름',
          series: id <= OTHERS ? { id: 1, order: id } : null,
          themes: few,
          episodes: few.map((order) => buildEpisodeRecord(id, order, { published_at: { days_before_import: 9 } })),
          products: few.map((each) => ({
            id: id * 100 + each,
            episode_id: null,
            name: '대여',
            kind: 'rental',
            rental_hours: 48,
            price: 1000,
          })),
        }),
      ),
    ],
  });
  const { db, clock, call } = server;
  members = createMembers(server);
  owner = await members.buildMember('owner');
  viewers = [];
  for (const _each of few) viewers.push(await server.buildViewer());
  const [viewer, hiding] = viewers as [Viewer, Viewer];

  const asViewer = { token: viewer.profileToken };
  const now = clock.now();
  const own = { account_id: viewer.accountId, profile_id: viewer.profileId };
  for (const id of ids) {
    await call(endpoints.rateItem, { ...asViewer, params: { id }, body: { score: 4 } });
    await call(endpoints.addWish, { ...asViewer, params: { id } });
  }
  await db
    .insertInto('hidden_items')
    .values(
      ids.map((item_id) => ({ account_id: hiding.accountId, profile_id: hiding.profileId, item_id, hidden_at: now })),
    )
    .execute();
  await db
    .insertInto('playback_offsets')
    .values(
      ids.map((item_id) => ({
        ...own,
        item_id,
        episode_id: item_id * 100 + 1,
        offset: 30,
        is_finished: false,
        updated_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('watch_days')
    .values(
      ids.map((item_id) => ({
        ...own,
        item_id,
        episode_id: item_id * 100 + 1,
        day: '2026-11-20',
        play_time: 60,
        watched_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('notifications')
    .values(
      few.map((item_id) => ({
        ...own,
        id: systemRandom.uuid(),
        kind: 'delay' as const,
        thing: `${item_id}`,
        item_id,
        text: '늦어져요.',
        created_at: now,
      })),
    )
    .execute();
  for (const id of few) await call(endpoints.createOrder, { ...asViewer, params: { id: 100 + id } });
  for (const { profileToken: token } of viewers) {
    const { id } = (
      await call(endpoints.writeShortReview, { token, params: { id: 1 }, body: { short_review: '좋아요' } })
    ).reply!;
    const reporter = token === viewer.profileToken ? hiding.profileToken : viewer.profileToken;
    await call(endpoints.reportShortReview, { token: reporter, params: { id }, body: { reason: 'spam' } });
  }
  for (const id of few) {
    await call(endpoints.askForItem, { ...asViewer, params: { id } });
    await call(endpoints.reportCrash, {
      body: {
        app_version: '1.0.0',
        platform: 'web',
        engine: 'Chromium 120',
        screen: 'home',
        message: 'x is undefined',
        stack: `at a (screen${id}-abcdef1.js:1:1)`,
      },
    });
    await members.call(setMaintenance, owner, { body: { message: id % 2 === 1 ? '점검해요.' : null } });
  }
  await members.call(setMaintenance, owner, { body: { message: null } });

  folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-paging-')));
  const media = createMediaOperations({
    db,
    transact: createTransact(db),
    clock,
    random: systemRandom,
    catalogueFolder: folder,
    mediaFolder: folder,
    mediaStore: createFolderStore(folder),
    findTools: () => undefined,
    isOnlyWorker: true,
    record: recordNothing,
  });
  const episodes = few.map((number) => ({ source: join(folder, `${number}.mkv`), number, subject: null }));
  for (const { source } of episodes) await writeFile(source, 'video');
  await media.add({
    title: { name: '새 작품', contentRating: 'all' },
    access: 'free',
    isPublished: false,
    pictures: {},
    episodes,
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const asked = (endpoint: object, options: object = {}): Ask =>
  async function ask(page) {
    const { query = {}, viewer = 0, ...rest } = options as { query?: object; viewer?: number };
    const { reply } = await server.call(endpoint as never, {
      token: viewers[viewer]!.profileToken,
      ...rest,
      query: { ...query, ...page },
    });
    return reply as Page;
  };
const operated = (
  endpoint: ConsoleEndpoint,
  query: object = {},
  params: () => Record<string, string> = () => ({}),
): Ask =>
  async function ask(page) {
    return (await members.call(endpoint, owner, { params: params(), query: { ...query, ...page } }))
      .reply as unknown as Page;
  };

const LISTS: [name: string, length: number, ask: Ask][] = [
  ...(['popular', 'recent', 'rating', 'name'] as const).map((sorting): [string, number, Ask] => [
    `titles by ${sorting}`,
    TITLES,
    asked(endpoints.listItems, { query: { sorting } }),
  ]),
  ['titles that are found', TITLES, asked(endpoints.searchItems, { query: { keyword: '같은' } })],
  ['similar titles', TITLES - 1, asked(endpoints.listRelatedItems, { params: { id: TITLES } })],
  ['titles of a series', OTHERS - 1, asked(endpoints.listSeriesItems, { params: { id: 1 } })],
  ['themes', OTHERS, asked(endpoints.listThemes)],
  ['themes of a title', OTHERS, asked(endpoints.listThemesOfItem, { params: { id: 1 } })],
  ...(['oldest', 'latest'] as const).map((sort): [string, number, Ask] => [
    `episodes, the ${sort} first`,
    OTHERS,
    asked(endpoints.listEpisodes, { query: { item_id: 1, sort } }),
  ]),
  ...(['rated', 'wished'] as const).flatMap((type) =>
    (['recent', 'score', 'name'] as const).map((sorting): [string, number, Ask] => [
      `${type} titles by ${sorting}`,
      TITLES,
      (page) =>
        asked(endpoints.listRatingSet, { params: { userId: viewers[0]!.profileId, type }, query: { sorting } })(page),
    ]),
  ),
  ...(['like', 'recent'] as const).map((sort): [string, number, Ask] => [
    `short reviews by ${sort}`,
    OTHERS,
    asked(endpoints.listShortReviews, { params: { itemId: 1 }, query: { sort } }),
  ]),
  ['products of a title', OTHERS, asked(endpoints.listProducts, { query: { item_id: 1 } })],
  ['memberships for sale', OTHERS, asked(endpoints.listPlans)],
  ['orders', OTHERS, asked(endpoints.listOrders)],
  ['notifications', OTHERS, asked(endpoints.listNotifications)],
  ['hidden titles', TITLES, asked(endpoints.listHiddenItems, { viewer: 1 })],
  ['the operators’ titles', TITLES, operated(listOperatedTitles)],
  [
    'the operators’ titles by name, downwards',
    TITLES,
    operated(listOperatedTitles, { sorting: 'name', direction: 'down' }),
  ],
  ['reported reviews', OTHERS, operated(listModeratedReviews)],
  ['requested titles', OTHERS, operated(listRequestedTitles)],
  ['crashes', OTHERS, operated(listOperatedCrashes)],
  ['advertisements', OTHERS, operated(listOperatedAdvertisements)],
  ['advertisements by name', OTHERS, operated(listOperatedAdvertisements, { sorting: 'title' })],
  ['clips of advertisements', 2 * OTHERS, operated(listAdvertisementClips)],
  ['clips', 2 * OTHERS, operated(listClips)],
  ['the audit log', OTHERS + 1, operated(listAuditEntries, { action: 'service.maintenance' })],
  ['orders of an account', OTHERS, operated(listSupportedOrders, {}, () => ({ id: viewers[0]!.accountId }))],
  ['jobs of videos', OTHERS, operated(listMediaJobs)],
];

test.each(LISTS)('the pages of %s are the whole list', async (_name, length, ask) => {
  const whole = await ask({ limit: 100 });
  expect([whole.count, whole.results.length]).toEqual([length, length]);
  const size = Math.max(1, Math.ceil(length / 3));
  const pages: Page[] = [];
  for (let offset = 0; offset < length; offset += size) pages.push(await ask({ limit: size, offset }));
  expect(pages.map(({ count }) => count)).toEqual(pages.map(() => length));
  expect(pages.flatMap(({ results }) => results)).toEqual(whole.results);
  for (const offset of [length, length + 1, 999_999_999])
    expect(await ask({ limit: size, offset })).toMatchObject({ count: length, results: [] });
});

test.each<[string, Ask]>([
  ['begun titles', asked(endpoints.listStartAgain)],
  ['begun titles by name', asked(endpoints.listStartAgain, { query: { sorting: 'name' } })],
  ['the history', asked(endpoints.listHistory)],
])('%s have pages of 20, which are the whole list', async (_name, ask) => {
  const [first, second, middle] = [await ask({ offset: 0 }), await ask({ offset: 20 }), await ask({ offset: 7 })];
  expect([first, second, middle].map(({ count, results }) => [count, results.length])).toEqual([
    ...[
      [TITLES, 20],
      [TITLES, TITLES - 20],
      [TITLES, TITLES - 7],
    ],
  ]);
  const whole = [...first.results, ...second.results];
  expect(new Set(whole.map((entry) => (entry as { item: { id: number } }).item.id)).size).toBe(TITLES);
  expect(middle.results).toEqual(whole.slice(7));
  expect((await ask({ offset: TITLES })).results).toEqual([]);
});
