import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { getItem } from '#contract/catalogue.ts';
import { ApiProvider } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { createFocusEngine, FocusProvider, FocusScope } from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import { StoresProvider, type Stores } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import { createLate } from '#tests/support/app/late.ts';

/* Titles that the viewer wants to play, one after the other, while the answers about them are late. */

function start() {
  const platform = createFakePlatform();
  const engine = createFocusEngine({ ...platform, clock: systemClock });
  const toasts = createToastStore();
  const lates = new Map<string, ReturnType<typeof createLate<unknown>>>();
  const call = (endpoint: Endpoint, { params }: { params: { id: string } }) => {
    expect(endpoint).toBe(getItem);
    lates.set(params.id, createLate<unknown>());
    return lates.get(params.id)!.promise;
  };
  const [onPlay, onOpen] = [vi.fn(), vi.fn()];
  function Titles() {
    const play = usePlayItem(onPlay, onOpen);
    return [1, 2].map((id) => (
      <Button key={id} focusKey={`title/${id}`} label={`작품 ${id}`} onPress={() => play({ id })} />
    ));
  }
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ call } as unknown as Client}>
        <StoresProvider value={{ toasts } as Stores}>
          <FocusProvider engine={engine}>
            <FocusScope focusKey="app" axis="row">
              <Titles />
            </FocusScope>
          </FocusProvider>
        </StoresProvider>
      </ApiProvider>
    </QueryClientProvider>,
  );
  const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  const press = async (...keys: Parameters<typeof platform.press>[0][]) => {
    for (const key of keys) {
      await act(async () => platform.press(key));
      await turn();
    }
  };
  /** The episode of a title is ten times its number. */
  const settle = async (id: number, how: 'comes' | 'is lost') => {
    if (how === 'comes') lates.get(String(id))!.answer({ my: { resume: { episode_id: id * 10 } } });
    else lates.get(String(id))!.fail(new Error('lost'));
    await turn();
  };
  return { press, settle, unmount, onPlay, onOpen, toast: () => toasts.getState().toast };
}

test.each([
  ['comes', [1, 2]],
  ['comes', [2, 1]],
  ['is lost', [1, 2]],
  ['is lost', [2, 1]],
] as const)('the last title plays, although the first answer %s, in the order %j', async (how, order) => {
  const { press, settle, onPlay, onOpen, toast } = start();
  await press('ok', 'back', 'right', 'ok');
  for (const id of order) await settle(id, id === 2 ? 'comes' : how);
  expect(onPlay.mock.calls).toEqual([[20]]);
  expect(onOpen).not.toHaveBeenCalled();
  expect(toast()).toBeNull();
});

test.each(['comes', 'is lost'] as const)('nothing plays after the viewer left, when the answer %s', async (how) => {
  const { press, settle, unmount, onPlay } = start();
  await press('ok');
  unmount();
  await settle(1, how);
  expect(onPlay).not.toHaveBeenCalled();
});
