import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import type { JobStatus } from '#server/jobs/status.ts';
import { addJobMetrics } from '#server/monitoring/metrics/job-metrics.ts';

const buildJob = (changes: Partial<JobStatus> = {}): JobStatus => ({
  name: 'counting charts',
  everySeconds: 600,
  owner: null,
  isAbandoned: false,
  nextRunAt: new Date('2026-11-20T03:10:00Z'),
  lastRunAt: null,
  lastDurationMs: null,
  lastError: null,
  failures: 0,
  overdueSeconds: 0,
  ...changes,
});

let found: () => Promise<JobStatus[]>;
let registry: Registry;
beforeEach(() => {
  registry = new Registry();
  addJobMetrics(registry, () => found());
});
const read = async (...jobs: JobStatus[]) => {
  found = () => Promise.resolve(jobs);
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
};
const infoOf = async (...jobs: JobStatus[]) => (await read(...jobs)).filter((line) => line.startsWith('bora_job_info'));

test('say of each job its period, owner, last run and last error', async () => {
  const lastRunAt = new Date('2026-11-20T03:00:00Z');
  const given = { owner: 'host-1-ab', lastRunAt, lastDurationMs: 1500, lastError: 'Error: broken', failures: 3 };
  expect(await read(buildJob(given))).toEqual([
    'bora_job_info{name="counting charts",owner="host-1-ab",last_error="Error: broken"} 1',
    'bora_job_period_seconds{name="counting charts"} 600',
    'bora_job_failures{name="counting charts"} 3',
    'bora_job_overdue_seconds{name="counting charts"} 0',
    'bora_job_running{name="counting charts"} 1',
    `bora_job_last_run_timestamp_seconds{name="counting charts"} ${lastRunAt.getTime() / 1000}`,
    'bora_job_last_duration_seconds{name="counting charts"} 1.5',
  ]);
});

test('have one series of owner and error for each job, whoever ran it before', async () => {
  for (const owner of ['host-1-ab', 'host-2-cd', null])
    expect(await infoOf(buildJob({ owner, lastError: owner }))).toEqual([
      `bora_job_info{name="counting charts",owner="${owner ?? ''}",last_error="${owner ?? ''}"} 1`,
    ]);
});

test('cut a long error, and keep one of several lines in one label', async () => {
  const [line] = await infoOf(buildJob({ lastError: `Error: "a"\n${'x'.repeat(1000)}` }));
  expect(line).toContain(String.raw`last_error="Error: \"a\"\nxxx`);
  expect(line!.length).toBeLessThan(300);
});

test('end with their job, and when the jobs cannot be read', async () => {
  expect((await read(buildJob())).length).toBeGreaterThan(0);
  expect(await read()).toEqual([]);
  await read(buildJob());
  found = () => Promise.reject(new Error('away'));
  expect(await registry.metrics()).not.toContain('counting charts');
});
