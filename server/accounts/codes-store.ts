import { sql, type Insertable, type Selectable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { EmailCodesTable, PasswordResetsTable } from '../db/tables.ts';

/** Keeps the newest code of an e-mail address; an earlier one is over. */
export async function putEmailCode(tx: Connection, code: Insertable<EmailCodesTable>): Promise<void> {
  await tx
    .insertInto('email_codes')
    .values(code)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
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
  codeHash: string;
  now: Date;
  maximumTries: number;
}

/**
 * Whether a code is the right one; undefined where none may be tried any more. A wrong one is counted in the same
 * statement that compares it, so that of many at once each counts.
 */
export async function tryEmailCode(db: Connection, given: CodeTry): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_right: boolean }>`
    update email_codes set tries = tries + case when code_hash = ${given.codeHash} then 0 else 1 end
    where email = ${given.email} and tries < ${given.maximumTries} and expires_at > ${given.now}
    returning code_hash = ${given.codeHash} as is_right`.execute(db);
  return rows[0]?.is_right;
}

export const hasEmailCode = async (db: Connection, email: string): Promise<boolean> =>
  (await db.selectFrom('email_codes').select('email').where('email', '=', email).executeTakeFirst()) !== undefined;

/** Takes a code away, when it is the right one and may still be used. */
export async function takeEmailCode(tx: Connection, given: CodeTry): Promise<boolean> {
  const taken = await tx
    .deleteFrom('email_codes')
    .where('email', '=', given.email)
    .where('code_hash', '=', given.codeHash)
    .where('tries', '<', given.maximumTries)
    .where('expires_at', '>', given.now)
    .returning('email')
    .executeTakeFirst();
  return taken !== undefined;
}

export type PasswordResetRow = Selectable<PasswordResetsTable>;
/** Which of a reset's two secrets was given. */
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

/** Uses a reset up; false when it was used or over already. */
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

/** Ends all resets of an account that may still be used. */
export async function endPasswordResets(tx: Connection, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
}
