import type { Likeness } from '../catalogue/likeness.ts';

/** What a profile did with one title. */
export interface Watched {
  itemId: number;
  /** 0.5 to 5; null when it was not rated. */
  score: number | null;
  /** Part of the title's episodes that were finished, 0 to 1. */
  finishedPart: number;
}

export interface Recommendation {
  /** The liked title that says most for what is recommended. */
  seedId: number;
  /** What the profile has not touched yet, the most promising first. */
  itemIds: number[];
}

/** A score in the middle says nothing either way. */
const INDIFFERENT_SCORE = 3;
/** Seeing a title to its end without rating it says as much as 4 of 5. */
const FULLY_WATCHED = 0.5;
/** A seed was clearly liked. */
const LIKED_FROM = 0.25;

/** How much a profile likes a title, -1.25 to 1: by its score, or else by how much of it was seen. */
export const likingOf = ({ score, finishedPart }: Watched): number =>
  score === null ? FULLY_WATCHED * finishedPart : (score - INDIFFERENT_SCORE) / (5 - INDIFFERENT_SCORE);

/**
 * What a profile may like: each title it does not know gets `sum of liking * likeness` over the titles it knows, so a
 * title like a disliked one sinks. The row is named after the liked title that contributes most to its first results.
 *
 * @param candidates titles that may be shown at all.
 */
export function recommend(
  watched: readonly Watched[],
  likeness: Likeness,
  candidates: ReadonlySet<number>,
  size: number,
): Recommendation | null {
  const known = new Set(watched.map(({ itemId }) => itemId));
  const scores = new Map<number, number>();
  const shares = watched.map((one) => ({ ...one, liking: likingOf(one), alike: likeness.of(one.itemId) }));
  for (const { liking, alike } of shares)
    for (const [id, value] of alike)
      if (candidates.has(id) && !known.has(id)) scores.set(id, (scores.get(id) ?? 0) + liking * value);

  const itemIds = [...scores]
    .filter(([, score]) => score > 0)
    .sort(([one, a], [other, b]) => b - a || one - other)
    .slice(0, size)
    .map(([id]) => id);
  const weights = shares
    .filter(({ itemId, liking }) => liking >= LIKED_FROM && candidates.has(itemId))
    .map(({ itemId, liking, alike }) => ({
      itemId,
      weight: itemIds.reduce((sum, id) => sum + liking * (alike.get(id) ?? 0), 0),
    }))
    .sort((one, other) => other.weight - one.weight || one.itemId - other.itemId);
  const [seed] = weights;
  return seed && seed.weight > 0 && itemIds.length > 0 ? { seedId: seed.itemId, itemIds } : null;
}
