import { sql } from 'kysely';
import { RefusedError } from '../lib/refused-error.ts';
import type { Connection } from './database.ts';

const MESSAGE =
  'DATABASE_URL leads to a pooler, such as pgbouncer, that does not pass on what this server sets for its sessions: name ' +
  'PostgreSQL itself. Each process has a pool of its own (docs/operations/grow.md).';
const SHOWN =
  'DATABASE_URL이 세션 설정을 전달하지 않는 풀러(pgbouncer 등)를 가리켜요. PostgreSQL 주소를 직접 써 주세요.';

/** Whether a pooler refuses the connection, because it does not know the settings that the driver sends when it connects. */
const isRefusalOfOptions = (error: unknown): boolean =>
  error instanceof Error && (/startup parameter/i.test(error.message) || isRefusalOfOptions(error.cause));

/**
 * Behind a pooler that drops the limits of the start-up message, statements have none; where it also gives each transaction
 * another session, named statements are unknown there. Both would show as failures of some calls, much later.
 *
 * @throws RefusedError
 */
export async function refusePooler(db: Connection): Promise<void> {
  const ask = sql<{ source: string }>`select source from pg_settings where name = 'lock_timeout'`;
  try {
    const { rows } = await ask.execute(db);
    // A pooler that passes the limits on does so by statements.
    if (rows[0]?.source === 'client' || rows[0]?.source === 'session') return;
  } catch (error) {
    if (!isRefusalOfOptions(error)) throw error;
  }
  throw new RefusedError(MESSAGE, SHOWN);
}
