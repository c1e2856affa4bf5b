import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { EPISODE_SECONDS } from '../tests/evening/catalogue.ts';
import { importEveningCatalogue, moveIn } from '../tests/evening/population.ts';
import { hasCitus, startSpreadCluster, type SpreadCluster, type WorkerNode } from '../tests/spread/cluster.ts';
import { during, judge, summarize, type Trouble } from '../tests/spread/rules.ts';
import { askAgainAndAgain, seat } from '../tests/spread/viewers.ts';
import type { Connection } from '#server/db/open.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { writeCatalogueFiles } from '#tests/support/server/server-files.ts';
import { newDataDir, startProcess } from '#tests/support/server/server-process.ts';

/*
 * `npm run test:spread -- --bin FOLDER`: a Citus cluster of a coordinator and two workers. One worker is stopped, becomes
 * slow, and is cut off, while viewers of both report and open home. FOLDER has the programs of a PostgreSQL with Citus,
 * which Debian has no package of; without it, the installed PostgreSQL is looked at. With `--suite`, the server tests run on
 * the cluster instead: `-- --bin FOLDER --suite tests/server/home`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bin: { type: 'string' },
    suite: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string', default: '40' },
    viewers: { type: 'string', default: '24' },
    'slow-ms': { type: 'string', default: '3000' },
  },
});
const TROUBLES: readonly Trouble[] = ['stopped', 'slow', 'cut'];
const chosen = TROUBLES.filter((trouble) => values.only === undefined || values.only === trouble);
const readNumber = (name: 'seconds' | 'viewers' | 'slow-ms'): number => {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${name} must be a whole number from 1 on, and is "${values[name]}"`);
  process.exit(1);
};
const [seconds, count, slowMs] = [readNumber('seconds'), readNumber('viewers'), readNumber('slow-ms')];
const BEFORE_MS = 10_000;
const AFTER_MS = 25_000;

const installed = values.bin === undefined ? findPostgres() : { bin: values.bin, version: '' };
if (!installed || !hasCitus(installed)) {
  console.error('Not installed: PostgreSQL with Citus. See docs/operations/distribute.md.');
  process.exit(1);
}
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

async function begin(trouble: Trouble, { engine, network }: WorkerNode): Promise<void> {
  if (trouble === 'stopped') await engine.crash();
  else network.set(trouble === 'slow' ? { kind: 'slow', delayMs: slowMs } : { kind: 'black-hole' });
}

async function mend(trouble: Trouble, { engine, network }: WorkerNode): Promise<void> {
  if (trouble === 'stopped') return engine.start();
  network.set({ kind: 'clear' });
  if (trouble === 'cut') network.cut();
}

const faults: string[] = [];
const undo: (() => Promise<unknown>)[] = [];

async function runSuite({ url }: SpreadCluster): Promise<void> {
  const projects = ['--project', 'server-turns', '--project', 'server-postgres'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...positionals], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) faults.push(`the server tests ended with ${code}`);
}

/** Whether a report runs whole on the machine of its account. */
async function isReportDelegated(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from write_reports(${sql.lit(randomUUID())}::uuid, '[]')`.execute(db);
  return rows.some((row) => row['QUERY PLAN'].includes('Task Count: 1'));
}

async function liveTroubles(cluster: SpreadCluster): Promise<void> {
  const { longWork } = cluster.database;
  if (!(await isReportDelegated(longWork))) faults.push('reports run on the coordinator');
  await importEveningCatalogue(longWork, EPISODE_SECONDS);
  const plan = { plan: 'premium', maxStreams: 4, televisions: 1 } as const;
  const households = await moveIn(
    longWork,
    Array.from({ length: count }, (_, index) => ({ ...plan, name: `v${index}` })),
  );
  const [bundle, files, dataDir] = await Promise.all([bundleServer(), writeCatalogueFiles(), newDataDir()]);
  undo.push(
    bundle.remove,
    () => rm(files, { recursive: true }),
    () => rm(dataDir, { recursive: true }),
  );
  // Its reviewers would write about every title.
  await rm(join(dirname(bundle.path), 'demo.js'), { force: true });
  const server = startProcess(
    { DATABASE_URL: cluster.url, DATA_DIR: dataDir, CATALOGUE_DIR: files, LOG_LEVEL: 'fatal' },
    bundle.path,
  );
  undo.push(async () => server.child.kill('SIGKILL') && (await server.ended));
  const url = await server.url;

  const broken = cluster.workers[0]!;
  let isOver = false;
  const viewers = await Promise.all(households.map((household) => seat(url, household)));
  const isOwn = await Promise.all(viewers.map(async (one) => (await cluster.workerOf(one.accountId)) === broken));
  const asking = viewers.map((viewer) => askAgainAndAgain(url, viewer, () => isOver));
  const askedBy = (own: boolean) => viewers.flatMap(({ asked }, index) => (isOwn[index] === own ? asked : []));
  console.log(
    `${isOwn.filter(Boolean).length} viewers on the worker in trouble, ${isOwn.filter((own) => !own).length} on the other`,
  );

  for (const trouble of chosen) {
    await pass(BEFORE_MS);
    const brokenAtMs = Date.now();
    await begin(trouble, broken);
    await pass(seconds * 1_000);
    await mend(trouble, broken);
    const mendedAtMs = Date.now();
    await pass(AFTER_MS);
    const backends = await sql<{ count: number }>`select count(*) from pg_stat_activity where state = 'active'`.execute(
      longWork,
    );
    for (const [who, own] of [
      ['other worker', false],
      ['in trouble', true],
    ] as const)
      for (const call of ['report', 'home'] as const) {
        const asked = askedBy(own).filter((one) => one.call === call);
        const tell = (name: string, from: number, until: number) => {
          const { calls, failed, medianMs, slowestMs } = summarize(during(asked, from, until));
          return `${name} ${calls - failed}/${calls}, ${medianMs} ms, slowest ${slowestMs}`;
        };
        console.log(
          `${trouble}, ${who}, ${call}: ${tell('before', brokenAtMs - BEFORE_MS, brokenAtMs)}; ` +
            `${tell('first 8 s', brokenAtMs, brokenAtMs + 8_000)}; ${tell('then', brokenAtMs + 8_000, mendedAtMs)}; ` +
            tell('after', mendedAtMs, Infinity),
        );
      }
    console.log(`${trouble}: ${backends.rows[0]!.count} active sessions of the coordinator after it`);
    const wrong = judge(askedBy(false), askedBy(true), { brokenAtMs, mendedAtMs });
    for (const fault of wrong) console.log(`  ${trouble}: ${fault}`);
    faults.push(...wrong);
    for (const viewer of viewers) viewer.asked.length = 0;
  }
  isOver = true;
  await Promise.all(asking);
  const { rows } = await sql<{ id: string; seconds: number }>`
    select id, total_play_time as seconds from play_logs`.execute(longWork);
  const stored = new Map(rows.map(({ id, seconds }) => [id, seconds]));
  const lost = viewers.filter(({ playLogId, accepted }) => (stored.get(playLogId) ?? -1) < accepted);
  if (lost.length > 0) faults.push(`accepted reports of ${lost.length} viewers are lost`);
}

try {
  const cluster = await startSpreadCluster(installed);
  undo.push(() => cluster.close());
  await (values.suite ? runSuite(cluster) : liveTroubles(cluster));
} finally {
  for (const step of undo.splice(0).reverse()) await step();
}
for (const fault of faults) console.log(`  ${fault}`);
if (faults.length > 0) console.log(`${faults.length} faults.`);
else if (!values.suite) console.log('Nobody else noticed, and nothing is lost.');
process.exit(faults.length === 0 ? 0 : 1);
