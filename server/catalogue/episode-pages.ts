import type { EpisodeRow } from '../db/tables.ts';
import { isShared, rememberBy } from '../lib/layers.ts';

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

/** Cached pages of one title. Apps ask for few of them: the first ones, in either order. */
const MOST_PAGES = 50;

export type PageOf = (all: readonly EpisodeRow[], query: Omit<EpisodesQuery, 'item_id'>) => EpisodePage;

/** Cuts pages out of a title's episodes, and caches those of a list that answers share (lib/layers.ts) as long as the list. */
export function createEpisodePages(mostPages = MOST_PAGES): PageOf {
  const rememberPages = rememberBy<readonly EpisodeRow[], Map<string, EpisodePage>>();

  const cut = (all: readonly EpisodeRow[], { sort, limit, offset }: Omit<EpisodesQuery, 'item_id'>): EpisodePage => {
    const sorted = sort === 'oldest' ? all : [...all].reverse();
    return { count: all.length, episodes: sorted.slice(offset, offset + limit) };
  };

  return (all, query) => {
    if (!isShared(all)) return cut(all, query);
    const pages = rememberPages(
      all,
      () => true,
      () => new Map(),
    );
    const name = `${query.sort} ${query.offset} ${query.limit}`;
    const known = pages.get(name);
    if (known) return known;
    if (pages.size >= mostPages) pages.clear();
    const page = Object.freeze(cut(all, query));
    pages.set(name, page);
    return page;
  };
}
