import type { EpisodeRow, ThemeRow } from '../db/tables.ts';
import type { Likeness } from './lists/likeness.ts';
import type { TitleQueries } from './lists/title-queries.ts';
import type { CatalogueItem, ItemBrief } from './store.ts';

/** Where a viewer is; undefined where the service is in one country. */
export interface Place {
  readonly country?: string | undefined;
}

/**
 * One version of the catalogue at one time: published data only, nothing that viewers change. A process caches a bounded
 * part of it.
 */
export interface Snapshot {
  /** A title that operators do not hide, published or not. */
  item(id: number): Promise<CatalogueItem | undefined>;
  /** The titles among these ids, in the same order. */
  items(ids: readonly number[]): Promise<readonly CatalogueItem[]>;
  /** The title of a published episode. */
  itemOfEpisode(episodeId: number): Promise<CatalogueItem | undefined>;
  /** The published episodes of a title, oldest first. */
  episodes(itemId: number): Promise<readonly EpisodeRow[]>;
  /** A published episode of a title. Where the title's other episodes are not needed, this reads less. */
  episode(itemId: number, episodeId: number): Promise<EpisodeRow | undefined>;
  /** The fields that a tile needs, of the titles among these ids, in the same order. Cheaper than `items`. */
  briefs(ids: readonly number[]): Promise<readonly ItemBrief[]>;
  /** The same of one title. */
  brief(id: number): Promise<ItemBrief | undefined>;
  readonly themes: readonly ThemeRow[];
  readonly queries: TitleQueries;
  readonly likeness: Likeness;
}

/** This process's part of the catalogue. The database decides which version is current, so that all processes agree. */
export interface Catalogue {
  /** As it is where a viewer is. */
  current(place: Place): Promise<Snapshot>;
}
