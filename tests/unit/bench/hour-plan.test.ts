import { expect, test } from 'vitest';
import { planFor, serverMsByCalls, splitCosts, type Measured } from '../../../bench/hour/plan.ts';

const evening = (viewers: number): Measured => ({
  viewerHours: viewers / 2,
  hours: 0.5,
  // 20 s an hour without viewers, and 0.036 s for each.
  server: (20 + 0.036 * viewers) / 2,
  worker: 5,
  database: (0.018 * viewers) / 2,
  statements: 200 * viewers,
  log: viewers / 100,
  calls: 50 * viewers,
  reports: 30 * viewers,
  videos: viewers,
});

test('separates the cost of a viewer from that of idle processes', () => {
  const costs = splitCosts(evening(100), evening(300));
  expect(costs.server.perViewer).toBeCloseTo(0.036);
  expect(costs.server.fixed).toBeCloseTo(20);
  expect(costs.worker).toEqual({ perViewer: 0, fixed: 10 });
  expect(costs.database.fixed).toBeCloseTo(0);
});

test('plans cores, reports and questions of the edges for a number of viewers', () => {
  const plan = planFor(1_000_000, splitCosts(evening(100), evening(300)));
  // 0.036 s of an hour are ten millionths of a core.
  expect(plan.serverCores).toBeCloseTo(10 / 0.6, 1);
  expect(plan.databaseCores).toBeCloseTo(5 / 0.6, 1);
  expect(plan.reportsPerSecond).toBeCloseTo(1_000_000 / 60, 0);
  // Once in three minutes, and once for each of the two videos of an hour.
  expect(plan.gateCallsPerSecond).toBeCloseTo(1_000_000 / 180 + 2_000_000 / 3600, 0);
  expect(plan.egress).toBe(5_000);
});

test('computes the same hour from its calls', () => {
  // 60 reports of 95 µs and 40 other calls of 97 µs.
  expect(serverMsByCalls(splitCosts(evening(100), evening(300)))).toBeCloseTo((60 * 95 + 40 * 97) / 1000);
});
