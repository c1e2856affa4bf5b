import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';

/** Adds a job that is due now; changes only the period of a known one. */
export async function registerJob(
  db: Connection,
  { name, everySeconds, now }: { name: string; everySeconds: number; now: Date },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, every_seconds: everySeconds, next_run_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ every_seconds: everySeconds }))
    .execute();
}

/** Removes jobs that were due before an instant and under no lease since. A worker that knows one adds it again. */
export async function removeJobs(db: Connection, names: readonly string[], before: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('name', 'in', names)
    .where('next_run_at', '<', before)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', before)]))
    .execute();
}

/** Makes a job due. @returns whether any worker knows it. */
export async function makeDue(tx: Connection, name: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ next_run_at: now })
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const listJobs = (db: Connection): Promise<JobRow[]> =>
  db.selectFrom('jobs').selectAll().orderBy('name').execute();

export const findJob = (db: Connection, name: string): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst();

export interface JobTaking {
  name: string;
  owner: string;
  now: Date;
  leasedUntil: Date;
  /** Later instants come from a wrong clock. */
  latest: { nextRun: Date; lease: Date };
}

/**
 * Leases a job if it is due and free. A lease that expired is a failure of the worker that held it.
 *
 * @returns the failed runs in a row; undefined when the job is not free.
 */
export async function takeJob(
  db: Connection,
  { name, owner, now, leasedUntil, latest }: JobTaking,
): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    update jobs set
      owner = ${owner}, leased_until = ${leasedUntil}, last_run_at = ${now},
      failures = failures + case when owner is null then 0 else 1 end,
      last_error = case when owner is null then last_error else 'not finished by ' || owner end
    where name = ${name}
      and (next_run_at <= ${now} or next_run_at > ${latest.nextRun})
      and (leased_until is null or leased_until <= ${now} or leased_until > ${latest.lease})
    returning failures`.execute(db);
  return rows[0]?.failures;
}

type Lease = Pick<JobTaking, 'name' | 'owner'>;

/** @returns false when another worker has taken the job over. */
export async function renewLease(db: Connection, { name, owner }: Lease, leasedUntil: Date): Promise<boolean> {
  const renewed = await db
    .updateTable('jobs')
    .set({ leased_until: leasedUntil })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .returning('name')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Ends a lease with the outcome of its run, unless another worker has taken the job over. */
export async function endLease(
  db: Connection,
  { name, owner }: Lease,
  outcome: { next_run_at: Date } & Partial<Pick<JobRow, 'last_duration_ms' | 'last_error' | 'failures'>>,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ ...outcome, owner: null, leased_until: null })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute();
}
