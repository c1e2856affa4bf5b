import { cpuOf } from './cpu.ts';
import { after, countOthers, load, type Run } from './load.ts';
import { startServer, withFolder, type Started } from './processes.ts';
import { withCluster } from './postgres.ts';
import { median } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { addViewers, ID_START, reporting, type Viewer } from './viewers.ts';

const CONNECTIONS = 24;
const SLICES = 5;
const SLICE_SECONDS = 3;
const OF_PGBENCH = 0.45;
const EMBEDDED_PER_SECOND = 1000;

/** The statement of a report, one row per client. */
const SCRIPT = `update play_logs set total_play_time = total_play_time, play_end_offset = play_end_offset + 1,
  is_player_exit = false, reported_at = now()
  where account_id = ('${ID_START}' || lpad((:client_id)::text, 12, '0'))::uuid
    and id = ('${ID_START}' || lpad((:client_id)::text, 12, '0'))::uuid;`;

const slicing = (server: Started, viewers: readonly Viewer[]) => {
  const next = reporting(viewers);
  return () => load(server.url, { inFlight: CONNECTIONS, isOver: after(SLICE_SECONDS * 1000), next });
};

const sum = (runs: readonly Run[]) => {
  const rate = median(runs.map(({ perSecond }) => perSecond));
  const p99 = median(runs.map((one) => one.p99));
  const failures = runs.reduce((all, one) => all + countOthers(one), 0);
  return { rate, failures, text: `${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms, ${failures} failed` };
};

/** CPU time per report, which other work on the machine distorts less than it distorts rates. */
function costing(parts: Record<string, () => number>) {
  const costs = Object.entries(parts).map(([name, timeOf]) => ({ name, timeOf, sum: 0 }));
  let calls = 0;
  return {
    async during(slice: () => Promise<Run>): Promise<Run> {
      const before = costs.map(({ timeOf }) => timeOf());
      const run = await slice();
      costs.forEach((cost, index) => (cost.sum += cost.timeOf() - before[index]!));
      calls += run.calls;
      return run;
    },
    tell: () => costs.map(({ name, sum }) => `${name} ${(sum / calls).toFixed(0)} µs`).join(', '),
  };
}

const ownTime = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const costFigure = (what: string, figure: string): Figure => ({
  what: `  processor time of ${what}`,
  figure,
  target: '',
});

const measureEmbedded = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const viewers = await addViewers({ dataDir }, CONNECTIONS);
    const server = await startServer({ dataDir });
    const slice = slicing(server, viewers);
    await slice();
    const cost = costing({ 'server and database': () => cpuOf(server.child.pid), load: ownTime });
    const runs = [];
    for (let turn = 0; turn < SLICES; turn += 1) runs.push(await cost.during(slice));
    await server.end();
    const { rate, failures, text } = sum(runs);
    return [
      {
        what: 'play-log reports, embedded database with fsync',
        figure: text,
        target: `>= ${EMBEDDED_PER_SECOND}/s`,
        isMet: rate >= EMBEDDED_PER_SECOND && failures === 0,
      },
      costFigure('each', cost.tell()),
    ];
  });

/** Over HTTP and with pgbench in turns, on one cluster with fsync and the same number of clients. */
const measurePostgres = (): Promise<Figure[] | undefined> =>
  withFolder((dataDir) =>
    withCluster(async ({ url, processId, pgbench }) => {
      const viewers = await addViewers({ databaseUrl: url, dataDir }, CONNECTIONS);
      const server = await startServer({ databaseUrl: url, dataDir });
      const slice = slicing(server, viewers);
      const direct = () => pgbench({ script: SCRIPT, clients: CONNECTIONS, seconds: SLICE_SECONDS });
      await slice();
      await direct();
      const database = () => cpuOf(processId);
      const cost = costing({ server: () => cpuOf(server.child.pid), database, load: ownTime });
      const runs: Run[] = [];
      const rates: number[] = [];
      let directTime = 0;
      for (let turn = 0; turn < SLICES; turn += 1) {
        runs.push(await cost.during(slice));
        const before = database();
        rates.push(await direct());
        directTime += database() - before;
      }
      await server.end();
      const { rate, failures, text } = sum(runs);
      const ratio = rate / median(rates);
      const updates = rates.reduce((all, one) => all + one, 0) * SLICE_SECONDS;
      return [
        {
          what: 'play-log reports, PostgreSQL, of pgbench with the same update',
          figure: `${ratio.toFixed(2)} (${text}; pgbench ${median(rates).toFixed(0)}/s)`,
          target: `>= ${OF_PGBENCH}`,
          isMet: ratio >= OF_PGBENCH && failures === 0,
        },
        costFigure('each', cost.tell()),
        costFigure('each update by pgbench', `database ${(directTime / updates).toFixed(0)} µs`),
      ];
    }),
  );

export async function measureWrites(): Promise<Figure[]> {
  const notFound: Figure = { what: 'play-log reports, PostgreSQL', figure: 'no PostgreSQL found', target: '' };
  return [...(await measureEmbedded()), ...((await measurePostgres()) ?? [notFound])];
}
