import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen } from '@testing-library/react';
import { listEpisodes } from '#contract/catalogue.ts';
import { addWish } from '#contract/wishes.ts';
import { hideItem } from '#contract/hidden.ts';
import { markWatched } from '#contract/history.ts';
import { rateItem } from '#contract/reviews.ts';
import type { RunningApp } from '#tests/support/app/app.tsx';
import type { FakeClock } from '#tests/support/fake-clock.ts';
import { go, open, press, type Step } from './tour.ts';

const title = (app: RunningApp, id: number) => open(app, `#/items/${id}`, 'item');

/** Opens the menu of a title and presses a row. */
async function pressInMenu(app: RunningApp, id: number, row: string) {
  await title(app, id);
  await press('item/more');
  await press('details/menu');
  await press(`item-menu/${row}`);
}

const params = (id: number) => ({ params: { id: String(id) } });

/** Opens the code of the first offer of a title for sale. */
async function openCheckout(app: RunningApp) {
  await title(app, DEMO.haenyeoBreath);
  await press('item/primary');
  await press(/^offer\/\d+$/);
}

/** The calls of a title's screen, for a newcomer on a set with a full disk for videos. */
export const titleSteps = (clock: FakeClock): readonly Step[] => [
  {
    calls: [
      'getItem',
      'listEpisodes',
      'listRelatedItems',
      'listSeriesItems',
      'listThemesOfItem',
      'listShortReviews',
      'getMyShortReview',
      'getPurchasable',
    ],
    isAborted: true,
    make: () => go(`#/items/${DEMO.puffingIsland}`),
  },
  { calls: ['listProducts', 'listPlans'], isAborted: true, make: () => go(`#/items/${DEMO.haenyeoBreath}`) },
  { calls: ['getItemRequest'], isAborted: true, make: () => go(`#/items/${DEMO.clockworkCity}`) },
  {
    calls: ['askForItem'],
    async make(app) {
      await title(app, DEMO.hibernationInn);
      await press('item/primary');
    },
    told: /^작품을 요청했어요/,
  },
  {
    calls: ['addWish'],
    async make(app) {
      await title(app, DEMO.ridgeSprint);
      await app.press('green');
    },
  },
  {
    calls: ['removeWish'],
    prepare: (app) => app.api.call(addWish, params(111)),
    async make(app) {
      await title(app, 111);
      await app.press('green');
    },
  },
  {
    calls: ['rateItem'],
    async make(app) {
      await title(app, 112);
      await app.press('yellow', 'right', 'ok');
    },
  },
  {
    calls: ['unrateItem'],
    prepare: (app) => app.api.call(rateItem, { ...params(DEMO.acornSubmarine), body: { score: 4 } }),
    async make(app) {
      await title(app, DEMO.acornSubmarine);
      await app.press('yellow', 'down', 'ok');
    },
  },
  { calls: ['hideItem'], make: (app) => pressInMenu(app, 104, 'hide') },
  {
    calls: ['showItem'],
    prepare: (app) => app.api.call(hideItem, params(DEMO.raon2)),
    make: (app) => pressInMenu(app, 106, 'hide'),
  },
  { calls: ['markWatched'], make: (app) => pressInMenu(app, 107, 'watched'), told: /본 것으로 표시했어요/ },
  {
    calls: ['unmarkWatched'],
    async prepare(app) {
      const { results } = await app.api.call(listEpisodes, { query: { item_id: '108', limit: '1' } });
      await app.api.call(markWatched, { ...params(results[0]!.id), query: { scope: 'episode' } });
    },
    make: (app) => pressInMenu(app, 108, 'unwatched'),
    told: /안 본 것으로 표시했어요/,
  },
  { calls: ['createOrder'], make: openCheckout },
  {
    calls: ['getOrder'],
    async make(app) {
      await openCheckout(app);
      await screen.findByRole('img', { name: /QR/ });
      await act(() => clock.pass(2_000));
    },
  },
  {
    calls: ['getVideoDownload'],
    async make(app) {
      await title(app, 105);
      await press('item/download');
    },
    // The disk of the test is full.
    told: /^저장 공간이 부족해요/,
  },
  {
    calls: ['beginIdentityCheck'],
    async make(app) {
      await title(app, DEMO.blackPlumSword);
      await press('item/primary');
    },
  },
  {
    calls: ['getIdentityCheck'],
    isAborted: true,
    async make(app) {
      await title(app, DEMO.blackPlumSword);
      await press('item/primary');
    },
  },
  {
    calls: ['orderPlan'],
    async make(app) {
      await open(app, '#/membership', 'membership');
      await press('membership/plan/1');
    },
  },
];
