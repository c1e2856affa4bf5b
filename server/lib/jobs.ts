/** Work that a process does again and again in the background. */
export interface Job {
  /** Names the job where its failure is reported. */
  name: string;
  /** From the end of one run to the beginning of the next. */
  everyMs: number;
  /** The run's signal aborts after so long; the next run goes on. */
  longestMs: number;
  /** Ends soon after `signal` aborts. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Jobs {
  /** Begins no other run, aborts the one under way, and waits for its end, but not for long. */
  stop(): Promise<void>;
}

/** Receives the outcome of each run, under the job's name. */
export interface JobFailures {
  report(cause: string, error: unknown): void;
  works(cause: string): void;
}

/** Calls `work` once after `ms`. @returns what cancels it. */
export type Later = (work: () => void, ms: number) => () => void;

const later: Later = (work, ms) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/** The first run of each job, in ms: a server that is restarted each hour must still get to the rare ones. */
const FIRST_AFTER_MS = 60_000;
/** What a closing server gives to the run under way, in ms. */
const STOP_WITHIN_MS = 2_000;

/**
 * Runs each job at its period, and never two at once. After a failure a job runs again at its next turn.
 */
export function startJobs(jobs: readonly Job[], failures: JobFailures, schedule: Later = later): Jobs {
  const stopping = new AbortController();
  const waiting = new Map<Job, () => void>();
  /** Runs in the order in which they were due. */
  let line: Promise<void> = Promise.resolve();

  const run = async (job: Job): Promise<void> => {
    if (stopping.signal.aborted) return;
    try {
      await job.run(AbortSignal.any([stopping.signal, AbortSignal.timeout(job.longestMs)]));
      failures.works(job.name);
    } catch (error) {
      failures.report(job.name, error);
    }
    if (!stopping.signal.aborted) plan(job, job.everyMs);
  };
  const plan = (job: Job, ms: number): void => {
    const cancel = schedule(() => {
      waiting.delete(job);
      line = line.then(() => run(job));
    }, ms);
    waiting.set(job, cancel);
  };
  for (const job of jobs) plan(job, Math.min(job.everyMs, FIRST_AFTER_MS));

  return {
    async stop() {
      stopping.abort();
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
      let cancel: (() => void) | undefined;
      const tooLong = new Promise<void>((resolve) => {
        cancel = schedule(resolve, STOP_WITHIN_MS);
      });
      await Promise.race([line, tooLong]);
      cancel?.();
    },
  };
}
