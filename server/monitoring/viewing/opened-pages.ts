import type { OpeningRow } from '#contract/playback.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { koreanDate } from '#server/lib/korean-time.ts';
import { countPage } from './list-store.ts';
import { MOST_CHOSEN_A_DAY } from './viewing-store.ts';

const DAY_SECONDS = 24 * 3600;

export interface OpenedPages {
  /** Counts a title's page that an account opened from a row, up to a limit. Never fails. */
  count(accountId: string, row: OpeningRow): Promise<void>;
}

/** Sums by row and day alone: how many pages an account opened from a row is known for a day, by its limit. */
export function createOpenedPages(options: {
  db: Connection;
  clock: Clock;
  limits: Pick<Limits, 'tryTake'>;
  failures: FailureLog;
}): OpenedPages {
  const { db, clock, limits, failures } = options;
  return {
    async count(accountId, row) {
      const day = koreanDate(clock.now());
      const limit = { key: `opened-page:${accountId}:${row}`, count: MOST_CHOSEN_A_DAY, windowSeconds: DAY_SECONDS };
      try {
        const refusedUntil = await limits.tryTake([limit]);
        if (refusedUntil === undefined) await countPage(db, day, row);
      } catch (error) {
        failures.report('opened pages', error);
      }
    },
  };
}
