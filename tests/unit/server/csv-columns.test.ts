import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import * as automation from '#server/console/tables/automation-columns.ts';
import * as main from '#server/console/tables/columns.ts';
import * as shop from '#server/console/tables/shop-columns.ts';
import * as viewing from '#server/console/tables/viewing-columns.ts';
import type { CsvColumn } from '#server/lib/csv.ts';
import { distinctOf, partOf } from '#tests/support/sample.ts';

/* A file of a table has in each column what its head says. Rows whose fields all differ show a field at a wrong place. */

type Columns = readonly CsvColumn<never>[];
const listOf = (name: keyof typeof consoleEndpoints, ...path: string[]): z.ZodMiniType =>
  partOf((consoleEndpoints[name] as { reply: z.ZodMiniType }).reply, ...(path.length > 0 ? path : ['results']));

const TABLES: Readonly<Record<string, readonly [Columns, z.ZodMiniType]>> = {
  titles: [main.TITLE_COLUMNS, listOf('listOperatedTitles')],
  episodes: [main.EPISODE_COLUMNS, listOf('getOperatedTitle', 'episodes')],
  videos: [main.MEDIA_COLUMNS, listOf('listMediaJobs')],
  inbox: [main.INBOX_COLUMNS, listOf('getInbox', 'files')],
  reviews: [main.REVIEW_COLUMNS, listOf('listModeratedReviews')],
  requests: [main.REQUEST_COLUMNS, listOf('listRequestedTitles')],
  advertisements: [main.ADVERTISEMENT_COLUMNS, listOf('listOperatedAdvertisements')],
  'days of an advertisement': [main.ADVERTISEMENT_DAY_COLUMNS, listOf('getOperatedAdvertisement', 'days')],
  orders: [main.ORDER_COLUMNS, listOf('listSupportedOrders')],
  devices: [main.DEVICE_COLUMNS, listOf('getSupportedAccount', 'devices')],
  crashes: [main.CRASH_COLUMNS, listOf('listOperatedCrashes')],
  jobs: [main.JOB_COLUMNS, listOf('getServiceHealth', 'jobs')],
  staff: [main.STAFF_COLUMNS, listOf('listStaff')],
  sessions: [main.SESSION_COLUMNS, listOf('listStaffSessions')],
  audit: [main.AUDIT_COLUMNS, listOf('listAuditEntries')],
  tokens: [automation.TOKEN_COLUMNS, listOf('listTokens')],
  messages: [automation.MESSAGE_COLUMNS, listOf('listWebhookMessages')],
  plans: [shop.PLAN_COLUMNS, listOf('listOperatedPlans')],
  products: [shop.PRODUCT_COLUMNS, listOf('listOperatedProducts')],
  vouchers: [shop.VOUCHER_COLUMNS, listOf('listVouchers')],
  'uses of a voucher': [shop.VOUCHER_USE_COLUMNS, listOf('listVoucherUses')],
  accounts: [shop.ACCOUNT_COLUMNS, listOf('listAccounts')],
  sales: [shop.SALES_COLUMNS, listOf('getSales', 'points')],
  sold: [shop.SOLD_COLUMNS, listOf('listSold')],
  'watched titles': [viewing.VIEWED_TITLE_COLUMNS, listOf('listViewedTitles')],
  viewing: [viewing.VIEWING_COLUMNS, listOf('getViewing', 'points')],
  'watched episodes': [viewing.VIEWED_EPISODE_COLUMNS, listOf('getViewedTitle', 'episodes')],
  'missed searches': [viewing.MISSED_SEARCH_COLUMNS, listOf('listMissedSearches')],
  rows: [viewing.OPENED_ROW_COLUMNS, listOf('listOpenedRows')],
};

describe.each(Object.entries(TABLES))('the file of %s', (_name, [columns, schema]) => {
  const row = distinctOf(schema) as never;
  const cells = columns.map(([name, cell]) => [name, cell(row)] as const);

  test('has a value in each column', () => {
    expect(cells.length).toBeGreaterThan(1);
    expect(cells.filter(([, value]) => value === null || value === undefined || value === '')).toEqual([]);
  });

  test('has no two columns with the same value or the same name', () => {
    expect(new Set(cells.map(([name]) => name)).size).toBe(cells.length);
    const values = cells.map(([, value]) => String(value));
    expect(cells.filter(([, value], index) => values.indexOf(String(value)) !== index)).toEqual([]);
  });
});
