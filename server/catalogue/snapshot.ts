import { LRUCache } from 'lru-cache';
import type { EpisodeRow } from '../db/tables.ts';
import type { Connection } from '../db/open.ts';
import { batched } from '../lib/batched.ts';
import type { Clock } from '../lib/clock.ts';
import { findTitleOfEpisode } from './lists/lists-store.ts';
import { countryView } from './country-view.ts';
import type { Catalogue, Snapshot } from './viewed.ts';
import { createCatchUp, type CatchUpOptions } from './catch-up.ts';
import {
  findNextEarly,
  findNextInstant,
  listChanged,
  listOut,
  listReadyBriefs,
  listReadyItems,
  type Ready,
} from './prepared-store.ts';
import {
  findVersion as readVersion,
  listCatalogueItems,
  listEpisodesByIds,
  listEpisodesOfItems,
  listThemeRows,
} from './store.ts';
import type { CatalogueItem, ItemBrief } from './store.ts';
import { createTitleQueries } from './lists/title-queries.ts';
import { createSearch, type Search } from './search/search.ts';
import type { FindVersion } from './version.ts';
import { createVersioned, type Versioned } from './versioned.ts';

export type { Catalogue, Snapshot } from './viewed.ts';

/** Limit of cached titles; about 2 kB each. */
const MOST_TITLES = 10_000;
/** Limit of cached briefs: about 400 bytes of JSON each. */
const MOST_BRIEFS = 20_000;
/** Limit of titles whose episodes are cached; about 6 kB each. */
const TITLES_WITH_EPISODES = 1_000;
const MOST_EPISODES = 10_000;
/** Limit of episodes that are cached without the others of their titles; about 1 kB each. */
const MOST_SINGLE_EPISODES = 1_000;
/** Statements for titles in flight. */
const READS_AT_ONCE = 2;
/** When more titles come out between two reads, all titles are evicted. */
const MOST_OUT = 5_000;
/** Lifetime of a snapshot with outdated rows, in ms: `late` while they are prepared, `failed` after an error. */
const VALID_MS = { late: 1_000, failed: 5_000 };

interface VersionedSnapshot extends Snapshot, Versioned {
  /** At this instant the next episode is published, by this process or, as its clock says, by another one. */
  readonly until: Date | null;
}

/**
 * Whether a prepared title is that of this moment: not if an episode has come out since, if another process has published
 * one that is still to come by this process's clock, or if another version of the server prepared it.
 */
const isOfNow = ({ item, nextAt, isOld }: Ready<ItemBrief>, now: Date) =>
  !isOld && (nextAt === null || now < nextAt) && (item.latest_published_at === null || item.latest_published_at <= now);

/** Titles as of one moment, without those that an operator hides, in no order. */
async function readTitles<T extends ItemBrief>(
  db: Connection,
  ready: readonly Ready<T>[],
  now: Date,
): Promise<(T | CatalogueItem)[]> {
  const items = ready.filter((one) => isOfNow(one, now)).map(({ item }) => item);
  if (items.length === ready.length) return items;
  const others = ready.filter((one) => !isOfNow(one, now)).map(({ item }) => item.id);
  return [...items, ...(await listCatalogueItems(db, others, now))];
}

/** Reads titles in batches, and caches them; false: there is no such title. */
function createReading<T extends ItemBrief>(
  read: (ids: readonly number[]) => Promise<readonly T[]>,
  cache: LRUCache<number, T | false>,
  countEvictions: () => number,
) {
  return batched(async (asked: (readonly number[])[]) => {
    const began = countEvictions();
    const ids = [...new Set(asked.flat())];
    const found = new Map((await read(ids)).map((item) => [item.id, item]));
    // A read that began before an eviction may be outdated.
    if (began === countEvictions()) for (const id of ids) cache.set(id, found.get(id) ?? false);
    return asked.map(() => found);
  }, READS_AT_ONCE);
}

/** Caches of one process, across versions: a new version evicts the titles that it has changed. */
function createTitleCache(db: Connection, clock: Clock) {
  const items = new LRUCache<number, CatalogueItem | false>({ max: MOST_TITLES });
  const briefs = new LRUCache<number, ItemBrief | false>({ max: MOST_BRIEFS });
  /** Promises, so that concurrent calls share one read. */
  const episodes = new LRUCache<number, Promise<readonly EpisodeRow[]>>({ max: TITLES_WITH_EPISODES });
  const singleEpisodes = new LRUCache<number, EpisodeRow>({ max: MOST_SINGLE_EPISODES });
  const titleOfEpisode = new LRUCache<number, number>({ max: MOST_EPISODES });
  let evictions = 0;

  const readItems = createReading(
    async (ids) => readTitles(db, await listReadyItems(db, ids), clock.now()),
    items,
    () => evictions,
  );
  const readBriefs = createReading<ItemBrief>(
    async (ids) => readTitles(db, await listReadyBriefs(db, ids), clock.now()),
    briefs,
    () => evictions,
  );

  const readEpisodes = batched(async (itemIds: number[]): Promise<(readonly EpisodeRow[])[]> => {
    const found = await listEpisodesOfItems(db, [...new Set(itemIds)], clock.now());
    return itemIds.map((id) => found.get(id) ?? []);
  }, READS_AT_ONCE);

  const readEpisode = batched(async (ids: number[]): Promise<(EpisodeRow | undefined)[]> => {
    const found = await listEpisodesByIds(db, [...new Set(ids)], clock.now());
    return ids.map((id) => found.get(id));
  }, READS_AT_ONCE);

  /** Titles by ids, from a cache as far as it has them. */
  const lookUp = async <T extends ItemBrief>(
    ids: readonly number[],
    cachedOf: (id: number) => T | false | undefined,
    read: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<readonly T[]> => {
    const cached = ids.map(cachedOf);
    const missing = ids.filter((_id, index) => cached[index] === undefined);
    const found = missing.length === 0 ? undefined : await read(missing);
    return ids.flatMap((id, index) => (cached[index] ?? found?.get(id)) || []);
  };
  const lookUpItems = (ids: readonly number[]) => lookUp(ids, (id) => items.get(id), readItems);
  /** A title that is cached as a whole contains its brief. */
  const lookUpBriefs = (ids: readonly number[]) =>
    lookUp<ItemBrief>(ids, (id) => items.get(id) ?? briefs.get(id), readBriefs);

  return {
    item: async (id: number) => (await lookUpItems([id]))[0],
    items: lookUpItems,
    briefs: lookUpBriefs,
    brief: async (id: number) => (await lookUpBriefs([id]))[0],
    episodes(itemId: number): Promise<readonly EpisodeRow[]> {
      const cached = episodes.get(itemId);
      if (cached) return cached;
      const began = evictions;
      const reading = readEpisodes(itemId);
      episodes.set(itemId, reading);
      reading.then(
        () => began !== evictions && episodes.delete(itemId),
        () => episodes.delete(itemId),
      );
      return reading;
    },
    async episode(itemId: number, episodeId: number): Promise<EpisodeRow | undefined> {
      const ofTitle = episodes.get(itemId);
      if (ofTitle) return (await ofTitle).find(({ id }) => id === episodeId);
      const began = evictions;
      const cached = singleEpisodes.get(episodeId);
      const found = cached ?? (await readEpisode(episodeId));
      if (found && !cached && began === evictions) singleEpisodes.set(episodeId, found);
      return found?.item_id === itemId ? found : undefined;
    },
    async titleOfEpisode(episodeId: number): Promise<number | undefined> {
      const cached = titleOfEpisode.get(episodeId);
      if (cached !== undefined) return cached;
      const began = evictions;
      const found = await findTitleOfEpisode(db, episodeId);
      if (found !== undefined && began === evictions) titleOfEpisode.set(episodeId, found);
      return found;
    },
    /** @param ids changed titles; undefined for all. */
    evict(ids: readonly number[] | undefined): void {
      evictions += 1;
      titleOfEpisode.clear();
      singleEpisodes.clear();
      if (ids === undefined) {
        items.clear();
        briefs.clear();
        episodes.clear();
      }
      for (const id of ids ?? []) {
        items.delete(id);
        briefs.delete(id);
        episodes.delete(id);
      }
    },
  };
}

/** What the cache knows after the last read. */
interface LastRead {
  version: string;
  at: Date;
  /** Titles may have been cached from rows that were outdated. */
  isBehind: boolean;
}

/** Reads what a version changed, once per version. Every call checks the version in the database. */
export function createCatalogue(options: CatchUpOptions & { findVersion: FindVersion }): Catalogue {
  const { db, findVersion, clock } = options;
  const cache = createTitleCache(db, clock);
  const search = createSearch(db);
  /** Few: all countries where the service is not are one. */
  const searches = new Map<string, Search>();
  const searchIn = (country: string) => {
    const found = searches.get(country) ?? createSearch(db, country);
    searches.set(country, found);
    return found;
  };
  const evict = (ids: readonly number[] | undefined) => {
    cache.evict(ids);
    for (const one of [search, ...searches.values()]) one.evict(ids);
  };
  const catchUp = createCatchUp(options);
  let last: LastRead | undefined;

  /** Titles that the cache may know without their newest episode: a process whose clock is ahead published it. */
  const listEarly = async ({ at }: LastRead, now: Date): Promise<number[] | undefined> => {
    const ids = await listOut(db, at, now, MOST_OUT + 1);
    return ids.length > MOST_OUT ? undefined : ids;
  };

  const read = async (): Promise<VersionedSnapshot> => {
    const state = last ? await catchUp.again() : await catchUp.first().then(() => 'done' as const);
    // The instant and the version are read before the rest: what changes in between is read again, never missed.
    const now = clock.now();
    const version = await readVersion(db);
    const [changed, early, themes, next, nextEarly] = await Promise.all([
      last && last.version !== version ? listChanged(db, last.version, version) : [],
      last ? listEarly(last, now) : [],
      listThemeRows(db),
      findNextInstant(db),
      findNextEarly(db, now),
    ]);
    const isCaughtUp = last?.isBehind && state === 'done';
    if (changed === undefined || early === undefined || isCaughtUp) evict(undefined);
    else if (last?.version !== version || early.length > 0) evict([...changed, ...early]);
    last = { version, at: now, isBehind: state !== 'done' };
    const instants = [next, nextEarly].flatMap((instant) => instant?.getTime() ?? []);
    const nextRead = instants.length === 0 ? null : new Date(Math.min(...instants));
    const queries = createTitleQueries(db, search);
    return {
      version,
      until: state === 'done' ? nextRead : new Date(now.getTime() + VALID_MS[state]),
      item: (id) => cache.item(id),
      items: (ids) => cache.items(ids),
      briefs: (ids) => cache.briefs(ids),
      brief: (id) => cache.brief(id),
      async itemOfEpisode(episodeId) {
        const itemId = await cache.titleOfEpisode(episodeId);
        const found = itemId === undefined ? undefined : await cache.item(itemId);
        return found?.episode_ids.includes(episodeId) ? found : undefined;
      },
      episodes: (itemId) => cache.episodes(itemId),
      episode: (itemId, episodeId) => cache.episode(itemId, episodeId),
      themes,
      queries,
      likeness: queries.likeness,
    };
  };

  const current = createVersioned<VersionedSnapshot>({
    findVersion,
    read,
    isOver: ({ until }) => until !== null && clock.now() >= until,
  });
  /** The same object for a country while the catalogue is the same. */
  const views = new WeakMap<Snapshot, Map<string, Snapshot>>();
  const viewOf = (base: Snapshot, country: string): Snapshot => {
    const known = views.get(base) ?? new Map<string, Snapshot>();
    views.set(base, known);
    const view = known.get(country) ?? countryView(base, country, createTitleQueries(db, searchIn(country)));
    known.set(country, view);
    return view;
  };
  return {
    async current({ country }) {
      const base = await current();
      return country === undefined ? base : viewOf(base, country);
    },
  };
}
