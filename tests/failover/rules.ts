/** Faults of the primary in a round. */
export type FailoverKind = 'kill' | 'cut-off' | 'switchover' | 'freeze' | 'crash';

/**
 * `kill` ends all of its processes at once, `crash` PostgreSQL's alone; `cut-off` separates it from all other machines
 * while it runs.
 */
const KINDS: readonly FailoverKind[] = ['kill', 'cut-off', 'switchover', 'freeze', 'crash'];

export const kindOf = (round: number): FailoverKind => KINDS[round % KINDS.length]!;

/**
 * The longest time between two acknowledged writes, from the fault on.
 *
 * @param acknowledgedAtMs in order.
 */
export function longestGapMs(acknowledgedAtMs: readonly number[], faultAtMs: number): number {
  let last = faultAtMs;
  let longest = 0;
  for (const atMs of acknowledgedAtMs) {
    if (atMs < faultAtMs) continue;
    longest = Math.max(longest, atMs - last);
    last = atMs;
  }
  return longest;
}
