import { contentRatingSchema } from '#contract/profiles.ts';
import type { HistoryEntry } from '#contract/history.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import { resumeOffset } from '#server/catalogue/index.ts';
import { isRatingAllowed } from '#server/lib/age-limit.ts';
import type { Presenter } from '#server/catalogue/present-for-caller.ts';
import type { Catalogue } from '#server/catalogue/snapshot.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Resume } from '#server/watching/playback/resume.ts';
import { holdProfile } from '#server/profiles/index.ts';
import { deleteOffset, deleteRemoval, findHistory, restoreOffset, saveRemoval } from './store.ts';

const PAGE = 20;

/** A profile's history of watched episodes. */
export interface History {
  /** By day, the newest first. */
  list(caller: ProfileCaller, offset: number): Promise<{ count: number; results: HistoryEntry[] }>;
  /**
   * Removes an episode from all days, with its offset and its play time in the statistics. Watching it later adds it again.
   * Idempotent. @throws NOT_FOUND, RATING_RESTRICTED
   */
  remove(caller: ProfileCaller, episodeId: number): Promise<{ is_removed: boolean }>;
  /** Undoes the removal. Idempotent. @throws NOT_FOUND, RATING_RESTRICTED */
  restore(caller: ProfileCaller, episodeId: number): Promise<{ is_removed: boolean }>;
}

export function createHistory(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  catalogue: Catalogue;
  titles: Titles;
  resume: Resume;
  present: Presenter;
}): History {
  const { db, transact, clock, catalogue, titles, resume, present } = options;
  const keyOf = ({ account, profile }: ProfileCaller, episodeId: number) => ({
    account_id: account.id,
    profile_id: profile.id,
    episode_id: episodeId,
  });

  return {
    async list(caller, offset) {
      const ratings = contentRatingSchema.options.filter((rating) =>
        isRatingAllowed(rating, caller.profile.max_rating),
      );
      const page = { ratings, now: clock.now(), limit: PAGE, offset };
      const [snapshot, { count, entries }] = await Promise.all([
        catalogue.current(caller),
        findHistory(db, caller.profile, page),
      ]);
      const offsets = await resume.listOffsets(
        caller,
        entries.map(({ episode_id: id }) => id),
      );
      const found = await Promise.all(
        entries.map(async ({ item_id: itemId, episode_id: episodeId, watched_at: updatedAt, ...rest }) => {
          const item = await snapshot.item(itemId);
          const episode = await snapshot.episode(itemId, episodeId);
          // The catalogue may have changed since the statement.
          if (!item || !episode) return [];
          const stored = offsets.get(episodeId);
          return [{ item, episode, offset: resumeOffset(stored), stored, updatedAt, ...rest }];
        }),
      );
      const shown = found.flat();
      const items = await titles.withRatings(shown.map(({ item }) => item));
      const places = await present.startAgain(caller, shown, items);
      const results = places.map((place, index) => {
        const { day, play_time } = shown[index]!;
        return { date: day, ...place, play_time };
      });
      return { count, results };
    },

    async remove(caller, episodeId) {
      const { item } = await titles.getEpisode(caller, episodeId);
      const key = keyOf(caller, episodeId);
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        const { offset = null, is_finished = null, updated_at = null } = (await deleteOffset(tx, key)) ?? {};
        await saveRemoval(tx, {
          ...key,
          item_id: item.id,
          removed_at: clock.now(),
          offset,
          is_finished,
          updated_at,
        });
      });
      return { is_removed: true };
    },

    async restore(caller, episodeId) {
      await titles.getEpisode(caller, episodeId);
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        const removal = await deleteRemoval(tx, keyOf(caller, episodeId));
        if (!removal) return;
        const { removed_at: _removedAt, offset, is_finished, updated_at, ...key } = removal;
        if (offset !== null && is_finished !== null && updated_at !== null)
          await restoreOffset(tx, { ...key, offset, is_finished, updated_at });
      });
      return { is_removed: false };
    },
  };
}
