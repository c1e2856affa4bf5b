import { z } from 'zod';
import { troubleKinds, type Trouble } from '#contract/console/overview.ts';

/** A trouble is told when it has lasted for so long: what heals by itself is not told. */
const START_SECONDS = 120;
/** It has ended when it was gone for so long: what comes and goes is told once. */
const END_SECONDS = 900;
/** More causes at a time say nothing more. */
const MOST_CAUSES = 100;
const MOST_DETAIL = 200;

const knownSchema = z.object({
  cause: z.string(),
  kind: z.enum(troubleKinds),
  detail: z.string(),
  since: z.iso.datetime(),
  isTold: z.boolean(),
  goneSince: z.iso.datetime().nullable(),
});

/** Causes that are there or were lately. */
export const knownListSchema = z.array(knownSchema);

export type KnownTrouble = z.output<typeof knownSchema>;

export interface TroubleChanges {
  known: KnownTrouble[];
  started: KnownTrouble[];
  ended: KnownTrouble[];
}

/** Kinds whose detail tells one cause from another; that of other kinds changes while the cause stays. */
const BY_DETAIL: readonly Trouble['kind'][] = ['job', 'video', 'disk', 'database', 'crash'];

const causeOf = ({ kind, detail }: Trouble) =>
  BY_DETAIL.includes(kind) ? `${kind} ${detail.slice(0, MOST_DETAIL)}` : kind;

/** What to tell after a look: each cause once when it has lasted, and once when it has been gone. */
export function troubleChanges(before: readonly KnownTrouble[], found: readonly Trouble[], now: Date): TroubleChanges {
  const at = now.toISOString();
  const isOver = (since: string, seconds: number) => now.getTime() - Date.parse(since) >= seconds * 1000;
  const current = new Map(found.map((trouble) => [causeOf(trouble), trouble] as const));
  const changes: TroubleChanges = { known: [], started: [], ended: [] };
  for (const one of before) {
    if (current.delete(one.cause)) {
      const isStarting = !one.isTold && isOver(one.since, START_SECONDS);
      const next = { ...one, isTold: one.isTold || isStarting, goneSince: null };
      changes.known.push(next);
      if (isStarting) changes.started.push(next);
    } else if (one.isTold) {
      const goneSince = one.goneSince ?? at;
      if (isOver(goneSince, END_SECONDS)) changes.ended.push({ ...one, goneSince });
      else changes.known.push({ ...one, goneSince });
    }
  }
  for (const [cause, { kind, detail }] of current)
    if (changes.known.length < MOST_CAUSES)
      changes.known.push({
        cause,
        kind,
        detail: detail.slice(0, MOST_DETAIL),
        since: at,
        isTold: false,
        goneSince: null,
      });
  return changes;
}
