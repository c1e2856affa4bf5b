import { createHash } from 'node:crypto';
import type { Limits } from '#server/accounts/limits/limits.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { koreanDate } from '#server/lib/korean-time.ts';
import { countMissed, MISSED_GROUPS } from './list-store.ts';

/** Different words that are stored for a day. */
const MOST_WORDS = 5000;
/** Of these words, so many are of one account: nobody may fill the day's places with invented ones. */
const MOST_OF_ACCOUNT = { count: 100, windowSeconds: 24 * 3600 };
/** Longer texts are no words that many search for. */
const LONGEST = 40;

export interface MissedSearches {
  /** Counts an account's search that found nothing, once for each day. Never fails. */
  count(accountId: string, keyword: string): Promise<void>;
}

/** Of so few groups that a stored row leads to nobody. */
const groupOf = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0) % MISSED_GROUPS;

export function createMissedSearches(options: {
  db: Connection;
  clock: Clock;
  limits: Pick<Limits, 'tryTake'>;
  failures: FailureLog;
}): MissedSearches {
  const { db, clock, limits, failures } = options;
  return {
    async count(accountId, keyword) {
      const words = keyword.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' ');
      // Addresses and numbers of telephones are no titles.
      if (words === '' || words.length > LONGEST || words.includes('@') || /\d{5}/.test(words)) return;
      const day = koreanDate(clock.now());
      const missed = { day, words, group: groupOf(day, words, accountId) };
      try {
        const refusedUntil = await limits.tryTake([{ key: `missed-search:${accountId}`, ...MOST_OF_ACCOUNT }]);
        if (refusedUntil === undefined) await countMissed(db, missed, MOST_WORDS);
      } catch (error) {
        failures.report('missed searches', error);
      }
    },
  };
}
