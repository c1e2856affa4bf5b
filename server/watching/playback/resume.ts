import type { ProfileCaller } from '#server/accounts/sessions.ts';
import { compareNames, nextToWatch, resumeOffset } from '#server/catalogue/index.ts';
import { isRatingAllowed } from '#server/lib/age-limit.ts';
import type { Catalogue, Snapshot } from '#server/catalogue/snapshot.ts';
import type { ItemBrief } from '#server/catalogue/store.ts';
import type { OwnerKey } from '#server/db/of-accounts.ts';
import type { Connection } from '#server/db/open.ts';
import type { CreateLoader } from '#server/db/loader.ts';
import type { EpisodeRow, PlaybackOffsetRow } from '#server/db/tables.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { listLastOffsets, listOffsetRows, type LastOffset } from './offsets-store.ts';

export type { LastOffset } from './offsets-store.ts';

/** The resume offset of a profile in a title. */
export interface ResumePoint {
  item: ItemBrief;
  episode: EpisodeRow;
  /** In seconds. */
  offset: number;
  /** The profile's offset in the episode as the database has it; undefined when the profile never watched it. */
  stored: PlaybackOffsetRow | undefined;
  updatedAt: Date;
}

export interface StartAgainQuery {
  sorting: 'recent' | 'name';
  limit: number;
  offset: number;
}

export interface ResumeList {
  count: number;
  points: ResumePoint[];
}

/** A title that the profile has begun, and the episode to go on with. */
export interface Begun {
  readonly item: ItemBrief;
  readonly episodeId: number;
  readonly last: LastOffset;
}

export interface Resume {
  /** By episode id; omits episodes that the profile never watched. */
  listOffsets(caller: ProfileCaller, episodeIds: readonly number[]): Promise<ReadonlyMap<number, PlaybackOffsetRow>>;
  /** The last moved offset in every title that the profile has watched, the newest first. */
  listLast(caller: ProfileCaller): Promise<readonly LastOffset[]>;
  /**
   * Titles begun and not finished, the latest first: with the episode last watched, or, when that is finished, the next
   * one. Omits titles whose last episode is finished, titles that the profile removed or hid, and titles that it may not see.
   *
   * @param last what `listLast` found.
   */
  listBegun(caller: ProfileCaller, snapshot: Snapshot, last: readonly LastOffset[]): Promise<readonly Begun[]>;
  /** The same titles with their episodes and offsets. */
  findResumePoints(caller: ProfileCaller, snapshot: Snapshot, begun: readonly Begun[]): Promise<ResumePoint[]>;
  /** A page of the begun titles. */
  list(caller: ProfileCaller, query: StartAgainQuery): Promise<ResumeList>;
}

/** Episodes listed together for one profile; one lookup. */
interface OffsetsKey extends OwnerKey {
  episodeIds: readonly number[];
}

const ownerOf = ({ account, profile }: ProfileCaller): OwnerKey => ({ accountId: account.id, profileId: profile.id });

export function createResume(options: { db: Connection; createLoader: CreateLoader; catalogue: Catalogue }): Resume {
  const { db, createLoader, catalogue } = options;

  const findOffsets = createLoader({
    keyOf: ({ profileId, episodeIds }: OffsetsKey) => `${profileId} ${episodeIds.join()}`,
    read: async (keys) => {
      const asked = keys.flatMap(({ accountId, profileId, episodeIds }) =>
        episodeIds.map((id) => ({ account_id: accountId, profile_id: profileId, episode_id: id })),
      );
      const byProfile = groupBy(await listOffsetRows(db, asked), ({ profile_id: id }) => id);
      return keys.map(({ profileId, episodeIds }) => {
        const wanted = new Set(episodeIds);
        const rows = (byProfile.get(profileId) ?? []).filter(({ episode_id: id }) => wanted.has(id));
        return new Map(rows.map((row) => [row.episode_id, row]));
      });
    },
    accountOf: ({ accountId }) => accountId,
  });
  const findLastOffsets = createLoader({
    keyOf: ({ profileId }: OwnerKey) => profileId,
    read: async (owners) => {
      const byProfile = groupBy(await listLastOffsets(db, owners), ({ profile_id: id }) => id);
      return owners.map(({ profileId }) => byProfile.get(profileId) ?? []);
    },
    accountOf: ({ accountId }) => accountId,
  });

  const listOffsets: Resume['listOffsets'] = async (caller, episodeIds) => {
    if (episodeIds.length === 0) return new Map();
    return (await findOffsets([{ ...ownerOf(caller), episodeIds }]))[0]!;
  };

  const listLast: Resume['listLast'] = async (caller) => (await findLastOffsets([ownerOf(caller)]))[0]!;

  const listBegun: Resume['listBegun'] = async (caller, snapshot, found) => {
    const all = found.filter(({ is_begun: isBegun }) => isBegun);
    const items = new Map((await snapshot.briefs(all.map(({ item_id: id }) => id))).map((item) => [item.id, item]));
    return all.flatMap((last) => {
      const item = items.get(last.item_id);
      if (!item || !isRatingAllowed(item.content_rating, caller.profile.max_rating)) return [];
      const episodeId = nextToWatch(item, last);
      return episodeId === undefined ? [] : [{ item, episodeId, last }];
    });
  };

  const findResumePoints: Resume['findResumePoints'] = async (caller, snapshot, begun) => {
    const others = begun.filter(({ episodeId, last }) => episodeId !== last.episode_id);
    const [offsets, episodes] = await Promise.all([
      listOffsets(
        caller,
        others.map(({ episodeId }) => episodeId),
      ),
      Promise.all(begun.map(({ item, episodeId }) => snapshot.episode(item.id, episodeId))),
    ]);
    return begun.flatMap(({ item, episodeId, last }, index) => {
      const episode = episodes[index];
      const stored = episodeId === last.episode_id ? last : offsets.get(episodeId);
      return episode ? [{ item, episode, offset: resumeOffset(stored), stored, updatedAt: last.updated_at }] : [];
    });
  };

  return {
    listOffsets,
    listLast,
    listBegun,
    findResumePoints,

    async list(caller, { sorting, limit, offset }) {
      const [snapshot, last] = await Promise.all([catalogue.current(caller), listLast(caller)]);
      const all = [...(await listBegun(caller, snapshot, last))];
      if (sorting === 'name') all.sort((one, other) => compareNames(one.item, other.item));
      return { count: all.length, points: await findResumePoints(caller, snapshot, all.slice(offset, offset + limit)) };
    },
  };
}
