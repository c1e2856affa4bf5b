import { sql } from 'kysely';
import { openInMemory } from '#server/db/embedded.ts';
import type { Connection, Database } from '#server/db/open.ts';

/* Embedded databases in memory that tests use one after another: emptying one takes a tenth of opening another. */

/** Most idle databases of a worker; each takes about 100 MB. */
const MOST_IDLE = 3;

/** A migrated database, and what it contained before the first test. */
interface Pooled {
  readonly database: Database;
  readonly schema: string;
  /** Rows of the tables that migrations fill, as JSON, by table. */
  readonly rows: ReadonlyMap<string, string>;
}

const idle: Pooled[] = [];

/** All relations, columns and constraints: a test that changed one of them keeps its database for itself. */
const schemaOf = async (db: Connection): Promise<string> => {
  const { rows } = await sql<{ schema: string }>`
    with own as (select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace)
    select md5(concat(
      (select string_agg(concat(oid, relname, relkind), ',' order by oid) from own),
      (select string_agg(concat(attrelid, attname, atttypid), ',' order by attrelid, attnum)
        from pg_attribute join own on own.oid = attrelid),
      (select string_agg(concat(oid, conname, convalidated), ',' order by oid)
        from pg_constraint where connamespace = 'public'::regnamespace))) as schema`.execute(db);
  return rows[0]!.schema;
};

async function rowsOf(db: Connection): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by oid`.execute(db);
  const each = tables.map(
    ({ name }) => `select '${name}' as name, (select jsonb_agg(t)::text from "${name}" t) as rows`,
  );
  const { rows } = await sql<{ name: string; rows: string | null }>`${sql.raw(each.join(' union all '))}`.execute(db);
  return new Map(rows.flatMap(({ name, rows: content }) => (content === null ? [] : [[name, content] as const])));
}

/** Restores the first rows. Without triggers: neither the order of tables nor cascades matter. */
async function restore({ database: { kysely }, rows }: Pooled): Promise<void> {
  const now = await rowsOf(kysely);
  const changed = [...new Set([...now.keys(), ...rows.keys()])].filter((name) => now.get(name) !== rows.get(name));
  await kysely.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const name of changed) {
      await sql`delete from ${sql.table(name)}`.execute(connection);
      const first = rows.get(name);
      if (first === undefined) continue;
      await sql`insert into ${sql.table(name)}
        select * from jsonb_populate_recordset(null::${sql.table(name)}, ${first}::jsonb)`.execute(connection);
    }
    await sql`reset session_replication_role`.execute(connection);
  });
}

/** Keeps a database for the next test, unless its schema changed or it no longer answers. */
async function giveBack(pooled: Pooled): Promise<void> {
  const { database, schema } = pooled;
  try {
    if (idle.length < MOST_IDLE && (await schemaOf(database.kysely)) === schema) {
      await restore(pooled);
      idle.push(pooled);
      return;
    }
  } catch {
    // The test broke it or closed its engine.
  }
  await database.close();
}

/** An empty, migrated database in memory. @param template a migrated data folder as an archive. */
export async function takeEmbedded(template: () => Promise<Blob>): Promise<Database> {
  let pooled = idle.pop();
  if (!pooled) {
    const database = await openInMemory({ template: await template() });
    const [schema, rows] = [await schemaOf(database.kysely), await rowsOf(database.kysely)];
    pooled = { database, schema, rows };
  }
  const own = pooled;
  let closed: Promise<void> | undefined;
  return { ...own.database, close: () => (closed ??= giveBack(own)) };
}
