import { performance } from 'node:perf_hooks';
import { getInput, openInput, writeInput, type Input } from '../contract/inputs.ts';
import { quantile } from './lib/quantile.ts';
import { printTable, type Figure } from './lib/table.ts';
import { withCluster } from './server/postgres.ts';
import { startServer, withFolder, type Started } from './server/processes.ts';

/*
 * Measures how long a change of a phone takes to the television, from the phone's call to the television's answer:
 * `npm run bench:inputs`, and `npm run bench:inputs -- 50` for 50 televisions (at most 64 wait per address) that are typed into at the same time. On
 * the embedded database, and on PostgreSQL with the phone and the television at different processes.
 */
const TELEVISIONS = Number(process.argv[2] ?? 20);
const CHANGES = 40;
/** Time between two changes of a fast writer. */
const PAUSE_MS = 150;
const TARGET_MS = 1000;
const TEXT = '별빛이 쏟아지는 장면에서 울었어요. 음악도 참 좋고, 다음 화가 기다려져요. 꼭 보세요.';
const KEY = 'b'.repeat(64);

// Exits normally on a signal, so that servers and databases are stopped.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

async function call<T>(base: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Token ${KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** One television and one phone: the delays of all changes, in ms. */
async function type(television: string, phone: string, waitMs: number): Promise<number[]> {
  const { code } = await call<{ code: string }>(television, openInput.method, openInput.path, {});
  const path = getInput.path.replace(':code', code);
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const watch = async () => {
    let after = 0;
    for (let text = ''; text !== textOf(CHANGES);) {
      const input = await call<Input>(television, getInput.method, `${path}?after=${after}`);
      ({ revision: after } = input);
      text = input.text ?? '';
      const sent = sentAt.get(text);
      if (sent !== undefined) delays.push(performance.now() - sent);
      sentAt.delete(text);
    }
  };
  const watching = watch();
  await pause(waitMs);
  for (let change = 1; change <= CHANGES; change += 1) {
    sentAt.set(textOf(change), performance.now());
    await call(phone, writeInput.method, path, { writer: 'bench-phone', change, field: 0, text: textOf(change) });
    await pause(PAUSE_MS);
  }
  await watching;
  return delays;
}

const textOf = (change: number) => TEXT.slice(0, change);

async function measure(what: string, televisions: Started, phones: Started): Promise<Figure[]> {
  const all = await Promise.all(
    Array.from({ length: TELEVISIONS }, (_, index) =>
      type(televisions.url, phones.url, (index * PAUSE_MS) / TELEVISIONS),
    ),
  );
  const delays = all.flat();
  const p95 = quantile(delays, 0.95);
  return [
    { what: `${what}: median`, figure: `${quantile(delays, 0.5).toFixed(0)} ms`, target: '' },
    {
      what: `${what}: p95 of ${delays.length} changes`,
      figure: `${p95.toFixed(0)} ms`,
      target: `< ${TARGET_MS} ms`,
      isMet: p95 < TARGET_MS,
    },
    { what: `${what}: longest`, figure: `${Math.max(...delays).toFixed(0)} ms`, target: '' },
  ];
}

const figures = await withFolder(async (dataDir) => {
  const server = await startServer({ dataDir });
  return measure('embedded, one process', server, server).finally(() => server.end());
});
const onPostgres = await withCluster(({ url: databaseUrl }) =>
  withFolder((folder) =>
    withFolder(async (otherFolder) => {
      const one = await startServer({ databaseUrl, dataDir: folder });
      const other = await startServer({ databaseUrl, dataDir: otherFolder });
      return measure('PostgreSQL, two processes', one, other).finally(() => Promise.all([one.end(), other.end()]));
    }),
  ),
);
printTable([...figures, ...(onPostgres ?? [])]);
if (!onPostgres) console.log('PostgreSQL is not installed: npm run tools:install');
