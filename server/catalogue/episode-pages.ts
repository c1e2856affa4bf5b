import type { EpisodeRow } from '../db/tables.ts';
import { createLru } from '../lib/lru.ts';

export interface EpisodesQuery {
  item_id: number;
  sort: 'oldest' | 'latest';
  limit: number;
  offset: number;
}

/** A page of a title's episodes. Equal queries get the same object, so that its answer is serialized once. */
export interface EpisodePage {
  readonly count: number;
  readonly episodes: readonly EpisodeRow[];
}

/** Cache limit in episodes; an answer takes some 500 bytes per episode. */
const MOST_EPISODES = 10_000;

export type PageOf = (all: readonly EpisodeRow[], query: EpisodesQuery) => EpisodePage;

/** Cuts pages out of a title's episodes and caches them; evicts the least recently used. */
export function createEpisodePages(mostEpisodes = MOST_EPISODES): PageOf {
  const pages = createLru<string, EpisodePage & { readonly all: readonly EpisodeRow[] }>(
    mostEpisodes,
    ({ episodes }) => episodes.length,
  );

  const cut = (all: readonly EpisodeRow[], { sort, limit, offset }: EpisodesQuery) => {
    const sorted = sort === 'oldest' ? all : [...all].reverse();
    return { all, count: all.length, episodes: sorted.slice(offset, offset + limit) };
  };

  return (all, query) => {
    const name = `${query.item_id} ${query.sort} ${query.offset} ${query.limit}`;
    const known = pages.get(name);
    if (known?.all === all) return known;
    const page = cut(all, query);
    // Empty pages are cheap and not worth a cache entry.
    if (page.episodes.length > 0) pages.set(name, page);
    else pages.delete(name);
    return page;
  };
}
