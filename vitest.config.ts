import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { hasDemo, tellWithoutDemo, withoutDemo } from './tests/support/demo-tests.ts';
import { folderForTests } from './tests/support/folder-for-tests.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { clusterUrl, findPostgres } from '#tests/support/server/postgres-cluster.ts';

/** An existing PostgreSQL; otherwise the tests start one if it is installed. */
const givenUrl = process.env['TEST_DATABASE_URL'] || undefined;
const hasPostgres = givenUrl !== undefined || findPostgres() !== undefined;

/** At least three workers, even with two cores: these tests mostly wait for an engine or for another process. */
const maxWorkers = Math.max(3, availableParallelism() - 1);

// Tests of the app have their servers in this process, where optimizing the embedded engine does not pay, either (see `server`).
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

/** Limits for what hangs, in ms. How fast something is, the benchmarks measure. */
const HANGS_AFTER_MS = 180_000;
const POLL_MS = 60_000;

const server = {
  environment: 'node',
  include: ['tests/server/!(postgres)/*.test.ts', 'demo/tests/server/*.test.ts'],
  exclude: [...withoutDemo],
  maxWorkers,
  setupFiles: ['tests/support/audit/statement-audit.ts'],
  // Each file creates its own server, and the sources have no global state. Importing them again for each file would
  // take half of the time.
  isolate: false,
  // The embedded engine is WebAssembly. Optimizing it takes longer than a test file gains.
  // Most of what tests allocate dies at once: a larger young generation is collected less often.
  execArgv: ['--liftoff-only', '--max-semi-space-size=48'],
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
};

/** Server tests on PostgreSQL, with this many servers that answer in turns. */
function onPostgres(servers: number) {
  const id = randomUUID().slice(0, 8);
  const folder = join(folderForTests(), `bora-postgres-${id}`);
  return {
    ...server,
    globalSetup: ['tests/support/server/postgres-setup.ts'],
    env: {
      TEST_DATABASE_URL: givenUrl ?? clusterUrl(folder),
      TEST_DATABASE_TEMPLATE: `bora_template_${id}`,
      TEST_CLUSTER_FOLDER: givenUrl === undefined ? folder : '',
      TEST_SERVERS: String(servers),
    },
  };
}

/** Tests of the embedded engine alone; the ranking of searches does not depend on the engine. */
const onlyEmbedded = [
  'tests/server/!(postgres)/{backup,backup-on-full-disk,commands,embedded-disk,process,restart,search,tables,title-commands}.test.ts',
];

/** Tests of HTTP, which do not depend on the database's engine. */
const ofHttp =
  'tests/server/!(postgres)/{art,connections,docs-site,documented-proxy,http,log,openapi,proxies,traces,web-app}.test.ts';

/** Tests of who may call what: the rules do not depend on the database's engine. */
const ofCallers =
  'tests/server/!(postgres)/{age-limits,console-ids-of-others,console-off,every-call,ids-of-others,nasty,read-again,rows-of-others}.test.ts';

/** Pairs of calls that meet. The embedded engine runs one statement at a time, so PostgreSQL finds more. */
const ofPairs = 'tests/server/!(postgres)/pairs-of-*.test.ts';

/** Tests of the steps from a source file to a clip, which use no database. */
const ofIntake = 'tests/server/intake/intake-{drawings,kills,pictures,sources,steps}.test.ts';

/** Tests of the audit of statements, which plans on an engine of its own. */
const ofAudit = 'tests/server/db/statement-audit.test.ts';

/** Tests of one process's own state: alternating servers cannot run them. */
const ofOneProcess = 'tests/server/!(postgres)/{durability,operations}.test.ts';

/** Whether tests of rules run on both engines. Otherwise they run on PostgreSQL where it is installed (decision 035). */
const runsRulesOnBoth = !hasPostgres || process.env['TEST_ENGINES'] === 'both';

/** Tests of rules that write all kinds of values, for what only one of the engines would convert. */
const ofValues =
  'tests/server/!(postgres)/{charts,export,home,import,profiles,provider,reports,retention,reviews,shop,titles}.test.ts';

/**
 * On PostgreSQL two servers answer in turns: this finds what one server finds, and also state that only one of them
 * has.
 */
const postgresProjects = [
  {
    extends: true as const,
    test: {
      ...onPostgres(1),
      name: 'server-postgres',
      // The process that handled a play log's last report writes the next one without reading it. With alternating
      // servers that is rare.
      include: [ofOneProcess, 'tests/server/watching/reports.test.ts', 'tests/server/postgres/*.test.ts'],
      exclude: [...withoutDemo],
    },
  },
  {
    extends: true as const,
    test: {
      ...onPostgres(2),
      name: 'server-turns',
      exclude: [...onlyEmbedded, ...withoutDemo, ofHttp, ofCallers, ofIntake, ofAudit, ofOneProcess],
      // Where `server` runs the same tests, it judges the same statements.
      ...(runsRulesOnBoth && { setupFiles: [] }),
    },
  },
];

/** Packages and screens play the demo's titles with the demo's accounts. */
const demoProjects = [
  {
    extends: true as const,
    test: {
      name: 'engines',
      environment: 'node',
      include: ['tests/engines/*.test.ts'],
      globalSetup: ['tests/engines/setup.ts'],
      maxWorkers,
      testTimeout: HANGS_AFTER_MS,
      hookTimeout: HANGS_AFTER_MS,
    },
  },
  {
    extends: true as const,
    plugins: [react()],
    test: {
      name: 'app',
      environment: 'jsdom',
      isolate: false,
      include: ['tests/{app,eyes-free}/**/*.test.tsx'],
      globalSetup: ['tests/support/app/app-server.ts'],
      setupFiles: ['tests/support/server/own-server.ts', 'tests/support/app/app-setup.ts'],
      maxWorkers,
      testTimeout: HANGS_AFTER_MS,
      hookTimeout: HANGS_AFTER_MS,
    },
  },
  {
    extends: true as const,
    plugins: [react()],
    test: {
      name: 'certification',
      environment: 'jsdom',
      include: ['tests/certification/*.test.tsx'],
      globalSetup: ['tests/certification/server.ts'],
      setupFiles: ['tests/support/app/app-setup.ts'],
      maxWorkers,
      testTimeout: HANGS_AFTER_MS,
      hookTimeout: HANGS_AFTER_MS,
    },
  },
];

// Each project loads this file again.
const TOLD = Symbol.for('bora.told-without-demo');
if (!(TOLD in globalThis)) tellWithoutDemo().forEach((line) => console.log(line));
Object.assign(globalThis, { [TOLD]: true });

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify('0.0.0'), __HOME_CONTRACT__: JSON.stringify('test') },
  test: {
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: POLL_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // No module has state of its own; loading them again for each file takes half of the time.
          isolate: false,
          include: ['tests/{unit,certification}/**/*.test.ts', 'demo/tests/*.test.ts'],
          maxWorkers,
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          env: { TEST_DATABASE_URL: '' },
          ...(!runsRulesOnBoth && {
            include: [
              ...onlyEmbedded,
              ...[ofHttp, ofCallers, ofIntake, ofAudit, ofOneProcess, ofValues],
              'demo/tests/server/*.test.ts',
            ],
          }),
          exclude: [...server.exclude, ...(hasPostgres ? [ofPairs] : [])],
        },
      },
      ...(hasPostgres ? postgresProjects : []),
      ...(hasDemo ? demoProjects : []),
    ],
  },
});
