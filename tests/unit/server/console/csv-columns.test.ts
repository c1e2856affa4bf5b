import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import * as tables from '#contract/console/exports.ts';
import type { Overview } from '#contract/console/overview.ts';
import {
  mountAutomationTables,
  mountShopTables,
  mountTables,
  mountViewingTables,
} from '#server/console/tables/routes.ts';
import { OVERVIEW_TABLES } from '#server/console/tables/overview-columns.ts';
import type { CsvColumn } from '#server/lib/csv.ts';
import { answerOf, answerTo, withOrigins, type ConsoleCall } from '#tests/support/console/world.ts';

/*
 * `csv-columns.txt` records each column of each CSV file: its cells name the field that they were made from. Run with `-u` after a
 * change of columns, and read the difference.
 */

interface WithRows {
  reply: { shape: Record<string, { def: { element: z.ZodMiniType } }> };
}
type Columns = readonly CsvColumn<never>[];

const mounted = new Map<string, Columns>();
const nameOf = new Map<unknown, string>(Object.entries(tables).map(([name, endpoint]) => [endpoint, name]));
const mount = (endpoint: unknown, columns: Columns) => void mounted.set(nameOf.get(endpoint)!, columns);
const unused = {} as never;
for (const mountAll of [mountTables, mountAutomationTables, mountViewingTables, mountShopTables])
  mountAll(mount as never, unused);

/** The answer whose rows a table has, and where they are in it. */
const ROWS: Readonly<Record<string, readonly [call: ConsoleCall, part?: string]>> = {
  exportTitles: ['listOperatedTitles'],
  exportEpisodes: ['getOperatedTitle', 'episodes'],
  exportMediaJobs: ['listMediaJobs'],
  exportInbox: ['getInbox', 'files'],
  exportReviews: ['listModeratedReviews'],
  exportRequests: ['listRequestedTitles'],
  exportAdvertisements: ['listOperatedAdvertisements'],
  exportAdvertisementDays: ['getOperatedAdvertisement', 'days'],
  exportOrders: ['listSupportedOrders'],
  exportDevices: ['getSupportedAccount', 'devices'],
  exportCrashes: ['listOperatedCrashes'],
  exportJobs: ['getServiceHealth', 'jobs'],
  exportStaff: ['listStaff'],
  exportMySessions: ['listMyConsoleSessions'],
  exportStaffSessions: ['listStaffSessions'],
  exportAuditTable: ['listAuditEntries'],
  exportTokens: ['listTokens'],
  exportWebhookMessages: ['listWebhookMessages'],
  exportViewing: ['getViewing', 'points'],
  exportViewedTitles: ['listViewedTitles'],
  exportViewedEpisodes: ['getViewedTitle', 'episodes'],
  exportMissedSearches: ['listMissedSearches'],
  exportOpenedRows: ['listOpenedRows'],
  exportPlans: ['listOperatedPlans'],
  exportProducts: ['listOperatedProducts'],
  exportVouchers: ['listVouchers'],
  exportVoucherUses: ['listVoucherUses'],
  exportSales: ['getSales', 'points'],
  exportSold: ['listSold'],
  exportAccounts: ['listAccounts'],
};
const titles = answerTo('listViewedTitles') as { results: { title: { id: number; name: string } }[] };
const cohorts = answerTo('listCohorts') as { results: { joined: string; months: object[] }[] };
/** Rows that are made of an answer. */
const OWN_ROWS: Readonly<Record<string, readonly unknown[]>> = {
  exportCohorts: cohorts.results.map(({ joined, months }) => ({ joined, ...months[0] })),
  exportLicensorReport: titles.results.map(({ title, ...sums }) => ({ ...sums, ...title, production: 'production' })),
};

const rowsOf = (name: string): readonly unknown[] => {
  const [call, part = 'results'] = ROWS[name] ?? [];
  return call === undefined
    ? (OWN_ROWS[name] ?? [])
    : ((answerTo(call) as Record<string, readonly unknown[]>)[part] ?? []);
};
const linesOf = (name: string, columns: Columns, rows: readonly unknown[]) => [
  name,
  ...columns.map(
    ([head, cell]) => `  ${head}: ${rows.map((row) => withOrigins(String(cell(row as never)))).join(' | ')}`,
  ),
];

test('each column of each table has the value of its own field', async () => {
  const lines = [...mounted]
    .filter(([, columns]) => typeof columns !== 'function')
    .flatMap(([name, columns]) => linesOf(name, columns, rowsOf(name)));
  const overview = answerTo('getOverview') as Overview;
  for (const [name, { columns, rowsOf: read }] of Object.entries(OVERVIEW_TABLES))
    lines.push(...linesOf(`exportOverview ${name}`, columns as unknown as Columns, read(overview)));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('csv-columns.txt');
});

test('each table has rows here', () => {
  const names = [...mounted].filter(([, columns]) => typeof columns !== 'function').map(([name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => rowsOf(name).length === 0)).toEqual([]);
});

test('each code of the contract has a Korean word in the tables', () => {
  const codes = Object.entries(ROWS).flatMap(([name, [call, part = 'results']]) => {
    const { element } = (consoleEndpoints[call] as unknown as WithRows).reply.shape[part]!.def;
    // More rows than any list of codes is long.
    const rows = Array.from({ length: 12 }, (_, index) => answerOf(element, call, index === 2 ? 14 : index));
    return mounted.get(name)!.flatMap(([head, cell]) => {
      const cells = rows.map((row) => String(cell(row as never)));
      return cells
        .filter((text) => /^(?!null|true|false)[a-z]+(?:-[a-z]+)*$/.test(text))
        .map((text) => `${name} ${head}: ${text}`);
    });
  });
  expect([...new Set(codes)]).toEqual([]);
});
