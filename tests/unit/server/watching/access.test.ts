import { expect, test } from 'vitest';
import type { EpisodeAccess } from '#contract/catalogue.ts';
import { lifeEnd } from '#server/watching/playback/access.ts';

const now = new Date('2026-11-20T03:00:00Z');
const until = (expires_at: string | null) => ({ type: 'rental', expires_at }) satisfies EpisodeAccess;

test.each([
  ['without an end', null, '2026-11-20T15:00:00.000Z'],
  ['that outlasts it', '2026-11-21T03:00:00.000Z', '2026-11-20T15:00:00.000Z'],
  ['that ends before', '2026-11-20T04:00:00.000Z', '2026-11-20T04:00:00.000Z'],
])('a playback by a right %s lives twelve hours, or as long as the right', (_, right, end) => {
  expect(lifeEnd(until(right), { ends_at: null }, now).toISOString()).toBe(end);
});

test('a playback ends with the episode, however long the right lasts', () => {
  const end = new Date('2026-11-20T05:00:00Z');
  expect(lifeEnd(until(null), { ends_at: end }, now)).toEqual(end);
  expect(lifeEnd(until('2026-11-20T04:00:00.000Z'), { ends_at: end }, now).toISOString()).toBe(
    '2026-11-20T04:00:00.000Z',
  );
});
