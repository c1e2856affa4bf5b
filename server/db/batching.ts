import type { Database } from './database.ts';

/** How concurrent calls share statements. */
export interface Batching {
  /** Batched statements to keep in flight, for each kind. */
  atOnce: number;
  /** Whether a statement is about one account only, so that one machine answers it. */
  isByAccount: boolean;
}

/** Statements about one account are small, so more of them fit; each waits for one of the ten connections of calls. */
const SPREAD_AT_ONCE = 8;

/**
 * One machine answers a statement about many accounts faster than many statements. Where the accounts are spread over
 * machines, such a statement would ask all of them.
 */
export const findBatching = async ({ atOnce, isSpread }: Pick<Database, 'atOnce' | 'isSpread'>): Promise<Batching> =>
  (await isSpread()) ? { atOnce: SPREAD_AT_ONCE, isByAccount: true } : { atOnce, isByAccount: false };
