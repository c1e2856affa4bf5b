import type { EpisodeRow } from '../db/tables.ts';

export interface EpisodesQuery {
  item_id: number;
  sort: 'oldest' | 'latest';
  limit: number;
  offset: number;
}

/** A page of a title's episodes. */
export interface EpisodePage {
  readonly count: number;
  readonly episodes: readonly EpisodeRow[];
}

/** Cuts a page out of all episodes of a title, which are in the order of their publication. */
export function pageOfEpisodes(
  all: readonly EpisodeRow[],
  { sort, limit, offset }: Omit<EpisodesQuery, 'item_id'>,
): EpisodePage {
  const sorted = sort === 'oldest' ? all : [...all].reverse();
  return { count: all.length, episodes: sorted.slice(offset, offset + limit) };
}
