import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { systemRandom } from '#server/lib/random.ts';
import { backgroundJobs } from '#server/start/background-jobs.ts';
import { rowsWith } from '#tests/support/server/account-rows.ts';
import { createExampleCalls } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Every call of the contract is made once. Two days later each background job runs: first as when the worker stops at once,
 * with a signal that is aborted already, then as a whole. The test compares which tables have changed.
 */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  for (const [name, { ask }] of Object.entries(createExampleCalls(() => server)))
    expect((await server.call(endpoints[name as EndpointName] as Endpoint, await ask())).status).toBeLessThan(300);
  const { db, clock } = server;
  const { accountId } = await server.buildViewer({ is_email_confirmed: true });
  await sql`update orders set status = 'paid', settled_at = created_at`.execute(db);
  clock.advance(2 * 24 * 3600);
  const soon = new Date(clock.now().getTime() + 12 * 3600_000);
  await sql`update accounts set membership_expires_at = ${soon} where id = ${accountId}`.execute(db);
  // It has published at the start already; the first run prepares what viewers get.
  await jobs().get('publishing')!.run({ signal: new AbortController().signal });
});
afterAll(() => server.close());

const jobs = () =>
  new Map(backgroundJobs(server.db, server.clock, systemRandom).map((job) => [job.name as string, job]));

/** The rows of each table but the mails, which leave when they can. */
async function rowsNow(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const row of await rowsWith(server.db, '')) {
    const table = row.slice(0, row.indexOf(' '));
    if (table === 'outbox') continue;
    found.set(table, `${found.get(table) ?? ''}\n${row}`);
  }
  return found;
}

/** The tables that each job changes, in the order in which they run; and those that an aborted run changes, if any. */
const CHANGES: Readonly<Record<string, readonly [done: string, aborted?: string]>> = {
  publishing: [''],
  'moving episodes': ['settings'],
  'ending play logs': ['play_logs'],
  'counting charts': ['charts'],
  'removing old rows': [
    'ad_servings device_authorizations download_grants email_codes identity_checks inputs password_resets rate_limits',
  ],
  'erasing accounts': ['accounts device_sessions erasures profiles tokens'],
  'making account files': ['account_export_parts account_exports'],
  'notifying about titles': ['', 'settings'],
  'notifying about endings': ['notifications'],
  'counting playbacks': ['quality_hours sale_hours service_summaries watch_hours'],
  'counting viewing': ['cohort_months episode_days service_summaries title_days title_sums'],
  'counting sales': ['sale_days service_summaries'],
  'checking payments': [''],
  'counting advertisements': ['ad_figures ad_hours'],
  'counting requests': ['', 'request_counts'],
  'comparing titles': [''],
};

describe('a run of the job', () => {
  test.each(Object.keys(CHANGES))('%s changes its tables alone, and nothing when it is aborted', async (name) => {
    const job = jobs().get(name)!;
    const [done, aborted = ''] = CHANGES[name]!;
    const before = await rowsNow();
    // Some say that they were aborted, by throwing.
    await job.run({ signal: AbortSignal.abort() }).catch(() => undefined);
    const between = await rowsNow();
    await job.run({ signal: new AbortController().signal });
    const after = await rowsNow();
    const changed = (one: Map<string, string>, other: Map<string, string>) =>
      [...new Set([...one.keys(), ...other.keys()])]
        .filter((table) => one.get(table) !== other.get(table))
        .sort()
        .join(' ');
    expect({ done: changed(between, after), aborted: changed(before, between) }).toEqual({ done, aborted });
  });

  test('is here for each job but the one that learns in a process of its own', () => {
    expect([...jobs().keys()].filter((name) => !(name in CHANGES))).toEqual(['learning likeness']);
  });
});
