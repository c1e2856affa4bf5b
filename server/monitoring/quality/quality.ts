import type { QualityReport } from '#contract/quality.ts';
import type { Caller } from '#server/accounts/sessions.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import { engineNameOf, versionNameOf } from './names.ts';
import { startColumns } from './start-parts.ts';
import { findPlayLog, insertQuality } from './store.ts';

/** How long after the life of its play log a report is accepted, in ms: a set without power sends it at its next start. */
const LATE_MS = 7 * 24 * 3600_000;

export interface Qualities {
  /**
   * Stores the quality of a playback, the first time. Any device of the account may send it: after a crash, the next start.
   * @throws NOT_FOUND, PLAYBACK_EXPIRED a week after the life of the play log
   */
  report(caller: Caller, playLogId: string, report: QualityReport): Promise<void>;
}

export const createQualities = ({ db, clock }: { db: Connection; clock: Clock }): Qualities => ({
  async report({ account }, playLogId, { engine, app_version, errors, start, ...figures }) {
    const log = (await findPlayLog(db, account.id, playLogId.toLowerCase())) ?? fail('NOT_FOUND');
    const now = clock.now();
    if (now.getTime() > log.expires_at.getTime() + LATE_MS) fail('PLAYBACK_EXPIRED');
    await insertQuality(db, {
      ...figures,
      ...startColumns(start),
      account_id: account.id,
      play_log_id: log.id,
      episode_id: log.episode_id,
      received_at: now,
      engine: engineNameOf(engine),
      app_version: versionNameOf(app_version),
      play_seconds: log.total_play_time,
      errors: [...new Set(errors)],
    });
  },
});
