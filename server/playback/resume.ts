import type { ContentRating } from '#contract/profiles.ts';
import { findNeighbours, listEpisodesById } from '../catalogue/store.ts';
import type { Connection } from '../db/open.ts';
import type { EpisodeRow, PlaybackOffsetRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { listLastOffsets, listOffsetRows } from './store.ts';

/** Where a profile goes on in a title. */
export interface ResumePlace {
  episode: EpisodeRow;
  /** In seconds. */
  offset: number;
  updatedAt: Date;
}

export interface Resume {
  /** By episode id; without those that the profile never watched. */
  listOffsets(profileId: string, episodeIds: readonly number[]): Promise<Map<number, PlaybackOffsetRow>>;
  /** Null where the profile never began the title, or has seen all that is out. */
  findForItem(profileId: string, itemId: number): Promise<ResumePlace | null>;
  /** Titles begun and not finished, the last watched first. */
  list(profileId: string, allowed: readonly ContentRating[]): Promise<ResumePlace[]>;
}

export function createResume(db: Connection, clock: Clock): Resume {
  /** The episode last watched, or the one after it when that is finished. */
  const placeOf = async (last: PlaybackOffsetRow, episode: EpisodeRow | undefined): Promise<ResumePlace | null> => {
    if (!episode) return null;
    if (!last.is_finished) return { episode, offset: last.offset, updatedAt: last.updated_at };
    const { next } = await findNeighbours(db, episode, clock.now());
    if (!next) return null;
    const [known] = await listOffsetRows(db, last.profile_id, [next.id]);
    return { episode: next, offset: known && !known.is_finished ? known.offset : 0, updatedAt: last.updated_at };
  };

  const placesOf = async (lasts: readonly PlaybackOffsetRow[]): Promise<ResumePlace[]> => {
    if (lasts.length === 0) return [];
    const ids = lasts.map(({ episode_id: id }) => id);
    const episodes = new Map((await listEpisodesById(db, ids, clock.now())).map((episode) => [episode.id, episode]));
    const places = await Promise.all(lasts.map((last) => placeOf(last, episodes.get(last.episode_id))));
    return places.filter((place) => place !== null);
  };

  return {
    async listOffsets(profileId, episodeIds) {
      const rows = await listOffsetRows(db, profileId, episodeIds);
      return new Map(rows.map((row) => [row.episode_id, row]));
    },
    async findForItem(profileId, itemId) {
      const [place] = await placesOf(await listLastOffsets(db, { profileId, itemId }));
      return place ?? null;
    },
    list: async (profileId, allowed) => placesOf(await listLastOffsets(db, { profileId, allowed })),
  };
}
