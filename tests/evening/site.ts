import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { startCluster, type Cluster, type InstalledPostgres } from '#tests/support/server/postgres-cluster.ts';
import { databaseTemplate } from '#tests/support/server/server-database.ts';
import { writeCatalogueFiles } from '#tests/support/server/server-files.ts';
import { bundleProcess } from './bundle.ts';
import { EPISODE_SECONDS } from './catalogue.ts';
import { importEveningCatalogue } from './population.ts';
import type { EveningStore } from './process/settings.ts';

/** A store of one evening. */
export interface OwnStore {
  store: EveningStore;
  /** Opens the database without the servers; an embedded one only while they are down. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/** Context of all evenings: programs, files, and a database engine with a filled database to copy. */
export interface Site {
  bundlePath: string;
  catalogueFolder: string;
  folder: string;
  episodeSeconds: number;
  /** Absent for the embedded engine. */
  cluster?: Cluster;
  createStore(): Promise<OwnStore>;
  close(): Promise<void>;
}

/** Only the engine crashes, not the machine, so data survives without a flush to disk. Commits still wait for the log. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

async function createPostgresStores(cluster: Cluster, episodeSeconds: number) {
  const urlOf = (name: string) => {
    const url = new URL(cluster.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const administer = async (statement: string) => {
    const database = await openPostgres(cluster.url);
    await sql.raw(statement).execute(database.longWork);
    await database.close();
  };
  await administer('create database evening_template');
  const template = await openPostgres(urlOf('evening_template'));
  await migrate(template.longWork);
  await importEveningCatalogue(template.longWork, episodeSeconds);
  await template.close();
  let count = 0;
  return async (): Promise<OwnStore> => {
    count += 1;
    const name = `evening_${count}`;
    await administer(`create database ${name} template evening_template`);
    return {
      store: { kind: 'postgres', url: urlOf(name) },
      open: () => openPostgres(urlOf(name)),
      remove: () => administer(`drop database ${name} with (force)`),
    };
  };
}

const createEmbeddedStores = (folder: string, episodeSeconds: number) => async (): Promise<OwnStore> => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const database = await openEmbedded(dataDir, { template: await databaseTemplate() });
  await importEveningCatalogue(database.kysely, episodeSeconds);
  await database.close();
  return {
    store: { kind: 'embedded', dataDir },
    open: () => openEmbedded(dataDir),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
};

export interface SiteOptions {
  /** Settings of PostgreSQL, in addition to those of an evening. */
  settings?: Record<string, string>;
  episodeSeconds?: number;
}

/** @param postgres the installed engine; undefined for evenings on the embedded one. */
export async function openSite(
  postgres?: InstalledPostgres,
  { settings = {}, episodeSeconds = EPISODE_SECONDS }: SiteOptions = {},
): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-evening-'));
  const [bundle, catalogueFolder] = await Promise.all([bundleProcess(), writeCatalogueFiles()]);
  const cluster = postgres && (await startCluster(postgres, `${folder}-postgres`, { ...SETTINGS, ...settings }));
  const site: Omit<Site, 'createStore'> = {
    bundlePath: bundle.path,
    catalogueFolder,
    folder,
    episodeSeconds,
    ...(cluster && { cluster }),
    async close() {
      await cluster?.remove();
      await bundle.remove();
      for (const each of [folder, catalogueFolder]) await rm(each, { recursive: true, force: true });
    },
  };
  try {
    const createStore = cluster
      ? await createPostgresStores(cluster, episodeSeconds)
      : createEmbeddedStores(folder, episodeSeconds);
    return { ...site, createStore };
  } catch (error) {
    await site.close();
    throw error;
  }
}
