import type { AlikeTitles } from '#server/catalogue/lists/likeness.ts';
import { firstSorted } from '../lib/first-sorted.ts';
import type { LastOffset } from '#server/watching/playback/resume.ts';
import type { Rated } from './store.ts';

/** A profile's history with one title. */
export interface Watched {
  itemId: number;
  /** 0.5 to 5; null when not rated. */
  score: number | null;
  /** Share of the title's episodes that the profile finished, 0 to 1. */
  finishedPart: number;
}

export interface Touched {
  itemId: number;
  score: number | null;
  /** Number of finished episodes. */
  finished: number;
}

/** The titles that a profile watched or rated last, the latest first. */
export function lastTouched(
  watched: readonly Pick<LastOffset, 'item_id' | 'cnt_finished' | 'updated_at'>[],
  rated: readonly Pick<Rated, 'item_id' | 'score' | 'updated_at'>[],
  limit: number,
): Touched[] {
  const touched = new Map<number, Touched & { at: number }>();
  for (const { item_id: itemId, cnt_finished: finished, updated_at } of watched)
    touched.set(itemId, { itemId, score: null, finished, at: updated_at.getTime() });
  for (const { item_id: itemId, score, updated_at } of rated) {
    const known = touched.get(itemId);
    const at = Math.max(known?.at ?? 0, updated_at.getTime());
    touched.set(itemId, { itemId, score, finished: known?.finished ?? 0, at });
  }
  return firstSorted(touched.values(), (one, other) => other.at - one.at || one.itemId - other.itemId, limit);
}

export interface Recommendation {
  /** The liked title that contributes most to the recommendations. */
  seedId: number;
  /** Titles new to the profile, the most promising first. */
  itemIds: number[];
}

type Scored = readonly [itemId: number, score: number];

/** Finishing a title without rating it counts as 3 of 5. */
const FULLY_WATCHED = 0.675;
/** How steeply a low score falls: 1 of 5 is a dislike, 2 of 5 still says what somebody watches. */
const STEEPNESS = 1.3;
const NO_TITLES: AlikeTitles = { ids: [], scores: [] };
/** Minimum liking of a seed: half of it finished. */
const LIKED_FROM = FULLY_WATCHED / 2;

/**
 * How much a profile likes a title, -0.65 to 1: by its score, or else by the finished part. What somebody chose to watch says
 * more about the next choice than how it was rated, so that only the lowest scores count against a title (`bench:finding`).
 */
export const likingOf = ({ score, finishedPart }: Watched): number =>
  score === null ? FULLY_WATCHED * finishedPart : 1 - STEEPNESS * ((5 - score) / 4) ** 2;

/** Whether `likingOf` a title is not 0, where its number of episodes is not known yet. */
export const mayBeLiked = ({ score, finished }: Touched): boolean => score !== null || finished > 0;

/**
 * How promising each title is: the sum of `liking * likeness` over the titles that the profile knows, so titles similar to a
 * disliked one sink.
 */
export function scoreTitles(
  watched: readonly Watched[],
  likeness: ReadonlyMap<number, AlikeTitles>,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const one of watched) {
    const { ids, scores: alike } = likeness.get(one.itemId) ?? NO_TITLES;
    const liking = likingOf(one);
    ids.forEach((id, index) => scores.set(id, (scores.get(id) ?? 0) + liking * alike[index]!));
  }
  return scores;
}

/** Titles per further question of what may be shown, where too few of the first ones may. */
const ASKED_AT_ONCE = 60;

/**
 * Recommends the most promising unknown titles. The seed is the liked title that contributes most to them.
 *
 * @param likeness similar titles of each watched one.
 * @param findAllowed finds the titles that may be shown; asked for the most promising ones first, until there are enough.
 * @param arrange chooses a row of those, in its order; by default the row has all of them.
 */
export async function recommend(
  watched: readonly Watched[],
  likeness: ReadonlyMap<number, AlikeTitles>,
  findAllowed: (ids: readonly number[]) => Promise<{ has(id: number): boolean }>,
  size: number,
  arrange: (ids: readonly number[]) => Promise<readonly number[]> = (ids) => Promise.resolve(ids),
): Promise<Recommendation | null> {
  const scores = scoreTitles(watched, likeness);
  for (const { itemId } of watched) scores.delete(itemId);
  const shares = watched.map((one) => ({
    ...one,
    liking: likingOf(one),
    alike: likeness.get(one.itemId) ?? NO_TITLES,
  }));

  const byScore = ([one, a]: Scored, [other, b]: Scored) => b - a || one - other;
  const idsOf = (scored: readonly Scored[]) => scored.filter(([, score]) => score > 0).map(([id]) => id);
  const first = idsOf(firstSorted(scores, byScore, size));
  const seeds = shares.filter(({ liking, alike }) => liking >= LIKED_FROM && alike.ids.length > 0);
  // Usually none is filtered out, so only one row's worth is checked first.
  let allowed = await findAllowed([...seeds.map(({ itemId }) => itemId), ...first]);
  const allowedSeeds = seeds.filter(({ itemId }) => allowed.has(itemId));
  const found = first.filter((id) => allowed.has(id));
  const others = found.length < size ? idsOf([...scores].sort(byScore)).slice(size) : [];
  for (let from = 0; found.length < size && from < others.length; from += ASKED_AT_ONCE) {
    const part = others.slice(from, from + ASKED_AT_ONCE);
    allowed = await findAllowed(part);
    for (const id of part) if (allowed.has(id)) found.push(id);
  }
  const itemIds = [...(await arrange(found.slice(0, size)))];
  const isRecommended = new Set(itemIds);
  const weights = allowedSeeds
    .map(({ itemId, liking, alike }) => ({
      itemId,
      weight: alike.scores.reduce(
        (sum, score, at) => sum + (isRecommended.has(alike.ids[at]!) ? liking * score : 0),
        0,
      ),
    }))
    .sort((one, other) => other.weight - one.weight || one.itemId - other.itemId);
  const [seed] = weights;
  return seed && seed.weight > 0 && itemIds.length > 0 ? { seedId: seed.itemId, itemIds } : null;
}
