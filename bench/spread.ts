import { parseArgs } from 'node:util';
import { freePort } from '#tests/support/server/nginx.ts';
import { startCluster } from '#tests/support/server/postgres-cluster.ts';
import { hasCitus, startSpreadCluster } from '../tests/spread/cluster.ts';
import { median, quantile } from './lib/quantile.ts';
import { finishBench, type Figure } from './lib/table.ts';
import { cpuOf } from './server/cpu.ts';
import { after, countOthers, load, type Call } from './server/load.ts';
import { startServer, withFolder } from './server/processes.ts';
import { addViewers, ITEM_ID, reporting, type Viewer } from './server/viewers.ts';

/*
 * Calls to a Citus cluster of a coordinator and two workers beside the same calls to one PostgreSQL, in turns:
 * `npm run bench:spread -- --bin FOLDER`, with the programs of a PostgreSQL that has Citus in FOLDER. One server each,
 * 12 accounts with one call at a time; `--only report` measures one call, `--turns 3` fewer turns.
 */
const { values } = parseArgs({
  options: { bin: { type: 'string' }, only: { type: 'string' }, turns: { type: 'string', default: '6' } },
});
const installed = { bin: values.bin ?? '', version: '' };
if (values.bin === undefined || !hasCitus(installed)) {
  console.error('--bin must be the folder of a PostgreSQL with Citus. See docs/operations/distribute.md.');
  process.exit(1);
}
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const ACCOUNTS = 12;
const TURN_MS = 3_000;
const TARGETS: Record<string, number> = { report: 0.6, 'home again': 0.5 };
const HOST = '127.0.0.1';

const callsOf = (viewers: readonly Viewer[]): Record<string, (caller: number) => Call> => {
  const getting = (path: string) => (caller: number) => ({
    method: 'GET' as const,
    path,
    token: viewers[caller % viewers.length]!.token,
  });
  return {
    report: reporting(viewers),
    'home again': getting('/api/home/v1/rows/'),
    title: getting(`/api/items/v1/${ITEM_ID}/`),
  };
};

interface Side {
  url: string;
  calls: Record<string, (caller: number) => Call>;
  /** Processor time in µs of each part until now. */
  times: Record<string, () => number>;
}

interface Turn {
  perSecond: number;
  failed: number;
  calls: number;
  costs: Record<string, number>;
}

async function turn({ url, calls, times }: Side, call: string): Promise<Turn> {
  const read = () => Object.fromEntries(Object.entries(times).map(([part, timeOf]) => [part, timeOf()]));
  const before = read();
  const run = await load(url, { inFlight: ACCOUNTS, isOver: after(TURN_MS), next: calls[call]! });
  const now = read();
  const costs = Object.fromEntries(Object.keys(times).map((part) => [part, now[part]! - before[part]!]));
  return { perSecond: run.perSecond, failed: countOthers(run), calls: run.calls, costs };
}

/** Processor time of a call in each part, in ms. */
const tellCosts = (turns: readonly Turn[]): string => {
  const calls = turns.reduce((sum, one) => sum + one.calls, 0);
  const cost = (part: string) => turns.reduce((sum, one) => sum + one.costs[part]!, 0) / calls / 1_000;
  return Object.keys(turns[0]!.costs)
    .map((part) => `${part} ${cost(part).toFixed(2)}`)
    .join(', ');
};

async function measure(plain: Side, spread: Side): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const call of Object.keys(plain.calls)) {
    if (values.only !== undefined && values.only !== call) continue;
    await turn(plain, call);
    await turn(spread, call);
    const pairs: [Turn, Turn][] = [];
    for (let count = 0; count < Number(values.turns); count += 1)
      pairs.push([await turn(plain, call), await turn(spread, call)]);
    const ratios = pairs.map(([one, other]) => other.perSecond / one.perSecond);
    const failed = pairs.flat().reduce((sum, one) => sum + one.failed, 0);
    const target = TARGETS[call];
    figures.push(
      {
        what: `${call}, of plain PostgreSQL`,
        figure: `${median(ratios).toFixed(2)} (${quantile(ratios, 0).toFixed(2)} to ${quantile(ratios, 1).toFixed(2)}), ${failed} failed`,
        target: target === undefined ? '' : `>= ${target}`,
        ...(target !== undefined && { isMet: median(ratios) >= target && failed === 0 }),
      },
      { what: '  ms of processor time, plain', figure: tellCosts(pairs.map(([one]) => one)), target: '' },
      { what: '  ms of processor time, spread', figure: tellCosts(pairs.map(([, other]) => other)), target: '' },
    );
  }
  return figures;
}

const figures = await withFolder(async (folder) => {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const port = await freePort();
    const engine = await startCluster(installed, `${folder}-plain`, { listen_addresses: HOST, port: String(port) });
    undo.push(() => engine.remove());
    const cluster = await startSpreadCluster(installed, { isDirect: true });
    undo.push(() => cluster.close());
    const open = async (databaseUrl: string, times: Side['times']): Promise<Side> => {
      const place = { databaseUrl, dataDir: folder };
      const viewers = await addViewers(place, ACCOUNTS, ACCOUNTS);
      const server = await startServer(place);
      undo.push(() => server.end());
      return { url: server.url, calls: callsOf(viewers), times: { server: () => cpuOf(server.child.pid), ...times } };
    };
    const plain = await open(`postgres://bora@${HOST}:${port}/postgres`, { database: () => cpuOf(engine.processId) });
    const spread = await open(cluster.url, {
      coordinator: () => cpuOf(cluster.coordinator.processId),
      workers: () => cluster.workers.reduce((sum, { engine: { processId } }) => sum + cpuOf(processId), 0),
    });
    return await measure(plain, spread);
  } finally {
    for (const step of undo.reverse()) await step();
  }
});
finishBench(figures);
