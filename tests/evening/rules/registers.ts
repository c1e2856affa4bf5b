import type { Outcome } from '../ledger.ts';

/** One write of one value, as its writer saw it. Writers of a register write one after the other. */
export interface Write {
  /** Canonical text; null for nothing. */
  value: string | null;
  sentAtMs: number;
  /** Null while its writer waits. */
  settledAtMs: number | null;
  outcome: Outcome;
}

/**
 * How long after its writer gave up a write may still take effect, in ms: a frozen process goes on where it was, and the
 * limits of the server's own waits come after it.
 */
export const DOUBT_MS = 30_000;

/** The values that a register may have now: the last acknowledged one, and doubtful ones that may have come later. */
export function possibleValues(writes: readonly Write[], initial: string | null): Set<string | null> {
  let last: Write | undefined;
  for (const write of writes)
    if (write.outcome === 'acknowledged' && (!last || write.settledAtMs! >= last.settledAtMs!)) last = write;
  const mayBeLater = ({ settledAtMs }: Write) =>
    !last || settledAtMs === null || settledAtMs + DOUBT_MS >= last.sentAtMs;
  const doubtful = writes.filter((write) => write.outcome === 'doubtful' && mayBeLater(write));
  return new Set([last ? last.value : initial, ...doubtful.map(({ value }) => value)]);
}

/** How many times something may be there that each acknowledged write adds once. */
export const possibleCount = (writes: readonly Pick<Write, 'outcome'>[]): { least: number; most: number } => {
  const count = (outcome: Outcome) => writes.filter((write) => write.outcome === outcome).length;
  const least = count('acknowledged');
  return { least, most: least + count('doubtful') };
};
