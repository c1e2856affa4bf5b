import type { MediaJobRow } from '../db/tables.ts';
import { backoffSeconds } from '../lib/backoff.ts';
import { inSeconds } from '../lib/clock.ts';
import type { JobState, JobStep } from './job.ts';

/** The part of a job's row that says whether a worker may take it. */
export type JobSlot = Pick<MediaJobRow, 'id' | 'state' | 'next_try_at' | 'leased_until' | 'tries' | 'host'>;

/** A worker that has not renewed its lease for this long counts as dead. */
export const LEASE_SECONDS = 60;
/** Between two renewals, each of which also stores the progress. Many may fail before the lease is lost. */
export const BEAT_MS = 3_000;
/** A job that says nothing for this long hangs. */
export const SILENT_MS = 30 * 60_000;

const MOST_TRIES = 5;
const PAUSES = { firstSeconds: 30, longestSeconds: 3600, factor: 4 };
/** Pause before a job that needs more room is looked at again. It is no try: nothing has been done. */
const ROOM_PAUSE_SECONDS = 300;

/** An encoder uses about this many cores well. */
const CORES_PER_ENCODE = 4;

const MB = 1024 ** 2;
/** Bytes of the disk that intake leaves free: the database may lie there too, and stops when it cannot write. */
export const RESERVED_BYTES = 512 * MB;
/** Renditions and the packaged copy of them, in multiples of the source. */
const ROOM_FACTOR = 2.5;

export const leaseFrom = (now: Date): Date => inSeconds(now, LEASE_SECONDS);

/** Jobs that one machine works on at once. */
export const encodesAtOnce = (cores: number): number => Math.max(1, Math.floor(cores / CORES_PER_ENCODE));

/** Whether the job's lease has expired. A lease that ends later than a right clock could write counts as expired. */
export const isAbandoned = ({ state, leased_until: until }: Pick<JobSlot, 'state' | 'leased_until'>, now: Date) =>
  state === 'running' && (until === null || until <= now || until > inSeconds(now, 2 * LEASE_SECONDS));

export const mayTryAgain = (tries: number): boolean => tries < MOST_TRIES;

export type Choice =
  | { take: string }
  /** Its workers died so often that the job itself is the likely cause. */
  | { giveUp: string };

/**
 * The job that a worker begins next: the first one of which no worker is in charge, while its machine has a place.
 *
 * @param slots in the order in which the jobs were added.
 */
export function chooseJob(
  slots: readonly JobSlot[],
  { host, atOnce, now }: { host: string; atOnce: number; now: Date },
): Choice | undefined {
  const dead = slots.filter((slot) => isAbandoned(slot, now));
  const hopeless = dead.find(({ tries }) => !mayTryAgain(tries));
  if (hopeless) return { giveUp: hopeless.id };
  const here = slots.filter((slot) => slot.state === 'running' && slot.host === host && !dead.includes(slot));
  if (here.length >= atOnce) return undefined;
  const free = slots.find((slot) => dead.includes(slot) || (slot.state === 'waiting' && slot.next_try_at <= now));
  return free && { take: free.id };
}

/**
 * When a failed job is tried again; undefined for never.
 *
 * @param tries begun so far, the failed one included.
 * @param fraction random, in [0, 1).
 */
export function retryAt(tries: number, isFinal: boolean, now: Date, fraction: number): Date | undefined {
  if (isFinal || !mayTryAgain(tries)) return undefined;
  return inSeconds(now, backoffSeconds(tries, PAUSES, fraction));
}

export const lookForRoomAt = (now: Date): Date => inSeconds(now, ROOM_PAUSE_SECONDS);

/** How many bytes a job needs before it begins, when the disk has less; undefined when there is room. */
export function missingRoom(sourceBytes: number, free: number): { free: number; needed: number } | undefined {
  const needed = sourceBytes * ROOM_FACTOR + RESERVED_BYTES;
  return free >= needed ? undefined : { free, needed };
}

/** Share of the whole time that each step takes, in hundredths. */
const WEIGHTS: Record<JobStep, number> = { probe: 1, plan: 1, encode: 86, package: 6, inspect: 5, publish: 1 };

/** How much of the job is done, in [0, 1], when so much of a step is. */
export function fractionOf(step: JobStep, ofStep: number): number {
  const names = Object.keys(WEIGHTS) as JobStep[];
  const before = names.slice(0, names.indexOf(step)).reduce((sum, name) => sum + WEIGHTS[name], 0);
  return (before + WEIGHTS[step] * Math.min(1, Math.max(0, ofStep || 0))) / 100;
}

/** Whether operators may retry a job: one that ended without a result, or one that waits after a failed try. */
export const canRetry = ({ state, last_error: error }: Pick<MediaJobRow, 'state' | 'last_error'>): boolean =>
  state === 'failed' || state === 'cancelled' || (state === 'waiting' && error !== null);
export const canCancel = (state: JobState): boolean => state === 'waiting' || state === 'running';

/** A cancelled run may still write until it notices, so its folder belongs to it until its lease is over. */
export const retryFrom = (leasedUntil: Date | null, now: Date): Date =>
  leasedUntil !== null && leasedUntil > now ? leasedUntil : now;
