import type { EpisodeRow } from '../db/tables.ts';
import { seasonsOf, type EpisodeSeason } from './episode-seasons.ts';

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
  /** On the first page. */
  readonly seasons: readonly EpisodeSeason[];
}

/** All episodes of a title are one array per version of the catalogue. */
const known = new WeakMap<readonly EpisodeRow[], readonly EpisodeSeason[]>();

function knownSeasonsOf(all: readonly EpisodeRow[]): readonly EpisodeSeason[] {
  const seasons = known.get(all) ?? seasonsOf(all);
  known.set(all, seasons);
  return seasons;
}

/** Cuts a page out of all episodes of a title, which are in the order of their publication. */
export function pageOfEpisodes(
  all: readonly EpisodeRow[],
  { sort, limit, offset }: Omit<EpisodesQuery, 'item_id'>,
): EpisodePage {
  const sorted = sort === 'oldest' ? all : [...all].reverse();
  return {
    count: all.length,
    episodes: sorted.slice(offset, offset + limit),
    seasons: offset === 0 ? knownSeasonsOf(all) : [],
  };
}
