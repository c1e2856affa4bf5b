import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startCluster, type InstalledPostgres } from '#tests/support/server/postgres-cluster.ts';
import { fill } from './fill.ts';
import type { Lab } from './lab.ts';
import { startLoad } from './load.ts';
import { recordBefore } from './record.ts';
import { requireRun, stop, type Variables } from './version.ts';
import { createWay } from './way.ts';

const SETTINGS = { fsync: 'off' };
const DAYS = 7;
const DAY_MS = 86_400_000;
const CALLS_OF_A_DAY = 300;

/** The database's clock is ahead too: a worker does nothing while the two differ. */
const MOVE_DATABASE = `
  create schema moved;
  create table moved.clock (ahead interval not null);
  insert into moved.clock values ('0');
  create function public.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + ahead from moved.clock';
  alter database postgres set search_path = public, pg_catalog`;

const aheadBy = (ms: number): Variables => ({
  CLOCK_AHEAD_MS: String(ms),
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock-ahead.mjs')).href}`,
});

/**
 * An upgrade that nobody ends: for a week, a server and a worker of each version share the database of the newer one. Each day all
 * four processes start anew with moved clocks, and the calls of viewers go to both servers in turns.
 */
export async function shareForAWeek(lab: Lab, installed: InstalledPostgres, tell: (line: string) => void) {
  const cluster = await startCluster(installed, `${lab.folder}-week`, SETTINGS);
  const { earlier, checkout } = lab;
  const found: string[] = [];
  const data: Variables = {
    ...lab.variables,
    ...{ DATABASE_URL: cluster.url, DATA_DIR: join(lab.folder, 'of-week') },
    ...{ MIGRATIONS: 'release-step', WORK_PORT: '0' },
  };
  const way = createWay();
  const administrator = new pg.Client({ connectionString: cluster.url });
  await administrator.connect();
  try {
    await requireRun(earlier, data, 'migrate');
    await requireRun(earlier, data, 'catalogue', 'import', lab.catalogue);
    await requireRun(checkout, data, 'migrate');
    await administrator.query(MOVE_DATABASE);
    const startAll = async (day: number) => {
      await administrator.query('update moved.clock set ahead = make_interval(days => $1)', [day]);
      const variables = { ...data, ...aheadBy(day * DAY_MS) };
      const servers = [await lab.start(earlier, variables, 'serve'), await lab.start(checkout, variables, 'serve')];
      const workers = [await lab.start(earlier, variables, 'work'), await lab.start(checkout, variables, 'work')];
      return { urls: servers.map(({ url }) => url), processes: [...servers, ...workers].map(({ running }) => running) };
    };

    let { urls, processes } = await startAll(0);
    await way.lead(urls);
    const { still, busy } = await fill(way);
    for (let day = 0; day <= DAYS; day += 1) {
      if (day > 0) {
        for (const running of processes) await stop(running);
        ({ urls, processes } = await startAll(day));
        await way.lead(urls);
      }
      const load = startLoad(way, busy);
      while (load.count < CALLS_OF_A_DAY && load.failures.length === 0) await wait(100);
      const lost = await load.end();
      tell(`day ${day}: ${load.count} calls, ${load.failures.length} failed, ${lost.length} lost`);
      found.push(...[...load.failures, ...lost].map((what) => `day ${day}: ${what}`));
    }
    const { rows } = await administrator.query<{ is: boolean }>(
      "select max(opened_at) > now() + make_interval(days => $1) - interval '1 hour' as is from play_logs",
      [DAYS],
    );
    if (!rows[0]!.is) found.push('The clocks of the servers were not moved');
    await way.lead(urls.slice(0, 1));
    const shown = await recordBefore(way, still);
    await way.lead(urls.slice(1));
    const different = await shown.compare({ withRows: true });
    tell(`after the week, both versions show ${JSON.stringify(shown.size)}: ${different.length} differences`);
    found.push(...different);
    for (const running of processes) await stop(running);
    if (found.length > 0) found.push(...lab.errors().map((cause) => `In a log: ${cause}`));
  } finally {
    await administrator.end();
    await cluster.remove();
  }
  return found;
}
