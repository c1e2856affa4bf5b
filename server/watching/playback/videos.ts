import type { PlatformName } from '#contract/platforms.ts';
import type { EpisodeAccess } from '#contract/catalogue.ts';
import type { OpeningRow } from '#contract/playback.ts';
import { membershipOf } from '#server/accounts/index.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import { findClip } from '#server/catalogue/index.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { ClipRow, EpisodeRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Random } from '#server/lib/random.ts';
import type { ListRights, ListRightsIn } from '#server/shop/rights.ts';
import { checkIdentity, checkWatchTime, createAccessTo, holdViewer, keepAccess, lifeEnd, refuse } from './access.ts';
import { deactivatePlayLogs } from './deactivate.ts';
import type { ReportingPlayLog } from './deactivate-store.ts';
import type { Resume } from './resume.ts';
import { endPlayLogs, insertPlayLog, listActivePlayLogs } from './store.ts';

export interface OpenedVideo {
  accountId: string;
  episode: EpisodeRow;
  access: EpisodeAccess;
  clip: ClipRow;
  playLogId: string;
  expiresAt: Date;
  /** In seconds; 0 when the episode was finished. */
  resumeOffset: number;
  nextEpisodeId: number | null;
  /** How long the profile may watch; null without a limit. */
  secondsLeft: number | null;
}

/** Arguments of a video call. */
export interface AskedVideo {
  episodeId: number;
  device: PlatformName;
  /** In which the viewer chose the title, if the television says so. */
  row?: OpeningRow | undefined;
  /** Whether the player supports advertisement breaks. */
  hasAds: boolean;
}

export interface Videos {
  /**
   * Opens a play log. Without advertisements, an episode that is free with them is MEMBERSHIP_REQUIRED.
   * @throws NOT_FOUND, RATING_RESTRICTED, IDENTITY_REQUIRED, MEMBERSHIP_REQUIRED, PURCHASE_REQUIRED, WATCH_TIME_OVER
   */
  open(caller: ProfileCaller, asked: AskedVideo): Promise<OpenedVideo>;
  /** Ends playbacks and downloads of a signed-out device. */
  closeOfDevice(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<void>;
}

interface Opening {
  episode: EpisodeRow;
  clip: ClipRow;
  access: EpisodeAccess;
  device: PlatformName;
  row: OpeningRow | undefined;
}

export function createVideos(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  titles: Titles;
  resume: Resume;
  listRights: ListRights;
  listRightsIn: ListRightsIn;
  /** Called with the play logs of an account that a new one has ended. */
  onEnd(accountId: string, playLogIds: readonly string[]): void;
}): Videos {
  const { db, transact, clock, random, titles, resume, listRights, listRightsIn, onEnd } = options;

  const accessTo = createAccessTo({ clock, listRights });

  /**
   * Opens a play log within the account's device limit. Locks the account's row first, so that concurrent calls see
   * each other's play logs.
   */
  const openPlayLog = (caller: ProfileCaller, { episode, clip, access, device, row }: Opening) =>
    transact(async (tx) => {
      const { account, profile, deviceSessionId } = caller;
      const held = await holdViewer(tx, caller);
      const now = clock.now();
      const membership = membershipOf(held, now);
      const kept = await keepAccess(access, episode, membership, () =>
        listRightsIn(tx, account.id, [episode.item_id], now),
      );
      const secondsLeft = await checkWatchTime(tx, caller, held.limits, now);
      const active = await listActivePlayLogs(tx, account.id, now);
      const own = active.filter((log) => log.device_session_id === deviceSessionId);
      const others = active.filter((log) => log.device_session_id !== deviceSessionId);
      const tooMany = others.slice(0, Math.max(0, others.length + 1 - membership.maxStreams));
      const end = { accountId: account.id, endedAt: now };
      await endPlayLogs(tx, { ...end, ids: own.map(({ id }) => id), state: 'superseded' });
      await endPlayLogs(tx, {
        ...end,
        ids: tooMany.map(({ id }) => id),
        state: 'deactivated',
        gaveWayTo: deviceSessionId,
      });

      const playLog = { id: random.uuid(), expires_at: lifeEnd(kept, episode, now) };
      const ended = [...own, ...tooMany].map(({ id }) => id);
      const opened = { ...playLog, secondsLeft, ended };
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
        running_time: episode.running_time,
        outro_start: clip.outro?.start ?? null,
        opened_from: row ?? null,
      });
      return opened;
    });

  return {
    async open(caller, { episodeId, device, row, hasAds }) {
      const { episode, item, neighbours } = await titles.getEpisode(caller, episodeId);
      checkIdentity(caller, item);
      const access = await accessTo(caller, episode);
      if (access.type === 'locked' || (access.type === 'avod' && !hasAds)) refuse(episode);
      const clip = (await findClip(db, episode.clip_id)) ?? fail('NOT_FOUND');
      const offset = (await resume.listOffsets(caller, [episode.id])).get(episode.id);
      const playLog = await openPlayLog(caller, { episode, clip, access, device, row });
      onEnd(caller.account.id, playLog.ended);
      return {
        accountId: caller.account.id,
        episode,
        access,
        clip,
        playLogId: playLog.id,
        expiresAt: playLog.expires_at,
        resumeOffset: offset && !offset.is_finished ? offset.offset : 0,
        nextEpisodeId: neighbours.nextId,
        secondsLeft: playLog.secondsLeft,
      };
    },

    async closeOfDevice(tx, { accountId, deviceSessionId }) {
      const isEnded = (log: ReportingPlayLog) => log.device_session_id === deviceSessionId;
      await deactivatePlayLogs(tx, { accountId, now: clock.now(), isEnded, as: 'superseded' });
    },
  };
}
