import { cpuOf } from './server/cpu.ts';
import { printTable, type Figure } from './lib/table.ts';
import { liveEvening } from '../tests/evening/evening.ts';
import { readCosts, spent, type Costs } from '../tests/evening/costs.ts';
import { openSite } from '../tests/evening/site.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

/*
 * Prints what an hour of one viewer costs, and what the first ten minutes of an evening cost, when most sets are
 * switched on: `npm run bench:evening -- 100 90` for 100 sets and 90 minutes. Two servers and a worker on PostgreSQL with
 * its default settings and fsync; the video comes from elsewhere, and nothing breaks.
 */
const [televisions = 200, minutes = 60] = process.argv.slice(2).map(Number);
const FIRST_SECONDS = 600;
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_preload_libraries: 'pg_stat_statements',
};

// Exits normally on a signal, so that the database is stopped.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const installed = findPostgres();
if (!installed) {
  console.error('PostgreSQL is not installed: npm run tools:install');
  process.exit(1);
}
const site = await openSite(installed, { settings: SETTINGS, episodeSeconds: 1_440 });

const readings: Costs[] = [];
const result = await liveEvening(site, {
  seed: 1,
  minutes,
  televisions,
  hasFaults: false,
  hasMedia: false,
  patience: 8,
  pauses: {
    atSeconds: [0, FIRST_SECONDS, minutes * 60],
    async look(world, use) {
      readings.push(await readCosts(world, cpuOf(site.cluster!.processId), use));
    },
  },
});
await site.close();
if (result.differences.length > 0) console.error(result.differences.join('\n'));

const perHour = (name: string, cost: Costs): Figure[] => {
  const hours = cost.onMs / 3_600_000;
  const line = (what: string, value: number, unit: string): Figure => ({
    what: `${name}: ${what}`,
    figure: `${(value / hours).toFixed(value / hours < 10 ? 1 : 0)} ${unit}`,
    target: '',
  });
  return [
    { what: `${name}: viewer-hours`, figure: hours.toFixed(1), target: '' },
    line('calls', cost.calls, ''),
    line('processor time of the servers', cost.serverCpu / 1_000, 'ms'),
    line('processor time of the worker', cost.workerCpu / 1_000, 'ms'),
    line('processor time of the database', cost.databaseCpu / 1_000, 'ms'),
    line('statements', cost.statements, ''),
    line('log of the database', cost.walBytes / 1_024, 'KiB'),
    line('rows written', cost.rows, ''),
    line('rows added', cost.rowsAdded, ''),
  ];
};
const [start, first, end] = readings as [Costs, Costs, Costs];
const count = (call: string) => result.ledger.entries.filter((entry) => entry.call === call).length;
printTable([
  ...perHour('an hour', spent(first, end)),
  ...perHour('first ten minutes', spent(start, first)),
  { what: 'sign-ins', figure: String(count('login')), target: '' },
  { what: 'videos opened', figure: String(count('getVideo')), target: '' },
  { what: 'reports', figure: String(count('updatePlayLog')), target: '' },
]);
process.exit(result.differences.length === 0 ? 0 : 1);
