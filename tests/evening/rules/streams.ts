import type { MediaServing } from '../ledger.ts';

/** How long more play logs than allowed may get video: until the servers notice (contract.md, section 8), in ms. */
export const EXCESS_MS = 10_000;

/**
 * Longest time between two pieces of a set that plays, in ms: it downloads a piece every four seconds, and a failed one
 * again after three (decoder.ts). A set without pieces for longer was paused, or its servers were away.
 */
const PLAYING_GAP_MS = 12_000;

export interface Excess {
  fromMs: number;
  untilMs: number;
  playLogIds: string[];
}

interface Span {
  playLogId: string;
  fromMs: number;
  untilMs: number;
}

/** The times in which each play log got pieces, without its pauses. */
function spansOf(servings: readonly MediaServing[]): Span[] {
  const spans: Span[] = [];
  const last = new Map<string, Span>();
  for (const { playLogId, atMs } of [...servings].sort((one, other) => one.atMs - other.atMs)) {
    const span = last.get(playLogId);
    if (span && atMs - span.untilMs <= PLAYING_GAP_MS) {
      span.untilMs = atMs;
      continue;
    }
    const next = { playLogId, fromMs: atMs, untilMs: atMs };
    last.set(playLogId, next);
    spans.push(next);
  }
  return spans;
}

/**
 * Finds when more than `maxStreams` play logs of one account got video at the same time. A play log gets video from a
 * piece to the next one, unless it paused between them.
 *
 * @returns the times that are longer than `EXCESS_MS`.
 */
export function findExcess(servings: readonly MediaServing[], maxStreams: number): Excess[] {
  const longer = spansOf(servings).filter(({ fromMs, untilMs }) => untilMs > fromMs);
  const ends = longer.flatMap(({ playLogId: id, fromMs, untilMs }) => [
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
