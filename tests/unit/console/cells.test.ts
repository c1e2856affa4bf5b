// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { MeContext, type Me } from '#console/lib/session.ts';
import { AccountsPage } from '#console/pages/accounts/accounts.tsx';
import { Orders } from '#console/pages/accounts/account-orders.tsx';
import { AdvertisementsPage } from '#console/pages/advertisements/advertisements.tsx';
import { Webhooks } from '#console/pages/automation/webhooks.tsx';
import { MediaPage } from '#console/pages/media/media.tsx';
import { Crashes } from '#console/pages/overview/crashes.tsx';
import { RequestsPage } from '#console/pages/requests.tsx';
import { ReviewsPage } from '#console/pages/reviews.tsx';
import { PlansPage } from '#console/pages/shop/plans.tsx';
import { ProductsPage } from '#console/pages/shop/products.tsx';
import { VouchersPage } from '#console/pages/shop/vouchers.tsx';
import { AuditPage } from '#console/pages/staff/audit.tsx';
import { SessionsPage } from '#console/pages/staff/sessions.tsx';
import { StaffPage } from '#console/pages/staff/staff.tsx';
import { TitlesPage } from '#console/pages/titles.tsx';
import { ViewedTitles } from '#console/pages/viewing/viewed-titles.tsx';
import { distinctOf, partOf } from '#tests/support/sample.ts';

/*
 * What the lists of the console show of their rows. In a row whose fields all differ, no two columns may say the same, and
 * in two such rows no column may.
 */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const query = {};
const account = {
  id: '0b0d0000-0000-4000-8000-000000000001',
  membership: { plan: 'free', ends_at: null, version: '' },
} as unknown as SupportedAccount;
const LISTS: readonly (readonly [keyof typeof consoleEndpoints, () => ReactElement])[] = [
  ['listOperatedTitles', () => createElement(TitlesPage, { query })],
  ['listModeratedReviews', () => createElement(ReviewsPage, { query })],
  ['listRequestedTitles', () => createElement(RequestsPage, { query })],
  ['listOperatedCrashes', () => createElement(Crashes, { query })],
  ['listOperatedAdvertisements', () => createElement(AdvertisementsPage, { query })],
  ['listOperatedPlans', () => createElement(PlansPage, { query, tabs: null })],
  ['listOperatedProducts', () => createElement(ProductsPage, { query, tabs: null })],
  ['listVouchers', () => createElement(VouchersPage, { query, tabs: null })],
  ['listMediaJobs', () => createElement(MediaPage, { query })],
  ['listAuditEntries', () => createElement(AuditPage, { query })],
  ['listSupportedOrders', () => createElement(Orders, { account, query })],
  ['listAccounts', () => createElement(AccountsPage, { query })],
  ['listViewedTitles', () => createElement(ViewedTitles, { query })],
  ['listStaff', () => createElement(StaffPage)],
  ['listStaffSessions', () => createElement(SessionsPage)],
  ['listWebhooks', () => createElement(Webhooks, { query })],
];

const me = { session: { staff: { id: 'me', role: 'owner' } }, may: () => true } as unknown as Me;

/** The texts of the cells of a list with two rows, and the links of its heads. */
async function draw(name: keyof typeof consoleEndpoints, page: ReactElement) {
  const { path, reply } = consoleEndpoints[name] as unknown as { path: string; reply: Parameters<typeof partOf>[0] };
  const count = { last: 0 };
  const rows = [1, 2].map(() => distinctOf(partOf(reply, 'results'), count));
  const isAsked = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      isAsked.test(address.replace(/\?.*$/, ''))
        ? Response.json({ count: 2, results: rows, has_trouble_webhook: false })
        : Response.json({ code: 'NOT_FOUND', message: '없어요.' }, { status: 404 }),
    ),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const inSession = createElement(MeContext, { value: me }, page);
  await act(async () => void render(createElement(QueryClientProvider, { client }, inSession)));
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
  const heads = [...document.querySelectorAll('thead th')];
  const texts = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent.trim()),
  );
  return {
    names: heads.map(({ textContent }) => textContent.trim()),
    texts,
    links: heads.flatMap((head) => head.querySelector('a')?.getAttribute('href') ?? []),
  };
}

describe.each(LISTS)('%s', (name, page) => {
  test('says in each column something of its own', async () => {
    const { names, texts, links } = await draw(name, page());
    const shown = names
      .map((head, index) => ({ head, one: texts[0]![index]!, other: texts[1]![index]! }))
      // Acts, states, kinds and rounded changes have few words, which rows may share.
      .filter(
        ({ head, one }) =>
          one !== '광고 영상' &&
          !/^(?:작업|동작|상태|진행|고르기|역할|종류|등급|앞 기간보다)$/.test(head) &&
          one !== '',
      );
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter(({ one, other }) => one === other)).toEqual([]);
    expect(shown.filter(({ one }, index) => shown.findIndex((each) => each.one === one) !== index)).toEqual([]);
    expect(new Set(links).size).toBe(links.length);
  });
});
