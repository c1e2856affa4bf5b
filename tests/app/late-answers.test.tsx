import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { changePassword } from '#contract/passwords.ts';
import { login } from '#contract/accounts.ts';
import { DEMO, startApp, startAtHome, type RunningApp } from '#tests/support/app.tsx';

afterEach(() => void vi.useRealTimers());

/* An answer that arrives after the viewer left must not navigate. */

const type = (app: RunningApp, text: string) => act(async () => app.platform.type(text));
const reachStep = (app: RunningApp, focusKey: string) =>
  waitFor(() => expect(app.focusKey()).toMatch(new RegExp(`^${focusKey}/`)));

/** Waits until every call is answered and handled. */
async function settle(app: RunningApp) {
  await waitFor(() => expect(app.wire.pending()).toBe(0));
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

test('a sign-in answered after the viewer left does not sign in', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('ok');
  await reachStep(app, 'sign-in/email');
  await type(app, DEMO.email);
  await app.press('ok');
  await reachStep(app, 'sign-in/password');
  await type(app, DEMO.password);
  const release = app.wire.hold(new RegExp(login.path));
  await app.press('ok');
  await app.press('back', 'back');
  release();
  // The app ends the unused session at the same address.
  await waitFor(() => expect(app.wire.answered(new RegExp(login.path))).toBe(2));
  await settle(app);
  expect(app.stores.session.getState().accountToken).toBeNull();
});

test('an answer after a long absence does not replace the screen that the viewer opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const app = await startAtHome();
  const release = app.wire.hold(/episodes\/v2\/\d+\/$/);
  await app.press('ok');
  await app.reach('player');
  const awayMs = 5 * 3600_000;
  await act(async () => {
    app.platform.setHidden(true);
    vi.setSystemTime(Date.now() + awayMs);
    app.platform.setHidden(false, awayMs);
  });
  await app.press('stop');
  await app.reach('home');
  release();
  await settle(app);
  expect(document.querySelector('main')).toHaveAttribute('data-screen', 'home');
});

test('a changed password shows its message and leaves the viewer on the current screen', async () => {
  const app = await startAtHome({ hash: '#/settings/password' });
  await app.reach('password');
  await type(app, DEMO.password);
  await app.press('ok');
  await reachStep(app, 'change');
  const release = app.wire.hold(new RegExp(changePassword.path));
  for (let step = 0; step < 2; step += 1) {
    await type(app, 'bora-demo-2');
    await app.press('ok');
  }
  for (let step = 0; step < 4 && window.location.hash !== '#/home'; step += 1) await app.press('back');
  await app.reach('home');
  await app.press('right', 'ok');
  await app.reach('item');
  release();
  expect(await screen.findByText(/비밀번호를 바꿨어요/)).toBeVisible();
  await settle(app);
  expect(document.querySelector('main')).toHaveAttribute('data-screen', 'item');
});
