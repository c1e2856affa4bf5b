import { cpuOf } from './server/cpu.ts';
import { COSTS, planFor, serverMsByCalls, splitCosts, type Measured } from './hour/plan.ts';
import { liveEvening } from '../tests/evening/evening.ts';
import { readCosts, spent, type Costs } from '../tests/evening/costs.ts';
import { openSite, type Site } from '../tests/evening/site.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

/*
 * Prints what an hour of one viewer costs, apart from what idle processes cost, and the tables of docs/capacity.md:
 * `npm run bench:hour -- 60 180 40` for evenings of 60 and of 180 sets and 40 minutes. The sets sign in, browse, search,
 * play, pause and report as those of `npm run test:evening`; two servers and a worker on PostgreSQL with its default
 * settings and fsync. Nothing breaks, and an edge gives out the media.
 */
const [few = 60, many = 180, minutes = 40] = process.argv.slice(2).map(Number);
/** The sign-ins are over. */
const FROM_SECONDS = 600;
const VIEWERS = [1_000, 100_000, 1_000_000];
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_preload_libraries: 'pg_stat_statements',
};

// Exits normally on a signal, so that the database is stopped.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

async function measure(site: Site, televisions: number): Promise<Measured> {
  const readings: Costs[] = [];
  const { ledger, differences } = await liveEvening(site, {
    ...{ seed: 1, minutes, televisions, hasFaults: false, hasMedia: false, patience: 8 },
    pauses: {
      atSeconds: [FROM_SECONDS, minutes * 60],
      async look(world, use) {
        readings.push(await readCosts(world, cpuOf(site.cluster!.processId), use));
      },
    },
  });
  if (differences.length > 0) console.error(differences.join('\n'));
  const cost = spent(readings[0]!, readings[1]!);
  const count = (call: string) => ledger.entries.filter((entry) => entry.call === call).length;
  // The ledger has the whole evening.
  const share = cost.calls / readings[1]!.calls;
  return {
    viewerHours: cost.onMs / 3_600_000,
    hours: (minutes * 60 - FROM_SECONDS) / 3600,
    server: cost.serverCpu / 1e6,
    worker: cost.workerCpu / 1e6,
    database: cost.databaseCpu / 1e6,
    statements: cost.statements,
    log: cost.walBytes / 1024 ** 2,
    calls: cost.calls,
    reports: count('updatePlayLog') * share,
    videos: count('getVideo') * share,
  };
}

const installed = findPostgres();
if (!installed) {
  console.error('PostgreSQL is not installed: npm run tools:install');
  process.exit(1);
}
const site = await openSite(installed, { settings: SETTINGS, episodeSeconds: 1_440 });
const [small, large] = [await measure(site, few), await measure(site, many)];
await site.close();

const costs = splitCosts(small, large);
const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  console.log([head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n') + '\n');

const UNITS: Partial<Record<(typeof COSTS)[number], [string, number]>> = {
  server: ['ms of the servers', 1000],
  worker: ['ms of the worker', 1000],
  database: ['ms of the database', 1000],
  log: ['KiB of the log', 1024],
};
table(
  ['an hour', 'of one viewer', 'without viewers'],
  COSTS.map((cost) => {
    const [unit, factor] = UNITS[cost] ?? [cost, 1];
    return [unit, figure(costs[cost].perViewer * factor), figure(costs[cost].fixed * factor)];
  }),
);
const plans = VIEWERS.map((viewers) => planFor(viewers, costs));
table(
  ['a second', ...plans.map(({ viewers }) => viewers.toLocaleString('en'))],
  (
    [
      ['cores of the servers, 60 % busy', 'serverCores'],
      ['cores of the database, 60 % busy', 'databaseCores'],
      ['statements', 'statementsPerSecond'],
      ['log of the database, MiB', 'log'],
      ['reports', 'reportsPerSecond'],
      ['questions of the edges', 'gateCallsPerSecond'],
      ['media, Gbit', 'egress'],
    ] as const
  ).map(([name, key]) => [name, ...plans.map((plan) => figure(plan[key]))]),
);
const [byProcesses, byCalls] = [costs.server.perViewer * 1000, serverMsByCalls(costs)];
console.log(
  `Servers, an hour of one viewer: ${figure(byProcesses)} ms by processes, ${figure(byCalls)} ms by calls, ` +
    `a factor of ${figure(Math.max(byProcesses / byCalls, byCalls / byProcesses))}.`,
);
