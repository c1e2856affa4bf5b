import type { PlatformName } from '#contract/accounts.ts';
import { membershipOf } from '../accounts/membership.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { accessOf } from '../catalogue/access.ts';
import { findClip } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ClipRow, EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { Resume } from './resume.ts';
import { endPlayLogs, insertPlayLog, listActivePlayLogs, lockAccount } from './store.ts';

/** How long a play log lives (contract.md, section 8). */
const LIFETIME_MS = 12 * 3600_000;

export interface OpenedVideo {
  episode: EpisodeRow;
  clip: ClipRow;
  playLogId: string;
  expiresAt: Date;
  /** In seconds; 0 when the episode was finished. */
  resumeOffset: number;
  nextEpisodeId: number | null;
}

export interface Videos {
  /** @throws NOT_FOUND, RATING_RESTRICTED, MEMBERSHIP_REQUIRED */
  open(caller: ProfileCaller, episodeId: number, device: PlatformName): Promise<OpenedVideo>;
  /** Ends what a signed-out device was playing. */
  closeOfDevice(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<void>;
}

const earlier = (a: Date, b: Date | null) => (b !== null && b < a ? b : a);

export function createVideos(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  titles: Titles;
  resume: Resume;
}): Videos {
  const { db, transact, clock, random, titles, resume } = options;

  /**
   * Opens a play log within the account's number of devices. The account's row is locked first, so that of calls made
   * at the same time each sees what the one before it opened.
   */
  const openPlayLog = (caller: ProfileCaller, episode: EpisodeRow, device: PlatformName) =>
    transact(async (tx) => {
      const { account, profile, deviceSessionId } = caller;
      await lockAccount(tx, account.id);
      const now = clock.now();
      const membership = membershipOf(account, now);
      const active = await listActivePlayLogs(tx, account.id, now);
      const own = active.filter((log) => log.device_session_id === deviceSessionId);
      const others = active.filter((log) => log.device_session_id !== deviceSessionId);
      const tooMany = others.slice(0, Math.max(0, others.length + 1 - membership.maxStreams));
      const end = { accountId: account.id, endedAt: now };
      await endPlayLogs(tx, { ...end, ids: own.map(({ id }) => id), state: 'superseded' });
      await endPlayLogs(tx, { ...end, ids: tooMany.map(({ id }) => id), state: 'deactivated' });

      const lifeEnd = new Date(now.getTime() + LIFETIME_MS);
      const playLog = {
        id: random.uuid(),
        // What is free stays free when a membership ends.
        expires_at: episode.access === 'free' ? lifeEnd : earlier(lifeEnd, membership.expiresAt),
      };
      await insertPlayLog(tx, {
        ...playLog,
        account_id: account.id,
        profile_id: profile.id,
        device_session_id: deviceSessionId,
        episode_id: episode.id,
        item_id: episode.item_id,
        device,
        state: 'active',
        opened_at: now,
      });
      return playLog;
    });

  return {
    async open(caller, episodeId, device) {
      const { episode, neighbours } = await titles.getEpisode(caller, episodeId);
      const access = accessOf(episode, membershipOf(caller.account, clock.now()));
      if (access.type === 'locked') fail('MEMBERSHIP_REQUIRED');
      const clip = (await findClip(db, episode.clip_id)) ?? fail('NOT_FOUND');
      const offset = (await resume.listOffsets(caller.profile.id, [episode.id])).get(episode.id);
      const playLog = await openPlayLog(caller, episode, device);
      return {
        episode,
        clip,
        playLogId: playLog.id,
        expiresAt: playLog.expires_at,
        resumeOffset: offset && !offset.is_finished ? offset.offset : 0,
        nextEpisodeId: neighbours.nextId,
      };
    },

    async closeOfDevice(tx, { accountId, deviceSessionId }) {
      await lockAccount(tx, accountId);
      const now = clock.now();
      const active = await listActivePlayLogs(tx, accountId, now);
      const ids = active.filter((log) => log.device_session_id === deviceSessionId).map(({ id }) => id);
      await endPlayLogs(tx, { accountId, ids, state: 'superseded', endedAt: now });
    },
  };
}
