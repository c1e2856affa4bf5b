import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

/* Visits outlive the cache's half hour: a film takes longer. */

const HOUR_MS = 3600_000;

afterEach(() => void vi.useRealTimers());

/** Opens a title from a tile of home and stays for an hour. */
async function spendAnHour(): Promise<{ app: RunningApp; tile: string | undefined }> {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
  const app = await startAtHome();
  for (let step = 0; step < 14 && !app.focusKey()?.startsWith('ranking'); step += 1) await app.press('down');
  await app.press('right', 'right');
  const tile = app.focusKey();
  await app.press('ok');
  await app.reach('item');
  await act(async () => void (await vi.advanceTimersByTimeAsync(HOUR_MS)));
  return { app, tile };
}

const screenName = () => document.querySelector('main')?.dataset['screen'];

async function goBack(app: RunningApp) {
  await app.press('back');
  await waitFor(() => expect(window.location.hash).toBe('#/home'));
}

test('Back after an hour restores the screen at once and revalidates it', async () => {
  const { app, tile } = await spendAnHour();
  const answered = app.wire.answered(/home\/v1\/rows/);
  const release = app.wire.hold(/home\/v1\/rows/);
  await goBack(app);
  await waitFor(() => expect(app.focusKey()).toBe(tile));
  release();
  await waitFor(() => expect(app.wire.answered(/home\/v1\/rows/)).toBe(answered + 1));
  expect(app.focusKey()).toBe(tile);
});

test('Back restores the screen after the set ran low on memory, also without a network', async () => {
  const { app, tile } = await spendAnHour();
  await act(async () => app.platform.warnOfMemory());
  app.wire.isCut = true;
  await goBack(app);
  await waitFor(() => expect(app.focusKey()).toBe(tile));
  expect(screenName()).toBe('home');
});

test('Back after an hour restores the screen also without a network', async () => {
  const { app, tile } = await spendAnHour();
  app.wire.isCut = true;
  await goBack(app);
  await waitFor(() => expect(app.focusKey()).toBe(tile));
  expect(screenName()).toBe('home');
});
