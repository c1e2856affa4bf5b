import type { EpisodeRow, ThemeRow } from '../db/tables.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import { createLikeness, type Likeness } from './likeness.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { listEpisodesOfItem, readCatalogue, type CatalogueItem, type ReadCatalogue } from './store.ts';
import type { FindVersion } from './version.ts';
import { createVersioned, type Versioned } from './versioned.ts';

/** Titles whose episodes a snapshot holds at most; a large catalogue's rarely seen ones are read again. */
const TITLES_WITH_EPISODES = 1000;

/** The catalogue as one version of it stands at one time: what is published then, and nothing that a viewer changes. */
export interface Snapshot {
  /** Titles with at least one published episode, in the order of the catalogue. */
  readonly listed: readonly CatalogueItem[];
  /** Any title. */
  item(id: number): CatalogueItem | undefined;
  /** The title of a published episode. */
  itemOfEpisode(episodeId: number): CatalogueItem | undefined;
  /** The published episodes of a title, the oldest first. */
  episodes(itemId: number): Promise<readonly EpisodeRow[]>;
  readonly themes: readonly ThemeRow[];
  /** Listed titles of a theme, in its order. */
  ofTheme(themeId: number): readonly CatalogueItem[];
  /** Listed titles of a series, in its order; none for null. */
  ofSeries(seriesId: number | null): readonly CatalogueItem[];
  /** Place of a title, listed or not, among all names in Korean order. */
  placeByName(id: number): number;
  /** Of all titles: what is not out yet is looked for to be asked for. */
  readonly search: SearchIndex;
  readonly likeness: Likeness;
}

/** The catalogue kept in this process. The database says which version holds, so that all processes tell the same. */
export interface Catalogue {
  current(): Promise<Snapshot>;
}

/** Makes a value when it is first asked for. */
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

  /** The last asked for at the end; a promise, so that calls at the same time read once. */
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

interface Kept extends Versioned {
  /** From this instant on another episode is out. */
  until: Date | null;
  snapshot: Snapshot;
}

/**
 * Reads the catalogue once for each version of it and each publication. Every call asks the database which version
 * holds.
 */
export function createCatalogue(options: { db: Connection; findVersion: FindVersion; clock: Clock }): Catalogue {
  const { db, findVersion, clock } = options;
  const current = createVersioned<Kept>({
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
