/**
 * Source of the current time. Rules never read the system's clock or the database's, so that tests can control time.
 */
export interface Clock {
  now(): Date;
}

export const inSeconds = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

export const systemClock: Clock = { now: () => new Date() };
