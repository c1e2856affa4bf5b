import type { Connection } from '../db/open.ts';

/** Files about accounts, whose links have expired, piece by piece. */
export async function removeAccountExports(db: Connection, before: Date, limit: number): Promise<number> {
  const expired = await db
    .selectFrom('account_exports')
    .select(['id', 'account_id', 'file_id'])
    .where('expires_at', '<=', before)
    .limit(limit)
    .execute();
  for (const { id, account_id, file_id } of expired) {
    await db
      .deleteFrom('account_export_parts')
      .where('account_id', '=', account_id)
      .where('file_id', '=', file_id)
      .execute();
    await db.deleteFrom('account_exports').where('id', '=', id).execute();
  }
  return expired.length;
}
