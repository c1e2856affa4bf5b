import type { MediaServing } from '../ledger.ts';

/** How long more play logs than allowed may get video: until the servers notice (contract.md, section 8), in ms. */
export const EXCESS_MS = 10_000;

export interface Excess {
  fromMs: number;
  untilMs: number;
  playLogIds: string[];
}

/**
 * Finds when more than `maxStreams` play logs of one account got video at the same time: from the first piece to the last
 * one of each.
 *
 * @returns the times that are longer than `EXCESS_MS`.
 */
export function findExcess(servings: readonly MediaServing[], maxStreams: number): Excess[] {
  const spans = new Map<string, { fromMs: number; untilMs: number }>();
  for (const { playLogId, atMs } of servings) {
    const span = spans.get(playLogId) ?? { fromMs: atMs, untilMs: atMs };
    spans.set(playLogId, { fromMs: Math.min(span.fromMs, atMs), untilMs: Math.max(span.untilMs, atMs) });
  }
  const longer = [...spans].filter(([, { fromMs, untilMs }]) => untilMs > fromMs);
  const ends = longer.flatMap(([id, { fromMs, untilMs }]) => [
    { atMs: fromMs, id, isStart: true },
    { atMs: untilMs, id, isStart: false },
  ]);
  // At one instant, ends come first: a span that only touches another one does not overlap it.
  ends.sort((one, other) => one.atMs - other.atMs || Number(one.isStart) - Number(other.isStart));
  const open = new Set<string>();
  const found: Excess[] = [];
  let current: Excess | undefined;
  for (const { atMs, id, isStart } of ends) {
    if (isStart) open.add(id);
    else open.delete(id);
    if (open.size > maxStreams) {
      current ??= { fromMs: atMs, untilMs: atMs, playLogIds: [] };
      current.playLogIds = [...new Set([...current.playLogIds, ...open])];
    } else if (current) {
      current.untilMs = atMs;
      if (atMs - current.fromMs > EXCESS_MS) found.push(current);
      current = undefined;
    }
  }
  return found;
}
