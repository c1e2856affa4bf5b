import type { PreparedVideo } from '#contract/prepared-videos.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import { clipFolderOf, findClip } from '#server/catalogue/index.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Random } from '#server/lib/random.ts';
import type { MediaSigner } from '#server/providers/media-signer.ts';
import type { ListRights } from '#server/shop/rights.ts';
import { checkIdentity, checkWatchTime, createAccessTo, lifeEnd, refuse } from '../playback/access.ts';
import { presentStreams } from '../playback/present.ts';
import type { Resume } from '../playback/resume.ts';
import { createBudget } from './budget.ts';

/**
 * Lifetime of a prepared address, in seconds. An address ends at most a second later, and so within the ten seconds after
 * which no address of an ended right opens anything: nothing has to look it up.
 */
const LIFE_SECONDS = 9;

const HOUR_MS = 3600_000;
/** Calls of an account per hour: a viewer who rests on two titles a minute, all the time. */
const MOST_CALLS = 120;
/** Bytes of one address: manifest, initialization and first segments of a high rendition. */
const MOST_BYTES = 8_000_000;
/** Bytes of an account per hour: 0.2 Mbit/s, less than any picture, because nothing here counts as watching. */
const MOST_BYTES_AN_HOUR = 96_000_000;

export interface PreparedVideos {
  /**
   * Checks all that a video call checks, and writes nothing.
   * @throws NOT_FOUND, RATING_RESTRICTED, IDENTITY_REQUIRED, MEMBERSHIP_REQUIRED, PURCHASE_REQUIRED, WATCH_TIME_OVER,
   *   TOO_MANY_REQUESTS
   */
  prepare(caller: ProfileCaller, episodeId: number): Promise<PreparedVideo>;
  /** Counts what an address sends. @returns false when it may send no more. */
  takeBytes(grant: { accountId: string; id: string }, bytes: number): boolean;
}

export function createPreparedVideos(options: {
  db: Connection;
  clock: Clock;
  random: Random;
  titles: Titles;
  resume: Resume;
  listRights: ListRights;
  signer: MediaSigner;
}): PreparedVideos {
  const { db, clock, random, titles, resume, listRights, signer } = options;
  const accessTo = createAccessTo({ clock, listRights });
  const calls = createBudget({ clock, most: MOST_CALLS, windowMs: HOUR_MS });
  const bytesOfAddress = createBudget({ clock, most: MOST_BYTES, windowMs: HOUR_MS });
  const bytesOfAccount = createBudget({ clock, most: MOST_BYTES_AN_HOUR, windowMs: HOUR_MS });

  return {
    async prepare(caller, episodeId) {
      const { account, profile } = caller;
      const waitSeconds = calls.take(account.id, 1);
      if (waitSeconds > 0) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: waitSeconds });
      const { episode, item } = await titles.getEpisode(caller, episodeId);
      checkIdentity(caller, item);
      const access = await accessTo(caller, episode);
      // With advertisements, the first picture is not the episode's.
      if (access.type === 'locked' || access.type === 'avod') refuse(episode);
      const now = clock.now();
      await checkWatchTime(db, caller, profile, now);
      const clip = (await findClip(db, episode.clip_id)) ?? fail('NOT_FOUND');
      const offset = (await resume.listOffsets(caller, [episode.id])).get(episode.id);
      const end = Math.min(now.getTime() + LIFE_SECONDS * 1000, lifeEnd(access, episode, now).getTime());
      const signed = signer.sign({
        folder: clipFolderOf(clip),
        accountId: account.id,
        id: random.uuid(),
        expiresAt: new Date(end),
        kind: 'prepared',
      });
      return {
        episode_id: episode.id,
        resume_offset: offset && !offset.is_finished ? offset.offset : 0,
        expires_at: signed.ticket.expires_at,
        // The key of a protected stream comes with a play log alone.
        streams: presentStreams(clip, signed).filter(({ drm }) => drm === null),
      };
    },

    takeBytes: ({ accountId, id }, bytes) =>
      bytesOfAddress.take(id, bytes) === 0 && bytesOfAccount.take(accountId, bytes) === 0,
  };
}
