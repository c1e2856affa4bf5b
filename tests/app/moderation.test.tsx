import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listShortReviews } from '#contract/reviews.ts';
import type { RunningApp } from '#tests/support/app/app.tsx';
import { startAsNewcomer } from '#tests/support/newcomer.ts';

/** A title that a newcomer has not begun: its reviews have to be revealed. */
const TITLE = DEMO.ridgeSprint;

const listed = async ({ api }: RunningApp) =>
  (await api.call(listShortReviews, { params: { itemId: String(TITLE) }, query: { limit: '100' } })).results;

/** Opens the reviews as a new account, with the focus on the first one. */
async function startAtReviews(email: string) {
  const app = await startAsNewcomer(email, { hash: `#/items/${TITLE}/reviews` }, 'reviews');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('그래도 볼래요'));
  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/공감 \d+개/));
  return app;
}

/** Holds OK until a dialog opens. */
async function hold(app: RunningApp) {
  await act(async () => app.platform.keyDown('ok'));
  await screen.findByRole('dialog');
  await act(async () => app.platform.keyUp('ok'));
}

test('holding OK on a review reports it in three presses, and the focus returns to it', async () => {
  const app = await startAtReviews('reporter@bora.example');
  const review = app.focusKey();
  const name = app.focused().getAttribute('aria-label');
  await hold(app);
  expect(app.focused()).toHaveAccessibleName(/^신고하기/);
  expect(app.wire.answered(/\/like\//)).toBe(0);
  await app.press('ok');
  expect(app.focused()).toHaveAccessibleName('줄거리를 미리 알려요');
  await app.press('back');
  expect(app.focused()).toHaveAccessibleName(/^신고하기/);
  await app.press('ok', 'down', 'ok');
  await screen.findByText('신고했어요. 운영자가 확인할게요.');
  expect(app.wire.answered(/\/report\/$/)).toBe(1);
  expect(app.focusKey()).toBe(review);
  expect(app.focused()).toHaveAttribute('aria-label', name);
});

test('a failed report shows a message', async () => {
  const app = await startAtReviews('cut@bora.example');
  await hold(app);
  app.wire.isCut = true;
  await app.press('ok', 'ok');
  await screen.findByText(/신고하지 못했어요/);
  app.wire.isCut = false;
});

test('blocking an author removes the reviews while the focus stays in the list, and can be undone', async () => {
  const app = await startAtReviews('blocker@bora.example');
  const before = await listed(app);
  const [first] = before;
  await hold(app);
  await app.press('down', 'ok');
  expect(app.focused()).toHaveAccessibleName('취소');
  await app.press('right', 'ok');
  await screen.findByText(`${first!.profile.name}님의 감상평을 숨겼어요.`);
  await waitFor(() => expect(app.wire.pending()).toBe(0));
  const left = await listed(app);
  expect(left.map(({ profile }) => profile.id)).not.toContain(first!.profile.id);
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(new RegExp(`, ${left.length}개 중|공감`)));
  expect(document.querySelector(`[data-focus-key*="${first!.id}"]`)).toBeNull();
  expect(app.focusKey()).toMatch(/^review:.*\/like$/);

  await app.press('left');
  for (let step = 0; step < 4 && app.focusKey() !== 'reviews/unblock'; step += 1) await app.press('down');
  expect(app.focused()).toHaveAccessibleName(`${first!.profile.name}님 차단 되돌리기`);
  await app.press('ok');
  await screen.findByText(/감상평을 다시 보여 드려요/);
  await waitFor(async () => expect(await listed(app)).toHaveLength(before.length));
  expect(app.focusKey()).toMatch(/^reviews?[:/]/);
});
