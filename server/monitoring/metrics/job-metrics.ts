import { Gauge, type Registry } from 'prom-client';
import type { JobStatus } from '#server/jobs/status.ts';

/** Longest text of a label, in characters: Prometheus stores each text, and a message may be a whole statement. */
const LABEL_LENGTH = 200;

const labelOf = (text: string | null) => (text ?? '').slice(0, LABEL_LENGTH);

/** The service's background jobs, whichever process runs them. A process that cannot read them shows none. */
export function addJobMetrics(registry: Registry, find: () => Promise<readonly JobStatus[]>): void {
  /** @param valueOf labels and value of a job's series; null for none */
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    valueOf: (job: JobStatus) => readonly [Record<string, string>, number] | null,
  ) =>
    new Gauge({
      name,
      help: `${help}: whole service`,
      labelNames: ['name', ...labelNames],
      registers: [registry],
      async collect() {
        const jobs = await find().catch(() => []);
        // The series of earlier labels end: each start of a worker is another owner.
        this.reset();
        for (const job of jobs) {
          const [labels, value] = valueOf(job) ?? [];
          if (value !== undefined) this.set({ name: job.name, ...labels }, value);
        }
      },
    });
  const single = (name: string, help: string, valueOf: (job: JobStatus) => number | null) =>
    gauge(name, help, [], (job) => {
      const value = valueOf(job);
      return value === null ? null : [{}, value];
    });

  // Prometheus takes texts as labels of the value 1.
  gauge(
    'bora_job_info',
    'Worker that runs the job now, and error of its last run',
    ['owner', 'last_error'],
    ({ owner, lastError }) => [{ owner: labelOf(owner), last_error: labelOf(lastError) }, 1],
  );
  single('bora_job_period_seconds', 'Time from one run to the next', ({ everySeconds }) => everySeconds);
  single('bora_job_failures', 'Failed runs since the last success', ({ failures }) => failures);
  single('bora_job_overdue_seconds', 'How long a job is due and not running', (job) => job.overdueSeconds);
  single('bora_job_running', '1 while a worker runs the job', ({ owner, isAbandoned }) =>
    Number(owner !== null && !isAbandoned),
  );
  single('bora_job_last_run_timestamp_seconds', 'Start of the last run', ({ lastRunAt }) =>
    lastRunAt === null ? null : lastRunAt.getTime() / 1000,
  );
  single('bora_job_last_duration_seconds', 'Duration of the last run', ({ lastDurationMs }) =>
    lastDurationMs === null ? null : lastDurationMs / 1000,
  );
}
