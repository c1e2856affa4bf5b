import type { EpisodeAccess } from '#contract/catalogue.ts';
import type { HomeRow } from '#contract/home.ts';
import { averageOf, newUntil, trailersUntil } from '../catalogue/index.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { ItemRatings } from '../catalogue/store.ts';

/** A title's ratings as an answer shows them. */
interface ShownRatings {
  readonly id: number;
  readonly cnt_rating: number;
  readonly avg_rating: number | null;
}

/** Parts of rows that change without an action of the profile: everybody's ratings, and deadlines. */
export interface Shown {
  /** Distinct titles. */
  readonly itemIds: readonly number[];
  readonly ratings: readonly ShownRatings[];
  /** Instant of the next change by time, in ms since 1970. */
  readonly until: number;
}

type Result = HomeRow['results'][number];

/** The title that a result is, or belongs to; none of a theme. */
const ratingsOf = (result: Result): readonly ShownRatings[] => {
  if ('item' in result) return [result.item];
  return 'cnt_item' in result ? [] : [result];
};
const ratingsIn = (row: HomeRow) => row.results.flatMap<ShownRatings>(ratingsOf);

/** The titles of a row. */
export const itemIdsIn = (row: HomeRow): readonly number[] => ratingsIn(row).map(({ id }) => id);

const accessOf = (result: Result): readonly EpisodeAccess[] => {
  if ('episode' in result) return [result.episode.access];
  return 'access' in result ? [result.access] : [];
};

const hasTrailer = (row: HomeRow) => row.kind === 'billboard' && row.results.some(({ trailer }) => trailer !== null);

/**
 * Derives from finished rows what they depend on, so that rows need not declare it.
 *
 * @param now when the rows were begun, in ms since 1970.
 */
export async function shownIn(rows: readonly HomeRow[], snapshot: Snapshot, now: number): Promise<Shown> {
  const ratings = rows.flatMap(ratingsIn);
  const itemIds = [...new Set(ratings.map(({ id }) => id))];
  const items = await snapshot.briefs(itemIds);
  const ends = [
    ...items.map(newUntil),
    ...rows
      .flatMap<Result>(({ results }) => results)
      .flatMap(accessOf)
      .map(({ expires_at: end }) => (end === null ? Infinity : Date.parse(end))),
    ...(rows.some(hasTrailer) ? [trailersUntil(now)] : []),
  ];
  return { itemIds, ratings, until: ends.reduce((first, end) => (end > now ? Math.min(first, end) : first), Infinity) };
}

/** Whether an answer still shows the current ratings. @param current those of `itemIds`, in the same order. */
export function hasCurrentRatings({ itemIds, ratings }: Shown, current: readonly ItemRatings[]): boolean {
  const byId = new Map(itemIds.map((id, index) => [id, current[index]!]));
  return ratings.every(({ id, cnt_rating: count, avg_rating: average }) => {
    const now = byId.get(id)!;
    return now.cnt_rating === count && averageOf(now) === average;
  });
}
