import type { Connection } from '../db/open.ts';
import type { StaffRow, StaffSessionRow } from '../db/tables.ts';

export async function insertSession(tx: Connection, row: StaffSessionRow): Promise<void> {
  await tx.insertInto('staff_sessions').values(row).execute();
}

export type SessionOfStaff = StaffSessionRow & Pick<StaffRow, 'email' | 'role' | 'is_demo' | 'provider_subject'>;

/** A session is alive if it expires after `now` and was used after `livingSince`. */
export interface Living {
  now: Date;
  livingSince: Date;
}

const selectLiving = (db: Connection, { now, livingSince }: Living) =>
  db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .selectAll('staff_sessions')
    .select(['staff.email', 'staff.role', 'staff.is_demo', 'staff.provider_subject'])
    .where('staff_sessions.expires_at', '>', now)
    .where('staff_sessions.last_used_at', '>', livingSince);

export const findSession = (db: Connection, tokenHash: string, living: Living): Promise<SessionOfStaff | undefined> =>
  selectLiving(db, living).where('token_hash', '=', tokenHash).executeTakeFirst();

/** The most recently used first. */
export const listSessions = (db: Connection, living: Living, staffId: string | undefined): Promise<SessionOfStaff[]> =>
  selectLiving(db, living)
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId!))
    .orderBy('last_used_at', 'desc')
    .orderBy('staff_sessions.id')
    .execute();

export async function touchSession(db: Connection, id: string, now: Date): Promise<void> {
  await db.updateTable('staff_sessions').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** @returns whether the member has that session. */
export async function confirmSession(
  tx: Connection,
  { id, staffId }: { id: string; staffId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_sessions')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param staffId only a session of this member; undefined for any. */
export const removeSession = (
  tx: Connection,
  { id, staffId }: { id: string; staffId: string | undefined },
): Promise<StaffSessionRow | undefined> =>
  tx
    .deleteFrom('staff_sessions')
    .where('id', '=', id)
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId!))
    .returningAll()
    .executeTakeFirst();

export async function removeSessionsOf(tx: Connection, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_sessions').where('staff_id', '=', staffId).execute();
}
