import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Release } from '#contract/releases.ts';
import { ApiProvider } from '#src/api/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client.ts';
import { ReleaseLabel } from '#src/features/items/release-label.tsx';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { StoresProvider, type Stores } from '#src/stores/stores-context.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/fake-platform.ts';

const AT = '2026-11-20T14:05:30.000Z';
const LATER = '2026-11-20T15:30:00.000Z';

/** The label beside a query of the title, in a parent that counts its own renders. */
function start(answer: Release) {
  const clock = createFakeClock();
  const asked: string[] = [];
  const item = { id: 7, next_release: { episode_num: '4화', at: AT, is_delayed: false, notice: null } };
  const call = vi.fn(async (endpoint: { path: string }) => {
    asked.push(endpoint.path);
    return endpoint.path.endsWith('/releases/') ? { count: 1, results: [answer] } : item;
  });
  const api = { call } as unknown as Client;
  const session = createSessionStore(createFakePlatform().storage);
  let renders = 0;
  const Title = () => <p>{useQuery({ ...itemQuery(api, 7), staleTime: Infinity }).data && '제목'}</p>;
  const Parent = () => {
    renders += 1;
    return (
      <>
        <Title />
        <ReleaseLabel item={item} />
      </>
    );
  };
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <ClockProvider value={clock}>
          <StoresProvider value={{ session } as Stores}>
            <Parent />
          </StoresProvider>
        </ClockProvider>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return { clock, asked, view, renders: () => renders };
}

const pass = (clock: ReturnType<typeof createFakeClock>, ms: number) => act(() => clock.pass(ms));

test('the label counts down and names the episode when it is out, and only it renders', async () => {
  const latest = { episode_id: 704, episode_num: '4화', published_at: AT };
  const { clock, asked, view, renders } = start({ item_id: 7, latest, next_release: null });
  await screen.findByText('제목');
  expect(screen.getByText('4화 · 금 23:05 · 2시간 5분 남음')).toBeVisible();
  await act(async () => clock.advance(31_000));
  expect(screen.getByText('4화 · 금 23:05 · 2시간 4분 남음')).toBeVisible();
  await act(async () => clock.advance(2 * 3600_000 + 4 * 60_000 + 54_000));
  expect(screen.getByText('4화 · 금 23:05 · 5초 남음')).toBeVisible();
  expect(asked).toEqual(['/api/items/v1/:id/']);
  await pass(clock, 9_000);
  expect(await screen.findByText('4화 공개')).toBeVisible();
  // The title's screen gets its new episode.
  expect(asked).toEqual(['/api/items/v1/:id/', '/api/items/v1/releases/', '/api/items/v1/:id/']);
  expect(renders()).toBe(1);
  view.unmount();
  expect(clock.running()).toBe(0);
});

test('the label tells a delay that was decided while the screen was open', async () => {
  const next = { episode_num: '4화', at: LATER, is_delayed: true, notice: '한 시간 반 늦어져요.' };
  const { clock } = start({ item_id: 7, latest: null, next_release: next });
  await screen.findByText('제목');
  await act(async () => clock.advance(2 * 3600_000 + 5 * 60_000 + 29_000));
  await pass(clock, 5_000);
  expect(await screen.findByText('4화 연기 · 토 00:30 · 1시간 24분 남음')).toBeVisible();
});
