import { afterEach, expect, test, vi } from 'vitest';
import { toDataUrl } from '#src/api/files.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Never answers until it is aborted. */
const silentFetch = (_url: string, { signal }: { signal: AbortSignal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

test('a file that does not arrive times out', async () => {
  vi.stubGlobal('fetch', silentFetch);
  const clock = createFakeClock();
  const outcome = vi.fn();
  toDataUrl(clock, '/media/7.vtt').catch(outcome);
  await clock.pass(19_000);
  expect(outcome).not.toHaveBeenCalled();
  await clock.pass(1_000);
  expect(outcome).toHaveBeenCalledTimes(1);
});

test('a file whose body stalls times out', async () => {
  vi.stubGlobal('fetch', (url: string, options: { signal: AbortSignal }) =>
    Promise.resolve({ ok: true, blob: () => silentFetch(url, options) }),
  );
  const clock = createFakeClock();
  const outcome = vi.fn();
  toDataUrl(clock, '/media/7.vtt').catch(outcome);
  await clock.pass(20_000);
  expect(outcome).toHaveBeenCalledTimes(1);
});

test('an error page is not mistaken for the file, and no timer remains', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: false, status: 404 }));
  const clock = createFakeClock();
  await expect(toDataUrl(clock, '/media/7.vtt')).rejects.toThrow('404 for a file');
  await settled();
  expect(clock.running()).toBe(0);
});
