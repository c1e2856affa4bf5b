import { expect, test } from 'vitest';
import { startJobs, type Job, type JobFailures } from '#server/lib/jobs.ts';

/** Timers that run when the test says so. */
function createTimers() {
  const timers: { work: () => void; ms: number }[] = [];
  return {
    schedule(work: () => void, ms: number) {
      const timer = { work, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    listMs: () => timers.map(({ ms }) => ms),
    fire(ms: number) {
      const place = timers.findIndex((timer) => timer.ms === ms);
      const [timer] = timers.splice(place, 1);
      timer!.work();
    },
  };
}

const noFailures: JobFailures = { report: () => expect.fail(), works: () => undefined };

interface Run {
  name: string;
  signal: AbortSignal;
  end(error?: Error): void;
}

function createRuns() {
  const runs: Run[] = [];
  const job = (name: string, everyMs: number): Job => ({
    name,
    everyMs,
    longestMs: 60_000,
    run: (signal) =>
      new Promise<void>((resolve, reject) =>
        runs.push({ name, signal, end: (error) => (error ? reject(error) : resolve()) }),
      ),
  });
  return { runs, job, names: () => runs.map(({ name }) => name) };
}

test('runs a job at its period, counted from the end of the run before', async () => {
  const timers = createTimers();
  const { runs, job, names } = createRuns();
  const jobs = startJobs([job('often', 5_000)], noFailures, timers.schedule);
  timers.fire(5_000);
  await expect.poll(names).toEqual(['often']);
  expect(timers.listMs()).toEqual([]);
  runs[0]!.end();
  await expect.poll(timers.listMs).toEqual([5_000]);
  await jobs.stop();
});

test('runs a rare job soon after the start for the first time', async () => {
  const timers = createTimers();
  const jobs = startJobs([createRuns().job('rare', 24 * 3600_000)], noFailures, timers.schedule);
  expect(timers.listMs()).toEqual([60_000]);
  await jobs.stop();
  expect(timers.listMs()).toEqual([]);
});

test('never runs two jobs at once', async () => {
  const timers = createTimers();
  const { runs, job, names } = createRuns();
  const jobs = startJobs([job('one', 1_000), job('other', 2_000)], noFailures, timers.schedule);
  timers.fire(1_000);
  timers.fire(2_000);
  await expect.poll(names).toEqual(['one']);
  runs[0]!.end();
  await expect.poll(names).toEqual(['one', 'other']);
  runs[1]!.end();
  await jobs.stop();
});

test('reports a run that failed and one that worked again', async () => {
  const timers = createTimers();
  const { runs, job } = createRuns();
  const told: unknown[] = [];
  const failures: JobFailures = {
    report: (cause, error) => told.push([cause, error]),
    works: (cause) => told.push(cause),
  };
  const jobs = startJobs([job('failing', 1_000)], failures, timers.schedule);
  timers.fire(1_000);
  await expect.poll(() => runs.length).toBe(1);
  const error = new Error('no connection');
  runs[0]!.end(error);
  await expect.poll(timers.listMs).toEqual([1_000]);
  timers.fire(1_000);
  await expect.poll(() => runs.length).toBe(2);
  runs[1]!.end();
  await expect.poll(timers.listMs).toEqual([1_000]);
  expect(told).toEqual([['failing', error], 'failing']);
  await jobs.stop();
});

test('stopping aborts the run under way and waits for its end', async () => {
  const timers = createTimers();
  const { runs, job } = createRuns();
  const jobs = startJobs([job('running', 1_000)], noFailures, timers.schedule);
  timers.fire(1_000);
  await expect.poll(() => runs.length).toBe(1);
  let isStopped = false;
  const stopped = jobs.stop().then(() => (isStopped = true));
  expect(runs[0]!.signal.aborted).toBe(true);
  expect(isStopped).toBe(false);
  runs[0]!.end();
  await stopped;
  expect(timers.listMs()).toEqual([]);
});

test('stopping does not wait for a run that never ends', async () => {
  const timers = createTimers();
  const { runs, job } = createRuns();
  const jobs = startJobs([job('stuck', 1_000)], noFailures, timers.schedule);
  timers.fire(1_000);
  await expect.poll(() => runs.length).toBe(1);
  const stopped = jobs.stop();
  timers.fire(2_000);
  await stopped;
});
