import { LRUCache } from 'lru-cache';
import type { EpisodeRow } from '../db/tables.ts';
import { isShared } from '../lib/layers.ts';

export interface EpisodesQuery {
  item_id: number;
  sort: 'oldest' | 'latest';
  limit: number;
  offset: number;
}

/** A page of a title's episodes. Equal pages of shared episodes are one object, so that its answer is serialized once. */
export interface EpisodePage {
  readonly count: number;
  readonly episodes: readonly EpisodeRow[];
}

/** Cache limit in episodes; an answer takes some 500 bytes per episode. */
const MOST_EPISODES = 10_000;

export type PageOf = (all: readonly EpisodeRow[], query: EpisodesQuery) => EpisodePage;

/** Cuts pages out of a title's episodes. Caches those of episodes that answers share; evicts the least recently used. */
export function createEpisodePages(mostEpisodes = MOST_EPISODES): PageOf {
  const pages = new LRUCache<string, { all: readonly EpisodeRow[]; page: EpisodePage }>({
    maxSize: mostEpisodes,
    sizeCalculation: ({ page }) => page.episodes.length,
  });

  return (all, { item_id: itemId, sort, limit, offset }) => {
    const [from, to] = [Math.min(offset, all.length), Math.min(offset + limit, all.length)];
    const name = `${itemId} ${sort} ${from} ${to}`;
    const known = pages.get(name);
    if (known?.all === all) return known.page;
    const sorted = sort === 'oldest' ? all : [...all].reverse();
    const page = { count: all.length, episodes: sorted.slice(from, to) };
    // Empty pages are cheap and not worth a cache entry.
    if (isShared(all) && page.episodes.length > 0) pages.set(name, { all, page: Object.freeze(page) });
    return page;
  };
}
