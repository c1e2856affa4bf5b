import { sql, type Insertable, type Selectable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { EmailCodesTable, PasswordResetsTable } from '../db/tables.ts';

/** Stores the newest code of an e-mail address, for its owner or for anybody; it replaces the earlier one. */
export async function putEmailCode(tx: Connection, code: Insertable<EmailCodesTable>): Promise<void> {
  await tx
    .insertInto('email_codes')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['email', 'is_for_owner']).doUpdateSet((eb) => ({
        code_hash: eb.ref('excluded.code_hash'),
        tries: eb.ref('excluded.tries'),
        created_at: eb.ref('excluded.created_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

export interface CodeTry {
  email: string;
  isForOwner: boolean;
  codeHash: string;
  now: Date;
  maximumTries: number;
}

/**
 * Whether the code is right; undefined when no more tries are allowed. The statement that compares a wrong code also
 * counts it, so concurrent tries cannot bypass the limit.
 */
export async function tryEmailCode(db: Connection, given: CodeTry): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_right: boolean }>`
    update email_codes set tries = tries + case when code_hash = ${given.codeHash} then 0 else 1 end
    where email = ${given.email} and is_for_owner = ${given.isForOwner}
      and tries < ${given.maximumTries} and expires_at > ${given.now}
    returning code_hash = ${given.codeHash} as is_right`.execute(db);
  return rows[0]?.is_right;
}

export async function hasEmailCode(db: Connection, email: string, isForOwner: boolean): Promise<boolean> {
  const found = await db
    .selectFrom('email_codes')
    .select('email')
    .where('email', '=', email)
    .where('is_for_owner', '=', isForOwner)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes a code if it is right and still valid; returns whether it did. */
export async function takeEmailCode(tx: Connection, given: CodeTry): Promise<boolean> {
  const taken = await tx
    .deleteFrom('email_codes')
    .where('email', '=', given.email)
    .where('is_for_owner', '=', given.isForOwner)
    .where('code_hash', '=', given.codeHash)
    .where('tries', '<', given.maximumTries)
    .where('expires_at', '>', given.now)
    .returning('email')
    .executeTakeFirst();
  return taken !== undefined;
}

export type PasswordResetRow = Selectable<PasswordResetsTable>;
/** One of a reset's two secrets. */
export type ResetSecret = { token_hash: string } | { code_hash: string };

const columnOf = (secret: ResetSecret) =>
  'token_hash' in secret ? (['token_hash', secret.token_hash] as const) : (['code_hash', secret.code_hash] as const);

export async function insertPasswordReset(tx: Connection, reset: Insertable<PasswordResetsTable>): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute();
}

export function findPasswordReset(db: Connection, secret: ResetSecret): Promise<PasswordResetRow | undefined> {
  const [column, hash] = columnOf(secret);
  return db.selectFrom('password_resets').selectAll().where(column, '=', hash).executeTakeFirst();
}

/** Consumes a reset; false when it was already consumed or has expired. */
export async function usePasswordReset(
  tx: Connection,
  { account_id, id }: Pick<PasswordResetRow, 'account_id' | 'id'>,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Ends all valid resets of an account. */
export async function endPasswordResets(tx: Connection, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}
