// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import { AdvertisementsPage } from '#console/pages/advertisements/advertisements.tsx';
import { AuditPage } from '#console/pages/staff/audit.tsx';
import { Crashes } from '#console/pages/overview/crashes.tsx';
import { MediaPage } from '#console/pages/media/media.tsx';
import { Orders } from '#console/pages/accounts/account-orders.tsx';
import { PlansPage } from '#console/pages/shop/plans.tsx';
import { RequestsPage } from '#console/pages/requests.tsx';
import { ReviewsPage } from '#console/pages/reviews.tsx';
import { TitlesPage } from '#console/pages/titles.tsx';
import { Pager, SortHead } from '#console/ui/page.tsx';
import { Pictured } from '#console/ui/title-name.tsx';

/* What the lists of the console ask for, by the address of the page. */

type Query = Readonly<Record<string, string>>;

const account = {
  id: '0b0d0000-0000-4000-8000-000000000001',
  membership: { plan: 'free', ends_at: null, version: '' },
};

const LISTS = {
  titles: { path: 'titles', size: 50, draw: (query: Query) => createElement(TitlesPage, { query }) },
  reviews: { path: 'reviews', size: 50, draw: (query: Query) => createElement(ReviewsPage, { query }) },
  requests: { path: 'requests', size: 50, draw: (query: Query) => createElement(RequestsPage, { query }) },
  crashes: { path: 'crashes', size: 10, draw: (query: Query) => createElement(Crashes, { query }) },
  advertisements: {
    path: 'advertisements',
    size: 50,
    draw: (query: Query) => createElement(AdvertisementsPage, { query }),
  },
  plans: { path: 'plans', size: 50, draw: (query: Query) => createElement(PlansPage, { query, tabs: null }) },
  media: { path: 'media/jobs', size: 50, draw: (query: Query) => createElement(MediaPage, { query }) },
  audit: { path: 'audit', size: 50, draw: (query: Query) => createElement(AuditPage, { query }) },
  orders: {
    path: `accounts/${account.id}/orders`,
    size: 20,
    draw: (query: Query) => createElement(Orders, { account: account as unknown as SupportedAccount, query }),
  },
};
type List = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as List[];

let calls: URL[];
beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(new URL(address, 'http://bora.test'));
    return Promise.resolve(Response.json({ count: 0, results: [] }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '#');
});

const show = async (element: ReactElement) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () => void render(createElement(QueryClientProvider, { client }, element)));
};

/** What a list asks for, without the parameters of the page. */
async function asked(list: List, query: Query) {
  await show(LISTS[list].draw(query));
  const found = calls.filter(({ pathname }) => pathname === `/api/console/v1/${LISTS[list].path}/`);
  expect(found).toHaveLength(1);
  const { limit, offset, ...filter } = Object.fromEntries(found[0]!.searchParams);
  return { limit: Number(limit), offset: Number(offset), filter };
}

describe.each(NAMES)('the list of %s', (list) => {
  const { size } = LISTS[list];

  test.each([
    ['', 0],
    ['3', 2 * size],
    ['-1', 0],
  ])('page %j of the list begins at %d', async (page, offset) => {
    expect(await asked(list, page === '' ? {} : { page })).toEqual({ limit: size, offset, filter: {} });
  });
});

describe('a filter in the address', () => {
  test.each<[List, Query, Query]>([
    ['titles', { keyword: '여우', state: 'scheduled' }, { keyword: '여우', state: 'scheduled' }],
    ['titles', { state: 'nonsense' }, {}],
    ['titles', { sorting: 'name', direction: 'down' }, { sorting: 'name', direction: 'down' }],
    ['advertisements', { keyword: '봄', state: 'ended' }, { keyword: '봄', state: 'ended' }],
    ['plans', { keyword: '봄', state: 'paused' }, { keyword: '봄', state: 'paused' }],
    ['plans', { state: 'nonsense' }, {}],
    ['reviews', { reason: 'spoiler', title: '12' }, { reason: 'spoiler', item_id: '12' }],
    ['reviews', { reason: 'nonsense', title: '012' }, {}],
    ['requests', { status: 'reviewing' }, { status: 'reviewing' }],
    ['requests', { status: 'nonsense' }, {}],
    ['media', { state: 'failed' }, { state: 'failed' }],
    ['audit', { actor: 'a@bora.example' }, { actor: 'a@bora.example' }],
    // A day in Korea, whatever the zone of the operator's computer.
    ['audit', { day: '2026-11-21' }, { from: '2026-11-20T15:00:00.000Z', to: '2026-11-21T15:00:00.000Z' }],
    ['audit', { day: '2026-12-31' }, { from: '2026-12-30T15:00:00.000Z', to: '2026-12-31T15:00:00.000Z' }],
    ['audit', { day: '21.11.2026' }, {}],
  ])('the filter of %s in the address, %j, asks for %j', async (list, query, filter) => {
    expect((await asked(list, { ...query, page: '2' })).filter).toEqual(filter);
  });

  test('the filter of the audit log is that of its export, without a page', async () => {
    await show(createElement(AuditPage, { query: { day: '2026-11-21', page: '3' } }));
    const href = screen.getByRole('link', { name: '내보내기' }).getAttribute('href')!;
    expect(Object.fromEntries(new URL(href, 'http://bora.test').searchParams)).toEqual({
      from: '2026-11-20T15:00:00.000Z',
      to: '2026-11-21T15:00:00.000Z',
    });
  });

  test.each<[List, () => HTMLElement, string, Query]>([
    ['titles', () => screen.getByRole('searchbox'), '달', { state: 'scheduled', keyword: '달' }],
    ['audit', () => screen.getByRole('searchbox'), 'a@', { state: 'scheduled', actor: 'a@' }],
    ['audit', () => screen.getByLabelText('날짜'), '2026-11-21', { state: 'scheduled', day: '2026-11-21' }],
  ])('a changed filter of %s goes back to the first page, and keeps the others', async (list, field, value, query) => {
    await show(LISTS[list].draw({ state: 'scheduled', page: '3' }));
    fireEvent.change(field(), { target: { value } });
    expect(Object.fromEntries(new URLSearchParams(window.location.hash.split('?')[1]))).toEqual(query);
  });
});

describe('the links between the pages of a list', () => {
  const pager = (count: number, page?: string) => {
    const query: Query = { state: 'ended', ...(page !== undefined && { page }) };
    const { container } = render(createElement(Pager, { path: '/titles', query, count, limit: 50 }));
    const leadsTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null;
    return { text: container.textContent, back: leadsTo('이전'), on: leadsTo('다음') };
  };
  const [first, second, third] = ['#/titles?state=ended', '#/titles?state=ended&page=2', '#/titles?state=ended&page=3'];

  test.each([
    [0, undefined, '', null, null],
    [1, undefined, '1개', null, null],
    [50, undefined, '50개', null, null],
    [51, undefined, '이전1 / 2다음51개', null, second],
    [51, '2', '이전2 / 2다음51개', first, null],
    [100, '2', '이전2 / 2다음100개', first, null],
    [101, '2', '이전2 / 3다음101개', first, third],
    [101, '3', '이전3 / 3다음101개', second, null],
  ])('the links between the pages of %d entries are right on page %s', (count, page, text, back, on) => {
    expect(pager(count, page)).toEqual({ text, back, on });
  });

  test('lead back from a page whose rows are gone', () => {
    expect(pager(50, '2')).toMatchObject({ back: first, on: null });
  });
});

test.each([
  [{}, 'id', 'ascending', '#/titles?state=ended&direction=down'],
  [{ direction: 'down' }, 'id', 'descending', '#/titles?state=ended'],
  [{}, 'name', 'none', '#/titles?state=ended&sorting=name'],
  [{ sorting: 'name' }, 'name', 'ascending', '#/titles?state=ended&sorting=name&direction=down'],
  [{ sorting: 'name', direction: 'down' }, 'name', 'descending', '#/titles?state=ended&sorting=name'],
  [{ sorting: 'name', direction: 'down' }, 'id', 'none', '#/titles?state=ended'],
])('the query %j shows the column %s as sorted %s, and its head leads to %s', (sorted, by, sort, href) => {
  const query = { state: 'ended', page: '3', ...sorted } as Query;
  const head = createElement(SortHead, { path: '/titles', query, by, children: '이름' });
  const row = createElement('tr', {}, head);
  render(createElement('table', {}, createElement('thead', {}, row)));
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe(sort);
  expect(screen.getByRole('link').getAttribute('href')).toBe(href);
});

test.each(['poster', 'still'] as const)(
  'a missing %s takes the place of a picture, so that names stand in line',
  (kind) => {
    const sizeOf = (picture: string | null) => {
      const { container } = render(createElement(Pictured, { picture, kind, children: '여우' }));
      const place = container.querySelector<HTMLElement>('img, .no-picture')!;
      return place.tagName === 'IMG'
        ? [`${place.getAttribute('width')}px`, `${place.getAttribute('height')}px`]
        : [place.style.width, place.style.height];
    };
    expect(sizeOf(null)).toEqual(sizeOf('/art/a.webp'));
  },
);
