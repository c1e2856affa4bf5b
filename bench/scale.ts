import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { LOCK_SETTING } from '#server/catalogue/editing/lock.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import { storeSimilar } from '#server/catalogue/lists/similar-titles.ts';
import { createTransact, openDatabase, type Connection } from '#server/db/open.ts';
import { systemClock } from '#server/lib/clock.ts';
import { lockSetting } from '#server/settings/index.ts';
import { printTable, type Figure } from './lib/table.ts';
import { addAudience, tokenOf } from './scale/large-audience.ts';
import { addTitles, FIRST_ID } from './scale/large-catalogue.ts';
import { cpuOf } from './server/cpu.ts';
import { after, countOthers, load, send, type Call } from './server/load.ts';
import { withCluster } from './server/postgres.ts';
import { startConstants, startServer, withFolder, type Started } from './server/processes.ts';
import { addViewers } from './server/viewers.ts';

/*
 * Measures the calls of a large catalogue on PostgreSQL, each figure next to its target:
 *
 *     npm run bench:scale                  100,000 titles with 1,000,000 episodes, 1,000,000 accounts; half an hour, 10 GB
 *     npm run bench:scale -- 10000         fewer titles, and ten times as many accounts
 *     npm run bench:scale -- 10000 5000    fewer accounts
 *
 * Each call is made by another account, except where the table says that viewers come back.
 * On a machine with other work, compare each figure with the constant of the same size beside it, and with pgbench.
 */
const titles = Number(process.argv[2] ?? 100_000);
const accounts = Number(process.argv[3] ?? titles * 10);
const IN_FLIGHT = 50;
const WARM_UP_MS = 8_000;
const RUN_MS = 10_000;
const CONSTANT_MS = 3_000;
const MOST_LOOP_MS = 50;
const MOST_HEAP_MB = 60;
const MOST_SEEN_MS = 5_000;
/** Titles of the import that runs while viewers call. */
const IMPORTED = 1_000;

interface Probed {
  heapUsed: number;
  /** Delays of the event loop since the last report, in ms. */
  p99: number;
  max: number;
}

const probe = fileURLToPath(new URL('scale/probe.ts', import.meta.url));
const FLAGS = ['--expose-gc', '--import', 'tsx', '--import', probe];
const probeOf = ({ child }: Started): Promise<Probed> =>
  new Promise((told) => {
    child.once('message', (message) => told(message as Probed));
    child.send('probe');
  });

const KEYWORDS = [
  '가',
  'ㄱ',
  '고양이',
  '나비',
  'ㄱㄴ',
  '태그12',
  '감',
  '흑매검',
  '판타지',
  '다라',
  '마법 소녀',
  'ㅎㅁㄱ',
  '모험',
  '더빙',
];

/** A transaction of pgbench, for comparison. */
const SELECT = `\\set number random(1, ${titles})
select * from items where id = ${FIRST_ID} + :number;`;

const figures: Figure[] = [];
const atMost = (what: string, value: number, unit: string, target: number, more = '') =>
  figures.push({
    what,
    figure: `${value.toFixed(0)} ${unit}${more}`,
    target: `<= ${target} ${unit}`,
    isMet: value <= target,
  });

interface Sides {
  server: Started;
  /** Answers a constant. */
  constants: Started;
  /** Parent of the database's processes. */
  databaseId: number | undefined;
}

/** Warms the server up, then measures, and measures a constant of the same size. */
async function measure(
  { server, constants, databaseId }: Sides,
  what: string,
  target: number,
  next: (caller: number) => Call,
): Promise<void> {
  const inFlight = IN_FLIGHT;
  const { bytes } = await send(server.url, next(0));
  await load(server.url, { inFlight, isOver: after(WARM_UP_MS), next });
  const parts = [server.child.pid, databaseId];
  const before = parts.map(cpuOf);
  const run = await load(server.url, { inFlight, isOver: after(RUN_MS), next });
  const [ofServer, ofDatabase] = parts.map((id, index) => ((cpuOf(id) - before[index]!) / run.calls).toFixed(0));
  const constant = await load(constants.url, {
    inFlight,
    isOver: after(CONSTANT_MS),
    next: (caller) => ({ ...next(caller), path: `/api/${bytes}` }),
  });
  const more = ` (p50 ${run.p50.toFixed(0)} ms, p99 ${run.p99.toFixed(0)} ms, ${run.perSecond.toFixed(0)}/s, ${countOthers(run)} failed)`;
  atMost(`${what}, ${inFlight} in flight, p95`, run.p95, 'ms', target, more);
  figures.push(
    { what: '  processor time of each', figure: `server ${ofServer} µs, database ${ofDatabase} µs`, target: '' },
    {
      what: `  a constant of ${bytes} bytes beside it, p95`,
      figure: `${constant.p95.toFixed(0)} ms (${constant.perSecond.toFixed(0)}/s)`,
      target: '',
    },
  );
}

/** The first home of each viewer after the start: nothing of it is cached. */
async function measureFirst(server: Started, next: (caller: number) => Call): Promise<void> {
  const first = await load(server.url, { inFlight: IN_FLIGHT, isOver: (sent) => sent >= IN_FLIGHT, next });
  figures.push({
    what: `the first ${IN_FLIGHT} homes after the start, at once, p95`,
    figure: `${first.p95.toFixed(0)} ms (p50 ${first.p50.toFixed(0)} ms, ${countOthers(first)} failed)`,
    target: '',
  });
}

let calls = 0;
/** Calls that never repeat in the same order, each of another account. */
const get = (path: (number: number) => string) => (): Call => {
  calls += 1;
  return { method: 'GET', path: path(calls), token: tokenOf(1 + ((calls * 7919) % accounts)) };
};
const idOf = (number: number) => FIRST_ID + 1 + ((number * 7919) % titles);
const HOME = '/api/home/v1/rows/';
const search = get(
  (number) => `/api/items/v1/search/?keyword=${encodeURIComponent(KEYWORDS[number % KEYWORDS.length]!)}`,
);
const home = get(() => HOME);
const item = get((number) => `/api/items/v1/${idOf(number)}/`);
const episodes = get((number) => `/api/episodes/v2/list/?item_id=${idOf(number)}`);
const related = get((number) => `/api/items/v1/${idOf(number)}/related/`);
const list = get(
  (number) =>
    `/api/items/v1/list/?sorting=${['popular', 'recent', 'rating', 'name'][number % 4]}&offset=${(number * 20) % 2000}`,
);
/** Each connection is one viewer, who opens home again and again. */
const homeAgain = (caller: number): Call => ({
  method: 'GET',
  path: HOME,
  token: tokenOf(1 + ((caller * 104_729) % accounts)),
});

/** Changes titles as an import does, in one transaction. */
const change = (db: Connection, ids: readonly number[], suffix: string) =>
  createTransact(db)(async (tx) => {
    await lockSetting(tx, LOCK_SETTING, '');
    await sql`update items set name = name || ${suffix} where id = any(${[...ids]}::int[])`.execute(tx);
    await publishChange(tx, ids, systemClock.now());
  });

await withFolder((dataDir) =>
  withCluster(async ({ url, processId, pgbench }) => {
    const place = { databaseUrl: url, dataDir };
    const viewers = await addViewers(place, IN_FLIGHT);

    const demo = await startServer(place, FLAGS);
    for (const call of [home, search])
      await load(demo.url, {
        inFlight: IN_FLIGHT,
        isOver: after(3_000),
        next: (caller) => ({ ...call(), token: viewers[caller % viewers.length]!.token }),
      });
    const base = await probeOf(demo);
    await demo.end();

    const database = await openDatabase(place);
    const db = database.longWork;
    const began = performance.now();
    await addTitles(db, titles);
    const seconds = (performance.now() - began) / 1000;
    const filling = performance.now();
    await addAudience(
      db,
      { accounts, titles },
      {
        now: systemClock.now(),
        onFill: (what, count) => console.error(`${what}: ${count.toLocaleString('en')}`),
      },
    );
    const filled = (performance.now() - filling) / 1000;
    const comparing = performance.now();
    await storeSimilar({ transact: createTransact(db), clock: systemClock }, new AbortController().signal);
    const compared = (performance.now() - comparing) / 1000;
    // Otherwise the database cleans up and writes for minutes, beside the first calls.
    await sql`vacuum analyze`.execute(db);
    await sql`checkpoint`.execute(db);
    figures.push(
      { what: `${titles} titles, written and prepared`, figure: `${seconds.toFixed(0)} s`, target: '' },
      { what: `${accounts} accounts with histories, written`, figure: `${filled.toFixed(0)} s`, target: '' },
      { what: 'similar titles of each title, by the job', figure: `${compared.toFixed(0)} s`, target: '' },
    );

    const starting = performance.now();
    const server = await startServer(place, FLAGS);
    figures.push({ what: 'start', figure: `${((performance.now() - starting) / 1000).toFixed(1)} s`, target: '' });
    const constants = await startConstants('own');
    const sides = { server, constants, databaseId: processId };
    await measureFirst(server, home);
    await measure(sides, 'search', 50, search);
    await measure(sides, 'home of viewers who come back', 250, homeAgain);
    await measure(sides, 'home of viewers who are all new', 250, home);
    await measure(sides, 'item', 30, item);
    await measure(sides, 'episode list', 30, episodes);
    await measure(sides, 'related', 150, related);
    await measure(sides, 'list', 150, list);
    await constants.end();
    const selected = await pgbench({ script: SELECT, clients: IN_FLIGHT, seconds: 5 });
    figures.push(
      { what: 'pgbench with a select of one title', figure: `${selected.toFixed(0)}/s`, target: '' },
      { what: 'load of the machine at the end of these', figure: loadavg()[0]!.toFixed(1), target: '' },
    );

    await probeOf(server);
    let isDone = false;
    const mixed = [search, homeAgain, item, list];
    let turn = 0;
    const busy = load(server.url, {
      inFlight: 4,
      isOver: () => isDone,
      next: (caller) => mixed[(turn += 1) % mixed.length]!(caller),
    });
    const ids = Array.from({ length: IMPORTED }, (_, number) => FIRST_ID + 1 + number);
    const importing = performance.now();
    await change(db, ids, ' 새');
    const imported = performance.now() - importing;
    const publishing = performance.now();
    await change(db, [FIRST_ID + titles], ' 쀍쀍');
    const published = performance.now() - publishing;
    const found = async () => {
      const path = `/api/items/v1/search/?keyword=${encodeURIComponent('쀍쀍')}`;
      return (await send(server.url, { method: 'GET', path, token: tokenOf(1) })).bytes > 100;
    };
    const looking = performance.now();
    while (!(await found()) && performance.now() - looking < 2 * MOST_SEEN_MS);
    atMost('a publication until a search finds it', performance.now() - looking, 'ms', MOST_SEEN_MS);
    isDone = true;
    await busy;
    figures.push(
      { what: `an import of ${IMPORTED} titles`, figure: `${(imported / 1000).toFixed(1)} s`, target: '' },
      { what: 'a publication of one title', figure: `${published.toFixed(0)} ms`, target: '' },
    );
    const loop = await probeOf(server);
    atMost('event loop during both, with calls, p99', loop.p99, 'ms', MOST_LOOP_MS, ` (max ${loop.max.toFixed(0)} ms)`);
    const more = (loop.heapUsed - base.heapUsed) / 2 ** 20;
    atMost('heap over that of the demo', more, 'MB', MOST_HEAP_MB, ` (${(loop.heapUsed / 2 ** 20).toFixed(0)} MB)`);
    await server.end();
    await database.close();
  }),
);
if (figures.length === 0) console.error('No PostgreSQL with pgbench was found.');
printTable(figures);
