import { membershipOf } from '#server/accounts/index.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import { findClip } from '#server/catalogue/index.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { ClipRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Random } from '#server/lib/random.ts';
import { secondsUntil } from '#server/accounts/limits/index.ts';
import type { ListRights, ListRightsIn } from '#server/shop/rights.ts';
import { checkIdentity, checkWatchTime, createAccessTo, holdViewer, keepAccess, lifeEnd, refuse } from './access.ts';
import { findLivingGrant, insertGrant, listOpenedSince } from './downloads-store.ts';

/** Maximum grants per account and day (contract.md, section 8). */
const MAXIMUM_A_DAY = 25;
const DAY_MS = 24 * 3600_000;

/** An episode as one file. */
export interface Download {
  accountId: string;
  grantId: string;
  clip: ClipRow;
  file: NonNullable<ClipRow['download']>;
  expiresAt: Date;
}

export interface Downloads {
  /**
   * Opens a grant, or answers the active grant of this profile and device.
   * @throws NOT_FOUND, RATING_RESTRICTED, IDENTITY_REQUIRED, MEMBERSHIP_REQUIRED, PURCHASE_REQUIRED, WATCH_TIME_OVER,
   *   TOO_MANY_REQUESTS
   */
  open(caller: ProfileCaller, episodeId: number): Promise<Download>;
}

export function createDownloads(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  titles: Titles;
  listRights: ListRights;
  listRightsIn: ListRightsIn;
}): Downloads {
  const { db, transact, clock, random, titles, listRights, listRightsIn } = options;
  const accessTo = createAccessTo({ clock, listRights });

  return {
    async open(caller, episodeId) {
      const { episode, item } = await titles.getEpisode(caller, episodeId);
      checkIdentity(caller, item);
      const access = await accessTo(caller, episode);
      // A downloaded file has no advertisement breaks, so advertising cannot pay for it.
      if (access.type === 'locked' || access.type === 'avod') refuse(episode);
      const clip = (await findClip(db, episode.clip_id)) ?? fail('NOT_FOUND');
      const file = clip.download ?? fail('NOT_FOUND');

      const { account, profile, deviceSessionId } = caller;
      const grant = await transact(async (tx) => {
        // Serializes calls of one account, so that each sees the grants of earlier ones.
        const held = await holdViewer(tx, caller);
        const now = clock.now();
        const kept = await keepAccess(access, episode, membershipOf(held, now), () =>
          listRightsIn(tx, account.id, [episode.item_id], now),
        );
        await checkWatchTime(tx, caller, held.limits, now);
        const wanted = {
          account_id: account.id,
          profile_id: profile.id,
          device_session_id: deviceSessionId,
          episode_id: episode.id,
        };
        const living = await findLivingGrant(tx, wanted, now);
        if (living) return living;
        const opened = await listOpenedSince(tx, account.id, new Date(now.getTime() - DAY_MS));
        const [first] = opened.slice(-MAXIMUM_A_DAY);
        if (first && opened.length >= MAXIMUM_A_DAY)
          fail('TOO_MANY_REQUESTS', {
            retryAfterSeconds: secondsUntil(new Date(first.getTime() + DAY_MS), now),
          });
        const made = {
          ...wanted,
          id: random.uuid(),
          item_id: episode.item_id,
          expires_at: lifeEnd(kept, episode, now),
        };
        await insertGrant(tx, { ...made, opened_at: now, ended_at: null });
        return made;
      });
      return { accountId: account.id, grantId: grant.id, clip, file, expiresAt: grant.expires_at };
    },
  };
}
