/** Upper bounds of the buckets for the time to the first frame, in ms; a last bucket has everything above. */
export const STARTUP_BOUNDS_MS = [
  250, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7000, 10_000, 15_000, 30_000,
] as const;

/** End of the last bucket, in ms: percentiles need one. */
const LAST_BOUND_MS = 60_000;

/**
 * A percentile of counted times, interpolated inside its bucket.
 *
 * @param counts one for each bucket, lowest first; one more than there are bounds
 * @param share in (0, 1], such as 0.95
 * @returns in ms; null without any count
 */
export function percentileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const from = index === 0 ? 0 : STARTUP_BOUNDS_MS[index - 1]!;
      const to = STARTUP_BOUNDS_MS[index] ?? LAST_BOUND_MS;
      return Math.round(from + ((to - from) * (wanted - below)) / count);
    }
    below += count;
  }
  return LAST_BOUND_MS;
}
