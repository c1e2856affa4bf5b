// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listModeratedReviews } from '#contract/console/reviews.ts';
import { MeContext, type Me } from '#console/lib/session.ts';
import { LooksPage } from '#console/pages/looks.tsx';
import { ReviewsPage } from '#console/pages/reviews.tsx';
import { ViewingPage } from '#console/pages/viewing/viewing.tsx';
import { distinctOf, partOf } from '#tests/support/sample.ts';

/* What pages of the console send, and what they show of the answers. */

// What charts and dialogs ask of a page, and jsdom does not have.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never;
  vi.stubGlobal('CSS', { escape: (text: string) => text });
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const CSS_OF_PAGE = globalThis.CSS;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.stubGlobal('CSS', CSS_OF_PAGE);
});

const me = { session: { staff: { id: 'me', role: 'owner' } }, may: () => true } as unknown as Me;

/** Draws a page whose calls are answered by a function. @returns the calls that change something */
async function show(page: ReactElement, answer: (sent: Sent) => Response | object): Promise<Sent[]> {
  const changes: Sent[] = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = address.replace('/api/console/v1/', '').replace(/\?.*$/, '');
    const sent = { method, path, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined };
    if (method !== 'GET') changes.push(sent);
    const answered = answer(sent);
    return Promise.resolve(answered instanceof Response ? answered : Response.json(answered));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const inSession = createElement(MeContext, { value: me }, page);
  await act(async () => void render(createElement(QueryClientProvider, { client }, inSession)));
  return changes;
}
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const submit = () => act(async () => void fireEvent.submit(document.querySelector('form')!));
const press = async (name: string) => click(await screen.findByRole('button', { name }));

describe('the looks of a service', () => {
  const look = (id: number) => ({
    id,
    name: `테마 ${id}`,
    description: '',
    picture: 'http://a/art.webp',
    version: `v${id}`,
  });
  const looksOf = (ids: readonly number[]) => ({ is_new: false, themes: ids.map(look), profile_images: [] });

  test.each([
    [2, [2, 1, 3, 4]],
    [3, [1, 3, 2, 4]],
    [4, [1, 2, 4, 3]],
  ])('move look %i one place forward, and the page shows the answer', async (id, ids) => {
    const changes = await show(createElement(LooksPage), ({ method }) =>
      looksOf(method === 'GET' ? [1, 2, 3, 4] : ids),
    );
    await press(`테마 ${id} 앞으로`);
    expect(changes).toEqual([{ method: 'PUT', path: 'looks/theme/order/', body: { ids } }]);
    await waitFor(() =>
      expect(screen.getAllByText(/^테마 \d$/).map(({ textContent }) => textContent)).toEqual(
        ids.map((each) => `테마 ${each}`),
      ),
    );
  });

  test('do not move the first one', async () => {
    await show(createElement(LooksPage), () => looksOf([1, 2]));
    await screen.findByRole('button', { name: '테마 2 앞으로' });
    expect(screen.queryByRole('button', { name: '테마 1 앞으로' })).toBeNull();
  });
});

describe('a review that changes while an operator decides', () => {
  const first = {
    ...(distinctOf(partOf(listModeratedReviews.reply, 'results')) as object),
    id: '0b0d0000-0000-4000-8000-000000000001',
    text: '처음 글',
    hidden_at: null,
    version: 'v1',
    cnt_report: 1,
    reported_at: '2026-11-20T03:00:00Z',
  };

  test('is decided in the state that was shown last', async () => {
    let current = first;
    const changes = await show(createElement(ReviewsPage, { query: {} }), ({ method, body }) => {
      if (method === 'GET') return { ...current, count: 1, results: [current] };
      if ((body as { version: string }).version === current.version)
        return { ...current, hidden_at: '2026-11-20T05:00:00Z' };
      return Response.json({ code: 'CHANGED_MEANWHILE', message: '그사이 바뀌었어요.' }, { status: 409 });
    });
    await press('처음 글 숨기기');
    await screen.findByRole('dialog');
    for (const number of [2, 3]) {
      current = {
        ...first,
        text: `글 ${number}`,
        version: `v${number}`,
        reported_at: `2026-11-20T0${number + 2}:00:00Z`,
      };
      await submit();
      await screen.findByText(new RegExp(`글 ${number}”`));
    }
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes.map(({ body }) => body)).toEqual([
      { action: 'hide', version: 'v1', reported_at: '2026-11-20T03:00:00Z' },
      { action: 'hide', version: 'v2', reported_at: '2026-11-20T04:00:00Z' },
      { action: 'hide', version: 'v3', reported_at: '2026-11-20T05:00:00Z' },
    ]);
  });
});

test('accounts that joined in a month have their shares by the months since, also after two changes of the year', async () => {
  const month = (at: string, watched: number) => ({ month: at, cnt_account: 100, cnt_watched: watched });
  const cohort = {
    joined: '2025-11',
    cnt_account: 100,
    months: [
      ...[month('2025-11', 90), month('2025-12', 80), month('2026-01', 70), month('2026-02', 60)],
      ...[month('2026-05', 50), month('2026-11', 40), month('2027-11', 30)],
    ],
  };
  await show(createElement(ViewingPage, { query: {} }), ({ path }) =>
    path === 'viewing/cohorts/'
      ? { count: 1, results: [cohort] }
      : path === 'viewing/'
        ? new Response(null, { status: 503 })
        : { count: 0, results: [] },
  );
  const row = (await screen.findByText('2025-11')).closest('tr')!;
  const cells = [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['2025-11', '100', '90%', '80%', '70%', '60%', '50%', '40%']);
});
