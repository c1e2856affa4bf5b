import type { AdEvent } from '#contract/ads.ts';
import { membershipOf } from '../accounts/membership.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { accessOf } from '../catalogue/access.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection } from '../db/open.ts';
import type { AdBreakRow, AdvertisementRow, ClipRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { OpenedVideo } from '../playback/videos.ts';
import type { ListRights } from '../shop/rights.ts';
import { findClipOf, findPlayLog, insertEvent, listAdvertisements, listBreaks, type AdPlayLog } from './store.ts';

export interface ShownAdvertisement {
  advertisement: AdvertisementRow;
  clip: ClipRow;
  /** What its address lives with. */
  playLog: AdPlayLog;
}

export interface Advertisements {
  /** Where an opened video stops for advertisements: nowhere for members, for what is free and for what was bought. */
  listBreaks(opened: Pick<OpenedVideo, 'episode' | 'access'>): Promise<AdBreakRow[]>;
  /**
   * The advertisement of a break, the same each time it is asked for. `undefined` when there is none to show: the
   * viewer became a member meanwhile, or the play log is over.
   * @throws NOT_FOUND
   */
  find(caller: ProfileCaller, asked: { adBreakId: string; playLogId: string }): Promise<ShownAdvertisement | undefined>;
  /** Keeps an event as it was told; told again, once. @throws NOT_FOUND */
  keep(caller: ProfileCaller, event: AdEvent): Promise<void>;
}

/** A number that differs between play logs, so that viewers begin with different advertisements. */
const startOf = (playLogId: string) => Number.parseInt(playLogId.slice(0, 8), 16);

export function createAdvertisements(options: {
  db: Connection;
  clock: Clock;
  titles: Titles;
  listRights: ListRights;
}): Advertisements {
  const { db, clock, titles, listRights } = options;

  const getPlayLog = async ({ account, profile }: ProfileCaller, id: string) => {
    const playLog = await findPlayLog(db, account.id, id);
    return playLog?.profile_id === profile.id ? playLog : fail('NOT_FOUND');
  };

  return {
    listBreaks: async ({ episode, access }) => (access.type === 'avod' ? listBreaks(db, episode.id) : []),

    async find(caller, { adBreakId, playLogId }) {
      const playLog = await getPlayLog(caller, playLogId);
      const { episode } = await titles.getEpisode(caller, playLog.episode_id);
      const place = (await listBreaks(db, episode.id)).findIndex(({ id }) => id === adBreakId);
      if (place === -1) fail('NOT_FOUND');

      const now = clock.now();
      const rights = await listRights(caller.account.id, [episode.item_id]);
      const access = accessOf(episode, membershipOf(caller.account, now), rights);
      if (access.type !== 'avod' || playLog.state !== 'active' || now >= playLog.expires_at) return undefined;

      const all = await listAdvertisements(db);
      const advertisement = all[(startOf(playLog.id) + place) % all.length];
      const clip = advertisement && (await findClipOf(db, advertisement));
      return clip && { advertisement, clip, playLog };
    },

    async keep(caller, { ad_id, play_log_id, event, position }) {
      const playLog = await getPlayLog(caller, play_log_id);
      if (!(await listAdvertisements(db)).some(({ id }) => id === ad_id)) fail('NOT_FOUND');
      await insertEvent(db, {
        account_id: caller.account.id,
        play_log_id: playLog.id,
        ad_id,
        event,
        position,
        profile_id: caller.profile.id,
        received_at: clock.now(),
      });
    },
  };
}
