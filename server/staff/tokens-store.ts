import type { Insertable } from 'kysely';
import type { StaffRole } from '#contract/console/endpoint.ts';
import type { Connection } from '../db/open.ts';
import type { ApiTokenRow } from '../db/tables.ts';

export type TokenOfStaff = ApiTokenRow & { email: string; role: StaffRole };

const tokensOfStaff = (db: Connection) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('staff', 'staff.id', 'api_tokens.staff_id')
    .selectAll('api_tokens')
    .select(['staff.email', 'staff.role']);

/** A token that works, with the member who made it. */
export const findTokenByHash = (db: Connection, hash: string, now: Date): Promise<TokenOfStaff | undefined> =>
  tokensOfStaff(db)
    .where('api_tokens.token_hash', '=', hash)
    .where('api_tokens.expires_at', '>', now)
    .where('api_tokens.revoked_at', 'is', null)
    .executeTakeFirst();

export const listTokenRows = (db: Connection): Promise<TokenOfStaff[]> =>
  tokensOfStaff(db).orderBy('api_tokens.created_at', 'desc').orderBy('api_tokens.id').execute();

export async function insertToken(tx: Connection, token: Insertable<ApiTokenRow>): Promise<void> {
  await tx.insertInto('api_tokens').values(token).execute();
}

export async function touchToken(db: Connection, id: string, now: Date): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Ends a token; undefined when there is none that works. */
export const endToken = (tx: Connection, id: string, now: Date): Promise<{ name: string } | undefined> =>
  tx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('name')
    .executeTakeFirst();
