import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestPasswordReset } from '#contract/passwords.ts';
import { backgroundJobs } from '#server/start/background-jobs.ts';
import { pictureJobs } from '#server/catalogue/index.ts';
import { tellingTroublesJob } from '#server/monitoring/status/telling-troubles.ts';
import { tellingWebhooksJob } from '#server/monitoring/webhooks/telling-webhooks.ts';
import { inboxJobs } from '#server/intake/index.ts';
import type { JobRow } from '#server/db/tables.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { callAt } from '#tests/support/calls-at.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { createMigratedDatabase, type OwnDatabase } from '#tests/support/server/server-database.ts';
import { startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';

let bundle: Awaited<ReturnType<typeof bundleServer>>;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());

let own: OwnDatabase;
let database: Database;
let started: ServerProcess[];
let release: (() => void) | undefined;
beforeEach(async () => {
  own = await createMigratedDatabase();
  database = await openPostgres(own.url);
  started = [];
});
afterEach(async () => {
  release?.();
  release = undefined;
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  await database.close();
  await own.drop();
});

const start = (role: string): ServerProcess => {
  // No test needs titles, and importing those of the demo takes seconds.
  const variables = { DATABASE_URL: own.url, ROLE: role, WORK_PORT: '0', CATALOGUE_DIR: tmpdir() };
  const server = startProcess(variables, bundle.path);
  started.push(server);
  return server;
};

const JOBS = [
  ...backgroundJobs(undefined as never, { now: () => new Date() }, undefined as never),
  ...inboxJobs({} as never),
  ...pictureJobs({} as never),
  tellingTroublesJob({} as never),
  tellingWebhooksJob({} as never),
];

const rows = (): Promise<JobRow[]> => database.kysely.selectFrom('jobs').selectAll().orderBy('name').execute();
const row = async (name: string): Promise<JobRow | undefined> => (await rows()).find((job) => job.name === name);
const ownerOf = async (name: string): Promise<string> => (await row(name))?.owner ?? '';
/** Types of the jobs' last durations: a job that never ran has none. */
const durations = async () => (await rows()).map(({ last_duration_ms: ms }) => typeof ms);
const isOwnedBy = ({ child }: ServerProcess) => expect.stringMatching(new RegExp(`-${child.pid}-[0-9a-f]{8}$`));

/** Makes the chart job of every worker wait until `release`. */
async function lockCharts(): Promise<void> {
  const released = new Promise<void>((resolve) => (release = resolve));
  await new Promise<void>((resolve, reject) => {
    database.longWork
      .transaction()
      .execute(async (tx) => {
        await sql`lock table charts in access exclusive mode`.execute(tx);
        resolve();
        await released;
      })
      .catch(reject);
  });
}

/** Lets the lease of a job expire, as if time had passed. */
const expireLease = async (name: string): Promise<void> => {
  const past = new Date(Date.now() - 1000);
  await database.kysely.updateTable('jobs').set({ leased_until: past }).where('name', '=', name).execute();
};

describe('a process with the role `serve`', () => {
  test('runs no job and sends no mail; a worker does both', async () => {
    const server = start('serve');
    const url = await server.url;
    await expect.poll(() => server.out).toContainEqual(expect.stringContaining('start a worker'));
    const asked = await callAt(url)(requestPasswordReset, { body: { email: DEMO.email } });
    expect(asked.status).toBe(requestPasswordReset.status);
    // It waits for a worker for a while.
    const mailbox = async () => ((await (await fetch(`${url}/dev/mail.json`)).json()) as { count: number }).count;
    expect(await mailbox()).toBe(0);
    expect(await rows()).toEqual([]);

    const worker = start('work');
    await expect.poll(mailbox).toBe(1);
    await expect.poll(durations).toEqual(JOBS.map(() => 'number'));
    expect([server.err(), worker.err()]).toEqual(['', '']);
  });
});

describe('a process with the role `work`', () => {
  test('answers its supervisor alone, shows the jobs, and ends on SIGTERM', async () => {
    const worker = start('work');
    const url = await worker.url;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(404);
    // The first metrics: these values are cached for ten seconds.
    await expect.poll(durations).toEqual(JOBS.map(() => 'number'));
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('bora_job_failures{name="removing old rows"} 0');
    expect(metrics).toMatch(/^bora_job_info\{name="removing old rows",owner="",last_error=""\} 1$/m);
    expect(metrics).toContain('bora_job_period_seconds{name="removing old rows"} 600');
    expect(metrics).toMatch(/^bora_job_last_run_timestamp_seconds\{name="ending play logs"\} \d+/m);
    const endedAt = performance.now();
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(performance.now() - endedAt).toBeLessThan(5000);
    expect((await rows()).map(({ owner }) => owner)).toEqual(JOBS.map(() => null));
  });

  test('a worker that is killed during a job is replaced by another one, and only then', async () => {
    await lockCharts();
    const [one, other] = [start('work'), start('work')];
    await Promise.all([one.url, other.url]);
    // Nobody holds another lease, which would have to expire too.
    const leased = async () => (await rows()).filter(({ owner }) => owner !== null).map(({ name }) => name);
    await expect.poll(leased).toEqual(['counting charts']);
    const owner = await ownerOf('counting charts');
    const [killed, left] = owner.includes(`-${one.child.pid}-`) ? [one, other] : [other, one];
    expect(owner).toEqual(isOwnedBy(killed));
    killed.child.kill('SIGKILL');
    await killed.ended;
    // The other one runs other jobs, and leaves this one to its lease.
    await sql`update jobs set next_run_at = now() where name = 'ending play logs'`.execute(database.kysely);
    const dueAt = (await row('ending play logs'))!.next_run_at;
    await expect.poll(async () => (await row('ending play logs'))!.next_run_at > dueAt).toBe(true);
    expect(await ownerOf('counting charts')).toBe(owner);
    await expireLease('counting charts');
    await expect.poll(() => ownerOf('counting charts')).toEqual(isOwnedBy(left));
    expect(await row('counting charts')).toMatchObject({ failures: 1, last_error: `not finished by ${owner}` });
    release!();
    await expect.poll(() => row('counting charts')).toMatchObject({ owner: null, failures: 0 });
    const { rows: charts } = await sql<{ kind: string }>`select kind from charts order by kind`.execute(
      database.kysely,
    );
    expect([...new Set(charts.map(({ kind }) => kind))]).toEqual(['ratings', 'viewers']);
  });

  test('ends within 5 s of SIGTERM although the database does not answer a job', async () => {
    await lockCharts();
    const worker = start('work');
    await worker.url;
    await expect.poll(() => ownerOf('counting charts')).toEqual(isOwnedBy(worker));
    const endedAt = performance.now();
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(performance.now() - endedAt).toBeLessThan(5000);
  });
});
