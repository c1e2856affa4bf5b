import { describe, expect, test } from 'vitest';
import type { Episode, Item } from '#contract/catalogue.ts';
import type { Product } from '#contract/shop.ts';
import { hasBegun, isFinished, offersFor, primaryAction, productsFor } from '#src/features/episodes/primary-action.ts';
import { buildEpisode, buildItem, buildPlan, buildProduct } from '#tests/support/build.ts';

const AT = '2026-11-20T12:00:00Z';
type Access = Episode['access']['type'];

const episode = (order: number, access: Access = 'membership', changes: Partial<Episode> = {}): Episode =>
  buildEpisode({ order, access: { type: access, expires_at: null }, ...changes });
const seen = (order: number, access: Access = 'membership') =>
  episode(order, access, { playback_offset: { offset: 1400, is_finished: true, updated_at: AT } });
const stopped = (order: number, offset: number): Item =>
  buildItem({
    my: {
      rating: null,
      is_wished: false,
      resume: { episode_id: 100 + order, episode_num: `${order}화`, offset },
      is_hidden: false,
    },
  });
const rental = (changes: Partial<Product> = {}) =>
  buildProduct({ kind: 'rental', rental_hours: 48, price: 1200, ...changes });
const own = (changes: Partial<Product> = {}) =>
  buildProduct({ id: 2, kind: 'own', rental_hours: null, price: 9900, ...changes });
const film = buildItem({ medium: '극장판', cnt_episode: 1 });
const main = (access: Access) => episode(1, access, { episode_num: '본편' });
const season2 = { id: 9, medium: 'TVA' } as const;

describe('the primary button', () => {
  test.each([
    ['resumes the last episode', stopped(3, 720), { episodes: [seen(1), seen(2), episode(3)] }, '3화 이어보기'],
    [
      'plays the next episode after a finished one',
      stopped(3, 0),
      { episodes: [seen(1), seen(2), episode(3)] },
      '3화 재생',
    ],
    [
      'goes on in an episode of a later page',
      stopped(30, 60),
      { episodes: [seen(1)], resumeEpisode: episode(30) },
      '30화 이어보기',
    ],
    ['plays the first one that was not seen', buildItem(), { episodes: [seen(1), episode(2)] }, '2화 재생'],
    ['plays the first one', buildItem(), { episodes: [episode(1, 'free'), episode(2)] }, '1화 재생'],
    ['plays what is free with advertisements', buildItem(), { episodes: [episode(1, 'avod')] }, '1화 무료로 보기'],
    ['goes on in what is free with advertisements', stopped(1, 60), { episodes: [episode(1, 'avod')] }, '1화 이어보기'],
    ['plays what is rented', buildItem(), { episodes: [episode(1, 'rental')] }, '1화 재생'],
    ['plays what is owned', buildItem(), { episodes: [episode(1, 'own')] }, '1화 재생'],
    ['plays a finished title again', buildItem(), { episodes: [seen(1), seen(2)] }, '1화 다시 보기'],
    ['plays a film without a number', film, { episodes: [main('membership')] }, '재생'],
    ['plays a free film', film, { episodes: [main('avod')] }, '무료로 보기'],
  ])('%s', (_sentence, item, situation, label) => {
    expect(primaryAction({ item, ...situation })).toMatchObject({ kind: 'play', label });
  });

  test.each([
    ['shows the lowest of several prices', [own(), rental()], '대여 1,200원부터'],
    ['shows the only price', [rental()], '대여 1,200원'],
    ['offers a purchase without a rental', [own()], '구매 9,900원'],
    [
      'shows the price of the episode when it is lower',
      [own(), rental({ id: 3, episode_id: 101, price: 900 })],
      '대여 900원부터',
    ],
    ['ignores the price of another episode', [own(), rental({ id: 3, episode_id: 102, price: 900 })], '구매 9,900원'],
  ])('the primary button of a locked episode %s', (_sentence, products, label) => {
    const locked = episode(1, 'locked');
    const action = primaryAction({ item: buildItem(), episodes: [locked], products });
    expect(action).toEqual({ kind: 'offer', label, episode: locked });
  });

  const forMembers = episode(1, 'locked', { access: { type: 'locked', expires_at: null, needs: 'membership' } });
  test.each([
    ['the membership where it is the cheapest', [own()], [buildPlan()], '멤버십 4,900원부터'],
    ['the product where it is the cheapest', [rental()], [buildPlan()], '대여 1,200원부터'],
    ['the only membership', [], [buildPlan()], '멤버십 4,900원'],
  ])('names %s of an episode for members', (_sentence, products, plans, label) => {
    const situation = { item: buildItem(), episodes: [forMembers], products, plans };
    expect(primaryAction(situation)).toEqual({ kind: 'offer', label, episode: forMembers });
  });

  test('names no membership for an episode that is only sold', () => {
    const sold = episode(1, 'locked', { access: { type: 'locked', expires_at: null, needs: 'purchase' } });
    const situation = { item: buildItem(), episodes: [sold], products: [own()], plans: [buildPlan()] };
    expect(primaryAction(situation)).toMatchObject({ kind: 'offer', label: '구매 9,900원' });
  });

  test('lists what unlocks an episode by price', () => {
    const offers = offersFor({ products: [own(), rental()], plans: [buildPlan()] }, forMembers);
    expect(offers.map((offer) => (offer.kind === 'plan' ? offer.plan.price : offer.product.price))).toEqual([
      1200, 4900, 9900,
    ]);
  });

  test('shows the price of continuing when the rental of a begun title has ended', () => {
    const situation = { item: stopped(1, 60), episodes: [episode(1, 'locked')], products: [rental()] };
    expect(primaryAction(situation)).toMatchObject({ kind: 'offer', label: '대여 1,200원' });
  });

  test('shows no price for a product for adults only', () => {
    const locked = episode(1, 'locked');
    const action = primaryAction({ item: buildItem(), episodes: [locked], products: [rental()], isLimited: true });
    expect(action).toEqual({ kind: 'adults-offer', label: '성인 프로필에서 구매', episode: locked });
  });

  test('leads to the membership when nothing is for sale', () => {
    const locked = episode(2, 'locked');
    expect(primaryAction({ item: buildItem(), episodes: [seen(1, 'free'), locked] })).toEqual({
      kind: 'membership',
      label: '2화 멤버십으로 보기',
      episode: locked,
    });
  });

  test('offers no product that the viewer owns', () => {
    expect(productsFor([rental({ owned: { expires_at: AT } }), own()], episode(1)).map(({ id }) => id)).toEqual([2]);
  });

  test('leads from a finished title to the next season, and from a begun one not', () => {
    const finished = { item: buildItem(), episodes: [seen(1), seen(2)], nextSeason: season2 };
    expect(primaryAction(finished)).toEqual({ kind: 'next-season', label: '다음 시즌 1화 재생', itemId: 9 });
    expect(primaryAction({ ...finished, nextSeason: { id: 9, medium: '극장판' } })).toMatchObject({
      label: '극장판 재생',
    });
    expect(primaryAction({ ...finished, episodes: [seen(1), episode(2)] })).toMatchObject({
      kind: 'play',
      label: '2화 재생',
    });
  });

  test('treats a title with more pages as finished when its newest episode is', () => {
    const firstPage = { item: buildItem(), episodes: [seen(1), seen(2)] };
    expect(isFinished({ ...firstPage, lastEpisode: episode(60) })).toBe(false);
    expect(isFinished({ ...firstPage, lastEpisode: seen(60) })).toBe(true);
    expect(isFinished({ item: stopped(3, 0), episodes: [seen(1), seen(2)] })).toBe(false);
  });

  test('requests the title when there is nothing to watch yet', () => {
    expect(primaryAction({ item: buildItem({ cnt_episode: 0 }), episodes: [] })).toEqual({ kind: 'request' });
  });
});

test('a title counts as begun once a part of it was watched', () => {
  expect(hasBegun(buildItem(), [episode(1), episode(2)])).toBe(false);
  expect(hasBegun(buildItem(), [seen(1), episode(2)])).toBe(true);
  expect(hasBegun(stopped(30, 5), [episode(1)])).toBe(true);
});
