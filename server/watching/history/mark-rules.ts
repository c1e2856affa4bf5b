import type { WatchedScope } from '#contract/history.ts';
import type { EpisodeRow, PlaybackOffsetRow } from '#server/db/tables.ts';
import type { WatchedMark } from './store.ts';

type Known = Pick<PlaybackOffsetRow, 'episode_id' | 'is_finished' | 'updated_at'>;

/** The episodes that a mark is about. @param episodes of the title, the oldest first */
export function episodesInScope<E extends Pick<EpisodeRow, 'id'>>(
  episodes: readonly E[],
  episodeId: number,
  scope: WatchedScope,
): readonly E[] {
  const at = episodes.findIndex(({ id }) => id === episodeId);
  switch (scope) {
    case 'episode':
      return episodes.slice(at, at + 1);
    case 'before':
      return episodes.slice(0, at + 1);
    case 'title':
      return episodes;
  }
}

/** The offset that moved last, as `nextToWatch` sees it. */
const lastOf = (known: readonly Known[]): Known | undefined =>
  [...known].sort(
    (one, other) => other.updated_at.getTime() - one.updated_at.getTime() || other.episode_id - one.episode_id,
  )[0];

/**
 * The marks that make episodes watched. The offset that moved last decides which episode comes next, so the instants keep
 * the order of the episodes, a millisecond apart, and the last of the marked episodes becomes the one watched last. If the
 * viewer is further already, the marks are older than that, and the viewer stays there.
 *
 * @param episodes of the title, the oldest first
 * @param marked those in scope, in the same order
 * @param known the profile's offsets in the title
 * @returns what to write; nothing when all of it is watched already
 */
export function marksOf(
  episodes: readonly Pick<EpisodeRow, 'id'>[],
  marked: readonly Pick<EpisodeRow, 'id' | 'running_time'>[],
  known: readonly Known[],
  now: Date,
): WatchedMark[] {
  const target = marked[marked.length - 1];
  if (!target) return [];
  const ordinals = new Map(episodes.map(({ id }, ordinal) => [id, ordinal]));
  const last = lastOf(known);
  const isFurther = last !== undefined && (ordinals.get(last.episode_id) ?? -1) > ordinals.get(target.id)!;
  const finished = new Set(known.filter(({ is_finished: isFinished }) => isFinished).map(({ episode_id: id }) => id));
  const isNeeded = ({ id }: { id: number }) =>
    !finished.has(id) || (id === target.id && !isFurther && last?.episode_id !== id);
  const lastAt = last?.updated_at.getTime() ?? -Infinity;
  const newest = isFurther ? lastAt - 1 : Math.max(now.getTime(), lastAt + 1);
  return marked
    .map(({ id, running_time: offset }, index) => ({
      episodeId: id,
      offset,
      updatedAt: new Date(newest - (marked.length - 1 - index)),
    }))
    .filter(({ episodeId: id }) => isNeeded({ id }));
}
