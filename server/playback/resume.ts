import type { ProfileCaller } from '../accounts/sessions.ts';
import { isWithin } from '../catalogue/age-limit.ts';
import type { Catalogue, Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueItem } from '../catalogue/store.ts';
import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import type { EpisodeRow, PlaybackOffsetRow } from '../db/tables.ts';
import { groupBy } from '../lib/group-by.ts';
import { listBegun, listOffsetRows } from './store.ts';

/** Where a profile goes on in a title. */
export interface ResumePlace {
  item: CatalogueItem;
  episode: EpisodeRow;
  /** In seconds. */
  offset: number;
  updatedAt: Date;
}

export interface StartAgainQuery {
  sorting: 'recent' | 'name';
  limit: number;
  offset: number;
}

export interface Resume {
  /** By episode id; without those that the profile never watched. */
  listOffsets(profileId: string, episodeIds: readonly number[]): Promise<ReadonlyMap<number, PlaybackOffsetRow>>;
  /**
   * Titles begun and not finished: the episode last watched, or, when that is finished, the one after it. Without titles
   * whose last episode is seen, without those that it took away, and without those that it may not see.
   */
  list(caller: ProfileCaller, query: StartAgainQuery): Promise<{ count: number; places: ResumePlace[] }>;
}

/** The episode after what was last watched in a title; `undefined` when that is gone or there is nothing after it. */
export function nextToWatch(item: CatalogueItem, last: PlaybackOffsetRow): number | undefined {
  const place = item.episode_ids.indexOf(last.episode_id);
  if (place === -1) return undefined;
  return item.episode_ids[last.is_finished ? place + 1 : place];
}

/** Where an episode goes on, in seconds; one that was finished starts anew. */
export const resumeOffset = (known: PlaybackOffsetRow | undefined): number =>
  known && !known.is_finished ? known.offset : 0;

/** Episodes that are listed together, of one profile: looked up as one. */
interface OffsetsKey {
  profileId: string;
  episodeIds: readonly number[];
}

export function createResume(options: { db: Connection; reads: Reads; catalogue: Catalogue }): Resume {
  const { db, reads, catalogue } = options;

  const findOffsets = reads({
    tables: ['playback_offsets'],
    nameOf: ({ profileId, episodeIds }: OffsetsKey) => `${profileId} ${episodeIds.join()}`,
    read: async (keys) => {
      const asked = keys.flatMap(({ profileId, episodeIds }) =>
        episodeIds.map((id) => ({ profile_id: profileId, episode_id: id })),
      );
      const byProfile = groupBy(await listOffsetRows(db, asked), ({ profile_id: id }) => id);
      return keys.map(({ profileId, episodeIds }) => {
        const wanted = new Set(episodeIds);
        const rows = (byProfile.get(profileId) ?? []).filter(({ episode_id: id }) => wanted.has(id));
        return new Map(rows.map((row) => [row.episode_id, row]));
      });
    },
  });
  const findBegun = reads({
    tables: ['playback_offsets', 'start_again_removals'],
    nameOf: (profileId: string) => profileId,
    read: async (profileIds) => {
      const byProfile = groupBy(await listBegun(db, profileIds), ({ profile_id: id }) => id);
      return profileIds.map((id) => byProfile.get(id) ?? []);
    },
  });

  const listOffsets: Resume['listOffsets'] = async (profileId, episodeIds) => {
    if (episodeIds.length === 0) return new Map();
    return (await findOffsets([{ profileId, episodeIds }]))[0]!;
  };

  const begun = async ({ profile }: ProfileCaller, snapshot: Snapshot) =>
    (await findBegun([profile.id])).flat().flatMap((last) => {
      const item = snapshot.item(last.item_id);
      if (!item || !isWithin(item.content_rating, profile.max_rating)) return [];
      const episodeId = nextToWatch(item, last);
      return episodeId === undefined ? [] : [{ item, episodeId, updatedAt: last.updated_at }];
    });

  return {
    listOffsets,

    async list(caller, { sorting, limit, offset }) {
      const snapshot = await catalogue.current();
      const all = await begun(caller, snapshot);
      if (sorting === 'name')
        all.sort((one, other) => snapshot.placeByName(one.item.id) - snapshot.placeByName(other.item.id));
      const page = all.slice(offset, offset + limit);
      const ids = page.map(({ episodeId }) => episodeId);
      const offsets = await listOffsets(caller.profile.id, ids);
      const places = await Promise.all(
        page.map(async ({ item, episodeId, updatedAt }) => {
          const episode = (await snapshot.episodes(item.id)).find(({ id }) => id === episodeId);
          return episode ? [{ item, episode, offset: resumeOffset(offsets.get(episodeId)), updatedAt }] : [];
        }),
      );
      return { count: all.length, places: places.flat() };
    },
  };
}
