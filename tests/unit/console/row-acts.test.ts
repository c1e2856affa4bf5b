// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { supportedOrderSchema, type SupportedAccount } from '#contract/console/accounts.ts';
import { staffSchema } from '#contract/console/staff.ts';
import { apiTokenSchema } from '#contract/console/tokens.ts';
import { webhookSchema } from '#contract/console/webhooks.ts';
import { MeContext, type Me } from '#console/lib/session.ts';
import { Orders } from '#console/pages/accounts/account-orders.tsx';
import { Profiles } from '#console/pages/accounts/account-profiles.tsx';
import { Tokens } from '#console/pages/automation/tokens.tsx';
import { Webhooks } from '#console/pages/automation/webhooks.tsx';
import { StaffPage } from '#console/pages/staff/staff.tsx';
import { sampleOf } from '#tests/support/sample.ts';

/* Which acts the console offers in a row, by the state of the thing: one that the server would refuse misleads. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const me = { session: { staff: { id: 'me', role: 'owner' } }, may: () => true } as unknown as Me;

/** The verbs in the only row of a page whose list has this row. */
async function actsIn(page: ReactElement, row: object, name: string): Promise<string[]> {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ count: 1, results: [row], has_trouble_webhook: false })),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const inSession = createElement(MeContext, { value: me }, page);
  await act(async () => void render(createElement(QueryClientProvider, { client }, inSession)));
  const found = await screen.findByText(name, { exact: false, selector: 'td *, td, th, th *' });
  return [...found.closest('tr')!.querySelectorAll('button')].map((button) =>
    (button.getAttribute('aria-label') ?? button.textContent).replace(`${name} `, ''),
  );
}

const account = {
  id: '0b0d0000-0000-4000-8000-000000000001',
  email: 'luna@bora.example',
  membership: { plan: 'free', ends_at: null, version: '' },
  profiles: [],
} as unknown as SupportedAccount;
const rowOf = (schema: z.ZodMiniType, changes: object) => ({ ...(sampleOf(schema) as object), ...changes });

test.each([
  ['paid', { money_back: 'provider' }, ['영수증', '환불']],
  ['paid', { money_back: null }, ['환불']],
  ['pending', {}, []],
  ['expired', {}, []],
  ['cancelled', {}, []],
  ['refunded', { money_back: 'done' }, ['영수증']],
])('an order that is %s (%j) offers %j', async (status, changes, acts) => {
  const order = rowOf(supportedOrderSchema, { name: '소장', status, ...changes });
  expect(await actsIn(createElement(Orders, { account, query: {} }), order, '소장')).toEqual(acts);
});

test.each([
  [{}, ['역할', '새 링크', '지우기']],
  [{ is_demo: true }, ['역할', '지우기']],
  [{ is_from_provider: true }, ['지우기']],
])('a member of staff with %j offers %j', async (changes, acts) => {
  const member = rowOf(staffSchema, { email: 'member@bora.example', ...changes });
  expect(await actsIn(createElement(StaffPage), member, 'member@bora.example')).toEqual(acts);
});

test.each([
  [false, ['시험', '바꾸기', '지우기']],
  [true, ['바꾸기', '지우기']],
])('a webhook whose pause is %j offers %j', async (isPaused, acts) => {
  const url = 'https://hooks.example/';
  const webhook = rowOf(webhookSchema, { url, is_paused: isPaused });
  expect(await actsIn(createElement(Webhooks, { query: {} }), webhook, url)).toEqual(acts);
});

test.each([
  ['active', ['끝내기']],
  ['expired', []],
  ['revoked', []],
])('a token that is %s offers %j', async (state, acts) => {
  const token = rowOf(apiTokenSchema, { name: '통계', scopes: ['figures.read'], state });
  expect(await actsIn(createElement(Tokens), token, '통계')).toEqual(acts);
});

describe('a profile', () => {
  test.each([
    [true, ['PIN 지우기']],
    [false, []],
  ])('with a PIN (%j) offers %j', async (hasPin, acts) => {
    const profile = {
      ...{ id: '1', name: '민수', has_pin: hasPin, max_rating: '19', created_at: '2026-11-20T03:00:00Z' },
      ...{ is_owner: false, daily_minutes: null, bedtime: null },
    };
    const of = { ...account, profiles: [profile] } as unknown as SupportedAccount;
    expect(await actsIn(createElement(Profiles, { account: of }), {}, '민수')).toEqual(acts);
  });
});
