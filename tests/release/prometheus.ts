import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DebianRoot } from '../../scripts/release/debian-root.ts';

const EXAMPLES = 'usr/share/doc/bora/examples';
const FOLDER = 'srv/prometheus';
/** Jobs count the evening's playbacks each minute. */
const WITHIN_MS = 300_000;
const CALL_MS = 10_000;

/** Series of services with PostgreSQL, and of calls that fail. */
const OF_OTHERS = [/^bora_database_/, /status=~"5/];
/** Metrics that prom-client and Node name. */
const NAMED_ELSEWHERE = /^(?:nodejs|process)_/;

const get = (address: string) => fetch(address, { signal: AbortSignal.timeout(CALL_MS) });

interface Answer<T> {
  status: string;
  error?: string;
  data: T;
}
interface Rule {
  name: string;
  query: string;
  health: string;
  alerts?: { state: string; labels: Record<string, string> }[];
  lastError?: string;
}

/**
 * Writes the configuration of Prometheus that the package has, for a service at another port and an evening that is short.
 *
 * @returns the words that run Prometheus.
 */
export function preparePrometheus({ folder }: DebianRoot, { port, at }: { port: number; at: number }): string[] {
  mkdirSync(join(folder, FOLDER));
  copyFileSync(join(folder, EXAMPLES, 'bora.rules.yaml'), join(folder, FOLDER, 'bora.rules.yaml'));
  const given = readFileSync(join(folder, EXAMPLES, 'prometheus.yaml'), 'utf8').replace('8080', String(port));
  const often = 'global: { scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 5s }\n';
  writeFileSync(join(folder, FOLDER, 'prometheus.yaml'), often + given);
  const data = `--storage.tsdb.path=/${FOLDER}/data`;
  return ['prometheus', `--config.file=/${FOLDER}/prometheus.yaml`, data, `--web.listen-address=127.0.0.1:${at}`];
}

/**
 * Lets promtool check the configuration and the service's metrics, and Prometheus evaluate each rule and each panel of the
 * dashboard with them.
 *
 * @returns what is wrong, the alerts with their labels, and how many kinds of series were found.
 */
export async function judgeMetrics(
  { folder, inside }: DebianRoot,
  { port, at }: { port: number; at: number },
): Promise<{ wrong: string[]; alerts: string[]; cntSeries: number }> {
  const ask = async <T>(path: string): Promise<Answer<T>> =>
    (await (await get(`http://127.0.0.1:${at}/api/v1/${path}`)).json()) as Answer<T>;
  const query = (expr: string) => ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expr)}`);

  inside('promtool', 'check', 'config', `/${FOLDER}/prometheus.yaml`);
  writeFileSync(join(folder, FOLDER, 'metrics'), await (await get(`http://127.0.0.1:${port}/metrics`)).text());
  const linted = inside('sh', '-c', `promtool check metrics < /${FOLDER}/metrics 2>&1 || true`).split('\n');
  const wrong = linted.filter((line) => line !== '' && !NAMED_ELSEWHERE.test(line));

  const board = JSON.parse(readFileSync(join(folder, EXAMPLES, 'grafana-bora.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const panels = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const readRules = async () =>
    (await ask<{ groups: { rules: Rule[] }[] }>('rules')).data.groups.flatMap((one) => one.rules);
  const asked = [...(await readRules()).map((rule) => rule.query), ...panels].join('\n');
  const selectors = [...new Set(asked.match(/\b(?:bora|nodejs|process)_\w+(?:\{[^}]*\})?/g) ?? [])];
  const expected = selectors.filter((one) => !OF_OTHERS.some((pattern) => pattern.test(one)));
  let missing = expected;
  for (const last = Date.now() + WITHIN_MS; ; await wait(5_000)) {
    const answers = await Promise.all(missing.map(query));
    missing = missing.filter((_, index) => answers[index]!.data.result.length === 0);
    if (missing.length === 0 || Date.now() > last) break;
  }
  wrong.push(...missing.map((selector) => `The evening has no series of ${selector}`));
  for (const expr of panels) {
    const { status, error } = await query(expr);
    if (status !== 'success') wrong.push(`${expr}: ${error}`);
  }
  const rules = await readRules();
  if (rules.length === 0) wrong.push('Prometheus has no rules');
  wrong.push(...rules.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => `${name}: ${lastError}`));
  const alerts = rules.flatMap((rule) =>
    (rule.alerts ?? []).map(({ state, labels }) => `${Object.values(labels).join(' ')}: ${state}`),
  );
  return { wrong, alerts, cntSeries: expected.length };
}
