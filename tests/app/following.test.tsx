import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiProvider } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import { useFollowed } from '#src/screens/home/use-followed.ts';
import { buildItem } from '#tests/support/build.ts';

/** Ends the decoding of a picture, by its address. */
let decoded: Map<string, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  decoded = new Map();
  const decode = function (this: HTMLImageElement) {
    return new Promise<void>((resolve) => decoded.set(this.getAttribute('src') ?? '', resolve));
  };
  Object.defineProperty(HTMLImageElement.prototype, 'decode', { value: decode, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'));
});

const [first, second] = [1, 2].map((id) => buildItem({ id, backdrop: `/art/${id}/backdrop.webp` })) as [
  ReturnType<typeof buildItem>,
  ReturnType<typeof buildItem>,
];

/** A stage whose titles have been answered before. */
function start() {
  const api = { call: () => new Promise(() => {}) } as unknown as Client;
  const queries = createQueryClient();
  for (const item of [first, second]) queries.setQueryData(itemQuery(api, item.id).queryKey, item);
  const { result } = renderHook(() => useFollowed(() => null), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <ApiProvider value={api}>{children}</ApiProvider>
      </QueryClientProvider>
    ),
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { stage: () => result.current, pass };
}

test('a title is followed with its art when the focus has rested and the art is decoded', async () => {
  const { stage, pass } = start();
  stage().follow(first);
  await pass(349);
  expect(decoded.has(first.backdrop)).toBe(true);
  await act(async () => decoded.get(first.backdrop)?.());
  expect(stage().followed).toBeNull();
  await pass(1);
  expect(stage()).toMatchObject({ followed: first, item: first });
});

test('a title waits for its art no longer than 150 ms', async () => {
  const { stage, pass } = start();
  stage().follow(first);
  await pass(350 + 149);
  expect(stage().followed).toBeNull();
  await pass(1);
  expect(stage().followed).toBe(first);
});

test('art that is decoded while its title waits shows both at once', async () => {
  const { stage, pass } = start();
  stage().follow(first);
  await pass(400);
  await act(async () => decoded.get(first.backdrop)?.());
  expect(stage().followed).toBe(first);
});

test('art that is decoded after the focus went on changes nothing', async () => {
  const { stage, pass } = start();
  stage().follow(first);
  await pass(400);
  stage().follow(second);
  await act(async () => decoded.get(first.backdrop)?.());
  await pass(349);
  expect(stage().followed).toBeNull();
  await pass(151);
  expect(stage().followed).toBe(second);
  stage().follow(first);
  await pass(400);
  await act(async () => stage().leave());
  await act(async () => decoded.get(first.backdrop)?.());
  await pass(500);
  expect(stage().followed).toBeNull();
});
