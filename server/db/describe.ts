import { sql } from 'kysely';
import type { Connection } from './open.ts';

/** What an operator must know about a database. */
export interface DatabaseFacts {
  version: string;
  encoding: string;
  maxConnections: number;
  /** A standby, or a database that refuses writes. */
  isReadOnly: boolean;
  /** Whether a commit is on the disk when it is acknowledged. */
  isDurable: boolean;
  now: Date;
}

export async function describeDatabase(db: Connection): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int as "maxConnections",
      pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
      current_setting('fsync')::boolean and current_setting('full_page_writes')::boolean as "isDurable",
      clock_timestamp() as now`.execute(db);
  return rows[0]!;
}
