import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyAccount } from '#contract/accounts.ts';
import { getMyProfile } from '#contract/profiles.ts';
import { signIn, signOut } from '#src/api/accounts.ts';
import { DEMO, startApp, startAtHome } from '#tests/support/app.tsx';

const type = (label: string, text: string) =>
  act(async () => fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } }));
const typePassword = (text: string) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText('비밀번호', { selector: 'input' }), { target: { value: text } }),
  );

test('signs in by e-mail, asks who is watching, and comes to home', async () => {
  const app = startApp();
  await app.reach('sign-in');
  expect(app.focusKey()).toBe('sign-in/email');
  await type('이메일', DEMO.email);
  await app.press('ok');
  expect(app.focusKey()).toBe('sign-in/password');
  await typePassword(DEMO.password);
  await app.press('ok');
  await app.reach('profiles');
  expect(screen.getByRole('heading', { name: '누가 볼까요?' })).toBeVisible();
  await app.press('ok');
  await app.reach('home');
  expect(app.focused()).toHaveAccessibleName(/재생|이어보기/);
});

test('a wrong password is one sentence, and both fields keep their text', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await type('이메일', DEMO.email);
  await app.press('ok');
  await typePassword('wrong-password-1');
  await app.press('ok');
  expect(await screen.findByText('이메일 또는 비밀번호가 맞지 않아요.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '이메일' })).toHaveValue(DEMO.email);
  expect(screen.getByLabelText('비밀번호', { selector: 'input' })).toHaveValue('wrong-password-1');
  expect(app.focusKey()).toBe('sign-in/password');
});

test.each([
  ['', '이메일을 입력해 주세요.'],
  ['Demo@bora.example', '이메일은 소문자로 입력해 주세요.'],
  ['demo@bora', '이메일 주소를 다시 확인해 주세요.'],
])('an e-mail "%s" is told at its field, before anything is sent', async (email, sentence) => {
  const app = startApp();
  await app.reach('sign-in');
  await type('이메일', email);
  await app.press('down', 'down', 'ok');
  expect(screen.getByText(sentence)).toBeVisible();
  expect(app.focusKey()).toBe('sign-in/email');
});

test('a profile with a PIN opens with the right one only', async () => {
  const app = await startAtHome();
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  const locked = screen.getByRole('button', { name: /PIN으로 잠김/ });
  for (let step = 0; step < 4 && app.focused() !== locked; step += 1) await app.press('right');
  expect(app.focused()).toBe(locked);

  await app.press('ok');
  expect(screen.getByRole('dialog', { name: /PIN 입력/ })).toContainElement(app.focused());
  await app.press('9', '9', '9', '9');
  expect(await screen.findByText('PIN이 맞지 않아요.')).toBeVisible();
  await app.press('1', '2', '3', '4');
  await app.reach('home');
});

test('Back closes the PIN pad and gives the focus back to the profile', async () => {
  const app = await startAtHome();
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  const locked = screen.getByRole('button', { name: /PIN으로 잠김/ });
  for (let step = 0; step < 4 && app.focused() !== locked; step += 1) await app.press('right');
  await app.press('ok', 'down', 'back');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.focused()).toBe(locked);
});

test('a server that is down at the start is said, and found again without a key', async () => {
  const app = startApp({ isCut: true });
  await app.reach('offline');
  expect(screen.getByRole('heading', { name: '연결을 기다리고 있어요' })).toBeVisible();
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  app.wire.isCut = false;
  await app.reach('sign-in');
});

test('a revoked token leads to sign-in once, and from there back to where one was', async () => {
  const app = await startAtHome();
  await app.press('down', 'right', 'ok');
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/(items|play)/));
  await app.press('back');
  await app.reach('home');
  const tile = app.focusKey();

  const { accountToken } = app.stores.session.getState();
  await signOut(app.api, accountToken ?? '');
  await act(async () => {
    // Any call finds out; several at once are one sign-in screen.
    await Promise.allSettled([1, 2, 3].map(() => app.api.call(getMyProfile, {})));
  });
  await app.reach('sign-in');
  expect(app.stores.session.getState().accountToken).not.toBe(accountToken);

  const { token } = await signIn(app.api, DEMO.email, DEMO.password, { platform: 'web' });
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach('profiles');
  await app.press('ok');
  await app.reach('home');
  expect(app.focusKey()).toBe(tile);
});

test('an address that leads nowhere leads home', async () => {
  const app = await startAtHome({ hash: '#/nowhere/at/all' });
  await app.reach('home');
  expect(window.location.hash).toBe('#/home');
});

test('signing out is for this television, on the server too', async () => {
  const app = await startAtHome();
  const token = app.stores.session.getState().accountToken ?? '';
  await app.press('left', 'down', 'ok', 'right', 'ok');
  await app.reach('sign-in');
  expect(app.platform.cookies.get('session')).toBeNull();
  await waitFor(() => expect(app.wire.answered(/accounts\/v1\/login/)).toBeGreaterThan(0));
  await expect(app.api.call(getMyAccount, {}, { token })).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
});

test('a network that goes is said, and what failed is asked again when it is back', async () => {
  const app = await startAtHome();
  await act(async () => app.platform.setOnline(false));
  expect(screen.getByText(/네트워크 연결이 끊겼어요/)).toBeVisible();
  app.wire.isCut = true;
  await app.press('right', 'ok');
  await app.reach('offline');
  app.wire.isCut = false;
  await act(async () => app.platform.setOnline(true));
  await app.reach('item');
  expect(screen.getByText('다시 연결됐어요.')).toBeVisible();
});

test('a PIN that was cancelled opens nothing, however late its answer comes', async () => {
  const app = await startAtHome();
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  const locked = screen.getByRole('button', { name: /PIN으로 잠김/ });
  for (let step = 0; step < 4 && app.focused() !== locked; step += 1) await app.press('right');
  const release = app.wire.hold(/token/);
  await app.press('ok', '1', '2', '3', '4', 'back');
  release();
  await waitFor(() => expect(app.wire.answered(/token/)).toBe(2));
  await app.reach('profiles');
  expect(app.stores.session.getState().isProfileChosen).toBe(false);
  await app.press('right', 'ok');
  await app.reach('home');
  expect(app.stores.session.getState().lastProfile?.profile.has_pin).toBe(false);
});

test('on the PIN pad up and down stay in their column', async () => {
  const app = await startAtHome();
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  const locked = screen.getByRole('button', { name: /PIN으로 잠김/ });
  for (let step = 0; step < 4 && app.focused() !== locked; step += 1) await app.press('right');
  await app.press('ok', 'right', 'right', 'down', 'down', 'down');
  expect(app.focusKey()).toBe('pin/취소');
  await app.press('up', 'left', 'up', 'up');
  expect(app.focusKey()).toBe('pin/2');
});

test('Back on 누가 볼까요? goes back to home when one only looked', async () => {
  const app = await startAtHome();
  await app.press('left', 'up', 'ok');
  await app.reach('profiles');
  await app.press('back');
  await app.reach('home');
});

test('Back on sign-in asks whether to leave', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('back');
  expect(screen.getByRole('dialog', { name: '보라를 종료할까요?' })).toContainElement(app.focused());
  await app.press('back');
  expect(app.focusKey()).toBe('sign-in/email');
});

test('the screen that says what failed stays while it is asked again', async () => {
  const app = await startAtHome();
  app.wire.isCut = true;
  await app.press('right', 'ok');
  await app.reach('offline');
  const seen = new Set<string>();
  const observer = new MutationObserver(() => seen.add(document.querySelector('main')?.dataset['screen'] ?? ''));
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  await app.press('ok');
  await waitFor(() => expect(screen.getByRole('button', { name: '다시 시도' })).toHaveAttribute('aria-busy', 'true'));
  await waitFor(() => expect(screen.getByRole('button', { name: '다시 시도' })).toHaveAttribute('aria-busy', 'false'), {
    timeout: 5000,
  });
  observer.disconnect();
  expect([...seen]).toEqual(['offline']);
  app.wire.isCut = false;
  await app.reach('item');
});
