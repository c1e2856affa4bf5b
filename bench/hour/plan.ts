/** The measured cost of one part of an evening. */
export interface Measured {
  /** Sets that were on × hours. */
  viewerHours: number;
  /** Hours of the evening's clock. */
  hours: number;
  /** Processor time in seconds. */
  server: number;
  worker: number;
  database: number;
  statements: number;
  /** MiB of the database's log. */
  log: number;
  calls: number;
  reports: number;
  videos: number;
}

type Cost = Exclude<keyof Measured, 'viewerHours' | 'hours'>;
export const COSTS = [
  ...(['server', 'worker', 'database', 'statements', 'log', 'calls', 'reports', 'videos'] as const),
] satisfies readonly Cost[];

/** A cost that each hour has without viewers, and that of an hour of one viewer. */
export interface Split {
  fixed: number;
  perViewer: number;
}

/**
 * Separates what processes cost anyway from what a viewer costs, by two evenings of equal length. With few sets, timers and
 * empty looks cost more than the viewers do.
 */
export function splitCosts(small: Measured, large: Measured): Record<Cost, Split> {
  const perHour = (one: Measured, cost: Cost) => one[cost] / one.hours;
  const viewers = (one: Measured) => one.viewerHours / one.hours;
  return Object.fromEntries(
    COSTS.map((cost) => {
      const perViewer = Math.max(0, (perHour(large, cost) - perHour(small, cost)) / (viewers(large) - viewers(small)));
      return [cost, { perViewer, fixed: Math.max(0, perHour(small, cost) - perViewer * viewers(small)) }];
    }),
  ) as Record<Cost, Split>;
}

/** Load that a core should have at most. */
const BUSY = 0.6;
/** How long an edge believes an answer, in seconds; it asks once at the begin of each video, too. */
const BELIEVED_SECONDS = 180;
/** Bit rate of a stream in Mbit/s. */
const STREAM_MBIT = 5;
const HOUR = 3600;

export interface Plan {
  viewers: number;
  serverCores: number;
  databaseCores: number;
  statementsPerSecond: number;
  /** MiB a second. */
  log: number;
  reportsPerSecond: number;
  gateCallsPerSecond: number;
  /** Gbit/s. */
  egress: number;
}

export function planFor(viewers: number, costs: Record<Cost, Split>): Plan {
  const perSecond = (cost: Cost) => (costs[cost].fixed + costs[cost].perViewer * viewers) / HOUR;
  return {
    viewers,
    serverCores: perSecond('server') / BUSY,
    databaseCores: perSecond('database') / BUSY,
    statementsPerSecond: perSecond('statements'),
    log: perSecond('log'),
    reportsPerSecond: perSecond('reports'),
    gateCallsPerSecond: viewers / BELIEVED_SECONDS + perSecond('videos'),
    egress: (viewers * STREAM_MBIT) / 1000,
  };
}

/** Processor time of a call on PostgreSQL in µs, server and database, by `npm run bench:server`. */
export const CALL_COSTS = { report: { server: 95, database: 59 }, read: { server: 97, database: 60 } };

/** The processor time of the servers for an hour of one viewer in ms, by counting calls instead of measuring processes. */
export function serverMsByCalls(costs: Record<Cost, Split>): number {
  const { reports, calls } = costs;
  const others = Math.max(0, calls.perViewer - reports.perViewer);
  return (reports.perViewer * CALL_COSTS.report.server + others * CALL_COSTS.read.server) / 1000;
}
