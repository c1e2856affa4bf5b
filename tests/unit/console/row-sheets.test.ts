// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { listOperatedPlans, listOperatedProducts } from '#contract/console/offers.ts';
import { listVouchers } from '#contract/console/vouchers.ts';
import { listWebhooks } from '#contract/console/webhooks.ts';
import { MeContext, type Me } from '#console/lib/session.ts';
import { Webhooks } from '#console/pages/automation/webhooks.tsx';
import { PlansPage } from '#console/pages/shop/plans.tsx';
import { ProductsPage } from '#console/pages/shop/products.tsx';
import { VouchersPage } from '#console/pages/shop/vouchers.tsx';
import { partOf, sampleOf } from '#tests/support/sample.ts';

/* A form that is opened from a row begins with what the row has: an empty one would overwrite it. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const me = { session: { staff: { id: 'me', role: 'owner' } }, may: () => true } as unknown as Me;
const page = { query: {}, tabs: null };

test.each<[string, { reply: unknown }, () => ReactElement, Record<string, unknown>]>([
  ['a webhook', listWebhooks, () => createElement(Webhooks, page), { url: 'https://hooks.example/' }],
  ['a code', listVouchers, () => createElement(VouchersPage, page), { name: '가을 사과' }],
  ['a plan', listOperatedPlans, () => createElement(PlansPage, page), { name: '가을 이용권' }],
  ['a product', listOperatedProducts, () => createElement(ProductsPage, page), { name: '가을 소장' }],
])('the form of %s shows its name', async (_, { reply }, draw, named) => {
  const row = { ...(sampleOf(partOf(reply as never, 'results')) as object), ...named };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ count: 1, results: [row], has_trouble_webhook: false })),
  );
  // Dialogs ask for it, and jsdom has none.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const inSession = createElement(MeContext, { value: me }, draw());
  await act(async () => void render(createElement(QueryClientProvider, { client }, inSession)));
  const change = await screen.findByRole('button', { name: /바꾸기$/ });
  await act(async () => void fireEvent.click(change));
  const [name] = Object.values(named);
  expect(within(await screen.findByRole('dialog')).getByDisplayValue(name as string)).toBeDefined();
});
