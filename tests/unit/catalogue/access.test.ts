import { describe, expect, test } from 'vitest';
import { membershipOf } from '#server/accounts/membership.ts';
import { accessOf, needsIdentity } from '#server/catalogue/access.ts';
import { isRatingAllowed, ratingsWithin } from '#server/lib/age-limit.ts';
import type { OrderRow } from '#server/db/tables.ts';
import { addDays, isEndless, leftOf } from '#server/shop/membership-days.ts';
import { statusOf } from '#server/shop/order-status.ts';
import type { Right } from '#server/shop/right.ts';
import { ownedOf, validRights } from '#server/shop/rights.ts';

const NOW = new Date('2026-11-20T03:00:00Z');
const day = (days: number) => new Date(NOW.getTime() + days * 24 * 3600_000);
const RATINGS = ['all', '7', '12', '15', '19'] as const;

const MEMBERSHIPS = {
  'no membership': { plan: 'free', maxStreams: 1, expiresAt: null },
  'a membership until day 5': { plan: 'basic', maxStreams: 1, expiresAt: day(5) },
  'a membership without an end': { plan: 'premium', maxStreams: 4, expiresAt: null },
} as const;

const right = (changes: Partial<Right> = {}): Right => ({
  order_id: 'order',
  item_id: 1,
  episode_id: null,
  kind: 'rental',
  expires_at: day(4),
  ...changes,
});
const RIGHTS: Record<string, Right[]> = {
  'no right': [],
  'a rental until day 4': [right()],
  'a rental until day 5': [right({ expires_at: day(5) })],
  'a rental until day 6': [right({ expires_at: day(6) })],
  'rentals until day 4 and 6': [right(), right({ episode_id: 11, expires_at: day(6) })],
  'a rental of another episode': [right({ episode_id: 12, expires_at: day(9) })],
  'a rental of another title': [right({ item_id: 2, expires_at: day(9) })],
  'a rental, and the title for good': [right({ expires_at: day(6) }), right({ kind: 'own', expires_at: null })],
  'the episode for good': [right({ kind: 'own', episode_id: 11, expires_at: null })],
  'another episode for good': [right({ kind: 'own', episode_id: 12, expires_at: null })],
};
type Case = [access: 'free' | 'avod' | 'membership' | 'purchase', keyof typeof MEMBERSHIPS, string, string, number?];

/* The longest right counts, a membership before a rental that ends with it (contract.md, section 8). */
test.each<Case>([
  ['free', 'no membership', 'no right', 'free'],
  ['free', 'a membership until day 5', 'the episode for good', 'free'],
  ['avod', 'no membership', 'no right', 'avod'],
  ['avod', 'no membership', 'a rental until day 4', 'rental', 4],
  ['avod', 'a membership until day 5', 'no right', 'membership', 5],
  ['membership', 'no membership', 'no right', 'locked'],
  ['membership', 'no membership', 'a rental of another episode', 'locked'],
  ['membership', 'no membership', 'a rental of another title', 'locked'],
  ['membership', 'no membership', 'another episode for good', 'locked'],
  ['membership', 'no membership', 'rentals until day 4 and 6', 'rental', 6],
  ['membership', 'no membership', 'a rental, and the title for good', 'own'],
  ['membership', 'a membership until day 5', 'a rental until day 4', 'membership', 5],
  ['membership', 'a membership until day 5', 'a rental until day 5', 'membership', 5],
  ['membership', 'a membership until day 5', 'a rental until day 6', 'rental', 6],
  ['membership', 'a membership until day 5', 'the episode for good', 'own'],
  ['membership', 'a membership until day 5', 'another episode for good', 'membership', 5],
  ['membership', 'a membership without an end', 'a rental until day 6', 'membership'],
  ['membership', 'a membership without an end', 'the episode for good', 'own'],
  ['purchase', 'no membership', 'no right', 'locked'],
  ['purchase', 'a membership without an end', 'no right', 'locked'],
  ['purchase', 'a membership without an end', 'a rental until day 4', 'rental', 4],
  ['purchase', 'a membership until day 5', 'a rental until day 4', 'rental', 4],
  ['purchase', 'no membership', 'the episode for good', 'own'],
])('an episode for %s is, with %s and %s, %s until day %s', (access, membership, rights, type, end) => {
  const episode = { id: 11, item_id: 1, access };
  expect(accessOf(episode, MEMBERSHIPS[membership], RIGHTS[rights]!)).toMatchObject({
    type,
    expires_at: end === undefined ? null : day(end).toISOString(),
  });
});

test('what would open a locked episode is said', () => {
  const needs = (access: 'membership' | 'purchase') =>
    accessOf({ id: 11, item_id: 1, access }, MEMBERSHIPS['no membership'], []).needs;
  expect([needs('membership'), needs('purchase')]).toEqual(['membership', 'purchase']);
});

test('a profile watches what is rated up to its age limit', () => {
  for (const [limit, maximum] of RATINGS.entries()) {
    expect(RATINGS.map((rating) => isRatingAllowed(rating, maximum))).toEqual(
      RATINGS.map((_, rating) => rating <= limit),
    );
    expect(ratingsWithin(maximum)).toEqual(RATINGS.slice(0, limit + 1));
  }
});

test('only a title of 19 needs a proved age, once for an account', () => {
  const asked = (proved: Date | null) =>
    RATINGS.filter((content_rating) => needsIdentity({ content_rating }, { identity_proved_at: proved }));
  expect([asked(null), asked(NOW)]).toEqual([['19'], []]);
});

describe('a membership', () => {
  test.each([
    ['free', null, 'free', 1],
    ['basic', null, 'basic', 1],
    ['premium', null, 'premium', 4],
    ['premium', 1, 'premium', 4],
    ['premium', 0, 'free', 1],
    ['premium', -1, 'free', 1],
    ['free', 1, 'free', 1],
  ] as const)('a membership of the plan %s that ends in %s ms is %s, on %d devices', (plan, ms, current, streams) => {
    const end = ms === null ? null : new Date(NOW.getTime() + ms);
    const found = membershipOf({ plan, membership_expires_at: end }, NOW);
    expect(found).toEqual({ plan: current, maxStreams: streams, expiresAt: current === 'free' ? null : end });
    expect(isEndless(found)).toBe(current !== 'free' && end === null);
  });

  test('gets its days after those that it has, or from now on', () => {
    expect(addDays(MEMBERSHIPS['no membership'], 30, NOW)).toEqual({ startsAt: NOW, endsAt: day(30) });
    expect(addDays(MEMBERSHIPS['a membership until day 5'], 30, NOW)).toEqual({ startsAt: day(5), endsAt: day(35) });
  });

  test.each([
    ['before they begin', -1, 30],
    ['at their begin', 5, 30],
    ['within', 15, 20],
    ['in their last second', 35 - 1 / 86_400, 1 / 86_400],
    ['at their end', 35, 0],
    ['after it', 36, 0],
  ])('has of the days of an order, %s (day %d), %d left', (_, today, days) => {
    const left = leftOf({ startsAt: day(5), endsAt: day(35) }, day(today));
    expect(left).toBe(Math.round(days * 86_400) * 1000);
  });
});

test('a rental is a right until its last millisecond, and a title for good always', () => {
  const ends = [new Date(NOW.getTime() - 1), NOW, new Date(NOW.getTime() + 1), null];
  const rights = ends.map((expires_at) => right({ expires_at }));
  expect(validRights(rights, { now: () => NOW }).map(({ expires_at }) => expires_at)).toEqual(ends.slice(2));
  expect(validRights([], { now: () => NOW })).toEqual([]);
});

describe('an order', () => {
  test.each([
    ['pending', 1, 'pending'],
    ['pending', 0, 'expired'],
    ['pending', -1, 'expired'],
    ['paid', -1, 'paid'],
    ['cancelled', -1, 'cancelled'],
    ['refunded', 1, 'cancelled'],
  ] as const)('an order that is %s and expires in %d ms is %s to an app', (status, ms, shown) => {
    expect(statusOf({ status, expires_at: new Date(NOW.getTime() + ms) } as OrderRow, NOW)).toBe(shown);
  });

  test.each([
    ['rental', 'a rental until day 4', true],
    ['rental', 'a rental, and the title for good', true],
    ['rental', 'a rental of another episode', false],
    ['own', 'a rental until day 4', false],
    ['own', 'a rental, and the title for good', true],
    ['own', 'the episode for good', false],
    ['own', 'no right', false],
  ] as const)('an order of a title (%s) gives nothing new to an account with %s: %j', (kind, rights, isOwned) => {
    expect(ownedOf(RIGHTS[rights]!, { item_id: 1, episode_id: null, kind }) !== undefined).toBe(isOwned);
  });
});
