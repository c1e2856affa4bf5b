import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { likeShortReview, shortReviewLength, unlikeShortReview } from '#contract/reviews.ts';
import type { Client } from '#src/api/client/client.ts';
import { shortReviewsQuery, toggleLike } from '#src/api/reviews.ts';
import { requestLabels } from '#src/features/requests/request-label.ts';
import { scoreText, stepScore } from '#src/features/ratings/score.ts';
import { reviewLabel } from '#src/features/reviews/review-card.tsx';
import { inOrder } from '#src/screens/reviews/use-review-list.ts';
import { rentalLabel } from '#src/features/shop/product-labels.ts';
import { buildShortReview } from '#tests/support/build.ts';
import { settled } from '#tests/support/fake-clock.ts';

const review = (id: string, isMine = false) => buildShortReview({ id, is_mine: isMine });

test("the viewer's own review comes first, and each review appears once though pages shifted", () => {
  const mine = review('m', true);
  const ids = inOrder(mine, [review('a'), review('b'), mine, review('b'), review('c')]).map(({ id }) => id);
  expect(ids).toEqual(['m', 'a', 'b', 'c']);
});

test('a review that an operator hid says so to its writer', () => {
  const hidden = buildShortReview({ is_mine: true, is_hidden: true });
  expect(reviewLabel(hidden)).toMatch(/^내 감상평, 운영자가 숨겨서 나에게만 보여요, /);
});

test.each([
  ['', 0],
  ['   ', 0],
  [' 좋아요 ', 3],
  ['👍🏻'.repeat(2), 4],
  ['가나 다', 4],
])('%j counts %i characters', (text, length) => expect(shortReviewLength(text)).toBe(length));

test('a score changes by halves between half a star and five', () => {
  expect(stepScore(0, 1)).toBe(0.5);
  expect(stepScore(0.5, -1)).toBe(0.5);
  expect(stepScore(4.5, 1)).toBe(5);
  expect(stepScore(5, 1)).toBe(5);
  const texts = Array.from({ length: 11 }, (_, index) => scoreText(index / 2));
  expect(new Set(texts).size).toBe(11);
  expect(texts).not.toContain('');
});

test('a request shows its state and the number of viewers who wait', () => {
  expect(requestLabels(null).button).toBe('작품 요청');
  expect(requestLabels({ status: 'requested', cnt_request: 1200 }).text).toContain('1,200명');
  const buttons = (['requested', 'reviewing', 'accepted', 'declined'] as const).map(
    (status) => requestLabels({ status, cnt_request: 1 }).button,
  );
  expect(new Set(buttons).size).toBe(4);
});

test.each([
  [1, '1시간'],
  [24, '24시간'],
  [48, '48시간'],
  [71, '71시간'],
  [72, '3일'],
  [73, '73시간'],
  [168, '7일'],
])('a rental of %d hours is one of %s', (hours, label) => expect(rentalLabel(hours)).toBe(label));

test('two likes of a review in one moment take the first one back, whatever is drawn in between', async () => {
  const queryClient = new QueryClient();
  const review = buildShortReview({ id: 'r', i_like: false, cnt_like: 3 });
  const key = shortReviewsQuery({} as Client, review.item_id, 'like').queryKey;
  const page = { count: 1, results: [review] };
  queryClient.setQueryData(key, { pages: [page], pageParams: [0] });
  const sent: string[] = [];
  const api = {
    asNow: () => ({
      call: ({ method }: { method: string }) => {
        sent.push(method);
        return Promise.resolve({ cnt: method === likeShortReview.method ? 4 : 3 });
      },
    }),
  } as unknown as Client;
  const shown = () => queryClient.getQueryData(key)?.pages[0]?.results[0];
  for (let press = 0; press < 2; press += 1)
    toggleLike(api, queryClient, review, (error) => {
      throw error;
    });
  await settled();
  expect(shown()).toMatchObject({ i_like: false, cnt_like: 3 });
  expect(sent).toEqual([likeShortReview.method, unlikeShortReview.method]);
  toggleLike(api, queryClient, review, () => undefined);
  expect(shown()).toMatchObject({ i_like: true, cnt_like: 4 });
  await settled();
});

test('a like is shown in each order of the list, on whichever page the review stands', async () => {
  const queryClient = new QueryClient();
  const review = buildShortReview({ id: 'r', i_like: false, cnt_like: 3 });
  const other = buildShortReview({ id: 'other', i_like: false, cnt_like: 3 });
  const pages = [[other], [review]].map((results) => ({ count: 2, results }));
  const keys = (['like', 'recent'] as const).map(
    (sort) => shortReviewsQuery({} as Client, review.item_id, sort).queryKey,
  );
  for (const key of keys) queryClient.setQueryData(key, { pages, pageParams: [0, 1] });
  const api = { asNow: () => ({ call: () => Promise.resolve({ cnt: 4 }) }) } as unknown as Client;
  toggleLike(api, queryClient, review, () => undefined);
  await settled();
  const liked = { ...review, i_like: true, cnt_like: 4 };
  for (const key of keys)
    expect(queryClient.getQueryData(key)?.pages.map(({ results }) => results)).toEqual([[other], [liked]]);
});
