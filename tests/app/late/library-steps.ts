import { DEMO } from '#tests/support/demo-account.ts';
import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { listShortReviews, likeShortReview } from '#contract/reviews.ts';
import type { RunningApp } from '#tests/support/app/app.tsx';
import { go, open, press, rest, type, type Step } from './tour.ts';

/** OK opens a menu instead of being held. */
const setSinglePresses = (app: RunningApp) =>
  act(async () => app.stores.settings.getState().change({ singlePresses: true }));

/** Chooses what holding OK does to the focused tile. */
async function holdInMenu(app: RunningApp) {
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toMatch(/^hold-menu/));
  await app.press('down', 'ok');
}

/** Moves down from the shelves to a tile. */
async function reachTile(app: RunningApp, wanted: RegExp) {
  await rest(app);
  for (let step = 0; step < 6 && !wanted.test(app.focusKey() ?? ''); step += 1) await app.press('down');
  expect(app.focusKey()).toMatch(wanted);
}

const shelf = async (id: string) => {
  await go('#/library');
  await press(`library/shelves/${id}`);
};

async function removeFromHistory(app: RunningApp) {
  await shelf('history');
  await reachTile(app, /\/history:/);
  await holdInMenu(app);
}

async function removeFromStartAgain(app: RunningApp) {
  await open(app, '#/library', 'library');
  await reachTile(app, /^library\/start-again-recent/);
  await holdInMenu(app);
}

/** For a profile with unread notifications; the server marks them at the call. */
export const READ_STEPS: readonly Step[] = [{ calls: ['readNotifications'], make: () => go('#/notifications') }];

/** Lists, and what a viewer changes in the library, for the demo's first profile. */
export const LIBRARY_STEPS: readonly Step[] = [
  { calls: ['listWeek'], isAborted: true, make: () => go('#/weekday') },
  { calls: ['listItemFilters', 'listItems'], isAborted: true, make: () => go('#/browse') },
  { calls: ['listThemes'], isAborted: true, make: () => go('#/themes') },
  { calls: ['listNotifications'], isAborted: true, make: () => go('#/notifications') },
  {
    calls: ['searchItems'],
    isAborted: true,
    async make(app) {
      await open(app, '#/search', 'search');
      await type(app, '별');
    },
  },
  { calls: ['listStartAgain'], isAborted: true, make: () => go('#/library') },
  { calls: ['listHistory'], isAborted: true, make: () => shelf('history') },
  { calls: ['listRatingSet'], isAborted: true, make: () => shelf('wished') },
  { calls: ['listOrders'], isAborted: true, make: () => shelf('purchased') },
  { calls: ['getMyStatistics'], isAborted: true, make: () => shelf('statistics') },
  { calls: ['removeStartAgain'], prepare: setSinglePresses, make: removeFromStartAgain },
  {
    calls: ['restoreStartAgain'],
    prepare: setSinglePresses,
    async make(app) {
      await removeFromStartAgain(app);
      await rest(app);
      await press('library/undo');
    },
  },
  { calls: ['removeHistory'], prepare: setSinglePresses, make: removeFromHistory },
  {
    calls: ['restoreHistory'],
    prepare: setSinglePresses,
    async make(app) {
      await removeFromHistory(app);
      await rest(app);
      await press('library/history-undo');
    },
  },
];

/** Titles with reviews of others. */
const LIKED = DEMO.ridgeSprint;
const UNLIKED = DEMO.mossPostOffice;
const REPORTED = DEMO.acornSubmarine;
const BLOCKED = DEMO.redDesert;
const UNBLOCKED = DEMO.rooftopBand;
const WRITTEN = DEMO.skyWhale;

const reviewsOf = async (app: RunningApp, id: number) =>
  (await app.api.call(listShortReviews, { params: { itemId: String(id) }, query: { sort: 'like', limit: '20' } }))
    .results;

/** Opens the reviews of a title, with the focus on the first one. */
async function openReviews(app: RunningApp, id: number) {
  await open(app, `#/items/${id}/reviews`, 'reviews');
  await press('reviews/reveal');
  await waitFor(() => expect(app.focusKey()).toMatch(/^review:.*\/like$/));
}

async function openReviewMenu(app: RunningApp, id: number) {
  await openReviews(app, id);
  await holdInMenu(app);
  await waitFor(() => expect(app.focusKey()).toMatch(/^review-menu/));
}

async function block(app: RunningApp, id: number) {
  await openReviewMenu(app, id);
  await press('review-menu/block');
  await press('review-block/block');
}

/** What a newcomer does with reviews. */
export const REVIEW_STEPS: readonly Step[] = [
  {
    calls: ['likeShortReview'],
    prepare: setSinglePresses,
    async make(app) {
      await openReviews(app, LIKED);
      await app.press('ok');
      await press('hold-menu/press');
    },
  },
  {
    calls: ['unlikeShortReview'],
    async prepare(app) {
      await setSinglePresses(app);
      const [first] = await reviewsOf(app, UNLIKED);
      await app.api.call(likeShortReview, { params: { id: first!.id } });
    },
    async make(app) {
      await openReviews(app, UNLIKED);
      await app.press('ok');
      await press('hold-menu/press');
    },
  },
  {
    calls: ['reportShortReview'],
    prepare: setSinglePresses,
    async make(app) {
      await openReviewMenu(app, REPORTED);
      await press('review-menu/report');
      await press('review-report/abuse');
    },
    told: /^신고했어요/,
  },
  { calls: ['blockProfile'], prepare: setSinglePresses, make: (app) => block(app, BLOCKED), told: /감상평을 숨겼어요/ },
  {
    calls: ['unblockProfile'],
    prepare: setSinglePresses,
    async make(app) {
      await block(app, UNBLOCKED);
      await press('reviews/unblock');
    },
    told: /다시 보여 드려요/,
  },
  {
    calls: ['writeShortReview'],
    async make(app) {
      await open(app, `#/items/${WRITTEN}/reviews`, 'reviews');
      await press('reviews/write');
      await type(app, 'x');
      await app.press('fast-forward');
    },
    told: /^감상평을 저장했어요/,
  },
];
