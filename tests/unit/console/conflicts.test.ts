// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { operatedTitleSchema } from '#contract/console/titles.ts';
import { voucherSchema, type Voucher } from '#contract/console/vouchers.ts';
import { ReleaseDialog, type ReleaseTarget } from '#console/pages/release.tsx';
import { VoucherDialog } from '#console/pages/shop/voucher-form.tsx';
import { sampleOf } from '#tests/support/sample.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens a dialog whose changes the server refuses, because another operator has saved `current`. */
function openStale(dialog: ReactElement, current: object): void {
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    Promise.resolve(
      method === 'GET'
        ? Response.json(current)
        : Response.json({ code: 'CHANGED_MEANWHILE', message: '바뀌었어요.' }, { status: 409 }),
    ),
  );
  // The library's dialogs need it, and jsdom has none.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(createElement(QueryClientProvider, { client }, dialog));
}

const onClose = () => undefined;
const voucher = { ...(sampleOf(voucherSchema) as Voucher), name: '사과 쿠폰', ends_at: '2031-05-03T14:00:00Z' };
const title = {
  ...(sampleOf(operatedTitleSchema) as ReleaseTarget['shown']),
  ...{ state: 'scheduled' as const, at: '2031-05-03T14:00:00Z' },
};

test.each([
  {
    name: 'a voucher',
    dialog: createElement(VoucherDialog, { shown: voucher, onClose }),
    current: { voucher, count: 0, results: [] },
    ...{ field: '쓸 수 있는 끝 (한국 시각)', save: '저장' },
  },
  {
    name: 'a release',
    dialog: createElement(ReleaseDialog, {
      ...{ titleId: 1, episodes: [], action: 'schedule', onClose },
      target: { kind: 'title', shown: title, name: '막차' } as ReleaseTarget,
    }),
    current: { title, episodes: [] },
    ...{ field: '공개 시각 (한국 시각)', save: '예약' },
  },
])('the comparison of $name stays when the operator empties the time', async ({ dialog, current, field, save }) => {
  openStale(dialog, current);
  fireEvent.click(await screen.findByRole('button', { name: save }));
  const comparison = await screen.findByText('내 변경');
  fireEvent.change(screen.getByLabelText(field), { target: { value: '' } });
  expect(screen.getByLabelText(field)).toHaveProperty('value', '');
  expect(comparison.isConnected).toBe(true);
});
