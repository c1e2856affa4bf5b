import {
  exportAccounts,
  exportAdvertisementDays,
  exportAdvertisements,
  exportAuditTable,
  exportCrashes,
  exportDevices,
  exportEpisodes,
  exportInbox,
  exportJobs,
  exportMediaJobs,
  exportMySessions,
  exportOrders,
  exportOverview,
  exportPlans,
  exportSales,
  exportSold,
  exportProducts,
  exportVouchers,
  exportVoucherUses,
  exportRequests,
  exportReviews,
  exportStaff,
  exportStaffSessions,
  exportTokens,
  exportWebhookMessages,
  exportTitles,
  exportViewing,
  exportViewedTitles,
  exportViewedEpisodes,
  exportMissedSearches,
  exportCohorts,
  exportOpenedRows,
  exportLicensorReport,
} from '#contract/console/exports.ts';
import type { AdOperations } from '#server/ads/ad-operations.ts';
import type { OfferOperations } from '#server/catalogue/offers/offer-operations.ts';
import type { Overviews } from '#server/monitoring/quality/overview.ts';
import type { Viewings } from '#server/monitoring/viewing/viewing.ts';
import type { WebhookOperations } from '#server/monitoring/webhooks/webhooks.ts';
import type { SalesFigures } from '#server/monitoring/sales/sales.ts';
import type { RequestOperations } from '#server/reviews/requests/request-operations.ts';
import type { ReviewOperations } from '#server/reviews/review-operations.ts';
import type { VoucherOperations } from '#server/shop/vouchers/voucher-operations.ts';
import type { AuditLog } from '#server/staff/audit/audit-log.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { StaffSessions } from '#server/staff/sessions.ts';
import type { StaffOperations } from '#server/staff/staff.ts';
import type { Tokens } from '#server/staff/tokens.ts';
import type { People } from '../people/people.ts';
import type { AccountsOptions, ConsoleOptions } from '../routes.ts';
import {
  ADVERTISEMENT_COLUMNS,
  ADVERTISEMENT_DAY_COLUMNS,
  AUDIT_COLUMNS,
  CRASH_COLUMNS,
  DEVICE_COLUMNS,
  EPISODE_COLUMNS,
  INBOX_COLUMNS,
  JOB_COLUMNS,
  MEDIA_COLUMNS,
  ORDER_COLUMNS,
  REQUEST_COLUMNS,
  REVIEW_COLUMNS,
  SESSION_COLUMNS,
  STAFF_COLUMNS,
  TITLE_COLUMNS,
} from './columns.ts';
import { MESSAGE_COLUMNS, TOKEN_COLUMNS } from './automation-columns.ts';
import { pageOf, type MountTable } from '#server/http/mount-table.ts';
import {
  COHORT_COLUMNS,
  OPENED_ROW_COLUMNS,
  MISSED_SEARCH_COLUMNS,
  REPORT_COLUMNS,
  VIEWED_EPISODE_COLUMNS,
  VIEWED_TITLE_COLUMNS,
  VIEWING_COLUMNS,
} from './viewing-columns.ts';
import {
  ACCOUNT_COLUMNS,
  PLAN_COLUMNS,
  PRODUCT_COLUMNS,
  SALES_COLUMNS,
  SOLD_COLUMNS,
  VOUCHER_COLUMNS,
  VOUCHER_USE_COLUMNS,
} from './shop-columns.ts';
import { OVERVIEW_TABLES } from './overview-columns.ts';

export interface TablesOptions
  extends
    Pick<ConsoleOptions, 'titlesAs' | 'mediaAs' | 'inboxAs' | 'findHealth'>,
    Pick<AccountsOptions, 'supportAs' | 'show'> {
  reviewsAs(record: RecordChange): ReviewOperations;
  requestsAs(record: RecordChange): RequestOperations;
  adsAs(record: RecordChange): AdOperations;
  staffAs(record: RecordChange, actor: string): StaffOperations;
  sessions: StaffSessions;
  overviews: Overviews;
  audit: AuditLog;
}

/** The tables of the console as CSV files. */
export function mountTables(mount: MountTable, options: TablesOptions): void {
  const { titlesAs, mediaAs, inboxAs, findHealth, supportAs, show } = options;
  const { reviewsAs, requestsAs, adsAs, staffAs, sessions, overviews, audit } = options;

  mount(exportTitles, TITLE_COLUMNS, ({ query, record }, page) => titlesAs(record).find({ ...query, ...page }));
  mount(
    exportEpisodes,
    EPISODE_COLUMNS,
    async ({ params, record }, page) =>
      pageOf((await titlesAs(record).show({ kind: 'title', id: params.id })).episodes, page),
    'title',
  );
  mount(exportMediaJobs, MEDIA_COLUMNS, ({ query, record }, page) => mediaAs(record).page({ ...query, ...page }));
  mount(exportInbox, INBOX_COLUMNS, async ({ record }, page) => pageOf((await inboxAs(record).show()).files, page));
  mount(exportReviews, REVIEW_COLUMNS, ({ query: { item_id: itemId, ...filter }, record }, page) =>
    reviewsAs(record).page({ ...filter, itemId }, page),
  );
  mount(exportRequests, REQUEST_COLUMNS, ({ query, record }, page) => requestsAs(record).page(query, page));
  mount(exportAdvertisements, ADVERTISEMENT_COLUMNS, ({ query, record }, page) =>
    adsAs(record).page({ ...query, ...page }),
  );
  mount(
    exportAdvertisementDays,
    ADVERTISEMENT_DAY_COLUMNS,
    async ({ params, record }, page) => pageOf((await adsAs(record).show(params.id)).days, page),
    'advertisement',
  );
  mount(
    exportOrders,
    ORDER_COLUMNS,
    ({ params, record }, page) => supportAs(record).pageOrders(params, page),
    'account',
  );
  mount(
    exportDevices,
    DEVICE_COLUMNS,
    async ({ params, record }, page) => pageOf((await show(record, params.id)).devices, page),
    'account',
  );
  mount(exportCrashes, CRASH_COLUMNS, (_call, page) => overviews.listCrashes(page));
  mount(
    exportOverview,
    ({ query }) => OVERVIEW_TABLES[query.table].columns,
    async ({ query: { table, ...asked } }, page) =>
      pageOf(OVERVIEW_TABLES[table].rowsOf(await overviews.find(asked)), page),
  );
  mount(exportJobs, JOB_COLUMNS, async (_call, page) => pageOf((await findHealth()).jobs, page));
  mount(exportStaff, STAFF_COLUMNS, async ({ record, staff }, page) =>
    pageOf(await staffAs(record, staff.email).list(), page),
  );
  mount(exportMySessions, SESSION_COLUMNS, async ({ staff }, page) =>
    pageOf(await sessions.list(staff, staff.id), page),
  );
  mount(exportStaffSessions, SESSION_COLUMNS, async ({ staff }, page) =>
    pageOf(await sessions.list(staff, undefined), page),
  );
  mount(exportAuditTable, AUDIT_COLUMNS, ({ query }, page) => audit.list({ ...query, ...page }));
}

/** Tokens of programs, and what webhooks were told. */
export function mountAutomationTables(
  mount: MountTable,
  { tokens, webhooksAs }: { tokens: Tokens; webhooksAs(record: RecordChange): WebhookOperations },
): void {
  mount(exportTokens, TOKEN_COLUMNS, async (_call, page) => pageOf(await tokens.list(), page));
  mount(exportWebhookMessages, MESSAGE_COLUMNS, ({ record }, page) => webhooksAs(record).messages(page));
}

/** The tables of what is watched. */
export function mountViewingTables(mount: MountTable, viewings: Viewings): void {
  mount(exportViewing, VIEWING_COLUMNS, async ({ query }, page) =>
    pageOf((await viewings.find(query.step)).points, page),
  );
  mount(exportViewedTitles, VIEWED_TITLE_COLUMNS, ({ query }, page) => viewings.listTitles({ ...query, ...page }));
  mount(
    exportViewedEpisodes,
    VIEWED_EPISODE_COLUMNS,
    async ({ params, query }, page) => pageOf((await viewings.showTitle(params.id, query.step)).episodes, page),
    'title',
  );
  mount(exportMissedSearches, MISSED_SEARCH_COLUMNS, (_call, page) => viewings.listMissed(page));
  mount(exportCohorts, COHORT_COLUMNS, async (_call, page) =>
    pageOf(
      (await viewings.listCohorts()).results.flatMap(({ joined, months }) =>
        months.map((month) => ({ joined, ...month })),
      ),
      page,
    ),
  );
  mount(exportOpenedRows, OPENED_ROW_COLUMNS, async ({ query }, page) =>
    pageOf((await viewings.listRows(query.range)).results, page),
  );
  mount(exportLicensorReport, REPORT_COLUMNS, async ({ query }, page) =>
    pageOf(await viewings.report(query.month), page),
  );
}

export interface ShopTablesOptions {
  offersAs(record: RecordChange): OfferOperations;
  vouchersAs(record: RecordChange): VoucherOperations;
  people: People;
  sales: SalesFigures;
}

/** The tables of what is sold, and of who buys. */
export function mountShopTables(mount: MountTable, { offersAs, vouchersAs, people, sales }: ShopTablesOptions): void {
  mount(exportPlans, PLAN_COLUMNS, ({ query, record }, page) => offersAs(record).plans({ ...query, ...page }));
  mount(exportProducts, PRODUCT_COLUMNS, ({ query, record }, page) => offersAs(record).products({ ...query, ...page }));
  mount(exportVouchers, VOUCHER_COLUMNS, ({ query, record }, page) => vouchersAs(record).page({ ...query, ...page }));
  mount(
    exportVoucherUses,
    VOUCHER_USE_COLUMNS,
    ({ params, staff, record }, page) => vouchersAs(record).uses(staff, params.id, page),
    'voucher',
  );
  mount(exportSales, SALES_COLUMNS, async ({ query }, page) => pageOf((await sales.find(query.step)).points, page));
  mount(exportSold, SOLD_COLUMNS, ({ query }, page) => sales.listSold({ ...query, ...page }));
  // Each part of the list counts and is noted as a look at it.
  mount(exportAccounts, ACCOUNT_COLUMNS, (call, page) => people.list(call, { ...call.query, ...page }));
}
