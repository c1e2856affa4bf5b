import type { PlatformName } from '#contract/accounts.ts';
import type { EpisodeAccess } from '#contract/catalogue.ts';
import { membershipOf } from '../accounts/membership.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { lockAccount } from '../accounts/store.ts';
import { accessOf } from '../catalogue/access.ts';
import { findClip } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ClipRow, EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { holdProfile } from '../profiles/store.ts';
import type { ListRights } from '../shop/rights.ts';
import type { Resume } from './resume.ts';
import { endPlayLogs, insertPlayLog, listActivePlayLogs } from './store.ts';

/** How long a play log lives (contract.md, section 8). */
const LIFETIME_MS = 12 * 3600_000;

export interface OpenedVideo {
  episode: EpisodeRow;
  access: EpisodeAccess;
  clip: ClipRow;
  playLogId: string;
  expiresAt: Date;
  /** In seconds; 0 when the episode was finished. */
  resumeOffset: number;
  nextEpisodeId: number | null;
}

/** An episode as one file. */
export interface Download {
  clip: ClipRow;
  file: NonNullable<ClipRow['download']>;
  /** The address needs an id as a play log's has; a download has no play log. */
  grantId: string;
  expiresAt: Date;
}

export interface Videos {
  /** @throws NOT_FOUND, RATING_RESTRICTED, MEMBERSHIP_REQUIRED, PURCHASE_REQUIRED */
  open(caller: ProfileCaller, episodeId: number, device: PlatformName): Promise<OpenedVideo>;
  /** @throws NOT_FOUND, RATING_RESTRICTED, MEMBERSHIP_REQUIRED, PURCHASE_REQUIRED */
  download(caller: ProfileCaller, episodeId: number): Promise<Download>;
  /** Ends what a signed-out device was playing. */
  closeOfDevice(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<void>;
}

/** A life that begins now, or ends earlier with the right to watch. */
function lifeEnd(access: EpisodeAccess, now: Date): Date {
  const end = now.getTime() + LIFETIME_MS;
  return new Date(access.expires_at === null ? end : Math.min(end, Date.parse(access.expires_at)));
}

/** @throws PURCHASE_REQUIRED for what is only sold, MEMBERSHIP_REQUIRED for everything else. */
const refuse = (episode: EpisodeRow) =>
  fail(episode.access === 'purchase' ? 'PURCHASE_REQUIRED' : 'MEMBERSHIP_REQUIRED');

interface Opening {
  episode: EpisodeRow;
  clip: ClipRow;
  access: EpisodeAccess;
  device: PlatformName;
}

export function createVideos(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  titles: Titles;
  resume: Resume;
  listRights: ListRights;
}): Videos {
  const { db, transact, clock, random, titles, resume, listRights } = options;

  const accessTo = async ({ account }: ProfileCaller, episode: EpisodeRow) =>
    accessOf(episode, membershipOf(account, clock.now()), await listRights(account.id, [episode.item_id]));

  /**
   * Opens a play log within the account's number of devices. The account's row is locked first, so that of calls made
   * at the same time each sees what the one before it opened.
   */
  const openPlayLog = (caller: ProfileCaller, { episode, clip, access, device }: Opening) =>
    transact(async (tx) => {
      const { account, profile, deviceSessionId } = caller;
      await lockAccount(tx, account.id);
      await holdProfile(tx, profile);
      const now = clock.now();
      const membership = membershipOf(account, now);
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

      const playLog = { id: random.uuid(), expires_at: lifeEnd(access, now) };
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
      });
      return playLog;
    });

  return {
    async open(caller, episodeId, device) {
      const { episode, neighbours } = await titles.getEpisode(caller, episodeId);
      const access = await accessTo(caller, episode);
      if (access.type === 'locked') refuse(episode);
      const clip = (await findClip(db, episode.clip_id)) ?? fail('NOT_FOUND');
      const offset = (await resume.listOffsets(caller.profile.id, [episode.id])).get(episode.id);
      const playLog = await openPlayLog(caller, { episode, clip, access, device });
      return {
        episode,
        access,
        clip,
        playLogId: playLog.id,
        expiresAt: playLog.expires_at,
        resumeOffset: offset && !offset.is_finished ? offset.offset : 0,
        nextEpisodeId: neighbours.nextId,
      };
    },

    async download(caller, episodeId) {
      const { episode } = await titles.getEpisode(caller, episodeId);
      const access = await accessTo(caller, episode);
      // A file of one's own has no breaks for advertisements.
      if (access.type === 'locked' || access.type === 'avod') refuse(episode);
      const clip = (await findClip(db, episode.clip_id)) ?? fail('NOT_FOUND');
      const file = clip.download ?? fail('NOT_FOUND');
      return { clip, file, grantId: random.uuid(), expiresAt: lifeEnd(access, clock.now()) };
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
