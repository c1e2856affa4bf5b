import type { EpisodeRow, ThemeRow } from '../db/tables.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import { createLikeness, type Likeness } from './likeness.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { listEpisodesOfItem, readCatalogue, type CatalogueItem, type ReadCatalogue } from './store.ts';
import type { FindVersion } from './version.ts';
import { createVersioned, type Versioned } from './versioned.ts';

/** Limit of titles whose episodes a snapshot caches; others are read again. */
const TITLES_WITH_EPISODES = 1000;

/** One version of the catalogue at one time: published data only, nothing that viewers change. */
export interface Snapshot {
  /** Titles with at least one published episode, in the order of the catalogue. */
  readonly listed: readonly CatalogueItem[];
  /** Any title, published or not. */
  item(id: number): CatalogueItem | undefined;
  /** The title of a published episode. */
  itemOfEpisode(episodeId: number): CatalogueItem | undefined;
  /** The published episodes of a title, oldest first. */
  episodes(itemId: number): Promise<readonly EpisodeRow[]>;
  readonly themes: readonly ThemeRow[];
  /** Listed titles of a theme, in its order. */
  ofTheme(themeId: number): readonly CatalogueItem[];
  /** Listed titles of a series, in its order; empty for null. */
  ofSeries(seriesId: number | null): readonly CatalogueItem[];
  /** Rank of a title, listed or not, in Korean alphabetical order. */
  placeByName(id: number): number;
  /** Covers all titles: viewers search for unpublished ones to request them. */
  readonly search: SearchIndex;
  readonly likeness: Likeness;
}

/** This process's cached catalogue. The database decides which version is current, so that all processes agree. */
export interface Catalogue {
  current(): Promise<Snapshot>;
}

/** Computes a value on first use. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const koreanOrder = new Intl.Collator('ko');

function toSnapshot(db: Connection, read: ReadCatalogue, now: Date): Snapshot {
  const byId = new Map(read.items.map((item) => [item.id, item]));
  const listed = read.items.filter(({ cnt_episode: count }) => count > 0);
  const byEpisode = new Map(read.items.flatMap((item) => item.episode_ids.map((id) => [id, item] as const)));
  const byTheme = new Map(
    [...groupBy(read.itemThemes, ({ theme_id: id }) => id)].map(([id, ofTheme]) => [
      id,
      ofTheme.flatMap(({ item_id: itemId }) => byId.get(itemId) ?? []).filter(({ cnt_episode: count }) => count > 0),
    ]),
  );
  const bySeries = groupBy(
    [...listed].sort((one, other) => (one.series_order ?? 0) - (other.series_order ?? 0)),
    ({ series_id: id }) => id,
  );
  const places = lazy(() => {
    const sorted = [...read.items].sort((one, other) => koreanOrder.compare(one.name, other.name) || one.id - other.id);
    return new Map(sorted.map(({ id }, place) => [id, place]));
  });
  const search = lazy(() => createSearchIndex(read.items));
  const likeness = lazy(() => createLikeness(listed));

  /** Least recently used first. Values are promises, so that concurrent calls share one read. */
  const episodes = new Map<number, Promise<readonly EpisodeRow[]>>();

  return {
    listed,
    item: (id) => byId.get(id),
    itemOfEpisode: (id) => byEpisode.get(id),
    episodes(itemId) {
      const found = episodes.get(itemId) ?? listEpisodesOfItem(db, itemId, now);
      episodes.delete(itemId);
      episodes.set(itemId, found);
      found.catch(() => episodes.delete(itemId));
      const [oldest] = episodes.keys();
      if (episodes.size > TITLES_WITH_EPISODES) episodes.delete(oldest!);
      return found;
    },
    themes: read.themes,
    ofTheme: (id) => byTheme.get(id) ?? [],
    ofSeries: (id) => (id === null ? [] : (bySeries.get(id) ?? [])),
    placeByName: (id) => places().get(id) ?? Infinity,
    get search() {
      return search();
    },
    get likeness() {
      return likeness();
    },
  };
}

interface VersionedSnapshot extends Versioned {
  /** At this instant the next episode is published. */
  until: Date | null;
  snapshot: Snapshot;
}

/**
 * Reads the catalogue once per version and per publication. Every call checks the version in the database.
 */
export function createCatalogue(options: { db: Connection; findVersion: FindVersion; clock: Clock }): Catalogue {
  const { db, findVersion, clock } = options;
  const current = createVersioned<VersionedSnapshot>({
    findVersion,
    async read() {
      const now = clock.now();
      const found = await readCatalogue(db, now);
      return { version: found.version, until: found.until, snapshot: toSnapshot(db, found, now) };
    },
    isOver: ({ until }) => until !== null && clock.now() >= until,
  });
  return { current: async () => (await current()).snapshot };
}
