import { LRUCache } from 'lru-cache';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '#server/db/open.ts';
import { batched } from '#server/lib/batched.ts';
import { ratingsWithin } from '#server/lib/age-limit.ts';
import type { AlikeTitles, Likeness } from './likeness.ts';
import {
  countByTheme,
  countFacets,
  countRated,
  countTitles,
  listByCount,
  listFitting,
  listIds,
  listRated,
  listSeries,
  listUnrated,
  type Facets,
  type FittingTitle,
  type Span,
  type TitleFilter,
  type TitleOrder,
} from './lists-store.ts';
import { findSimilar, MOST_CACHED } from './similar-titles.ts';
import type { Search } from '../search/search.ts';
import { listFoundEpisodes, type FoundEpisode } from '../search/search-store.ts';
import type { Subject } from '../search/titles.ts';
import type { Found } from '../search/title-index.ts';

/** Titles that are read together, so that the next pages of a list need no statement. */
const WINDOW = 100;

/** Limits of cached answers. A window takes about 1 kB, the rest of them a few. */
const MOST_WINDOWS = 2_000;
const MOST_OTHERS = 1_000;
const MOST_SEARCHES = 300;

/** Statements for similar titles in flight. */
const READS_AT_ONCE = 2;

/**
 * What lists read of the prepared rows, at one version of the catalogue. Answers are cached up to a limit; concurrent
 * calls share a read.
 */
export interface TitleQueries {
  /** Ids in an order. @param without left out; the same array for the same titles. */
  ids(filter: TitleFilter, order: TitleOrder, span: Span, without?: readonly number[]): Promise<number[]>;
  /** The same in one statement; not cached. For titles that a profile hides, as are the following ones. */
  idsWithout(filter: TitleFilter, order: TitleOrder, span: Span, without: readonly number[]): Promise<number[]>;
  /** Titles with a rating, the best average first. */
  ratedWithout(filter: TitleFilter, span: Span, without: readonly number[]): Promise<number[]>;
  countRatedWithout(filter: TitleFilter, without: readonly number[]): Promise<number>;
  /** Titles without a rating, in the catalogue's order. */
  unratedWithout(filter: TitleFilter, span: Span, without: readonly number[]): Promise<number[]>;
  count(filter: TitleFilter): Promise<number>;
  /** Those of the titles that fit; not cached. */
  fitting(filter: TitleFilter, ids: readonly number[]): Promise<ReadonlyMap<number, FittingTitle>>;
  /** Counted titles, the highest count first. @param counts the same object for the same counts. */
  byCount(filter: TitleFilter, counts: ReadonlyMap<number, number>): Promise<readonly number[]>;
  facets(filter: TitleFilter): Promise<Facets>;
  byTheme(filter: TitleFilter): Promise<ReadonlyMap<number, number>>;
  series(id: number): Promise<readonly number[]>;
  /** Titles that a keyword means, best first. */
  search(keyword: string, ratings: readonly ContentRating[]): Promise<Found>;
  /** Titles about exactly this, the most watched first. @param viewers the same object for the same counts. */
  about(
    subject: Subject,
    ratings: readonly ContentRating[],
    viewers: ReadonlyMap<number, number>,
  ): Promise<readonly number[]>;
  /** Those of some episodes that are out, in their order; not cached. */
  foundEpisodes(ids: readonly number[], now: Date, limit: number): Promise<FoundEpisode[]>;
  readonly likeness: Likeness;
}

/** Numbers objects, so that cache keys can name them. */
function createNumbers(): (value: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (value) => {
    const number = numbers.get(value) ?? (last += 1);
    numbers.set(value, number);
    return number;
  };
}

const NONE: readonly number[] = [];
const NONE_ALIKE: AlikeTitles = { ids: [], scores: [] };

/** The same titles, the most watched first. */
const byViewers = (ids: readonly number[], viewers: ReadonlyMap<number, number>): readonly number[] =>
  ids
    .map((id, place) => [id, viewers.get(id) ?? 0, place] as const)
    .sort((one, other) => other[1] - one[1] || one[2] - other[2])
    .map(([id]) => id);

export function createTitleQueries(db: Connection, search: Search): TitleQueries {
  const numberOf = createNumbers();

  /** Caches promises, so that concurrent calls share a read; a failed one is read again. */
  const remember = <T>(most: number) => {
    const known = new LRUCache<string, Promise<T>>({ max: most });
    return (key: string, read: () => Promise<T>): Promise<T> => {
      const found = known.get(key);
      if (found) return found;
      const reading = read();
      known.set(key, reading);
      reading.catch(() => known.delete(key));
      return reading;
    };
  };
  const rememberWindow = remember<number[]>(MOST_WINDOWS);
  const rememberCount = remember<number>(MOST_OTHERS);
  const rememberCounted = remember<readonly number[]>(MOST_OTHERS);
  const rememberFacets = remember<Facets>(MOST_OTHERS);
  const rememberThemes = remember<ReadonlyMap<number, number>>(MOST_OTHERS);
  const rememberSeries = remember<readonly number[]>(MOST_OTHERS);
  const rememberSearch = remember<Found>(MOST_SEARCHES);
  const rememberAbout = remember<readonly number[]>(MOST_SEARCHES);
  const rememberAlike = remember<AlikeTitles>(MOST_CACHED);

  const count = (filter: TitleFilter) => rememberCount(JSON.stringify(filter), () => countTitles(db, filter));
  /** Concurrent look-ups share statements. */
  const alike = batched(async (ids: number[]): Promise<AlikeTitles[]> => {
    const found = await findSimilar(db, ids, await count({ ratings: ratingsWithin('19') }));
    return ids.map((id) => found.get(id) ?? NONE_ALIKE);
  }, READS_AT_ONCE);

  return {
    async ids(filter, order, { offset, limit }, without = NONE) {
      const name = `${JSON.stringify(filter)} ${order} ${numberOf(without)}`;
      const ids: number[] = [];
      for (let at = offset; at < offset + limit;) {
        const first = at - (at % WINDOW);
        const found = await rememberWindow(`${name} ${first}`, () =>
          listIds(db, filter, order, { offset: first, limit: WINDOW }, without),
        );
        const part = found.slice(at - first, offset + limit - first);
        for (const id of part) ids.push(id);
        if (found.length < WINDOW) break;
        at = first + WINDOW;
      }
      return ids;
    },
    idsWithout: (filter, order, span, without) => listIds(db, filter, order, span, without),
    ratedWithout: (filter, span, without) => listRated(db, filter, span, without),
    countRatedWithout: (filter, without) => countRated(db, filter, without),
    unratedWithout: (filter, span, without) => listUnrated(db, filter, span, without),
    count,
    async fitting(filter, ids) {
      const found = ids.length === 0 ? [] : await listFitting(db, filter, ids);
      return new Map(found.map((title) => [title.id, title]));
    },
    byCount: (filter, counts) =>
      counts.size === 0
        ? Promise.resolve(NONE)
        : rememberCounted(`${JSON.stringify(filter)} ${numberOf(counts)}`, () => listByCount(db, filter, counts)),
    facets: (filter) => rememberFacets(JSON.stringify(filter), () => countFacets(db, filter)),
    byTheme: (filter) => rememberThemes(JSON.stringify(filter), () => countByTheme(db, filter)),
    series: (id) => rememberSeries(String(id), () => listSeries(db, id)),
    search: (keyword, ratings) => rememberSearch(`${ratings.length} ${keyword}`, () => search.find(keyword, ratings)),
    about: (subject, ratings, viewers) =>
      rememberAbout(`${numberOf(viewers)} ${ratings.length} ${subject.kind} ${subject.name}`, async () =>
        byViewers(await search.about(subject, ratings), viewers),
      ),
    foundEpisodes: (ids, now, limit) =>
      ids.length === 0 ? Promise.resolve([]) : listFoundEpisodes(db, ids, now, limit),
    likeness: {
      async of(ids) {
        const found = await Promise.all(
          ids.map(async (id) => [id, await rememberAlike(String(id), () => alike(id))] as const),
        );
        return new Map(found);
      },
    },
  };
}
