import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

interface SessionKey {
  account_id: string;
  id: string;
}

/** Records the last use of a device, unless one after `before` is recorded. */
export async function noteDeviceUse(db: Connection, session: SessionKey, { now, before }: { now: Date; before: Date }) {
  await db
    .updateTable('device_sessions')
    .set({ last_seen_at: now })
    .where('account_id', '=', session.account_id)
    .where('id', '=', session.id)
    .where('last_seen_at', '<=', before)
    .execute();
}

/**
 * Signs out devices beyond an account's limit: first devices without a chosen profile, then the least recently used.
 * Lock the account first.
 *
 * @returns the ids of the signed-out devices.
 */
export async function revokeSurplusSessions(
  tx: Connection,
  sessions: { accountId: string; newestId: string; maximum: number; revokedAt: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update device_sessions set revoked_at = ${sessions.revokedAt}
    where account_id = ${sessions.accountId} and id in (
      select id from device_sessions as living
      where account_id = ${sessions.accountId} and revoked_at is null
      order by id = ${sessions.newestId} desc,
        exists (select 1 from tokens where tokens.account_id = ${sessions.accountId}
          and tokens.device_session_id = living.id and tokens.profile_id is not null) desc,
        last_seen_at desc, created_at desc, id
      offset ${sessions.maximum})
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
