import type { Selectable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { SecondFactorsTable } from '#server/db/tables/accounts.ts';

export type SecondFactorRow = Selectable<SecondFactorsTable>;

/** Lock the account first, to change what the row says. */
export const findSecondFactor = (db: Connection, accountId: string): Promise<SecondFactorRow | undefined> =>
  db.selectFrom('second_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Changes the row; makes it if the account has none. */
export async function putSecondFactor(
  tx: Connection,
  accountId: string,
  changes: Partial<Omit<SecondFactorRow, 'account_id'>>,
): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ account_id: accountId, method: 'none', ...changes })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
    .execute();
}

export const isRememberedDevice = async (
  db: Connection,
  device: { account_id: string; key_hash: string; usedSince: Date },
): Promise<boolean> =>
  (await db
    .selectFrom('remembered_devices')
    .select('key_hash')
    .where('account_id', '=', device.account_id)
    .where('key_hash', '=', device.key_hash)
    .where('last_used_at', '>', device.usedSince)
    .executeTakeFirst()) !== undefined;

/** Notes the use of a remembered device; false for one that is not remembered. */
export async function useRememberedDevice(
  tx: Connection,
  device: { account_id: string; key_hash: string; device_session_id: string; last_used_at: Date; usedSince: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('remembered_devices')
    .set({ device_session_id: device.device_session_id, last_used_at: device.last_used_at })
    .where('account_id', '=', device.account_id)
    .where('key_hash', '=', device.key_hash)
    .where('last_used_at', '>', device.usedSince)
    .returning('key_hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** Remembers a device, and forgets those that signed in longest ago, beyond `maximum`. */
export async function rememberDevice(
  tx: Connection,
  device: { account_id: string; key_hash: string; device_session_id: string; last_used_at: Date },
  maximum: number,
): Promise<void> {
  await tx.insertInto('remembered_devices').values(device).execute();
  await tx
    .deleteFrom('remembered_devices')
    .where('account_id', '=', device.account_id)
    .where('key_hash', 'in', (surplus) =>
      surplus
        .selectFrom('remembered_devices')
        .select('key_hash')
        .where('account_id', '=', device.account_id)
        .orderBy('last_used_at', 'desc')
        .orderBy('key_hash')
        .offset(maximum),
    )
    .execute();
}

/** Forgets the device of one session, or all but that of one session. */
export async function forgetDevices(
  tx: Connection,
  { accountId, ...which }: { accountId: string } & ({ sessionId: string } | { exceptSessionId: string | null }),
): Promise<void> {
  const all = tx.deleteFrom('remembered_devices').where('account_id', '=', accountId);
  if ('sessionId' in which) await all.where('device_session_id', '=', which.sessionId).execute();
  else if (which.exceptSessionId === null) await all.execute();
  else await all.where('device_session_id', '!=', which.exceptSessionId).execute();
}
