import type { Charts } from './charts.ts';
import type { Order, Page } from './list-query.ts';
import type { TitleFilter, TitleOrder } from './lists-store.ts';
import type { Snapshot } from '#server/catalogue/snapshot.ts';
import type { Titles } from '#server/catalogue/titles.ts';

/** Reads a part of an ordered list of ids. */
type Source = (page: Page) => Promise<readonly number[]>;

/** A list in one order. */
interface OrderedList {
  /** The list of everybody with the filter, whose first parts are cached. */
  shared: Source;
  /** The list without some titles. Its statements are not cached, because each profile hides others. */
  without(hidden: readonly number[]): Source;
}

/** Titles that are read together where some of them are left out. */
const PART = 100;

/**
 * Most titles that are read from the start of a list to leave some of them out here. The first pages are called most and are
 * cached; a page beyond them needs a statement that leaves the titles out, so that its work does not grow with the offset.
 */
const MOST_FROM_START = 500;

/** A page of a list without the hidden titles. */
export async function take(
  list: OrderedList,
  { limit, offset }: Page,
  hidden: ReadonlySet<number>,
): Promise<readonly number[]> {
  if (hidden.size === 0) return list.shared({ limit, offset });
  // Each hidden title moves the page by one place at most.
  const end = offset + limit + hidden.size;
  if (end > MOST_FROM_START) return list.without([...hidden])({ limit, offset });
  // Whole parts, so that profiles with other hidden titles share them.
  const first = await list.shared({ limit: Math.ceil(end / PART) * PART, offset: 0 });
  return first.filter((id) => !hidden.has(id)).slice(offset, offset + limit);
}

/** One list after the other. @param countFirst is called only if a page begins after the first list. */
const inTurn =
  (first: Source, countFirst: () => Promise<number> | number, second: Source): Source =>
  async ({ limit, offset }) => {
    const found = await first({ limit, offset });
    if (found.length === limit) return found;
    const startsInFirst = found.length > 0 || offset === 0;
    const rest = {
      limit: limit - found.length,
      offset: startsInFirst ? 0 : Math.max(0, offset - (await countFirst())),
    };
    return [...found, ...(await second(rest))];
  };

export const byOrder = ({ queries }: Snapshot, filter: TitleFilter, order: TitleOrder): OrderedList => ({
  shared: (part) => queries.ids(filter, order, part),
  without: (hidden) => (part) => queries.idsWithout(filter, order, part, hidden),
});

export function createListPages({ charts, titles }: { charts: Charts; titles: Titles }) {
  const listOf = (ids: readonly number[]): Source => {
    return ({ limit, offset }) => Promise.resolve(ids.slice(offset, offset + limit));
  };

  /** Counted titles, then the others in the catalogue's order. */
  const byViewers = ({ queries }: Snapshot, filter: TitleFilter, asOf?: Date): OrderedList => {
    const findCounted = async () => queries.byCount(filter, await charts.viewers(asOf));
    return {
      async shared(part) {
        const counted = await findCounted();
        const others: Source = (rest) => queries.ids(filter, 'position', rest, counted);
        return inTurn(listOf(counted), () => counted.length, others)(part);
      },
      without: (hidden) => async (part) => {
        const counted = await findCounted();
        const isHidden = new Set(hidden);
        const shown = counted.filter((id) => !isHidden.has(id));
        const others: Source = (rest) => queries.idsWithout(filter, 'position', rest, [...counted, ...hidden]);
        return inTurn(listOf(shown), () => shown.length, others)(part);
      },
    };
  };

  /** The first titles without a rating; undefined if a page begins or ends too far from the start of the catalogue. */
  const findUnratedFromStart = async ({ queries }: Snapshot, filter: TitleFilter, { limit, offset }: Page) => {
    const found: number[] = [];
    for (let from = 0; from < MOST_FROM_START && offset + limit <= MOST_FROM_START; from += PART) {
      const part = await queries.ids(filter, 'position', { limit: PART, offset: from });
      const ratings = await titles.ratingsOf(part);
      part.forEach((id, index) => ratings[index]!.cnt_rating === 0 && found.push(id));
      if (found.length >= offset + limit || part.length < PART) return found.slice(offset, offset + limit);
    }
    return undefined;
  };

  /** Rated titles, then the others in the catalogue's order. */
  const byRating = (snapshot: Snapshot, filter: TitleFilter): OrderedList => {
    const { queries } = snapshot;
    return {
      shared: inTurn(
        (part) => charts.rated(filter, part),
        () => charts.countRated(filter),
        async (rest) =>
          (await findUnratedFromStart(snapshot, filter, rest)) ?? queries.unratedWithout(filter, rest, []),
      ),
      without: (hidden) =>
        inTurn(
          (part) => queries.ratedWithout(filter, part, hidden),
          () => queries.countRatedWithout(filter, hidden),
          (rest) => queries.unratedWithout(filter, rest, hidden),
        ),
    };
  };

  const listIn = (snapshot: Snapshot, filter: TitleFilter, { sorting, asOf }: Order): OrderedList => {
    switch (sorting) {
      case 'popular':
        return byViewers(snapshot, filter, asOf);
      case 'rating':
        return byRating(snapshot, filter);
      case 'recent':
      case 'name':
        return byOrder(snapshot, filter, sorting);
    }
  };
  return { listIn, byViewers };
}
