import { mkdtemp, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { createTransact } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { countRequests } from '#server/reviews/requests/count-requests.ts';
import { createMembers } from '#tests/support/console.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { createServerFixture } from '#tests/support/server/server-fixture.ts';
import { callsOf } from './console/calls.ts';
import { fillLargeService, sizesOf } from './console/large-service.ts';
import { median, quantile } from './lib/quantile.ts';
import { printTable, type Figure } from './lib/table.ts';

/*
 * Measures the lists of the console with 50,000 titles, a million accounts and ten million orders, on a PostgreSQL of its own:
 *
 *     npm run bench:console                    some 10 GB of disk and half an hour
 *     npm run bench:console -- --scale 0.1     a tenth of it
 *     npm run bench:console -- --calls 20      fewer calls for each list
 *
 * The rows are generated, one call runs at a time, and each list is read with other parameters every time.
 */
const P95_MS = 300;

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, calls: { type: 'string', default: '60' } },
});
const scale = Number(values.scale);
const calls = Number(values.calls);
if (!(scale > 0 && scale <= 10) || !(calls >= 1)) {
  console.error('--scale is a number up to 10, --calls at least 1.');
  process.exit(1);
}
const installed = findPostgres();
if (!installed) {
  console.error('This measures PostgreSQL, which is not installed.');
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'bora-bench-console-'));
// The engine runs as another user.
chmodSync(folder, 0o755);
const cluster = await startCluster(installed, join(folder, 'cluster'), {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
});
const figures: Figure[] = [];
try {
  const database = await openPostgres(cluster.url);
  await migrate(database.kysely);
  const server = await createServerFixture({ database });
  const sizes = sizesOf(scale);
  await fillLargeService(database.longWork, sizes, {
    now: server.clock.now(),
    onFill: (what, count) => console.error(`${what}: ${count.toLocaleString('en')}`),
  });
  console.error('counting requests, as a worker does');
  await countRequests(createTransact(database.longWork), server.clock.now());
  const { call, buildMember } = createMembers(server);
  const owner = await buildMember('owner');
  const times = new Map<string, number[]>();
  console.error('measuring …');
  for (let turn = -1; turn < calls; turn += 1) {
    // A member searches for 60 accounts in ten minutes.
    server.clock.advance(30);
    for (const { what, endpoint, ...options } of callsOf(Math.max(0, turn), sizes)) {
      const startedMs = performance.now();
      const answer = await call(endpoint, owner, options);
      const ms = performance.now() - startedMs;
      // A statement that takes too long is a time as well.
      if (![200, 404, 503].includes(answer.status)) throw new Error(`${what}: ${answer.status} ${answer.text}`);
      // The first turn fills caches.
      if (turn >= 0) times.set(what, [...(times.get(what) ?? []), ms]);
    }
  }
  for (const [what, ms] of times) {
    const p95 = quantile(ms, 0.95);
    figures.push({
      what,
      figure: `${p95.toFixed(0)} ms (median ${median(ms).toFixed(0)})`,
      target: `p95 <= ${P95_MS} ms`,
      isMet: p95 <= P95_MS,
    });
  }
  await server.close();
} finally {
  await cluster.remove();
  await rm(folder, { recursive: true, force: true });
}
printTable(figures);
