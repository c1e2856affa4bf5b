import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { openEmbedded } from '#server/db/embedded.ts';
import type { Database } from '#server/db/open.ts';
import { catalogueFolder, webFolder } from '#server/folders.ts';
import type { Clock } from '#server/lib/clock.ts';
import { startServer, type RunningServer } from '#server/start.ts';
import { databaseTemplate, openTestDatabase } from './server-database.ts';

export interface TestServerOptions {
  /** Where the data live: a folder (which stays, so that a later server can go on from it), or `memory`. */
  dataDir?: string;
  /** The folder of a server that was closed, to begin with a copy of: quicker than all that a first start does. */
  copyOf?: string;
  /** Any free port when left out. */
  port?: number;
  /** The demo accounts with their history; true when left out. */
  hasDemoAccounts?: boolean;
  /** The demo catalogue when left out. */
  catalogueFolder?: string;
  /** `dist/web` when left out. */
  webFolder?: string;
  /** What addresses in answers start with; the server's own address when left out. */
  publicUrl?: string;
  /** Lifetime of media tickets, as behind a CDN; as long as their play log when left out. */
  ticketSeconds?: number;
  clock?: Clock;
}

export interface TestServer {
  url: string;
  app: RunningServer['app'];
  /** The folder with the data: hand it to the next `startTestServer` to go on from it; `memory` when there is none. */
  dataDir: string;
  /** Rows of one SQL statement, for looking into the database. */
  query<T = Record<string, unknown>>(statement: string, values?: readonly unknown[]): Promise<T[]>;
  /** Stops the server. A folder that it made itself stays, so that the next may start on it, until `remove`. */
  close(): Promise<void>;
  /** Stops the server and removes the folder. */
  remove(): Promise<void>;
}

const openIn = async (dataDir: string): Promise<Database> =>
  dataDir === 'memory' ? openTestDatabase() : openEmbedded(dataDir, { template: await databaseTemplate() });

/**
 * The real server in this process, on a free port, with the demo catalogue and the demo accounts, on a new folder:
 *
 *     const server = await startTestServer();
 *     await page.goto(server.url);
 *     await server.query('select * from play_logs');
 *     await server.close();
 *     const again = await startTestServer({ dataDir: server.dataDir });   // a restart
 *     await again.remove();
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'bora-test-')));
  const removeFolder = async () => {
    if (dataDir !== 'memory') await rm(dataDir, { recursive: true, force: true });
  };
  // At once: twenty times as quick as one file after the other.
  if (options.copyOf !== undefined) cpSync(options.copyOf, dataDir, { recursive: true });
  const database = await openIn(dataDir);
  const running = await startServer({
    database,
    host: '127.0.0.1',
    port: options.port ?? 0,
    publicUrl: options.publicUrl,
    hasDemoAccounts: options.hasDemoAccounts ?? true,
    hasTestPayment: true,
    delivery: { kind: 'mailbox' },
    catalogueFolder: options.catalogueFolder ?? catalogueFolder,
    webFolder: options.webFolder ?? webFolder,
    dataDir: dataDir === 'memory' ? undefined : dataDir,
    ...(options.ticketSeconds !== undefined && { ticketSeconds: options.ticketSeconds }),
    ...(options.clock && { clock: options.clock }),
  }).catch(async (error: unknown) => {
    await database.close();
    if (options.dataDir === undefined) await removeFolder();
    throw error;
  });

  let closed: Promise<void> | undefined;
  const close = () => (closed ??= running.close());
  return {
    url: running.url,
    app: running.app,
    dataDir,
    async query<T>(statement: string, values: readonly unknown[] = []) {
      const { rows } = await database.kysely.executeQuery<T>(CompiledQuery.raw(statement, [...values]));
      return rows;
    },
    close,
    async remove() {
      await close();
      await removeFolder();
    },
  };
}
