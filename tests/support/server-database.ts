import { createHash, randomUUID } from 'node:crypto';
import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
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
    // Several workers may be here at once. The first one's file stays: a worker that reads it already would fail if
    // another file took its place.
    const own = `${path}.${process.pid}`;
    await writeFile(own, Buffer.from(await archive.arrayBuffer()));
    await link(own, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(own);
  }
  return openAsBlob(path);
}

/**
 * Address of the PostgreSQL that the tests run on; without one they run on the embedded engine. Which of the two stands
 * in `vitest.config.ts`, per project.
 */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'] || undefined;

/** Migrated by the project's setup; copying it is quicker than migrating. */
const templateName = process.env['TEST_DATABASE_TEMPLATE'] || undefined;

/** How many servers answer the calls of a test in turns, all on one database. */
export const serverCount = Number(process.env['TEST_SERVERS'] || 1);

/** Runs a statement outside of any database of a test. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const withName = (databaseUrl: string, name: string): string => {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** A PostgreSQL database of a test's own. */
export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A copy of a database that nobody is connected to, or an empty one. */
export async function createOwnDatabase(template?: OwnDatabase | string): Promise<OwnDatabase> {
  const server = testDatabaseUrl;
  if (server === undefined) throw new Error('no PostgreSQL to make a database in');
  const name = `bora_test_${randomUUID().replaceAll('-', '')}`;
  const source = typeof template === 'object' ? new URL(template.url).pathname.slice(1) : template;
  await administer(server, `create database ${name} template ${source ?? 'template0'}`);
  return { url: withName(server, name), drop: () => administer(server, `drop database ${name} with (force)`) };
}

/** A database of a test's own with this version's tables. */
export const createMigratedDatabase = (): Promise<OwnDatabase> => createOwnDatabase(templateName);

/** Makes the template of a project, for its setup. */
export async function createTemplate(databaseUrl: string, name: string): Promise<{ drop(): Promise<void> }> {
  await administer(databaseUrl, `create database ${name} template template0`);
  const database = await openPostgres(withName(databaseUrl, name));
  await migrate(database.kysely).finally(() => database.close());
  return { drop: () => administer(databaseUrl, `drop database ${name} with (force)`) };
}

/**
 * An empty, migrated database that nobody else uses, opened once for each of the servers that take turns: each with
 * connections of its own, as processes have. The embedded engine has one server only.
 */
export async function openTestDatabases(): Promise<{ databases: [Database, ...Database[]]; close(): Promise<void> }> {
  if (testDatabaseUrl === undefined) {
    const database = await openInMemory({ template: await databaseTemplate() });
    return { databases: [database], close: () => database.close() };
  }
  const own = await createOwnDatabase(templateName);
  const first = await openPostgres(own.url);
  await migrate(first.kysely);
  const others = await Promise.all(Array.from({ length: serverCount - 1 }, () => openPostgres(own.url)));
  return {
    databases: [first, ...others],
    close: async () => {
      for (const database of [first, ...others]) await database.close();
      await own.drop();
    },
  };
}

/** The same, opened once. */
export async function openTestDatabase(): Promise<Database> {
  const { databases, close } = await openTestDatabases();
  return { ...databases[0], close };
}
