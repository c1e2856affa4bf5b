import { sql } from 'kysely';
import { accountTables } from '../db/account-data.ts';
import type { Connection } from '../db/open.ts';

/**
 * Removes what identifies the owner, and queues the rest. Lock the account first. The e-mail address is free afterwards, so
 * nothing that is stored under it may remain.
 */
export async function removeIdentity(
  tx: Connection,
  account: { id: string; email: string },
  { emailHash, leftAt }: { emailHash: string; leftAt: Date },
): Promise<void> {
  for (const { table, by } of accountTables.filter(({ erase }) => erase === 'at-once'))
    await sql`delete from ${sql.table(table)} where ${sql.ref(by)} = ${account.email}`.execute(tx);
  await tx
    .updateTable('accounts')
    .set({
      email: '',
      password_hash: '',
      is_email_confirmed: false,
      plan: 'free',
      membership_expires_at: null,
      left_at: leftAt,
    })
    .where('id', '=', account.id)
    .execute();
  await tx
    .insertInto('erasures')
    .values({ account_id: account.id, email_hash: emailHash, left_at: leftAt })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}
