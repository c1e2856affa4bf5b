import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { useAnswers } from '#src/api/client/use-answers.ts';

interface Call {
  readonly signal: AbortSignal;
  readonly answer: (text: string) => Promise<void>;
}

/** A component that asks for a list of names; the test answers each of its calls. */
function start() {
  const client = createQueryClient();
  const calls = new Map<string, Call>();
  const drawn: (readonly (string | null)[])[] = [];
  function Asking({ names }: { names: readonly string[] }) {
    drawn.push(
      useAnswers(
        names.map((name) => ({
          queryKey: ['answers', name],
          queryFn: ({ signal }) =>
            new Promise<string>((resolve) => {
              const answer = (text: string) =>
                act(async () => {
                  resolve(text);
                  await new Promise((done) => setTimeout(done));
                });
              calls.set(name, { signal, answer });
            }),
        })),
      ),
    );
    return null;
  }
  const element = (names: readonly string[]) => (
    <QueryClientProvider client={client}>
      <Asking names={names} />
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(element(['a']));
  return {
    client,
    calls,
    last: () => drawn[drawn.length - 1],
    ask: (...names: string[]) => act(async () => rerender(element(names))),
    unmount,
  };
}

test('gives each answer its position, and null until it is there', async () => {
  const { ask, calls, last } = start();
  await ask('a', 'b');
  expect(last()).toEqual([null, null]);
  await calls.get('b')?.answer('B');
  expect(last()).toEqual([null, 'B']);
  await calls.get('a')?.answer('A');
  expect(last()).toEqual(['A', 'B']);
});

test('keeps a call running while the list around it changes, and cancels it when its query leaves the list', async () => {
  const { ask, calls, unmount } = start();
  await ask('b', 'a');
  const { signal } = calls.get('a')!;
  expect(signal.aborted).toBe(false);
  await ask('b');
  expect(signal.aborted).toBe(true);
  unmount();
  expect(calls.get('b')?.signal.aborted).toBe(true);
});

test('gives the same array until an answer changes', async () => {
  const { ask, calls, last } = start();
  await calls.get('a')?.answer('A');
  const before = last();
  await ask('a');
  expect(last()).toBe(before);
});

test('asks again for an answer that is invalidated', async () => {
  const { calls, client, last } = start();
  await calls.get('a')?.answer('A');
  const first = calls.get('a');
  await act(async () => void client.invalidateQueries({ queryKey: ['answers'] }));
  expect(calls.get('a')).not.toBe(first);
  await calls.get('a')?.answer('A2');
  expect(last()).toEqual(['A2']);
});
