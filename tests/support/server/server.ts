import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { openEmbedded } from '#server/db/embedded.ts';
import type { Database } from '#server/db/open.ts';
import { catalogueFolderOf, webFolder } from '#server/start/folders.ts';
import type { FindReader } from '#server/intake/letters/find-reader.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { CountryOptions } from '#server/http/country.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';
import type { MediaEdge } from '#server/providers/edge-signer.ts';
import { createSignedIdentity } from '#server/providers/identity.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { startServer, type RunningServer } from '#server/start/start.ts';
import { requireDemo } from '#tests/support/demo.ts';
import { TEST_IDENTITY } from './test-identity.ts';
import { databaseTemplate, openOwnEmbedded } from './server-database.ts';

export interface TestServerOptions {
  /** A data folder, which `close()` keeps so that a later server can reuse it, or `memory`. */
  dataDir?: string;
  /** The data folder of a closed server to copy: faster than a first start. */
  copyOf?: string;
  /** An open database, which closes with the server. Default: that of the data folder. */
  database?: Database;
  /** Default: any free port. */
  port?: number;
  /** How much of the demo to load; default: all. Any other value closes existing demo accounts. */
  demo?: 'all' | 'catalogue' | 'none';
  /** Folder of own videos; without it there are none. */
  mediaFolder?: string;
  /** Default: this server gives the media out. */
  mediaEdge?: MediaEdge;
  /** Reads picture subtitles. Default: tesseract of this machine. */
  findReader?: FindReader;
  /** Keys of protected clips. */
  clipKeys?: ClipKeys;
  /** Where the service is, if it is in several countries. */
  countries?: CountryOptions | undefined;
  /** Default: `dist/web`. */
  webFolder?: string;
  /** Base of addresses in replies. Default: the server's own address. */
  publicUrl?: string;
  /** Lifetime of media tickets behind a CDN. Default: that of their play log. */
  ticketSeconds?: number;
  clock?: Clock;
}

export interface TestServer {
  url: string;
  app: RunningServer['app'];
  /** The data folder: pass it to the next `startTestServer` to restart; `memory` if there is none. */
  dataDir: string;
  /** Queries the database with one SQL statement. */
  query<T = Record<string, unknown>>(statement: string, values?: readonly unknown[]): Promise<T[]>;
  /** Stops the server. Its folder stays until `remove`, so that another server can start on it. */
  close(): Promise<void>;
  /** Stops the server and removes the folder. */
  remove(): Promise<void>;
}

/** A data folder that a run of all tests fills once (`scripts/test.ts`): a first start takes ten seconds. */
const furnished = process.env['TEST_FURNISHED'] || undefined;

const openIn = async (dataDir: string): Promise<Database> =>
  dataDir === 'memory' ? openOwnEmbedded() : openEmbedded(dataDir, { template: await databaseTemplate() });

/**
 * The real server in this process, on a free port and a new folder, with the demo's catalogue and accounts:
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
  // Synchronous: twenty times as fast as copying file by file asynchronously.
  const isFirstStart =
    options.dataDir === undefined && (options.demo ?? 'all') === 'all' && options.clock === undefined;
  const source = options.copyOf ?? (isFirstStart ? furnished : undefined);
  if (source !== undefined && options.database === undefined) cpSync(source, dataDir, { recursive: true });
  const database = options.database ?? (await openIn(dataDir));
  // Nothing is written to the demo's folder.
  const ownFolder = dataDir === 'memory' ? join(tmpdir(), `bora-test-${randomUUID()}`) : join(dataDir, 'media');
  const demo = options.demo === 'none' ? undefined : await requireDemo();
  const running = await startServer({
    database,
    host: '127.0.0.1',
    port: options.port ?? 0,
    publicUrl: options.publicUrl,
    demo,
    hasDemoAccounts: (options.demo ?? 'all') === 'all',
    hasTestPayment: true,
    identity: createSignedIdentity(TEST_IDENTITY),
    delivery: { kind: 'mailbox' },
    // A busy machine is no overload of this server.
    strain: () => 'none',
    catalogueFolder: catalogueFolderOf(undefined, demo),
    webFolder: options.webFolder ?? webFolder,
    dataDir: dataDir === 'memory' ? undefined : dataDir,
    ...(options.ticketSeconds !== undefined && { ticketSeconds: options.ticketSeconds }),
    mediaFolder: options.mediaFolder,
    mediaStore: createFolderStore(options.mediaFolder ?? ownFolder),
    mediaEdge: options.mediaEdge,
    clipKeys: options.clipKeys,
    findReader: options.findReader,
    countries: options.countries,
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

/** A server's first learning takes longer than this, in ms, only if it fails. */
const LEARNING_LIMIT_MS = 120_000;

/**
 * A closed server with the demo. It has learnt what is watched together, so that home proposes the same on every copy: a first start
 * learns some seconds later.
 */
export async function furnishNew(dataDir?: string): Promise<TestServer> {
  const server = await startTestServer(dataDir === undefined ? {} : { dataDir });
  const untilMs = Date.now() + LEARNING_LIMIT_MS;
  const hasLearnt = async () =>
    (await server.query(`select 1 from jobs where name = 'learning likeness' and last_duration_ms is not null`))
      .length > 0;
  while (!(await hasLearnt())) {
    if (Date.now() > untilMs) throw new Error('The demo’s server did not learn what is watched together.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await server.close();
  return server;
}

/** A data folder of a closed server for `copyOf`: that of a run of all tests, which stays, or a new one. */
export const takeFurnished = (): Promise<Pick<TestServer, 'dataDir' | 'remove'>> =>
  furnished === undefined ? furnishNew() : Promise.resolve({ dataDir: furnished, remove: () => Promise.resolve() });

/** Fills a new data folder with the demo, for a server in a process of its own. */
export async function furnish(dataDir: string): Promise<void> {
  const { dataDir: source, remove } = await takeFurnished();
  cpSync(source, dataDir, { recursive: true });
  await remove();
}
