/** Share of a pause that is random: what failed together must not be retried together. */
const JITTER = 0.2;

interface Backoff {
  firstSeconds: number;
  longestSeconds: number;
  /** Growth from one pause to the next. */
  factor: number;
}

/** Pause after so many failures in a row, in seconds. @param fraction random, in [0, 1); default: no jitter. */
export function backoffSeconds(failures: number, backoff: Backoff, fraction = 0): number {
  const { firstSeconds, longestSeconds, factor } = backoff;
  return Math.min(longestSeconds, firstSeconds * factor ** (failures - 1)) * (1 - JITTER * fraction);
}
