import type { SupportedAccount } from '#contract/console/accounts.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MissingError } from '#server/lib/refused-error.ts';
import { deactivatePlayLogs } from './deactivate.ts';
import { listPlaying } from './store.ts';

/** Support's operations on the playbacks of an account, which tell nothing of what is watched. */
export interface PlaybackSupport {
  list(accountId: string): Promise<SupportedAccount['playbacks']>;
  /** @throws MissingError when it does not run */
  stop(accountId: string, id: string): Promise<void>;
}

export function createPlaybackSupport({
  db,
  transact,
  clock,
  record,
}: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
}): PlaybackSupport {
  return {
    list: async (accountId) =>
      (await listPlaying(db, accountId, clock.now())).map((log) => ({
        id: log.id,
        profile_id: log.profile_id,
        device_id: log.device_session_id,
        opened_at: log.opened_at.toISOString(),
      })),

    stop: (accountId, id) =>
      transact(async (tx) => {
        const now = clock.now();
        const running = await listPlaying(tx, accountId, now);
        if (!running.some((log) => log.id === id))
          throw new MissingError('The playback does not run.', '이미 끝난 재생이에요.');
        await deactivatePlayLogs(tx, { accountId, now, isEnded: (log) => log.id === id });
        await record(tx, {
          action: 'playback.stop',
          subject: { kind: 'account', id: accountId },
          before: null,
          after: null,
        });
      }),
  };
}
