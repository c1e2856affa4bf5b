/**
 * Source of the current time. Rules never read the system's clock or the database's, so that tests can control time.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
