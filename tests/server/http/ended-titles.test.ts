import { expect, test } from 'vitest';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import type { CatalogueRecord } from '#server/catalogue/format/index.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { openCheckout } from '#tests/support/checkout.ts';
import { createMembers } from '#tests/support/console.ts';
import { expectOutcome, type Outcome } from '#tests/support/server/call-outcome.ts';
import { createExampleCalls, type ExampleRequest } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* Calls about a title that has ended, was withdrawn or was removed. On PostgreSQL two servers answer in turns. */

const HOUR = 3600;

/** Titles 1 and 8, of the examples, end in three hours. */
const LEAVE_IN = 3 * HOUR;
const isLeaving = (record: CatalogueRecord) => record.kind === 'title' && (record.id === 1 || record.id === 8);

const WAYS: [string, (server: ServerFixture) => Promise<unknown>][] = [
  ['has ended', async ({ clock }) => clock.advance(LEAVE_IN)],
  [
    'was withdrawn',
    async (server) => {
      const members = createMembers(server);
      const editor = await members.buildMember('editor');
      for (const id of [1, 8]) {
        const { title } = (await members.call(getOperatedTitle, editor, { params: { id } })).reply;
        const body = { action: 'unpublish', version: title.version };
        const { status } = await members.call(changeRelease, editor, { params: { kind: 'title', id }, body });
        expect(status).toBe(200);
      }
    },
  ],
  [
    'was removed',
    ({ db, clock }) =>
      importCatalogue(
        { transact: createTransact(db), clock, allowEmpty: true },
        shopCatalogue().filter((record) => !isLeaving(record)),
      ),
  ],
];

/** Every call about a title, an episode, or a review of a title. */
const ABOUT_TITLES: EndpointName[] = [
  ...(['getItem', 'listRelatedItems', 'listSeriesItems', 'listThemesOfItem', 'listEpisodes', 'getEpisode'] as const),
  ...(['getVideo', 'getPreparedVideo', 'getVideoDownload', 'getAvodVideo'] as const),
  ...(['getPurchasable', 'listProducts', 'createOrder', 'getItemRequest', 'askForItem'] as const),
  ...(['addWish', 'removeWish', 'hideItem', 'showItem', 'rateItem', 'unrateItem'] as const),
  ...(['removeStartAgain', 'restoreStartAgain', 'removeHistory', 'restoreHistory', 'markWatched'] as const),
  ...(['unmarkWatched', 'getMyShortReview', 'listShortReviews', 'writeShortReview'] as const),
  ...(['likeShortReview', 'unlikeShortReview', 'reportShortReview'] as const),
];

/** A playback that runs survives the withdrawal of its title (docs/catalogue.md), and no other end of it. */
const RUNNING: [EndpointName, ended: Outcome, withdrawn: Outcome, removed: Outcome][] = [
  ['updatePlayLog', 'PLAYBACK_EXPIRED', {}, {}],
  ['renewMediaTicket', 'PLAYBACK_EXPIRED', {}, 'PLAYBACK_EXPIRED'],
  ['getAdvertisement', { ad: null }, {}, 'NOT_FOUND'],
  ['logAdEvent', 'PLAYBACK_EXPIRED', {}, {}],
  ['listReleases', { count: 1 }, { count: 1 }, { count: 1 }],
];

test.each(WAYS.map((way, index) => [...way, index] as const))(
  'no call is about a title that %s, and no money is taken for it',
  async (_name, leave, index) => {
    const end = new Date(Date.UTC(2026, 10, 20, 3) + LEAVE_IN * 1000).toISOString();
    const server = await createServerFixture({
      records: shopCatalogue().map((record) =>
        record.kind === 'title' && isLeaving(record)
          ? {
              ...record,
              ends_at: end,
              ...(record.products && {
                products: record.products.map((product) => ({ ...product, kind: 'rental' as const, rental_hours: 1 })),
              }),
            }
          : record,
      ),
    });
    let known: Promise<Viewer> | undefined;
    const ofOne = createExampleCalls(
      () => server,
      () => (known ??= server.buildViewer()),
    );
    // A device plays one video.
    const ofMany = createExampleCalls(() => server);
    const asked: [EndpointName, ExampleRequest, Outcome][] = [];
    for (const name of ABOUT_TITLES) asked.push([name, await ofOne[name].ask(), 'NOT_FOUND']);
    for (const [name, ...outcomes] of RUNNING) asked.push([name, await ofMany[name].ask(), outcomes[index]!]);
    const order = { token: (await server.buildViewer({ plan: 'free' })).profileToken, params: { id: 81 } };
    const placed = (await server.call(endpoints.createOrder, order)).reply;
    const press = await openCheckout(server.app, placed.checkout_url);

    await leave(server);
    for (const one of asked) await expectOutcome(server, ...one);
    await press('approve');
    const { status } = (await server.call(endpoints.getOrder, { ...order, params: { id: placed.id } })).reply;
    // Money for a title that has ended comes hours late here.
    expect(status).toBe(index === 0 ? 'expired' : 'cancelled');
    await server.close();
  },
);
