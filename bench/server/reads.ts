import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { signInAt } from '#tests/support/calls-at.ts';
import { cpuOf } from './cpu.ts';
import { after, countOthers, load, send, type Call, type Run } from './load.ts';
import { reads, type Read } from './mix.ts';
import { withCluster } from './postgres.ts';
import { startConstants, startServer, withFolder, type Started } from './processes.ts';
import { median } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { addViewers } from './viewers.ts';

const CONNECTIONS = 24;
const LOAD = { inFlight: CONNECTIONS, staysAwake: true };
const SLICES = 5;
const SLICE_MS = 1500;
/** Until the engine has compiled hot code; the rules of a read take longer than a constant, which many reads warm up. */
const WARM_UP_MS = 8000;
const CONSTANTS_WARM_UP_MS = 2000;

/** A process that is measured in turns, and its results. */
interface Side {
  readonly server: Started;
  readonly next: (caller: number) => Call;
  readonly runs: Run[];
  /** CPU time of all turns, in µs. */
  time: number;
}

const rateOf = ({ runs }: Side) => median(runs.map(({ perSecond }) => perSecond));
const timeOf = ({ runs, time }: Side) => time / runs.reduce((sum, { calls }) => sum + calls, 0);

async function takeTurn(side: Side, ms: number): Promise<void> {
  const before = cpuOf(side.server.child.pid);
  side.runs.push(await load(side.server.url, { ...LOAD, isOver: after(ms), next: side.next }));
  side.time += cpuOf(side.server.child.pid) - before;
}

interface Yardsticks {
  readonly own: Started;
  readonly bare: Started;
  /** On the same engine. */
  readonly caller: Started;
}

/** A read, alternating with constants of the same size. */
async function measureRead(
  { name, target, targetBehindCaller }: Read,
  engine: string,
  { own, bare, caller }: Yardsticks,
  server: Started,
  callOf: (caller: number) => Call,
): Promise<Figure[]> {
  const { bytes } = await send(server.url, callOf(0));
  const constant = (number: number): Call => ({ ...callOf(number), path: `/api/${bytes}` });
  const side = (of: Started, next: Side['next']): Side => ({ server: of, next, runs: [], time: 0 });
  const [ofOwn, ofBare, ofServer] = [side(own, constant), side(bare, constant), side(server, callOf)];
  const ofCaller = side(caller, constant);
  const sides = [ofOwn, ofBare, ofCaller, ofServer];
  for (const { server: started, next } of sides) {
    const isOver = after(started === server ? WARM_UP_MS : CONSTANTS_WARM_UP_MS);
    await load(started.url, { ...LOAD, isOver, next });
  }
  for (let turn = 0; turn < SLICES; turn += 1) for (const each of sides) await takeTurn(each, SLICE_MS);
  const failures = sides.flatMap(({ runs }) => runs).reduce((sum, one) => sum + countOthers(one), 0);
  const p99 = median(ofServer.runs.map((one) => one.p99));
  const figureOf = (what: string, of: Side, atLeast: number | undefined, more = ''): Figure => {
    const ratio = rateOf(ofServer) / rateOf(of);
    const figure = `${ratio.toFixed(2)}${more}`;
    if (atLeast === undefined) return { what, figure, target: '' };
    return { what, figure, target: `>= ${atLeast}`, isMet: ratio >= atLeast && failures === 0 };
  };
  return [
    figureOf(
      `${name}, ${engine} (${bytes} bytes), of a constant of the same size`,
      ofOwn,
      target,
      ` (${rateOf(ofServer).toFixed(0)}/s, p99 ${p99.toFixed(0)} ms, ${failures} failed)`,
    ),
    figureOf('  of one that looks up its caller', ofCaller, targetBehindCaller),
    figureOf('  of the framework without anything', ofBare, undefined),
    {
      what: '  processor time of each',
      figure: [
        `${timeOf(ofServer).toFixed(0)} µs, constant ${timeOf(ofOwn).toFixed(0)}`,
        `with its caller ${timeOf(ofCaller).toFixed(0)}`,
        `without anything ${timeOf(ofBare).toFixed(0)}`,
      ].join(', '),
      target: '',
    },
  ];
}

type VisitMemory = Parameters<typeof addViewers>[0];

async function measureOn(
  engine: string,
  visit: VisitMemory,
  asked: readonly Read[],
  constants: Omit<Yardsticks, 'caller'>,
) {
  const viewers = await addViewers(visit, 2 * CONNECTIONS, CONNECTIONS);
  const first = await startServer(visit);
  const demo = (await signInAt(first.url)).profile.token;
  await first.end();
  // One process alone opens an embedded database; its copy has all callers.
  const copy = `${visit.dataDir}-of-callers`;
  if (visit.databaseUrl === undefined) cpSync(visit.dataDir, copy, { recursive: true });
  const place = visit.databaseUrl === undefined ? { dataDir: copy } : { databaseUrl: visit.databaseUrl };
  const caller = await startConstants('caller', place);
  const yardsticks = { ...constants, caller };
  const server = await startServer(visit);
  const figures: Figure[] = [];
  for (const read of asked) {
    const tokenOf = (caller: number) =>
      read.by === 'demo profile' ? demo : viewers[read.by === 'begun' ? CONNECTIONS + caller : caller]!.token;
    const callOf = (caller: number): Call => ({ method: 'GET', path: read.path, token: tokenOf(caller) });
    figures.push(...(await measureRead(read, engine, yardsticks, server, callOf)));
  }
  await Promise.all([server.end(), caller.end()]);
  await rm(copy, { recursive: true, force: true });
  return figures;
}

/**
 * Reads on the embedded database, and most of them also on PostgreSQL, alternating with constants of the same size: from
 * Fastify with the server's headers and hooks, from the same with a look-up of the caller, and from plain Fastify. See
 * docs/decisions/248.
 */
export const measureReads = (): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const [own, bare] = await Promise.all([startConstants('own'), startConstants('bare')]);
    const figures = await measureOn('embedded', { dataDir }, reads, { own, bare });
    const onPostgres = await withCluster(async ({ url }) => {
      const asked = reads.filter((read) => read.onPostgres);
      return measureOn('PostgreSQL', { dataDir, databaseUrl: url }, asked, { own, bare });
    });
    await Promise.all([own.end(), bare.end()]);
    return [...figures, ...(onPostgres ?? [])];
  });
