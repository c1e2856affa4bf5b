import type { Insertable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { DeviceAuthorizationRow, DeviceAuthorizationsTable } from '#server/db/tables.ts';

/** Inserts the row; false when another television has the same user code. */
export async function insertDeviceAuthorization(
  db: Connection,
  authorization: Insertable<DeviceAuthorizationsTable>,
): Promise<boolean> {
  const made = await db
    .insertInto('device_authorizations')
    .values(authorization)
    .onConflict((conflict) => conflict.column('user_code').doNothing())
    .returning('user_code')
    .executeTakeFirst();
  return made !== undefined;
}

/** The account that answered a television; takes no lock. */
export const findAnswerer = async (db: Connection, codeHash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('device_authorizations')
      .select('account_id')
      .where('device_code_hash', '=', codeHash)
      .executeTakeFirst()
  )?.account_id ?? undefined;

export const lockByDeviceCode = (tx: Connection, codeHash: string): Promise<DeviceAuthorizationRow | undefined> =>
  tx
    .selectFrom('device_authorizations')
    .selectAll()
    .where('device_code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();

export const findByUserCode = (db: Connection, userCode: string): Promise<DeviceAuthorizationRow | undefined> =>
  db.selectFrom('device_authorizations').selectAll().where('user_code', '=', userCode).executeTakeFirst();

export const lockByUserCode = (tx: Connection, userCode: string): Promise<DeviceAuthorizationRow | undefined> =>
  tx.selectFrom('device_authorizations').selectAll().where('user_code', '=', userCode).forUpdate().executeTakeFirst();

export async function updateDeviceAuthorization(
  tx: Connection,
  codeHash: string,
  changes: Partial<
    Pick<
      DeviceAuthorizationRow,
      'state' | 'account_id' | 'poll_interval' | 'polled_at' | 'device_session_id' | 'handed_over_at' | 'requested_from'
    >
  >,
): Promise<void> {
  await tx.updateTable('device_authorizations').set(changes).where('device_code_hash', '=', codeHash).execute();
}

/** Denies televisions that an account has approved and that have not fetched their token yet. */
export async function denyApproved(tx: Connection, accountId: string): Promise<void> {
  await tx
    .updateTable('device_authorizations')
    .set({ state: 'denied' })
    .where('account_id', '=', accountId)
    .where('state', '=', 'approved')
    .execute();
}
