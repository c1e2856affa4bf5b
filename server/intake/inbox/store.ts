import { sql } from 'kysely';
import type { Connection } from '../../db/open.ts';
import type { InboxFileRow } from '../../db/tables.ts';

const WAITING = ['receiving', 'received', 'ready', 'refused'] as const;

type NewFile = Pick<
  InboxFileRow,
  'id' | 'origin' | 'kind' | 'path' | 'location' | 'bytes' | 'modified_at' | 'uploaded_by' | 'created_at'
>;

/** @returns false when another file has the location. */
export async function insertFile(db: Connection, file: NewFile): Promise<boolean> {
  const inserted = await db
    .insertInto('inbox_files')
    .values({ ...file, state: 'receiving', changed_at: file.created_at })
    .onConflict((conflict) => conflict.column('location').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const findFile = (db: Connection, id: string): Promise<InboxFileRow | undefined> =>
  db.selectFrom('inbox_files').selectAll().where('id', '=', id).executeTakeFirst();

/** Files that wait for an operator, in the order in which they came. */
export const listWaiting = (db: Connection, limit: number): Promise<InboxFileRow[]> =>
  db
    .selectFrom('inbox_files')
    .selectAll()
    .where('state', 'in', WAITING)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Those of these files that can be started. */
export const listReady = (db: Connection, ids: readonly string[]): Promise<InboxFileRow[]> =>
  db
    .selectFrom('inbox_files')
    .selectAll()
    .where((eb) => eb('id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .where('state', '=', 'ready')
    .execute();

/** How many files wait, and how many bytes of unfinished uploads are expected in all. */
export async function sumWaiting(
  db: Connection,
): Promise<{ count: number; unfinished: { id: string; bytes: number }[] }> {
  const rows = await db
    .selectFrom('inbox_files')
    .select(['id', 'bytes', 'origin', 'state'])
    .where('state', 'in', WAITING)
    .execute();
  return {
    count: rows.length,
    unfinished: rows.filter(({ origin, state }) => origin === 'upload' && state === 'receiving'),
  };
}

export const listWatched = (db: Connection): Promise<InboxFileRow[]> =>
  db.selectFrom('inbox_files').selectAll().where('origin', '=', 'watched').execute();

export const listUploads = (db: Connection): Promise<InboxFileRow[]> =>
  db.selectFrom('inbox_files').selectAll().where('origin', '=', 'upload').orderBy('created_at').execute();

export const listReceived = (db: Connection, limit: number): Promise<InboxFileRow[]> =>
  db
    .selectFrom('inbox_files')
    .selectAll()
    .where('state', '=', 'received')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

type Changes = Partial<
  Pick<
    InboxFileRow,
    'bytes' | 'modified_at' | 'changed_at' | 'state' | 'findings' | 'beside' | 'problem' | 'uploaded_by'
  >
>;

/** Changes a file that is still in this state. @returns whether it was. */
export async function changeFile(
  db: Connection,
  id: string,
  from: InboxFileRow['state'],
  { findings, beside, problem, ...changes }: Changes,
): Promise<boolean> {
  const changed = await db
    .updateTable('inbox_files')
    .set({
      ...changes,
      ...(findings !== undefined && { findings: findings === null ? null : JSON.stringify(findings) }),
      ...(beside !== undefined && { beside: beside === null ? null : JSON.stringify(beside) }),
      ...(problem !== undefined && { problem: problem === null ? null : JSON.stringify(problem) }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Gives files that are ready to a job. @returns how many were ready. */
export async function giveToJob(tx: Connection, ids: readonly string[], jobId: string): Promise<number> {
  if (ids.length === 0) return 0;
  const given = await tx
    .updateTable('inbox_files')
    .set({ state: 'started', job_id: jobId })
    .where('id', 'in', [...ids])
    .where('state', '=', 'ready')
    .returning('id')
    .execute();
  return given.length;
}

/** Removes a file that no job has. @returns false when a job has it, or nobody. */
export async function deleteWaiting(tx: Connection, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('inbox_files')
    .where('id', '=', id)
    .where('state', 'in', WAITING)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

export const deleteFile = async (db: Connection, id: string): Promise<void> => {
  await db.deleteFrom('inbox_files').where('id', '=', id).execute();
};

/** Removes a file unless somebody has changed it since it was read. @returns whether it did. */
export async function deleteUnchanged(
  db: Connection,
  { id, state, changed_at: changedAt }: Pick<InboxFileRow, 'id' | 'state' | 'changed_at'>,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('inbox_files')
    .where('id', '=', id)
    .where('state', '=', state)
    .where('changed_at', '=', changedAt)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Those of the files whose jobs may still read them; a picture belongs to all jobs of its title. */
export async function listNeeded(db: Connection): Promise<Set<string>> {
  const rows = await db
    .selectFrom('inbox_files as file')
    .select('file.id')
    .where('file.state', '=', 'started')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('media_jobs as job')
          .select(sql<number>`1`.as('one'))
          .where('job.state', '!=', 'done')
          .where(sql<boolean>`(job.id = file.job_id or position(file.id::text in job.pictures::text) > 0)`),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
