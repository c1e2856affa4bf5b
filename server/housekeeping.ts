import type { Connection } from './db/open.ts';
import type { Clock } from './lib/clock.ts';
import { startJobs, type Job, type JobFailures, type Jobs } from './lib/jobs.ts';
import { endExpiredPlayLogs } from './retention/expiry.ts';
import { removeOldRows } from './retention/retention.ts';

const MINUTE_MS = 60_000;

/** What each process does in the background; several processes share the work. */
const jobsOf = (db: Connection, clock: Clock): Job[] => [
  {
    name: 'ending play logs',
    everyMs: MINUTE_MS,
    longestMs: 10_000,
    run: (signal) => endExpiredPlayLogs(db, clock.now(), signal),
  },
  {
    name: 'removing old rows',
    everyMs: 10 * MINUTE_MS,
    longestMs: 30_000,
    run: (signal) => removeOldRows(db, clock.now(), signal),
  },
];

/** Ends what is over and removes what is old, as long as the process lives. */
export const startHousekeeping = (db: Connection, clock: Clock, failures: JobFailures): Jobs =>
  startJobs(jobsOf(db, clock), failures);
