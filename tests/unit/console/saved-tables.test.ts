// @vitest-environment jsdom
import { drawWithoutBrowser } from '#tests/support/console/without-browser.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { click, openPage } from '#tests/support/console/press-all.ts';
import { layWire } from '#tests/support/console/wire.ts';
import type { ConsoleCall } from '#tests/support/console/world.ts';

/* A table that is filtered and saved as a file has the rows that the filters leave, of all pages. */

drawWithoutBrowser();

const withoutPage = (query: URLSearchParams | undefined) =>
  Object.fromEntries([...(query ?? [])].filter(([name]) => name !== 'limit' && name !== 'offset'));

test.each<[string, ConsoleCall, ConsoleCall, RegExp]>([
  ['titles?keyword=a&state=scheduled&sorting=name', 'listOperatedTitles', 'exportTitles', /^CSV/],
  ['media?state=failed', 'listMediaJobs', 'exportMediaJobs', /^CSV/],
  ['requests?status=reviewing', 'listRequestedTitles', 'exportRequests', /^CSV/],
  ['reviews?reason=spoiler&title=12', 'listModeratedReviews', 'exportReviews', /^CSV/],
  ['advertisements?keyword=a&state=ended', 'listOperatedAdvertisements', 'exportAdvertisements', /^CSV/],
  ['audit?actor=a&day=2026-11-21', 'listAuditEntries', 'exportAuditTable', /^CSV/],
  ['shop?keyword=a&state=paused', 'listOperatedPlans', 'exportPlans', /^멤버십 CSV/],
  ['shop/products?keyword=a&state=paused', 'listOperatedProducts', 'exportProducts', /^작품 상품 CSV/],
  ['shop/vouchers?keyword=a', 'listVouchers', 'exportVouchers', /^쿠폰 CSV/],
  ['shop/sales?keyword=a', 'listSold', 'exportSold', /^(?!기간).*별 매출 CSV/],
  ['viewing?span=week&order=name&group=web&keyword=a', 'listViewedTitles', 'exportViewedTitles', /^작품별 시청 CSV/],
  ['accounts?list=leaving', 'listAccounts', 'exportAccounts', /CSV/],
])('the rows of #/%s are the saved ones', async (at, list, save, name) => {
  const wire = layWire({});
  await openPage({ at: `${at}&page=2` }, wire);
  const shown = withoutPage(wire.queries.get(list));
  expect(shown).not.toEqual({});
  await click(screen.getAllByRole('button', { name }).at(-1)!, wire);
  expect(withoutPage(wire.queries.get(save))).toEqual(shown);
});
