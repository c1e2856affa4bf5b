import type { AdEvent } from '#contract/ads.ts';
import { lockAccount, membershipOf } from '../accounts/index.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { accessOf } from '../catalogue/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { AdBreakRow, AdvertisementRow, ClipRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { OpenedVideo } from '#server/watching/playback/videos.ts';
import type { ListRights } from '../shop/rights.ts';
import { chooseAdvertisement, stateOf } from './choice-rules.ts';
import { countsFrom } from './counting-rules.ts';
import { dayStart } from '#server/lib/korean-days.ts';
import {
  countCounted,
  findBreakOf,
  findCountedAd,
  findClipOf,
  findEpisode,
  findPlayLog,
  findServing,
  handOut,
  hasEvent,
  insertEvent,
  listAdvertisements,
  listBreaks,
  type AdPlayLog,
} from './store.ts';

export interface ShownAdvertisement {
  advertisement: AdvertisementRow;
  clip: ClipRow;
  /** The play log that limits the lifetime of the address. */
  playLog: AdPlayLog;
}

export interface Advertisements {
  /** Advertisement breaks of an opened video: none for members, for free episodes and for purchases. */
  listBreaks(opened: Pick<OpenedVideo, 'episode' | 'access'>): Promise<AdBreakRow[]>;
  /**
   * Returns the advertisement of a break, the same on each call. Returns undefined when the viewer became a member or
   * the play log has ended.
   * @throws NOT_FOUND
   */
  find(caller: ProfileCaller, asked: { adBreakId: string; playLogId: string }): Promise<ShownAdvertisement | undefined>;
  /**
   * Stores an event, each kind once per break.
   * @throws NOT_FOUND when this play log did not get the advertisement, PLAYBACK_EXPIRED after its life
   */
  record(caller: ProfileCaller, event: AdEvent): Promise<void>;
}

export function createAdvertisements(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  listRights: ListRights;
}): Advertisements {
  const { db, transact, clock, listRights } = options;

  const getPlayLog = async ({ account, profile, deviceSessionId }: ProfileCaller, id: string) => {
    const playLog = await findPlayLog(db, account.id, id);
    if (playLog?.profile_id !== profile.id || playLog.device_session_id !== deviceSessionId) fail('NOT_FOUND');
    return playLog;
  };

  const isLiving = (playLog: AdPlayLog) => playLog.state === 'active' && clock.now() < playLog.expires_at;

  return {
    listBreaks: async ({ episode, access }) => (access.type === 'avod' ? listBreaks(db, episode.id) : []),

    async find(caller, { adBreakId, playLogId }) {
      const playLog = await getPlayLog(caller, playLogId);
      const episode = (await findEpisode(db, playLog.episode_id)) ?? fail('NOT_FOUND');
      const place = (await listBreaks(db, episode.id)).findIndex(({ id }) => id === adBreakId);
      if (place === -1) fail('NOT_FOUND');

      const now = clock.now();
      const rights = await listRights(caller.account.id, [episode.item_id]);
      const access = accessOf(episode, membershipOf(caller.account, now), rights);
      if (access.type !== 'avod' || !isLiving(playLog)) return undefined;

      const running = (await listAdvertisements(db)).filter((one) => stateOf(one, now) === 'running');
      const key = { account_id: caller.account.id, play_log_id: playLog.id, ad_break_id: adBreakId };
      // The catalogue may have changed since the break got its advertisement, and an operator may have ended it.
      const earlierId = (await findServing(db, key))?.ad_id;
      const chosen =
        running.find(({ id }) => id === earlierId) ??
        chooseAdvertisement(running, { playLogId: playLog.id, ordinal: place });
      if (!chosen) return undefined;
      const clip = await findClipOf(db, chosen);
      if (!clip) return undefined;
      await handOut(db, { ...key, ad_id: chosen.id, handed_out_at: now });
      return { advertisement: chosen, clip, playLog };
    },

    async record(caller, { ad_id, play_log_id, event, position }) {
      const playLog = await getPlayLog(caller, play_log_id);
      const key = { account_id: caller.account.id, play_log_id: playLog.id, ad_id };
      const handedOut = (await findBreakOf(db, key)) ?? fail('NOT_FOUND');
      const kind = { ...key, ad_break_id: handedOut.ad_break_id, event };
      if (!isLiving(playLog)) {
        // A retry after a lost answer succeeds even if the playback has ended since.
        if (await hasEvent(db, kind)) return;
        fail('PLAYBACK_EXPIRED');
      }
      const now = clock.now();
      const ad = await findCountedAd(db, ad_id);
      await transact(async (tx) => {
        // Otherwise parallel reports would all find the day's count below its limit.
        await lockAccount(tx, caller.account.id);
        const countedToday = await countCounted(tx, kind, new Date(dayStart(now.getTime())));
        const told = { event, handedOutAt: handedOut.handed_out_at, now, countedToday };
        await insertEvent(tx, {
          ...kind,
          position,
          profile_id: caller.profile.id,
          received_at: now,
          counts_from: ad ? countsFrom({ ...told, duration: ad.duration, skipAfter: ad.skip_after }) : null,
        });
      });
    },
  };
}
