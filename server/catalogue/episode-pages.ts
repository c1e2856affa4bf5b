import type { EpisodeRow } from '../db/tables.ts';

export interface EpisodesQuery {
  item_id: number;
  sort: 'oldest' | 'latest';
  limit: number;
  offset: number;
}

/** A part of a title's episodes; the same object for all who ask for the same, so that its answer is made once. */
export interface EpisodePage {
  readonly count: number;
  readonly episodes: readonly EpisodeRow[];
}

/** What is remembered, counted by episodes: an answer has some 500 bytes for each. */
const MOST_EPISODES = 10_000;

export type PageOf = (all: readonly EpisodeRow[], query: EpisodesQuery) => EpisodePage;

/** Cuts pages out of the episodes of a title. What was asked for longest ago is forgotten first. */
export function createEpisodePages(mostEpisodes = MOST_EPISODES): PageOf {
  const pages = new Map<string, EpisodePage & { readonly all: readonly EpisodeRow[] }>();
  let remembered = 0;

  const forget = (name: string) => {
    remembered -= pages.get(name)?.episodes.length ?? 0;
    pages.delete(name);
  };

  const cut = (all: readonly EpisodeRow[], { sort, limit, offset }: EpisodesQuery) => {
    const sorted = sort === 'oldest' ? all : [...all].reverse();
    return { all, count: all.length, episodes: sorted.slice(offset, offset + limit) };
  };

  return (all, query) => {
    const name = `${query.item_id} ${query.sort} ${query.offset} ${query.limit}`;
    const known = pages.get(name);
    forget(name);
    const page = known?.all === all ? known : cut(all, query);
    // What has nothing in it is made at once.
    if (page.episodes.length === 0) return page;
    pages.set(name, page);
    remembered += page.episodes.length;
    for (const oldest of pages.keys()) {
      if (remembered <= mostEpisodes) break;
      forget(oldest);
    }
    return page;
  };
}
