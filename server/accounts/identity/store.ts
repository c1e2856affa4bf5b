import type { Connection } from '#server/db/open.ts';
import type { IdentityCheckRow } from '#server/db/tables.ts';

export const findCheck = (db: Connection, accountId: string, id: string): Promise<IdentityCheckRow | undefined> =>
  db
    .selectFrom('identity_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

export const findPendingCheck = (tx: Connection, accountId: string, now: Date): Promise<IdentityCheckRow | undefined> =>
  tx
    .selectFrom('identity_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

export async function insertCheck(tx: Connection, check: IdentityCheckRow): Promise<void> {
  await tx.insertInto('identity_checks').values(check).execute();
}

export async function renewCheck(tx: Connection, { account_id, id }: IdentityCheckRow, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('identity_checks')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/** Settles a pending check; leaves a settled or expired one unchanged. @returns whether it was pending */
export async function settleCheck(
  tx: Connection,
  { account_id, id }: Pick<IdentityCheckRow, 'account_id' | 'id'>,
  { status, now }: { status: IdentityCheckRow['status']; now: Date },
): Promise<boolean> {
  const settled = await tx
    .updateTable('identity_checks')
    .set({ status })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** Stores when an adult of an account proved their age; a second proof changes nothing. */
export async function markProved(tx: Connection, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ identity_proved_at: now })
    .where('id', '=', accountId)
    .where('identity_proved_at', 'is', null)
    .execute();
}
