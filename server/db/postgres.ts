import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './open.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;

/** Connections of one server process; times the processes it must stay below the server's `max_connections`. */
const MAXIMUM_CONNECTIONS = 10;

/** Of the connections, those that one kind of batched statement takes: while one is under way, the next is sent. */
const BATCHES_AT_ONCE = 3;

const names = new Map<string, string>();

/** One name per distinct text. Texts are few: lists go in as one array or one JSON value. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** A client that prepares every statement with values, which halves the database's work per call. */
class PreparingClient extends pg.Client {
  // The overloads of `query` are many; only the one that the query builder uses is changed.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override query(...args: any[]): any {
    const [text, values] = args as [unknown, unknown];
    const isPreparable = typeof text === 'string' && args.length === 2 && Array.isArray(values) && values.length > 0;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    const query = super.query.bind(this) as (...args: any[]) => any;
    return isPreparable ? query({ name: nameOf(text), text, values }) : query(...args);
  }
}

/**
 * What the driver reads times by, whatever the server, the database or the role has set; after what the address itself
 * asks for.
 */
function withSession(url: string): string {
  const address = new URL(url);
  const asked = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${asked} -c datestyle=ISO`.trim());
  return address.href;
}

/** Opens a PostgreSQL by its address. */
export function openPostgres(url: string): Promise<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    connectionString: withSession(url),
    Client: PreparingClient,
    max: MAXIMUM_CONNECTIONS,
    types,
  });
  // An idle connection that the server drops would end the process; the next query opens another.
  pool.on('error', () => undefined);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return Promise.resolve({
    engine: 'postgres',
    kysely,
    atOnce: BATCHES_AT_ONCE,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  });
}
