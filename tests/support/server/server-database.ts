import { createHash, randomUUID } from 'node:crypto';
import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openInMemory } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { closeTemplate, createDatabase, dropDatabase, joinNodes, spreadTemplate, withName } from './database-nodes.ts';
import { takeEmbedded } from './embedded-pool.ts';

const migrationsFolder = fileURLToPath(new URL('../../../server/db/migrations', import.meta.url));
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));

/** The name depends on the migrations and the engine's version. */
function templatePath(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrationsFolder).sort()) hash.update(readFileSync(join(migrationsFolder, file)));
  hash.update(readFileSync(join(migrationsFolder, '../migrate.ts')));
  hash.update(
    /"node_modules\/@electric-sql\/pglite": \{\s*"version": "[^"]+"/.exec(readFileSync(lockFile, 'utf8'))?.[0] ?? '',
  );
  return join(tmpdir(), `bora-database-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** A migrated data folder as one file. Cached across runs: creating one takes five seconds, reading it one. */
export async function databaseTemplate(): Promise<Blob> {
  const path = templatePath();
  if (!existsSync(path)) {
    const database = await openInMemory();
    await migrate(database.kysely);
    const archive = await database.archive!();
    await database.close();
    // Several workers may get here at once. The first file wins: replacing it would break a worker that is reading it.
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
 * Address of the PostgreSQL that the tests use; without it they use the embedded engine. `vitest.config.ts` chooses per
 * project.
 */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'] || undefined;

/** Migrated by the project's setup; copying is faster than migrating. */
const templateName = process.env['TEST_DATABASE_TEMPLATE'] || undefined;

/** How many servers on one database take turns in answering a test's calls. */
export const serverCount = Number(process.env['TEST_SERVERS'] || 1);

/** A private PostgreSQL database of one test. */
export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a copy of a database without connections, or an empty database. */
export async function createOwnDatabase(template?: OwnDatabase | string): Promise<OwnDatabase> {
  const server = testDatabaseUrl;
  if (server === undefined) throw new Error('no PostgreSQL to make a database in');
  const name = `bora_test_${randomUUID().replaceAll('-', '')}`;
  const source = typeof template === 'object' ? new URL(template.url).pathname.slice(1) : template;
  await createDatabase(server, name, source ?? 'template0');
  return { url: withName(server, name), drop: () => dropDatabase(server, name) };
}

/** A private database with the current schema. */
export const createMigratedDatabase = (): Promise<OwnDatabase> => createOwnDatabase(templateName);

/** Creates the template of a project in its setup. On a Citus cluster its tables are spread. */
export async function createTemplate(databaseUrl: string, name: string): Promise<{ drop(): Promise<void> }> {
  await createDatabase(databaseUrl, name, 'template0');
  await joinNodes(databaseUrl, name);
  const database = await openPostgres(withName(databaseUrl, name));
  try {
    await migrate(database.kysely);
    await spreadTemplate(databaseUrl, database);
  } finally {
    await database.close();
  }
  await closeTemplate(databaseUrl, name);
  return { drop: () => dropDatabase(databaseUrl, name) };
}

/**
 * A private, empty, migrated database, opened once per server that takes turns: each has its own connections, as
 * processes have. The embedded engine supports one server only.
 */
export async function openTestDatabases(): Promise<{ databases: [Database, ...Database[]]; close(): Promise<void> }> {
  if (testDatabaseUrl === undefined) {
    const database = await takeEmbedded(databaseTemplate);
    return { databases: [database], close: () => database.close() };
  }
  const own = await createOwnDatabase(templateName);
  const first = await openPostgres(own.url);
  // A copy of the template is migrated already.
  if (templateName === undefined) await migrate(first.kysely);
  const others = await Promise.all(Array.from({ length: serverCount - 1 }, () => openPostgres(own.url)));
  return {
    databases: [first, ...others],
    close: async () => {
      for (const database of [first, ...others]) await database.close();
      await own.drop();
    },
  };
}

/** A private embedded database that closes with its server. An idle one would keep a script's process alive. */
export const openOwnEmbedded = async (): Promise<Database> => openInMemory({ template: await databaseTemplate() });

/** The same with one connection pool. */
export async function openTestDatabase(): Promise<Database> {
  const { databases, close } = await openTestDatabases();
  return { ...databases[0], close };
}
