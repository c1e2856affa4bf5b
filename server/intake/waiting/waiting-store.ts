import { sql } from 'kysely';
import type { Connection } from '../../db/open.ts';
import type { MediaJobRow } from '../../db/tables.ts';
import { storable, type CodedText } from '../texts/coded-text.ts';

/** More jobs than may be unfinished. */
const MOST_LISTED = 5_000;

export type WaitingJob = Pick<
  MediaJobRow,
  'id' | 'source' | 'source_bytes' | 'tries' | 'step' | 'next_try_at' | 'last_error'
>;

export const listWaitingJobs = (db: Connection): Promise<WaitingJob[]> =>
  db
    .selectFrom('media_jobs')
    .select(['id', 'source', 'source_bytes', 'tries', 'step', 'next_try_at', 'last_error'])
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .limit(MOST_LISTED)
    .execute();

/** Changes what is said about a job that still waits as it was seen. */
export async function changeWaiting(
  db: Connection,
  { id, next_try_at: seen }: Pick<WaitingJob, 'id' | 'next_try_at'>,
  { nextTryAt, failure }: { nextTryAt?: Date; failure?: CodedText | null },
): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({
      ...(nextTryAt && { next_try_at: nextTryAt }),
      ...(failure !== undefined && { last_error: failure && JSON.stringify(storable(failure)) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`next_try_at = ${seen}`)
    .execute();
}
