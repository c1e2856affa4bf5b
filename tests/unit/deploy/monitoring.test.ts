import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '#server/db/open.ts';
import { createMetrics, type Metrics } from '#server/monitoring/metrics/metrics.ts';
import { systemClock } from '#server/lib/clock.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../deploy/monitoring', name), 'utf8');
const rules = read('bora.rules.yaml');
const board = JSON.parse(read('grafana-bora.json')) as {
  panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[];
};
const expressions = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

let metrics: Metrics;
let known: Map<string, string>;
beforeAll(async () => {
  const unread = () => Promise.reject(new Error('not read here'));
  metrics = createMetrics({
    db: {} as Connection,
    clock: systemClock,
    pool: () => ({ total: 1, idle: 1, waiting: 0 }),
    isInMaintenance: unread,
    listJobs: unread,
    findClockAheadMs: unread,
    findFigures: unread,
    findOpenedRows: unread,
    findTroubles: unread,
    findDisk: unread,
  });
  metrics.observeReportBatch(1);
  known = new Map(
    [...(await metrics.render()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]),
  );
});
afterAll(() => metrics.stop());

/** The names of an expression that are metrics of Bora, of Node or of the process. */
const namesIn = (expression: string) => expression.match(/\b(?:bora|nodejs|process)_\w+/g) ?? [];

/** Whether a scrape has a series of that name: a histogram has three. */
const isServed = (name: string) =>
  known.has(name) || known.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram';

test('the rules ask only for metrics that Bora has', () => {
  const names = namesIn(rules.replace(/'[^']*'/g, ''));
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !isServed(name))).toEqual([]);
});

test('each panel asks only for metrics that Bora has', () => {
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) expect(namesIn(expression).length, expression).toBeGreaterThan(0);
  expect(expressions.flatMap(namesIn).filter((name) => !isServed(name))).toEqual([]);
});

test('panels have ids of their own and a name', () => {
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  for (const { title } of board.panels) expect(title).not.toBe('');
});

test('each rule says what happened and what to do', () => {
  const alerts = rules.match(/- alert: /g)!.length;
  expect(alerts).toBeGreaterThan(10);
  expect(rules.match(/^ +summary: /gm)).toHaveLength(alerts);
  expect(rules.match(/^ +do: /gm)).toHaveLength(alerts);
});
