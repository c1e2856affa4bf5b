import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connection, PoolFigures } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { countActivePlayLogs, findOutboxFigures } from './store.ts';

/** Figures of the database are read anew after this, in ms, however often somebody asks. */
const READ_EVERY_MS = 10_000;
/** A figure that takes longer is left out, in ms, so that a dead database does not hide the others. */
const READ_WITHIN_MS = 2_000;

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export interface Metrics {
  /** One answered request; `route` as it was declared, so that no id becomes a series of its own. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** Play-log reports that went into one transaction. */
  observeReportBatch(size: number): void;
  contentType: string;
  /** Everything in Prometheus' text format. */
  render(): Promise<string>;
  stop(): void;
}

interface Figures {
  activePlayLogs: number;
  outboxWaiting: number;
  /** Seconds since the oldest waiting mail was put in. */
  outboxAge: number;
}

export interface MetricsOptions {
  db: Connection;
  clock: Clock;
  /** What the pool of connections does; the embedded database has none. */
  pool?: (() => PoolFigures) | undefined;
  isInMaintenance(): Promise<boolean>;
}

/** What an operator watches: this process, the calls, and what waits in the database. */
export function createMetrics({ db, clock, pool, isInMaintenance }: MetricsOptions): Metrics {
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

  let read: { at: number; figures: Promise<Figures> } | undefined;
  const figures = (): Promise<Figures> => {
    const at = performance.now();
    if (read && at - read.at < READ_EVERY_MS) return read.figures;
    const now = clock.now();
    const found = Promise.all([countActivePlayLogs(db, now), findOutboxFigures(db, now)]).then(
      ([activePlayLogs, { waiting, age }]) => ({ activePlayLogs, outboxWaiting: waiting, outboxAge: age }),
    );
    read = { at, figures: found };
    return found;
  };

  /** A gauge whose value is asked for; without a value, as when the database does not answer, it is left out. */
  const gauge = (name: string, help: string, value: () => Promise<number> | number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await within(READ_WITHIN_MS, Promise.resolve(value())));
        } catch {
          this.remove();
        }
      },
    });

  gauge(
    'bora_play_logs_active',
    'Play logs that may report: whole service',
    async () => (await figures()).activePlayLogs,
  );
  gauge(
    'bora_outbox_waiting',
    'Mails that were not sent yet: whole service',
    async () => (await figures()).outboxWaiting,
  );
  gauge('bora_outbox_oldest_seconds', 'Age of the oldest of them', async () => (await figures()).outboxAge);
  gauge('bora_maintenance', '1 while the service is under maintenance', async () => Number(await isInMaintenance()));
  if (pool) {
    gauge('bora_database_connections', 'Connections of this process', () => pool().total);
    gauge('bora_database_connections_idle', 'Those that do nothing', () => pool().idle);
    gauge('bora_database_waiting', 'Statements that wait for a connection', () => pool().waiting);
  }

  return {
    observeRequest({ seconds, method, route, status }) {
      // Finding the series of three labels costs as much as some of the calls: each is found once.
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
