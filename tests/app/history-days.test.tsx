import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listHistory, type HistoryEntry } from '#contract/history.ts';
import { removedHistoryQuery, type RemovedHistory } from '#src/api/history.ts';
import { ApiProvider } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { createFocusEngine, createVisitMemory, FocusProvider, FocusScope } from '#src/focus/index.ts';
import { HistoryShelf } from '#src/screens/library/history-shelf.tsx';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { createSettingsStore } from '#src/stores/settings-store.ts';
import { StoresProvider, type Stores } from '#src/stores/stores-context.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import { buildEpisode, buildItemSummary } from '#tests/support/build.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const DAYS = 16;
const A_DAY = 3;
/** The server's page. */
const PAGE = 20;

const dateOf = (day: number) => `2026-11-${20 - day}`.replace(/-(\d)$/, '-0$1');

/** Three episodes a day, the newest day first. */
const history: readonly HistoryEntry[] = Array.from({ length: DAYS * A_DAY }, (_, index) => {
  const date = dateOf(Math.floor(index / A_DAY));
  return {
    date,
    item: buildItemSummary(),
    episode: buildEpisode({ order: DAYS * A_DAY - index }),
    offset: 60,
    play_time: 60,
    updated_at: `${date}T0${A_DAY - (index % A_DAY)}:00:00Z`,
  };
});

function start(removed: RemovedHistory = {}) {
  const call = vi.fn(async (endpoint: unknown, { query }: { query: { offset: string } }) => {
    expect(endpoint).toBe(listHistory);
    const offset = Number(query.offset);
    return { count: history.length, results: history.slice(offset, offset + PAGE) };
  });
  const queryClient = createQueryClient();
  queryClient.setQueryData(removedHistoryQuery.queryKey, removed);
  const platform = createFakePlatform();
  const clock = createFakeClock();
  const session = createSessionStore(platform.storage);
  const settings = createSettingsStore(platform.storage, session, platform.captions);
  const engine = createFocusEngine({ keys: platform.keys, lifecycle: platform.lifecycle, clock });
  render(
    <FocusProvider engine={engine}>
      <QueryClientProvider client={queryClient}>
        <ApiProvider value={{ call } as unknown as Client}>
          <ClockProvider value={clock}>
            <StoresProvider value={{ session, settings, toasts: createToastStore() } as unknown as Stores}>
              <FocusScope focusKey="app" axis="column">
                <HistoryShelf visit={createVisitMemory()} onPlay={() => undefined} />
              </FocusScope>
            </StoresProvider>
          </ClockProvider>
        </ApiProvider>
      </QueryClientProvider>
    </FocusProvider>,
  );
  const focused = () => document.activeElement?.getAttribute('data-focus-key') ?? '';
  return {
    focused,
    offsets: () => call.mock.calls.map(([, { query }]) => Number(query.offset)),
    press: (key: 'down' | 'right') => act(async () => platform.press(key)),
  };
}

test('the history goes on by days to its end, a page after the other as the viewer comes near', async () => {
  const { focused, offsets, press } = start();
  await screen.findByRole('heading', { name: /오늘/ });
  await waitFor(() => expect(focused()).toContain(dateOf(0)));
  expect(offsets()).toEqual([0]);
  for (let day = 1; day < DAYS; day += 1) {
    await press('down');
    await waitFor(() => expect(focused()).toContain(dateOf(day)));
  }
  expect(offsets()).toEqual([0, PAGE, 2 * PAGE]);
  await press('right');
  await press('right');
  expect(focused()).toContain(`history:${dateOf(DAYS - 1)}:${history[history.length - 1]!.episode.id}`);
});

test('an episode that was removed stays away from older answers, and is back when it is watched again', async () => {
  const [again, before, same] = history as [HistoryEntry, HistoryEntry, HistoryEntry];
  start({
    [again.episode.id]: '2026-11-20T00:30:00Z',
    [before.episode.id]: '2026-11-20T23:30:00Z',
    [same.episode.id]: same.updated_at,
  });
  await screen.findByRole('heading', { name: /오늘/ });
  const isShown = ({ date, episode }: HistoryEntry) =>
    document.querySelector(`[data-focus-key$="history:${date}:${episode.id}"]`) !== null;
  expect([again, before, same].map(isShown)).toEqual([true, false, false]);
});
