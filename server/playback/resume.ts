import type { ContentRating } from '#contract/profiles.ts';
import { listEpisodesById, listNeighbours } from '../catalogue/store.ts';
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
  /**
   * Titles begun and not finished, the last watched first: the episode last watched, or, when that is finished, the one
   * after it. Without titles whose last episode is seen.
   */
  list(
    profileId: string,
    only: { itemIds?: readonly number[]; allowed?: readonly ContentRating[] },
  ): Promise<ResumePlace[]>;
}

export function createResume(db: Connection, clock: Clock): Resume {
  const listOffsets: Resume['listOffsets'] = async (profileId, episodeIds) => {
    if (episodeIds.length === 0) return new Map();
    const rows = await listOffsetRows(db, profileId, episodeIds);
    return new Map(rows.map((row) => [row.episode_id, row]));
  };

  return {
    listOffsets,

    async list(profileId, only) {
      const now = clock.now();
      const lasts = await listLastOffsets(db, { profileId, ...only });
      const finished = lasts.filter((last) => last.is_finished);
      const neighbours = await listNeighbours(
        db,
        finished.map(({ episode_id: id, item_id }) => ({ id, item_id })),
        now,
      );
      const nextIdOf = (last: PlaybackOffsetRow) =>
        last.is_finished ? (neighbours.get(last.episode_id)?.nextId ?? null) : last.episode_id;

      const ids = lasts.map(nextIdOf).filter((id) => id !== null);
      const episodes = new Map((await listEpisodesById(db, ids, now)).map((episode) => [episode.id, episode]));
      const offsets = await listOffsets(profileId, ids);
      return lasts.flatMap((last) => {
        const episode = episodes.get(nextIdOf(last) ?? -1);
        if (!episode) return [];
        const known = offsets.get(episode.id);
        return [{ episode, offset: known && !known.is_finished ? known.offset : 0, updatedAt: last.updated_at }];
      });
    },
  };
}
