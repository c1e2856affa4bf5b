import type { MediaTicket } from '#contract/media-tickets.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import { clipFolderOf, findClipOfEpisode } from '#server/catalogue/index.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { MediaSigner } from '#server/providers/media-signer.ts';
import { failForOtherPlayer } from './other-player.ts';
import { findPlayLog } from './store.ts';

export interface Tickets {
  /**
   * Issues a new ticket for an active play log's media, to the device and profile that opened it.
   * @throws NOT_FOUND, PLAYBACK_DEACTIVATED, PLAYBACK_EXPIRED
   */
  renew(caller: ProfileCaller, playLogId: string): Promise<MediaTicket>;
}

export function createTickets(options: { db: Connection; clock: Clock; signer: MediaSigner }): Tickets {
  const { db, clock, signer } = options;

  return {
    async renew({ account, profile, deviceSessionId }, playLogId) {
      const key = { accountId: account.id, playLogId };
      const log = await findPlayLog(db, key);
      if (log?.profile_id !== profile.id || log.device_session_id !== deviceSessionId) fail('NOT_FOUND');
      const now = clock.now();
      if (log.state === 'deactivated') await failForOtherPlayer(db, { ...key, now });
      if (log.state !== 'active' || now >= log.expires_at) fail('PLAYBACK_EXPIRED');
      // The episode has left the catalogue.
      const clip = (await findClipOfEpisode(db, log.episode_id)) ?? fail('PLAYBACK_EXPIRED');
      const grant = { folder: clipFolderOf(clip), accountId: account.id, id: log.id, expiresAt: log.expires_at };
      return signer.sign(grant).ticket;
    },
  };
}
