import { describe, expect, test } from 'vitest';
import type { ServiceHealth } from '#contract/console/service.ts';
import { findServiceTroubles } from '#server/monitoring/status/service-troubles.ts';
import { warnsAt } from '#server/providers/certificate.ts';

const GB = 1_000_000_000;
const AT = '2026-11-28T03:00:00.000Z';

const job = (name: string, changes: Partial<ServiceHealth['jobs'][number]> = {}): ServiceHealth['jobs'][number] => ({
  name,
  state: 'waiting',
  every_seconds: 60,
  owner: null,
  last_run_at: AT,
  last_duration_ms: 5,
  next_run_at: AT,
  failures: 0,
  last_error: null,
  ...changes,
});

const HEALTHY: ServiceHealth = {
  checked_at: AT,
  version: '1.0.0',
  maintenance: null,
  min_version: { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' },
  database: { state: 'ready', latency_ms: 1 },
  mail: { delivery: 'smtp', cnt_waiting: 4, cnt_failing: 0, oldest_at: AT },
  media_store: { state: 'writable', free_bytes: 400 * GB, total_bytes: 1_000 * GB },
  media_jobs: { running: 1, waiting: 30, retrying: 0, failed: 0 },
  clock: { ahead_ms: 0 },
  certificate: null,
  backup: null,
  jobs: [job('charts'), job('fold', { state: 'running', owner: 'worker' })],
};
const troublesOf = (changes: Partial<ServiceHealth>) => findServiceTroubles({ ...HEALTHY, ...changes });
const disk = (free: number, total: number) =>
  troublesOf({ media_store: { state: 'writable', free_bytes: free, total_bytes: total } });

test('a service whose parts all work has no trouble, however much waits', () => {
  expect(troublesOf({})).toEqual([]);
});

test('a video that failed, and one that waits for another try, are troubles of their own', () => {
  expect(troublesOf({ media_jobs: { running: 0, waiting: 3, retrying: 2, failed: 1 } })).toEqual([
    { kind: 'video', value: 1, limit: 0, detail: 'failed' },
    { kind: 'video', value: 2, limit: 0, detail: 'retrying' },
  ]);
});

test('a disk is a trouble below a tenth of its size, below 2 GB, and when it cannot be written', () => {
  expect(disk(100 * GB, 1_000 * GB)).toEqual([]);
  expect(disk(99 * GB, 1_000 * GB)).toEqual([{ kind: 'disk', value: 99 * GB, limit: 100 * GB, detail: 'full' }]);
  expect(disk(1.9 * GB, 4 * GB)).toMatchObject([{ kind: 'disk', limit: 2 * GB }]);
  expect(troublesOf({ media_store: { state: 'read-only', free_bytes: 9 * GB, total_bytes: 9 * GB } })).toMatchObject([
    { kind: 'disk', detail: 'read-only' },
  ]);
});

test('a folder of videos that is gone is a trouble, but not before the first video', () => {
  const missing = { media_store: { state: 'missing', free_bytes: null, total_bytes: null } } as const;
  expect(troublesOf(missing)).toMatchObject([{ kind: 'disk', detail: 'missing' }]);
  expect(troublesOf({ ...missing, media_jobs: { running: 0, waiting: 0, retrying: 0, failed: 0 } })).toEqual([]);
});

test('mail that could not be sent, a database without this version’s tables, and failing or overdue jobs are troubles', () => {
  expect(troublesOf({ mail: { ...HEALTHY.mail, cnt_failing: 2 } })).toMatchObject([{ kind: 'mail', value: 2 }]);
  expect(troublesOf({ database: { state: 'not migrated', latency_ms: 1 } })).toMatchObject([
    { kind: 'database', detail: 'not migrated' },
  ]);
  const jobs = [job('charts', { state: 'failing', failures: 3 }), job('fold', { state: 'overdue' }), job('mail')];
  expect(troublesOf({ jobs })).toMatchObject([
    { kind: 'job', value: 3, detail: 'charts' },
    { kind: 'job', value: 0, detail: 'fold' },
  ]);
});

test('a database that refuses writes says so, and not that its tables are old', () => {
  expect(troublesOf({ database: { state: 'refuses writes', latency_ms: 1 } })).toMatchObject([
    { kind: 'database', detail: 'refuses writes' },
  ]);
});

describe('workers', () => {
  const BEFORE = '2026-11-28T02:54:00.000Z';
  const late = (changes: Partial<ServiceHealth['jobs'][number]> = {}) =>
    job('fold', { state: 'overdue', last_run_at: BEFORE, ...changes });

  test('that began no job for five minutes are one trouble, not one of each job', () => {
    expect(troublesOf({ jobs: [late(), late({ name: 'charts' }), late({ state: 'waiting' })] })).toMatchObject([
      { kind: 'worker', value: 360 },
    ]);
  });

  test('that are busy with one long job are none', () => {
    expect(troublesOf({ jobs: [late({ state: 'running', owner: 'worker' })] })).toEqual([]);
  });

  test('that have never run any job are a trouble', () => {
    expect(troublesOf({ jobs: [] })).toMatchObject([{ kind: 'worker', value: 0 }]);
    expect(troublesOf({ jobs: [late({ last_run_at: null })] })).toMatchObject([{ kind: 'worker', value: 0 }]);
  });
});

test.each([
  [4_999, []],
  [-4_999, []],
  [5_001, ['clock']],
  [-60_000, ['clock']],
])('a clock %i ms ahead of the database: %j', (ahead, kinds) => {
  expect(troublesOf({ clock: { ahead_ms: ahead } }).map(({ kind }) => kind)).toEqual(kinds);
});

const daysBefore = (instant: string, days: number) => new Date(Date.parse(instant) - days * 86_400_000);

test.each([
  ['2026-12-12T03:00:00.000Z', null, []],
  ['2026-12-12T02:59:59.000Z', null, ['ending']],
  ['2026-11-28T02:59:59.000Z', null, ['ended']],
  ['2027-02-01T00:00:00.000Z', 'DEPTH_ZERO_SELF_SIGNED_CERT', ['untrusted']],
])('a certificate until %s with the problem %s: %j', (endsAt, problem, details) => {
  const certificate = {
    ends_at: endsAt,
    warns_at: warnsAt(daysBefore(endsAt, 90), new Date(endsAt)).toISOString(),
    problem,
  };
  expect(troublesOf({ certificate }).map(({ detail }) => detail)).toEqual(details);
});

test('a certificate that lives for hours is worth a warning in the last of them', () => {
  const [startsAt, endsAt] = [new Date('2026-11-28T00:00:00Z'), new Date('2026-11-28T12:00:00Z')];
  expect(warnsAt(startsAt, endsAt)).toEqual(new Date('2026-11-28T10:00:00Z'));
});

test('a backup is too old after a week, and one that never was a week after the database was made', () => {
  const day = 86_400;
  const backup = (lastAt: string | null, days: number) =>
    troublesOf({ backup: { last_at: lastAt, age_seconds: days * day } }).map(({ kind, detail }) => [kind, detail]);
  expect(backup(AT, 7)).toEqual([]);
  expect(backup(AT, 7.1)).toEqual([['backup', 'old']]);
  expect(backup(null, 6)).toEqual([]);
  expect(backup(null, 8)).toEqual([['backup', 'none']]);
});
