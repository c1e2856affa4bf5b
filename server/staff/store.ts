import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { StaffRow } from '../db/tables.ts';
import { lockSetting } from '../settings/index.ts';

/** Changes of staff run one after the other, so that of two owners who remove each other one stays. */
export const lockStaff = (tx: Connection): Promise<void> => lockSetting(tx, 'staff', '');

export const insertStaff = async (tx: Connection, row: StaffRow): Promise<boolean> =>
  (await tx
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const findStaff = (
  db: Connection,
  by: { id: string } | { email: string } | { linkHash: string } | { providerSubject: string },
): Promise<StaffRow | undefined> => {
  const [column, value] =
    'id' in by
      ? (['id', by.id] as const)
      : 'email' in by
        ? (['email', by.email] as const)
        : 'linkHash' in by
          ? (['link_hash', by.linkHash] as const)
          : (['provider_subject', by.providerSubject] as const);
  return db.selectFrom('staff').selectAll().where(column, '=', value).executeTakeFirst();
};

/** The row, locked until the transaction ends. */
export const lockMember = (tx: Connection, id: string): Promise<StaffRow | undefined> =>
  tx.selectFrom('staff').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateStaff(
  tx: Connection,
  id: string,
  changes: Partial<Omit<StaffRow, 'id' | 'created_at'>>,
): Promise<void> {
  await tx.updateTable('staff').set(changes).where('id', '=', id).execute();
}

export async function deleteStaff(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom('staff').where('id', '=', id).execute();
}

export async function deleteDemoStaff(db: Connection): Promise<void> {
  await db.deleteFrom('staff').where('is_demo', '=', true).execute();
}

/** Owners other than one member; whether each has used the link. */
export async function listOtherOwners(tx: Connection, id: string): Promise<{ isActive: boolean }[]> {
  const rows = await tx
    .selectFrom('staff')
    .select('password_hash')
    .where('role', '=', 'owner')
    .where('id', '!=', id)
    .execute();
  return rows.map(({ password_hash: hash }) => ({ isActive: hash !== null }));
}

/** E-mail addresses of the owners who have signed in; without the demo owner, who has no mailbox. */
export async function listOwners(tx: Connection): Promise<string[]> {
  const rows = await tx
    .selectFrom('staff')
    .select('email')
    .where('role', '=', 'owner')
    .where('is_demo', '=', false)
    .where((row) => row.or([row('password_hash', 'is not', null), row('provider_subject', 'is not', null)]))
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

export type ListedStaff = StaffRow & { cnt_session: number; last_used_at: Date | null };

/** Members with their living sessions, by e-mail. */
export async function listStaffRows(
  db: Connection,
  { livingSince, now, id }: { livingSince: Date; now: Date; id?: string },
): Promise<ListedStaff[]> {
  const { rows } = await sql<ListedStaff>`
    select staff.*, counted.cnt_session, counted.last_used_at
    from staff cross join lateral (
      select (count(*) filter (where expires_at > ${now} and last_used_at > ${livingSince}))::int as cnt_session,
        max(last_used_at) as last_used_at
      from staff_sessions where staff_id = staff.id
    ) as counted
    where ${id === undefined ? sql`true` : sql`staff.id = ${id}`}
    order by staff.email`.execute(db);
  return rows;
}
