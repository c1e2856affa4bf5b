import { getSupportedAccount, listSupportedOrders } from '#contract/console/accounts.ts';
import {
  getOperatedAdvertisement,
  listAdvertisementClips,
  listOperatedAdvertisements,
} from '#contract/console/advertisements.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { getInbox } from '#contract/console/inbox.ts';
import { listMediaJobs } from '#contract/console/media.ts';
import { listOperatedPlans, listOperatedProducts } from '#contract/console/offers.ts';
import { getOverview, getOverviewNow, listOpenedRows, listOperatedCrashes } from '#contract/console/overview.ts';
import { accountLists, findAccount, listAccounts } from '#contract/console/people.ts';
import { getRequestedTitle, listRequestedTitles } from '#contract/console/requests.ts';
import { listModeratedReviews } from '#contract/console/reviews.ts';
import { getSales, listSold, salesSteps } from '#contract/console/sales.ts';
import { getServiceHealth } from '#contract/console/service.ts';
import { listStaff, listStaffSessions } from '#contract/console/staff.ts';
import { listTitleChoices } from '#contract/console/title-choices.ts';
import { listClips } from '#contract/console/clips.ts';
import { getTitleRecord } from '#contract/console/title-editing.ts';
import { getOperatedTitle, listOperatedTitles } from '#contract/console/titles.ts';
import { listTokens } from '#contract/console/tokens.ts';
import {
  getViewedTitle,
  getViewing,
  listCohorts,
  listMissedSearches,
  listViewedTitles,
  viewingOrders,
  viewingSteps,
} from '#contract/console/viewing.ts';
import { listVouchers, listVoucherUses } from '#contract/console/vouchers.ts';
import { listWebhookMessages, listWebhooks } from '#contract/console/webhooks.ts';
import { referenceOf } from '#server/shop/order-references.ts';
import type { ConsoleCallOptions } from '#tests/support/console.ts';
import { accountId } from '../lib/many-accounts.ts';
import { orderId, voucherId, type Sizes } from './large-service.ts';

export interface Asked extends ConsoleCallOptions {
  what: string;
  endpoint: ConsoleEndpoint;
}

/** A call of each list and figure; `turn` is its number, so that no two calls are alike. */
export function callsOf(turn: number, { accounts, orders, titles, advertisements, vouchers }: Sizes): Asked[] {
  /** A number from 1 to `most`, far from that of the turn before. */
  const any = (most: number) => 1 + ((turn * 7919 + 13) % most);
  const account = any(accounts);
  const order = any(orders);
  const page = (limit: number, pages: number) => ({ limit, offset: limit * (turn % pages) });
  const lists = <E extends ConsoleEndpoint>(what: string, endpoint: E, query: ConsoleCallOptions['query'] = {}) => ({
    what,
    endpoint,
    query,
  });
  const ofOrder = { account_id: accountId(1 + (order % accounts)), id: orderId(order) };
  return [
    { what: 'an account by e-mail', endpoint: findAccount, body: { keyword: `account${account}@bora.example` } },
    { what: 'accounts by a part of the address', endpoint: findAccount, body: { keyword: 'count77' } },
    ...accountLists.map((list) => ({ what: `accounts, ${list}`, endpoint: listAccounts, query: { list } })),
    { what: 'an account by order', endpoint: findAccount, body: { keyword: referenceOf(ofOrder) } },
    { what: 'an account', endpoint: getSupportedAccount, params: { id: accountId(account) } },
    {
      what: 'orders of an account',
      endpoint: listSupportedOrders,
      params: { id: accountId(account) },
      query: page(5, 2),
    },
    ...viewingOrders.map((order) =>
      lists(`watched titles, ${order}`, listViewedTitles, { order, span: 'month', ...page(50, 40) }),
    ),
    lists('watched titles on a device', listViewedTitles, { group: 'tizen', ...page(50, 40) }),
    lists('watched titles by name', listViewedTitles, { keyword: `작품 ${turn % 90}` }),
    ...viewingSteps.map((step) => lists(`what is watched by ${step}`, getViewing, { step })),
    { what: 'what is watched of a title', endpoint: getViewedTitle, params: { id: 1000 + any(titles) } },
    lists('words that found nothing', listMissedSearches, page(50, 10)),
    lists('who stays by month of joining', listCohorts),
    ...salesSteps.map((step) => lists(`sales by ${step}`, getSales, { step })),
    lists('sold titles of 28 days', listSold, page(50, 20)),
    lists('sold titles of a year', listSold, { step: 'month', ...page(50, 20) }),
    lists('vouchers', listVouchers, page(50, 20)),
    lists('vouchers by name', listVouchers, { keyword: `쿠폰 ${turn % 90}` }),
    { what: 'uses of a voucher', endpoint: listVoucherUses, params: { id: voucherId(any(vouchers)) } },
    lists('plans', listOperatedPlans),
    lists('products', listOperatedProducts, page(50, 40)),
    lists('products by name', listOperatedProducts, { keyword: `작품 ${turn % 90}` }),
    lists('the finder', listTitleChoices, { keyword: `작품 ${turn % 90}`, limit: 8 }),
    lists('the finder with a word of no title', listTitleChoices, { keyword: `물고기${turn}`, limit: 8 }),
    lists('now, with troubles', getOverviewNow),
    lists('figures of four weeks', getOverview, { range: 'month' }),
    lists('rows in which titles are chosen', listOpenedRows, { range: 'month' }),
    lists('health', getServiceHealth),
    lists('files that came in', getInbox),
    lists('tokens', listTokens),
    lists('webhooks', listWebhooks),
    lists('messages of webhooks', listWebhookMessages, page(20, 40)),
    lists('count of reports', listModeratedReviews, { state: 'reported', limit: 1 }),
    lists('reported and hidden reviews', listModeratedReviews, page(50, 20)),
    lists('reported reviews for a reason', listModeratedReviews, { state: 'reported', reason: 'spam', ...page(50, 5) }),
    lists('reviews of a title', listModeratedReviews, { item_id: 1000 + any(titles) }),
    lists('requests', listRequestedTitles, page(50, 20)),
    lists('requests in a state', listRequestedTitles, { status: 'requested', ...page(50, 20) }),
    { what: 'a requested title', endpoint: getRequestedTitle, params: { id: 1000 + any(titles) } },
    lists('audit log', listAuditEntries, page(50, 40)),
    lists('audit log of an action', listAuditEntries, { action: 'order.refund', ...page(50, 40) }),
    lists('audit log of a member', listAuditEntries, { actor: `staff${any(199)}@bora.example`, ...page(50, 40) }),
    lists('staff', listStaff),
    lists('sessions of staff', listStaffSessions),
    lists('media jobs', listMediaJobs, page(50, 40)),
    lists('failed media jobs', listMediaJobs, { state: 'failed', ...page(50, 10) }),
    lists('crashes', listOperatedCrashes),
    lists('advertisements', listOperatedAdvertisements, page(50, 40)),
    lists('advertisements by impressions', listOperatedAdvertisements, {
      sorting: 'impressions',
      direction: 'down',
      ...page(50, 40),
    }),
    lists('advertisements by name', listOperatedAdvertisements, { keyword: `광고 ${turn % 90}` }),
    { what: 'an advertisement', endpoint: getOperatedAdvertisement, params: { id: any(advertisements) } },
    lists('clips of advertisements', listAdvertisementClips, page(50, 20)),
    lists('clips of advertisements by name', listAdvertisementClips, { keyword: `작품 ${turn % 90}` }),
    lists('titles', listOperatedTitles, page(50, 40)),
    lists('titles in a state', listOperatedTitles, { state: 'published', sorting: 'at', ...page(50, 40) }),
    lists('titles by name', listOperatedTitles, { keyword: `작품 ${turn % 90}` }),
    lists('titles in the order of their names', listOperatedTitles, { sorting: 'name', ...page(50, 40) }),
    { what: 'a title', endpoint: getOperatedTitle, params: { id: 1000 + any(titles) } },
    lists('clips', listClips, page(50, 20)),
    lists('clips by name', listClips, { keyword: `작품 ${turn % 90}` }),
    { what: 'fields of a title', endpoint: getTitleRecord, params: { id: 1000 + any(titles) } },
  ];
}
