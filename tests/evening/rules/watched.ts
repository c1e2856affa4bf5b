import type { SeenPlayLog } from '../ledger.ts';

/** Watched time that a set may lose with its power: the longest time between two writes to its disk, in seconds. */
export const LOST_WITH_POWER_SECONDS = 5;

/** Difference between two counters of full seconds that start at different fractions of one. */
const ROUNDING_SECONDS = 2;

export interface StoredPlayLog {
  totalPlayTime: number;
  /** The servers ended it before the set left: they refuse what the set counted since its last report. */
  isTakenAway: boolean;
}

/** @returns what is wrong with the watched time of a play log, if anything. */
export function judgeWatched(seen: SeenPlayLog, stored: StoredPlayLog): string | undefined {
  const { totalPlayTime, isTakenAway } = stored;
  const counted = `the set counted ${seen.watchedSeconds} s, stored are ${totalPlayTime} s`;
  if (totalPlayTime > seen.watchedSeconds + ROUNDING_SECONDS) return `${counted}: too many`;
  if (isTakenAway) return undefined;
  const mayMiss = ROUNDING_SECONDS + (seen.isCutOff ? LOST_WITH_POWER_SECONDS : 0);
  return totalPlayTime < seen.watchedSeconds - mayMiss ? `${counted}: too few` : undefined;
}
