import { sql } from 'kysely';
import type { Connection, Transact } from '../db/open.ts';
import type { MediaJobRow } from '../db/tables.ts';
import { lockSetting } from '../settings/index.ts';
import { failureOf } from './intake-error.ts';
import type { EpisodeTarget, JobStep, JobTarget, Pictures } from './job.ts';
import type { JobSlot } from './rules.ts';
import { storable, type CodedText } from './texts/coded-text.ts';

/** Locked while a job is chosen: of two workers, the second sees what the first one has taken. */
const CHOICE_SETTING = 'media-jobs';
/** Jobs that a worker chooses from. */
const MOST_SLOTS = 500;

/** Holds the lock until the transaction ends. */
export const lockJobs = (tx: Connection): Promise<void> => lockSetting(tx, CHOICE_SETTING, '');

const SLOT_COLUMNS = ['id', 'state', 'next_try_at', 'leased_until', 'tries', 'host'] as const;

/** Jobs that run or are due, in the order in which they were added; all that run are among them. */
export async function listSlots(db: Connection, now: Date): Promise<JobSlot[]> {
  const unfinished = () => db.selectFrom('media_jobs').select([...SLOT_COLUMNS, 'created_at']);
  const running = await unfinished().where('state', '=', 'running').execute();
  const due = await unfinished()
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_SLOTS)
    .execute();
  return [...running, ...due].sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

export async function countUnfinished(db: Connection): Promise<number> {
  const { cnt } = await db
    .selectFrom('media_jobs')
    .select(sql<number>`count(*)::int`.as('cnt'))
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return cnt;
}

/** The sources among `sources` that wait or are being worked on. */
export async function listUnfinishedSources(db: Connection, sources: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media_jobs')
    .select('source')
    .where('state', 'in', ['waiting', 'running'])
    .where((eb) => eb('source', '=', sql<string>`any(${[...sources]}::text[])`))
    .execute();
  return new Set(rows.map(({ source }) => source));
}

/** In the words of the index `media_jobs_of_titles`. */
const mayBecomeEpisode = sql<boolean>`state in ('waiting', 'running', 'failed')`;

/** Targets of jobs for these titles that have not ended without a result. */
export async function listTargetsOfTitles(db: Connection, titleIds: readonly number[]): Promise<EpisodeTarget[]> {
  const rows = await db
    .selectFrom('media_jobs')
    .select('target')
    .where(mayBecomeEpisode)
    .where(sql<boolean>`target->>'titleId' = any(${titleIds.map(String)}::text[])`)
    .execute();
  return rows.map(({ target }) => target as EpisodeTarget);
}

export interface NewJob {
  id: string;
  /** The operator's name of the file; null if it equals the name on the disk. */
  name: string | null;
  source: string;
  sourceBytes: number;
  target: JobTarget;
  pictures: Pictures;
}

export async function insertJobs(tx: Connection, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return;
  await tx
    .insertInto('media_jobs')
    .values(
      jobs.map(({ id, name, source, sourceBytes, target, pictures }, index) => ({
        id,
        name,
        source,
        source_bytes: sourceBytes,
        fraction: 0,
        tries: 0,
        notices: '[]',
        state: 'waiting' as const,
        target: JSON.stringify(target),
        pictures: JSON.stringify(pictures),
        next_try_at: now,
        // One millisecond apart, so that episodes are worked on in their order.
        created_at: new Date(now.getTime() + index),
      })),
    )
    .execute();
}

const storedFailure = (failure: CodedText): string => JSON.stringify(storable(failure));

/** The worker that leased the job last and has not ended its lease. The row stays locked. */
const findOwner = async (tx: Connection, id: string): Promise<string | null> => {
  const row = await tx.selectFrom('media_jobs').select('owner').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.owner ?? null;
};

/** Leases a job in the transaction that chose it. */
export async function takeJob(
  tx: Connection,
  id: string,
  { owner, host, now, leasedUntil }: { owner: string; host: string; now: Date; leasedUntil: Date },
): Promise<MediaJobRow> {
  const worker = await findOwner(tx, id);
  return tx
    .updateTable('media_jobs')
    .set({
      state: 'running',
      owner,
      host,
      leased_until: leasedUntil,
      started_at: now,
      speed: null,
      tries: sql<number>`tries + 1`,
      ...(worker !== null && { last_error: storedFailure(failureOf('WORKER_GONE', { worker })) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Lease {
  id: string;
  owner: string;
}

export interface JobProgress {
  step: JobStep | null;
  fraction: number;
  speed: number | null;
  notices: readonly CodedText[];
}

/** Renews the lease and stores the progress. @returns false when the job is somebody else's, cancelled or removed. */
export async function renewLease(
  db: Connection,
  { id, owner }: Lease,
  leasedUntil: Date,
  { notices, ...progress }: JobProgress,
): Promise<boolean> {
  const renewed = await db
    .updateTable('media_jobs')
    .set({ ...progress, notices: JSON.stringify(notices), leased_until: leasedUntil })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

export type JobOutcome = Partial<
  Pick<MediaJobRow, 'state' | 'step' | 'fraction' | 'tries' | 'next_try_at' | 'log_tail' | 'ended_at'>
> & {
  /** Null removes the one of the try before. */
  failure?: CodedText | null;
  notices?: readonly CodedText[];
};

/** Ends a lease with the outcome of its run, unless the job is somebody else's by now. */
export async function endLease(
  db: Connection,
  { id, owner }: Lease,
  { failure, notices, ...outcome }: JobOutcome,
): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({
      ...outcome,
      speed: null,
      owner: null,
      leased_until: null,
      ...(failure !== undefined && { last_error: failure && storedFailure(failure) }),
      ...(notices !== undefined && { notices: JSON.stringify(notices) }),
    })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .execute();
}

/** Says that the run of a cancelled job has ended, so that the job's folder is nobody's. */
export async function endCancelled(db: Connection, { id, owner }: Lease): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({ owner: null, leased_until: null })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('state', '!=', 'running')
    .execute();
}

/** Fails a job whose worker is gone. */
export async function giveUp(tx: Connection, id: string, now: Date): Promise<void> {
  const worker = (await findOwner(tx, id)) ?? 'unknown';
  await tx
    .updateTable('media_jobs')
    .set({
      state: 'failed',
      ended_at: now,
      leased_until: null,
      speed: null,
      owner: null,
      last_error: storedFailure(failureOf('WORKERS_GONE', { worker })),
    })
    .where('id', '=', id)
    .execute();
}

/** Unfinished jobs first, then the last ones that ended. */
export const listJobs = (db: Connection, limit: number): Promise<MediaJobRow[]> =>
  db
    .selectFrom('media_jobs')
    .selectAll()
    .orderBy(sql`case state when 'running' then 0 when 'waiting' then 1 else 2 end`)
    .orderBy(sql`ended_at desc nulls last`)
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** A part of the jobs, unfinished ones first, and how many there are. */
export async function listJobPage(
  db: Connection,
  { state, limit, offset }: { state: MediaJobRow['state'] | undefined; limit: number; offset: number },
): Promise<{ count: number; rows: MediaJobRow[] }> {
  const select = () =>
    db.selectFrom('media_jobs').$if(state !== undefined, (query) => query.where('state', '=', state!));
  const { count } = await select()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  const rows = await select()
    .selectAll()
    .orderBy(sql`case state when 'running' then 0 when 'waiting' then 1 else 2 end`)
    .orderBy(sql`ended_at desc nulls last`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

export async function countByState(
  db: Connection,
): Promise<Record<'running' | 'waiting' | 'retrying' | 'failed', number>> {
  const rows = await db
    .selectFrom('media_jobs')
    .select(['state', sql<number>`count(*)::int`.as('cnt'), sql<number>`count(last_error)::int`.as('cnt_tried')])
    .where('state', 'in', ['running', 'waiting', 'failed'])
    .groupBy('state')
    .execute();
  const counts = { running: 0, waiting: 0, retrying: 0, failed: 0 };
  for (const { state, cnt, cnt_tried: tried } of rows) {
    counts[state as 'running' | 'waiting' | 'failed'] = cnt;
    if (state === 'waiting') counts.retrying = tried;
  }
  return counts;
}

/** Jobs by id; some may be gone. */
export const listJobsById = (db: Connection, ids: readonly string[]): Promise<MediaJobRow[]> =>
  db
    .selectFrom('media_jobs')
    .selectAll()
    .where((eb) => eb('id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .execute();

/** The least and the greatest id that begin with these characters. */
const idsFrom = (start: string) => {
  const padded = (digit: string) =>
    start + '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit).slice(start.length);
  return { low: padded('0'), high: padded('f') };
};

/** Whether ids may begin with these characters: at least four of them. */
export const canStartId = (start: string): boolean =>
  start.length >= 4 && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(idsFrom(start).low);

/** Jobs whose id begins with these characters, found in the primary key; two at most. @param start see `canStartId` */
export function findByStart(db: Connection, start: string): Promise<MediaJobRow[]> {
  const { low, high } = idsFrom(start);
  return db.selectFrom('media_jobs').selectAll().where('id', '>=', low).where('id', '<=', high).limit(2).execute();
}

/** Which of these jobs still need their working folder. */
export async function listWithFolder(db: Connection, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media_jobs')
    .select('id')
    .where((eb) => eb('id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .where((eb) => eb.or([eb('state', 'in', ['waiting', 'running', 'failed']), eb('leased_until', '>', now)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Changes a job unless somebody else changes it at the same time; `change` gets the locked row. */
export const changeJob = (
  transact: Transact,
  id: string,
  change: (row: MediaJobRow) => Partial<Pick<MediaJobRow, 'state' | 'tries' | 'next_try_at' | 'ended_at'>> | 'remove',
  onChange?: (tx: Connection, row: MediaJobRow) => Promise<void>,
): Promise<void> =>
  transact(async (tx) => {
    await lockJobs(tx);
    const row = await tx.selectFrom('media_jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) return;
    const changes = change(row);
    if (changes === 'remove') await tx.deleteFrom('media_jobs').where('id', '=', id).execute();
    else await tx.updateTable('media_jobs').set(changes).where('id', '=', id).execute();
    await onChange?.(tx, row);
  });

/** Targets of the jobs that have made, or will make, a title: one for each title. */
export async function listTitlesToBe(db: Connection): Promise<EpisodeTarget[]> {
  const rows = await db
    .selectFrom('media_jobs')
    .select('target')
    .distinctOn(sql`target->>'titleId'`)
    .where(mayBecomeEpisode)
    .where(sql<boolean>`target->'newTitle' <> 'null'::jsonb`)
    .execute();
  return rows.map(({ target }) => target as EpisodeTarget);
}

/** Names of titles by id; the catalogue may have lost some. */
export async function listTitleNames(db: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'name'])
    .where((eb) => eb('id', '=', sql<number>`any(${[...ids]}::int[])`))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
