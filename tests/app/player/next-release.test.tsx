import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { ItemSummary } from '#contract/catalogue.ts';
import type { Release } from '#contract/releases.ts';
import { ApiProvider } from '#src/api/client/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { itemRow } from '#src/features/items/item-row.tsx';
import { ReleaseLabel } from '#src/features/items/release-label.tsx';
import { createFocusEngine, FocusProvider, type WallRow } from '#src/focus/index.ts';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { StoresProvider, type Stores } from '#src/stores/stores-context.ts';
import { buildItemSummary } from '#tests/support/build.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const AT = '2026-11-20T14:05:30.000Z';
const LATER = '2026-11-20T15:30:00.000Z';

/** The label beside a query of the title, in a parent that counts its own renders. */
function start(answer: Release, tile?: WallRow) {
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
  const around = (children: ReactNode) => (
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <ClockProvider value={clock}>
          <StoresProvider value={{ session } as Stores}>{children}</StoresProvider>
        </ClockProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
  const { keys, lifecycle } = createFakePlatform();
  const engine = createFocusEngine({ keys, lifecycle, clock });
  const view = render(<FocusProvider engine={engine}>{around(tile ? <Tile row={tile} /> : <Parent />)}</FocusProvider>);
  return { clock, asked, view, renders: () => renders };
}

/** A row of one poster. */
const rowOf = (overrides: Partial<ItemSummary>) =>
  itemRow({
    key: 'today',
    title: '오늘 업데이트',
    items: [buildItemSummary({ id: 7, ...overrides })],
    clock: createFakeClock(),
    onOpen: () => undefined,
    onPlay: () => undefined,
  });
const Tile = ({ row }: { row: WallRow }) => (
  <div role="group" aria-label={row.tileLabel(0)}>
    {row.renderTile(0)}
  </div>
);
const nothingOut = { item_id: 7, latest: null, next_release: null };

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

test('a poster counts down on the last day, and then names the episode that is out', async () => {
  const next = { episode_num: '4화', at: AT, is_delayed: false, notice: null };
  const latest = { episode_id: 704, episode_num: '4화', published_at: AT };
  const { clock } = start({ ...nothingOut, latest }, rowOf({ next_release: next }));
  expect(await screen.findByText('2시간 5분 남음')).toBeVisible();
  const tile = screen.getByRole('group');
  expect(tile).toHaveAccessibleName(/12세, 4화 공개 예정$/);
  expect(tile).toHaveAccessibleDescription('2시간 5분 남음');
  await act(async () => clock.advance(2 * 3600_000 + 5 * 60_000 + 25_000));
  expect(screen.getByText('5초 남음')).toBeVisible();
  await pass(clock, 9_000);
  expect(await screen.findByText('4화 공개')).toBeVisible();
  expect(tile).not.toHaveAccessibleDescription();
});

test('a poster says nothing of a release that is days away', async () => {
  const next = { episode_num: '4화', at: '2026-11-23T14:05:30.000Z', is_delayed: false, notice: null };
  const { view } = start(nothingOut, rowOf({ next_release: next }));
  await act(async () => undefined);
  expect(view.container).not.toHaveTextContent('남음');
});

test('a poster for adults has a lock that says why, and no countdown', () => {
  const next = { episode_num: '4화', at: AT, is_delayed: false, notice: null };
  const { view } = start(nothingOut, rowOf({ content_rating: '19', needs_identity: true, next_release: next }));
  expect(screen.getByText('본인 확인')).toBeVisible();
  expect(screen.getByRole('group')).toHaveAccessibleName(/19세, 본인 확인이 필요한 작품, /);
  expect(view.container).not.toHaveTextContent('남음');
});
