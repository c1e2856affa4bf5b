import { afterEach, expect, test, vi } from 'vitest';
import { createClose } from '#server/start/closing.ts';

afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

/** A server on which everything hangs that is not said otherwise. */
function hanging() {
  const reported: string[] = [];
  const app = {
    failures: { report: (cause: string) => void reported.push(cause) },
    server: { closeAllConnections: vi.fn() },
    close: never,
  } as unknown as Parameters<typeof createClose>[0];
  return { app, reported };
}

test('closing ends before the process is ended, though server, database and traces hang', async () => {
  vi.useFakeTimers();
  const { app, reported } = hanging();
  let isClosed = false;
  const close = createClose(
    app,
    { abort: () => undefined, close: never },
    { worker: undefined, traces: { stop: never } },
  );
  void close().then(() => (isClosed = true));
  await vi.advanceTimersByTimeAsync(4_400);
  expect(reported).toEqual(['closing the server', 'closing the database']);
  expect(isClosed).toBe(true);
});

test('traces that refuse their last spans fail nothing', async () => {
  const { app } = hanging();
  const close = createClose(
    { ...app, close: () => Promise.resolve(undefined) } as typeof app,
    { abort: () => undefined, close: () => Promise.resolve() },
    { worker: undefined, traces: { stop: () => Promise.reject(new Error('no')) } },
  );
  await expect(close()).resolves.toBeUndefined();
});
