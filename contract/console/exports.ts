import * as z from 'zod/mini';
import { platformNameSchema } from '../platforms.ts';
import { getSupportedAccount, listSupportedOrders } from './accounts.ts';
import { getOperatedAdvertisement, listOperatedAdvertisements } from './advertisements.ts';
import { listAuditEntries } from './audit.ts';
import { CONSOLE_PATH, consoleEndpoint, type ConsoleEndpoint } from './endpoint.ts';
import { getInbox } from './inbox.ts';
import { listMediaJobs } from './media.ts';
import { listOperatedPlans, listOperatedProducts } from './offers.ts';
import { getOverview, listOpenedRows, listOperatedCrashes, overviewRanges } from './overview.ts';
import { listAccounts } from './people.ts';
import { listRequestedTitles } from './requests.ts';
import { listModeratedReviews } from './reviews.ts';
import { getSales, listSold } from './sales.ts';
import { getServiceHealth } from './service.ts';
import { listMyConsoleSessions, listStaff, listStaffSessions } from './staff.ts';
import { listTokens } from './tokens.ts';
import { getOperatedTitle, listOperatedTitles } from './titles.ts';
import { getViewedTitle, getViewing, listCohorts, listMissedSearches, listViewedTitles } from './viewing.ts';
import { listWebhookMessages } from './webhooks.ts';
import { listVouchers, listVoucherUses } from './vouchers.ts';

/*
 * Tables of the console as CSV files. Each has the address of the call that answers the same rows, with `csv/` behind it, the
 * same roles, and the same filters without the page.
 */

type ParamsOf<E> = E extends { params: infer P extends z.ZodMiniType } ? { params: P } : object;
type QueryOf<Q> = Q extends z.ZodMiniType ? { query: Q } : object;

/** @param file the name of the file, without its ending */
export const csvOf = <const E extends ConsoleEndpoint, Q extends z.ZodMiniType | undefined = undefined>(
  of: E,
  file: string,
  query?: Q,
) =>
  consoleEndpoint({
    method: 'GET',
    path: `${of.path}csv/`,
    summary: `${of.summary}, as CSV`,
    allowed: of.allowed as E['allowed'],
    ...(of.scope && { scope: of.scope }),
    ...((of.params ? { params: of.params } : {}) as ParamsOf<E>),
    ...((query ? { query } : {}) as QueryOf<Q>),
    lines: 'text/csv',
    file: `${file}.csv`,
  });

const PAGE = { limit: true, offset: true } as const;

export const exportTitles = csvOf(listOperatedTitles, 'titles', z.omit(listOperatedTitles.query, PAGE));
export const exportEpisodes = csvOf(getOperatedTitle, 'episodes');
export const exportMediaJobs = csvOf(listMediaJobs, 'videos', z.omit(listMediaJobs.query, PAGE));
export const exportInbox = csvOf(getInbox, 'inbox');
export const exportReviews = csvOf(listModeratedReviews, 'reviews', z.omit(listModeratedReviews.query, PAGE));
export const exportRequests = csvOf(listRequestedTitles, 'requests', z.omit(listRequestedTitles.query, PAGE));
export const exportAdvertisements = csvOf(
  listOperatedAdvertisements,
  'advertisements',
  z.omit(listOperatedAdvertisements.query, PAGE),
);
export const exportAdvertisementDays = csvOf(getOperatedAdvertisement, 'advertisement-days');
export const exportOrders = csvOf(listSupportedOrders, 'orders');
export const exportDevices = csvOf(getSupportedAccount, 'devices');
export const exportAccounts = csvOf(listAccounts, 'accounts', z.omit(listAccounts.query, PAGE));
export const exportPlans = csvOf(listOperatedPlans, 'plans', z.omit(listOperatedPlans.query, PAGE));
export const exportProducts = csvOf(listOperatedProducts, 'products', z.omit(listOperatedProducts.query, PAGE));
export const exportVouchers = csvOf(listVouchers, 'vouchers', z.omit(listVouchers.query, PAGE));
export const exportVoucherUses = csvOf(listVoucherUses, 'voucher-uses');
export const exportSales = csvOf(getSales, 'sales', getSales.query);
export const exportSold = csvOf(listSold, 'sold', z.omit(listSold.query, PAGE));
export const exportOpenedRows = csvOf(listOpenedRows, 'rows', listOpenedRows.query);
export const exportCrashes = csvOf(listOperatedCrashes, 'crashes');
export const exportJobs = csvOf(getServiceHealth, 'jobs');
export const exportStaff = csvOf(listStaff, 'staff');
export const exportMySessions = csvOf(listMyConsoleSessions, 'sessions');
export const exportStaffSessions = csvOf(listStaffSessions, 'staff-sessions');
export const exportTokens = csvOf(listTokens, 'tokens');
export const exportWebhookMessages = csvOf(listWebhookMessages, 'webhook-messages');
export const exportAuditTable = csvOf(listAuditEntries, 'audit', z.omit(listAuditEntries.query, PAGE));

export const exportViewing = csvOf(getViewing, 'viewing', getViewing.query);
export const exportViewedTitles = csvOf(listViewedTitles, 'viewed-titles', z.omit(listViewedTitles.query, PAGE));
export const exportViewedEpisodes = csvOf(getViewedTitle, 'viewed-episodes', getViewedTitle.query);
export const exportMissedSearches = csvOf(listMissedSearches, 'missed-searches');
export const exportCohorts = csvOf(listCohorts, 'cohorts');

/** What licensors ask for: starts and minutes of a month by title. */
export const exportLicensorReport = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/viewing/report/csv/`,
  summary: 'Starts and minutes of a month in Korea by title, as CSV; titles that too few accounts watched are one line',
  allowed: listViewedTitles.allowed,
  scope: 'figures.read',
  query: z.object({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) }),
  lines: 'text/csv',
  file: 'licensors.csv',
});

/** The tables of the overview; `points` are its charts. */
export const overviewTables = ['points', 'engines', 'versions', 'renditions', 'failures', 'episodes'] as const;

export const exportOverview = csvOf(
  getOverview,
  'overview',
  z.object({
    range: z.enum(overviewRanges),
    platform: z.optional(platformNameSchema),
    table: z.enum(overviewTables),
  }),
);

export type OverviewTable = (typeof overviewTables)[number];
