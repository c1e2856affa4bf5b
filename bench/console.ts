import { mkdtemp, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getSupportedAccount, listSupportedOrders } from '#contract/console/accounts.ts';
import {
  getOperatedAdvertisement,
  listAdvertisementClips,
  listOperatedAdvertisements,
} from '#contract/console/advertisements.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { listMediaJobs } from '#contract/console/media.ts';
import { accountLists, findAccount, listAccounts } from '#contract/console/people.ts';
import { listOperatedCrashes } from '#contract/console/overview.ts';
import { getRequestedTitle, listRequestedTitles } from '#contract/console/requests.ts';
import { listModeratedReviews } from '#contract/console/reviews.ts';
import { listStaff, listStaffSessions } from '#contract/console/staff.ts';
import { getOperatedTitle, listOperatedTitles } from '#contract/console/titles.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTransact } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { countRequests } from '#server/reviews/requests/count-requests.ts';
import { referenceOf } from '#server/shop/order-references.ts';
import { createMembers, type ConsoleCallOptions } from '#tests/support/console.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { createServerFixture } from '#tests/support/server/server-fixture.ts';
import { fillLargeService, orderId, sizesOf } from './console/large-service.ts';
import { accountId } from './lib/many-accounts.ts';
import { median, quantile } from './lib/quantile.ts';
import { printTable, type Figure } from './lib/table.ts';

/*
 * Measures the lists of the console with a million accounts and ten million orders, on a PostgreSQL of its own:
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

interface Asked extends ConsoleCallOptions {
  what: string;
  endpoint: ConsoleEndpoint;
}

/** A call of each list; `turn` is its number, so that no two calls are alike. */
function callsOf(turn: number, { accounts, orders, titles, advertisements }: ReturnType<typeof sizesOf>): Asked[] {
  /** A number from 1 to `most`, far from that of the turn before. */
  const any = (most: number) => 1 + ((turn * 7919 + 13) % most);
  const account = any(accounts);
  const order = any(orders);
  const page = (limit: number, pages: number) => ({ limit, offset: limit * (turn % pages) });
  const lists = <E extends ConsoleEndpoint>(what: string, endpoint: E, query: ConsoleCallOptions['query'] = {}) => ({
    what,
    endpoint,
    query,
  });
  const ofOrder = { account_id: accountId(1 + (order % accounts)), id: orderId(order) };
  return [
    { what: 'an account by e-mail', endpoint: findAccount, body: { keyword: `account${account}@bora.example` } },
    { what: 'accounts by a part of the address', endpoint: findAccount, body: { keyword: 'count77' } },
    ...accountLists.map((list) => ({ what: `accounts, ${list}`, endpoint: listAccounts, query: { list } })),
    { what: 'an account by order', endpoint: findAccount, body: { keyword: referenceOf(ofOrder) } },
    { what: 'an account', endpoint: getSupportedAccount, params: { id: accountId(account) } },
    {
      what: 'orders of an account',
      endpoint: listSupportedOrders,
      params: { id: accountId(account) },
      query: page(5, 2),
    },
    lists('reported and hidden reviews', listModeratedReviews, page(50, 20)),
    lists('reported reviews for a reason', listModeratedReviews, { state: 'reported', reason: 'spam', ...page(50, 5) }),
    lists('reviews of a title', listModeratedReviews, { item_id: 1000 + any(titles) }),
    lists('requests', listRequestedTitles, page(50, 20)),
    lists('requests in a state', listRequestedTitles, { status: 'requested', ...page(50, 20) }),
    { what: 'a requested title', endpoint: getRequestedTitle, params: { id: 1000 + any(titles) } },
    lists('audit log', listAuditEntries, page(50, 40)),
    lists('audit log of an action', listAuditEntries, { action: 'order.refund', ...page(50, 40) }),
    lists('audit log of a member', listAuditEntries, { actor: `staff${any(199)}@bora.example`, ...page(50, 40) }),
    lists('staff', listStaff),
    lists('sessions of staff', listStaffSessions),
    lists('media jobs', listMediaJobs, page(50, 40)),
    lists('failed media jobs', listMediaJobs, { state: 'failed', ...page(50, 10) }),
    lists('crashes', listOperatedCrashes),
    lists('advertisements', listOperatedAdvertisements, page(50, 40)),
    lists('advertisements by impressions', listOperatedAdvertisements, {
      sorting: 'impressions',
      direction: 'down',
      ...page(50, 40),
    }),
    lists('advertisements by name', listOperatedAdvertisements, { keyword: `광고 ${turn % 90}` }),
    { what: 'an advertisement', endpoint: getOperatedAdvertisement, params: { id: any(advertisements) } },
    lists('clips of advertisements', listAdvertisementClips),
    lists('titles', listOperatedTitles, page(50, 40)),
    lists('titles in a state', listOperatedTitles, { state: 'published', sorting: 'at', ...page(50, 40) }),
    lists('titles by name', listOperatedTitles, { keyword: `작품 ${turn % 90}` }),
    { what: 'a title', endpoint: getOperatedTitle, params: { id: 1000 + any(titles) } },
  ];
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
      if (answer.status !== 200 && answer.status !== 404) throw new Error(`${what}: ${answer.status} ${answer.text}`);
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
