import { describe, expect, test } from 'vitest';
import { nextToWatch } from '#server/catalogue/index.ts';
import type { CatalogueItem } from '#server/catalogue/store.ts';
import { episodesInScope, marksOf } from '#server/watching/history/mark-rules.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const episodes = Array.from({ length: 6 }, (_, index) => ({ id: 101 + index, running_time: 1400 + index }));
const item = { episode_ids: episodes.map(({ id }) => id) } as CatalogueItem;
const seen = (id: number, minutes: number, isFinished = true) => ({
  episode_id: id,
  is_finished: isFinished,
  updated_at: minutesAgo(minutes),
});
type Known = ReturnType<typeof seen>;

const mark = (known: readonly Known[], id: number, scope: 'episode' | 'before' | 'title' = 'episode') =>
  marksOf(episodes, episodesInScope(episodes, id, scope), known, NOW);

/** The next episode after marking, as start-again finds it. */
function nextAfter(known: readonly Known[], id: number, scope: 'episode' | 'before' | 'title' = 'episode') {
  const rows = new Map(known.map((row) => [row.episode_id, row]));
  for (const { episodeId, updatedAt } of mark(known, id, scope))
    rows.set(episodeId, { episode_id: episodeId, is_finished: true, updated_at: updatedAt });
  const [last] = [...rows.values()].sort(
    (one, other) => other.updated_at.getTime() - one.updated_at.getTime() || other.episode_id - one.episode_id,
  );
  return last && nextToWatch(item, last);
}

describe('marks of watched episodes', () => {
  test('end at the end of the episode, now', () => {
    expect(mark([], 102)).toEqual([{ episodeId: 102, offset: 1401, updatedAt: NOW }]);
  });

  test.each([
    ['the next one follows a marked episode', [], 102, 'episode', 103],
    ['the next one follows a begun episode that is marked', [seen(103, 5, false)], 103, 'episode', 104],
    ['a viewer who is further stays there', [seen(104, 5, false)], 102, 'episode', 104],
    ['all before are marked in their order', [seen(101, 90), seen(103, 5)], 104, 'before', 105],
    ['the last one of all before may be watched already', [seen(104, 90), seen(102, 5)], 104, 'before', 105],
    ['nothing follows a whole title', [seen(102, 5, false)], 101, 'title', undefined],
    ['an offset of this instant is no obstacle', [seen(106, 0), seen(103, 0, false)], 104, 'before', 106 + 1],
  ] as const)('%s', (_name, known, id, scope, next) => {
    expect(nextAfter(known, id, scope)).toBe(next === 107 ? undefined : next);
  });

  test('keep the order of the episodes, whatever their ids are', () => {
    const mixed = [205, 201, 203].map((id) => ({ id, running_time: 1400 }));
    const times = marksOf(mixed, mixed, [], NOW).map(({ updatedAt }) => updatedAt.getTime());
    expect(times).toEqual([NOW.getTime() - 2, NOW.getTime() - 1, NOW.getTime()]);
  });

  test('leave finished episodes as they are', () => {
    expect(mark([seen(101, 90), seen(102, 80)], 103, 'before').map(({ episodeId }) => episodeId)).toEqual([103]);
  });

  test.each(['episode', 'before', 'title'] as const)('write nothing when %s is marked again', (scope) => {
    const first = mark([seen(102, 5, false)], 103, scope);
    const known = first.map(({ episodeId, updatedAt }) => ({
      episode_id: episodeId,
      is_finished: true,
      updated_at: updatedAt,
    }));
    expect(mark(known, 103, scope)).toEqual([]);
  });
});
