import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readCrashes } from '#src/stores/crash-log.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Makes the diagnostics throw while rendering. */
const breakDiagnostics = () =>
  vi.stubGlobal('MediaSource', {
    isTypeSupported() {
      throw new Error('no codecs here');
    },
  });

const screenName = () => document.querySelector('main')?.dataset['screen'];

/** Moves down the settings. The diagnostics render as soon as their entry has the focus. */
async function goToDiagnostics(app: RunningApp) {
  for (let step = 0; step < 8 && screenName() === 'settings' && app.focusKey() !== 'settings/diagnostics'; step += 1)
    await app.press('down');
}

async function openDiagnostics(app: RunningApp) {
  for (let step = 0; step < 8 && !app.focusKey()?.startsWith('navigation/'); step += 1) await app.press('left');
  while (app.focusKey() !== 'navigation/settings') await app.press('down');
  await app.press('ok');
  await app.reach('settings');
  await goToDiagnostics(app);
}

/** Expects this error on the console and no other. */
function expectCrashOnConsole(message: string) {
  const said = vi.mocked(console.error).mock.calls.map(([error]) => String(error));
  expect(said.length).toBeGreaterThan(0);
  expect(said.every((text) => text.includes(message))).toBe(true);
  vi.mocked(console.error).mockClear();
}

test('a screen that crashes can be retried, and Back leads to the screen before it', async () => {
  const app = await startAtHome();
  breakDiagnostics();
  await openDiagnostics(app);
  await app.reach('error');
  expect(screen.getByRole('heading', { name: '문제가 생겼어요' })).toBeVisible();
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  vi.unstubAllGlobals();
  await app.press('ok');
  await app.reach('settings');

  breakDiagnostics();
  await goToDiagnostics(app);
  await app.reach('error');
  await app.press('back');
  await app.reach('home');
  expectCrashOnConsole('no codecs here');
});

test('a screen that keeps crashing offers no further retry', async () => {
  const app = await startAtHome();
  breakDiagnostics();
  await openDiagnostics(app);
  await app.reach('error');
  for (let tries = 0; screen.queryByRole('button', { name: '다시 시도' }); tries += 1) {
    expect(tries).toBeLessThan(5);
    app.queryClient.setQueryData(['answer'], 'of the viewer');
    await app.press('ok');
    // An answer may be what crashes: the second retry is without them.
    expect(app.queryClient.getQueryData(['answer']), `retry ${tries + 1}`).toBe(
      tries === 0 ? 'of the viewer' : undefined,
    );
    // A retry starts at the first section.
    await app.reach('settings');
    await goToDiagnostics(app);
    await app.reach('error');
  }
  expect(app.focused()).toHaveAccessibleName('앱 다시 시작');
  await app.press('ok');
  expect(app.restarts.count).toBe(1);
  expectCrashOnConsole('no codecs here');
});

test('a crash is stored with its screen, sent once, and shown in the diagnostics', async () => {
  const app = await startAtHome();
  breakDiagnostics();
  await openDiagnostics(app);
  await app.reach('error');
  vi.unstubAllGlobals();
  await waitFor(() =>
    expect(readCrashes(app.platform.storage)).toMatchObject([
      { message: 'no codecs here', screen: 'settings', version: '0.1.0' },
    ]),
  );
  // Sent once, though it happened again and again.
  await waitFor(() => expect(app.wire.answered(/crashes/)).toBe(1));
  await app.press('ok');
  await app.reach('settings');
  await goToDiagnostics(app);
  expect(await screen.findByRole('note', { name: /오류 no codecs here/ })).toBeInTheDocument();
  expectCrashOnConsole('no codecs here');
});

/** A sentence that React cannot draw: the toasts are outside of every screen. */
const showBrokenToast = (app: RunningApp) =>
  act(async () => app.stores.toasts.getState().show({ broken: true } as unknown as string));

test('what breaks outside of the screens offers to try again, comes back to the screen, and is remembered', async () => {
  const app = await startAtHome();
  await app.press('down', 'right');
  const tile = app.focusKey();
  await showBrokenToast(app);
  await app.reach('error');
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  await waitFor(() => expect(readCrashes(app.platform.storage)).toMatchObject([{ screen: 'home' }]));
  await app.press('ok');
  await app.reach('home');
  await waitFor(() => expect(app.focusKey()).toBe(tile));
  await app.press('right');
  expect(app.focusKey()).not.toBe(tile);
  expectCrashOnConsole('not valid as a React child');
});

test('what goes on breaking outside of the screens offers a restart', async () => {
  const app = await startAtHome();
  for (let tries = 0; tries < 2; tries += 1) {
    await showBrokenToast(app);
    await app.reach('error');
    await app.press('ok');
    await app.reach('home');
  }
  await showBrokenToast(app);
  await app.reach('error');
  expect(app.focused()).toHaveAccessibleName('앱 다시 시작');
  await app.press('ok');
  expect(app.restarts.count).toBe(1);
  expectCrashOnConsole('not valid as a React child');
});

test('what breaks outside of drawing is remembered too', async () => {
  const app = await startAtHome();
  act(() => {
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('a handler broke') }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('nobody waited') }));
  });
  await waitFor(() =>
    expect(readCrashes(app.platform.storage)).toMatchObject([
      { message: 'nobody waited', screen: 'home' },
      { message: 'a handler broke', screen: 'home' },
    ]),
  );
});
