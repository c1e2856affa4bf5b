import { randomUUID } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { clusterUrl, findPostgres } from './tests/support/postgres-cluster.ts';

/** A PostgreSQL that is given; else one is started where it is installed. */
const givenUrl = process.env['TEST_DATABASE_URL'] || undefined;
const hasPostgres = givenUrl !== undefined || findPostgres() !== undefined;

/** Also on a machine with two cores both work: much of these tests is waiting for an engine or for another process. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

const server = {
  environment: 'node',
  include: ['tests/server/*.test.ts'],
  maxWorkers,
  // Each file makes a server of its own, and nothing in the sources lives outside of one: reading them anew for each
  // file would be half of the time.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** The tests of the server on PostgreSQL, with so many servers that answer in turns. */
function onPostgres(servers: number) {
  const id = randomUUID().slice(0, 8);
  const folder = join(tmpdir(), `bora-postgres-${id}`);
  return {
    ...server,
    globalSetup: ['tests/support/postgres-setup.ts'],
    env: {
      TEST_DATABASE_URL: givenUrl ?? clusterUrl(folder),
      TEST_DATABASE_TEMPLATE: `bora_template_${id}`,
      TEST_CLUSTER_FOLDER: givenUrl === undefined ? folder : '',
      TEST_SERVERS: String(servers),
    },
  };
}

/** Of the embedded engine, whatever else there is; search never asks the database. */
const onlyEmbedded = ['tests/server/{commands,embedded-disk,process,restart,search}.test.ts'];

const postgresProjects = [
  {
    extends: true as const,
    test: {
      ...onPostgres(1),
      name: 'server-postgres',
      include: [...server.include, 'tests/server/postgres/*.test.ts'],
      exclude: onlyEmbedded,
    },
  },
  {
    extends: true as const,
    test: {
      ...onPostgres(2),
      name: 'server-turns',
      // What one process says of itself is not asked by turns.
      exclude: [...onlyEmbedded, 'tests/server/{durability,operations}.test.ts'],
    },
  },
];

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify('0.0.0') },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{unit,certification}/**/*.test.ts'],
          maxWorkers,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { ...server, name: 'server', env: { TEST_DATABASE_URL: '' } },
      },
      ...(hasPostgres ? postgresProjects : []),
      {
        extends: true,
        test: {
          name: 'engines',
          environment: 'node',
          include: ['tests/engines/*.test.ts'],
          globalSetup: ['tests/engines/setup.ts'],
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'app',
          environment: 'jsdom',
          include: ['tests/app/**/*.test.tsx'],
          globalSetup: ['tests/support/app-server.ts'],
          setupFiles: ['tests/support/own-server.ts', 'tests/support/app-setup.ts'],
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'certification',
          environment: 'jsdom',
          include: ['tests/certification/*.test.tsx'],
          globalSetup: ['tests/certification/server.ts'],
          setupFiles: ['tests/support/app-setup.ts'],
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
