import { createHash, randomUUID } from 'node:crypto';
import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openInMemory } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';

const migrationsFolder = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

/** A name that changes with the migrations and with the engine. */
function templatePath(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrationsFolder).sort()) hash.update(readFileSync(join(migrationsFolder, file)));
  hash.update(
    /"node_modules\/@electric-sql\/pglite": \{\s*"version": "[^"]+"/.exec(readFileSync(lockFile, 'utf8'))?.[0] ?? '',
  );
  return join(tmpdir(), `bora-database-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** A migrated data folder as one file. Made once for all runs: making one anew takes five seconds, reading it one. */
export async function databaseTemplate(): Promise<Blob> {
  const path = templatePath();
  if (!existsSync(path)) {
    const database = await openInMemory();
    await migrate(database.kysely);
    const archive = await database.archive!();
    await database.close();
    // Several workers may be here at once: each writes its own, and the last to finish wins.
    const own = `${path}.${process.pid}`;
    await writeFile(own, Buffer.from(await archive.arrayBuffer()));
    await rename(own, path);
  }
  return openAsBlob(path);
}

/** Address of the PostgreSQL that the tests shall run on; without one they run on the embedded engine. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'] || undefined;

async function withAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A PostgreSQL database of its own, dropped when it is closed. */
async function openOwnPostgres(url: string): Promise<Database> {
  const name = `bora_test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openPostgres(own.href);
  await migrate(database.kysely);
  return {
    ...database,
    close: async () => {
      await database.close();
      await withAdmin(url, `drop database ${name} with (force)`);
    },
  };
}

/** An empty, migrated database that nobody else uses. */
export const openTestDatabase = async (): Promise<Database> =>
  testDatabaseUrl === undefined
    ? openInMemory({ template: await databaseTemplate() })
    : openOwnPostgres(testDatabaseUrl);
