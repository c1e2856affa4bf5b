import type { WatchedScope } from '#contract/history.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { holdProfileAlone } from '#server/profiles/index.ts';
import { episodesInScope, marksOf } from './mark-rules.ts';
import { deleteOffsets, lockOffsetsOfItem, saveMarks } from './store.ts';

/** Marks episodes as watched without playing them. Both calls are idempotent. */
export interface WatchedMarks {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  mark(caller: ProfileCaller, episodeId: number, scope: WatchedScope): Promise<{ is_watched: boolean }>;
  /** Removes the offsets, also of begun episodes. @throws NOT_FOUND, RATING_RESTRICTED */
  unmark(caller: ProfileCaller, episodeId: number, scope: WatchedScope): Promise<{ is_watched: boolean }>;
}

export function createWatchedMarks(options: { transact: Transact; clock: Clock; titles: Titles }): WatchedMarks {
  const { transact, clock, titles } = options;

  const findScope = async (caller: ProfileCaller, episodeId: number, scope: WatchedScope) => {
    const { item, episodes } = await titles.getEpisode(caller, episodeId);
    return { itemId: item.id, episodes, marked: episodesInScope(episodes, episodeId, scope) };
  };

  return {
    async mark(caller, episodeId, scope) {
      const { itemId, episodes, marked } = await findScope(caller, episodeId, scope);
      await transact(async (tx) => {
        await holdProfileAlone(tx, caller.profile);
        const known = await lockOffsetsOfItem(tx, caller.profile, itemId);
        await saveMarks(tx, caller.profile, itemId, marksOf(episodes, marked, known, clock.now()));
      });
      return { is_watched: true };
    },

    async unmark(caller, episodeId, scope) {
      const { itemId, marked } = await findScope(caller, episodeId, scope);
      await transact(async (tx) => {
        await holdProfileAlone(tx, caller.profile);
        await lockOffsetsOfItem(tx, caller.profile, itemId);
        await deleteOffsets(
          tx,
          caller.profile,
          marked.map(({ id }) => id),
        );
      });
      return { is_watched: false };
    },
  };
}
