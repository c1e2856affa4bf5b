import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenedRow, Trouble } from '#contract/console/overview.ts';
import type { ServiceHealth } from '#contract/console/service.ts';
import type { Connection, PoolMetrics } from '#server/db/open.ts';
import type { JobStatus } from '#server/jobs/status.ts';
import type { Clock } from '#server/lib/clock.ts';
import { withTimeout } from '#server/lib/timeout.ts';
import type { LiveSummary } from '#server/monitoring/quality/summary.ts';
import { addJobMetrics } from './job-metrics.ts';
import { addPlaybackMetrics } from './playback-metrics.ts';
import { addRowMetrics, addServiceMetrics } from './service-metrics.ts';
import { countActivePlayLogs, countPaymentProblems, findOutboxMetrics } from './store.ts';

/** Cache time of database metrics, in ms. */
const READ_EVERY_MS = 10_000;
/** Timeout of a metric, in ms: a slow one is omitted, so that a dead database does not hide the others. */
const READ_WITHIN_MS = 2_000;

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export interface Metrics {
  /** Records an answered request; `route` is the declared path, so that ids do not create new series. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** Records the number of play-log reports in one transaction. */
  observeReportBatch(size: number): void;
  contentType: string;
  /** All metrics in Prometheus' text format. */
  render(): Promise<string>;
  stop(): void;
}

interface DatabaseMetrics {
  activePlayLogs: number;
  outboxWaiting: number;
  /** Age of the oldest waiting mail, in seconds. */
  outboxAge: number;
  paymentProblems: number;
}

export interface MetricsOptions {
  db: Connection;
  clock: Clock;
  /** Metrics of the connection pool; the embedded database has none. */
  pool?: (() => PoolMetrics) | undefined;
  isInMaintenance(): Promise<boolean>;
  listJobs(): Promise<JobStatus[]>;
  /** How far the clock is ahead of the database's, in ms. */
  findClockAheadMs(): Promise<number>;
  /** Figures of the last hour from a worker; undefined when none has counted them. */
  findFigures(): Promise<LiveSummary | undefined>;
  findTroubles(): Promise<Trouble[]>;
  findDisk(): Promise<ServiceHealth['media_store']>;
  findOpenedRows(): Promise<readonly OpenedRow[]>;
}

/** Reads at most every ten seconds. */
function cached<T>(find: () => Promise<T>): () => Promise<T> {
  let read: { at: number; found: Promise<T> } | undefined;
  return () => {
    const at = performance.now();
    if (!read || at - read.at >= READ_EVERY_MS) read = { at, found: find() };
    return read.found;
  };
}

/** Reads at most every ten seconds, and waits for two. */
function inTime<T>(find: () => Promise<T>): () => Promise<T> {
  const read = cached(find);
  return () => withTimeout(READ_WITHIN_MS, read());
}

/** Metrics for operators: this process, the calls, and queues in the database. */
export function createMetrics(options: MetricsOptions): Metrics {
  const {
    db,
    clock,
    pool,
    isInMaintenance,
    listJobs,
    findClockAheadMs,
    findFigures,
    findTroubles,
    findDisk,
    findOpenedRows,
  } = options;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const duration = new Histogram({
    name: 'bora_http_request_duration_seconds',
    help: 'Time until an answer was sent',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const durations = new Map<string, ReturnType<typeof duration.labels>>();
  const batch = new Histogram({
    name: 'bora_play_log_report_batch_size',
    help: 'Play-log reports in one transaction',
    buckets: BATCH_BUCKETS,
    registers,
  });

  const databaseMetrics = cached(async (): Promise<DatabaseMetrics> => {
    const now = clock.now();
    const [activePlayLogs, { waiting, age }, paymentProblems] = await Promise.all([
      countActivePlayLogs(db, now),
      findOutboxMetrics(db, now),
      countPaymentProblems(db),
    ]);
    return { activePlayLogs, outboxWaiting: waiting, outboxAge: age, paymentProblems };
  });

  /**
   * A gauge that reads its value on demand; omitted without a value, for example when the database does not answer.
   */
  const gauge = (name: string, help: string, value: () => Promise<number> | number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await withTimeout(READ_WITHIN_MS, Promise.resolve(value())));
        } catch {
          this.remove();
        }
      },
    });

  gauge(
    'bora_play_logs_active',
    'Play logs that may report: whole service',
    async () => (await databaseMetrics()).activePlayLogs,
  );
  gauge(
    'bora_outbox_waiting',
    'Mails that were not sent yet: whole service',
    async () => (await databaseMetrics()).outboxWaiting,
  );
  gauge(
    'bora_outbox_oldest_seconds',
    'Age of the oldest waiting mail',
    async () => (await databaseMetrics()).outboxAge,
  );
  gauge(
    'bora_payment_problems',
    'Payments that an operator must look at: whole service',
    async () => (await databaseMetrics()).paymentProblems,
  );
  gauge(
    'bora_clock_ahead_seconds',
    "This process's clock minus the database's",
    async () => (await findClockAheadMs()) / 1000,
  );
  gauge('bora_maintenance', '1 while the service is under maintenance', async () => Number(await isInMaintenance()));

  addJobMetrics(registry, inTime(listJobs));
  addPlaybackMetrics(registry, inTime(findFigures));
  addServiceMetrics(registry, { troubles: inTime(findTroubles), disk: inTime(findDisk) });
  addRowMetrics(registry, inTime(findOpenedRows));

  if (pool) {
    gauge('bora_database_connections', 'Connections of this process', () => pool().total);
    gauge('bora_database_connections_idle', 'Idle connections of this process', () => pool().idle);
    gauge('bora_database_waiting', 'Statements that wait for a connection', () => pool().waiting);
  }

  return {
    observeRequest({ seconds, method, route, status }) {
      // Finding a series by three labels costs as much as a cheap call, so series are cached.
      const name = `${status} ${method} ${route}`;
      const known = durations.get(name) ?? duration.labels({ method, route, status });
      durations.set(name, known);
      known.observe(seconds);
    },
    observeReportBatch: (size) => batch.observe(size),
    contentType: registry.contentType,
    render: () => registry.metrics(),
    stop: () => registry.clear(),
  };
}
