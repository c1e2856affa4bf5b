import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyAccount } from '#contract/accounts.ts';
import { getMyProfile } from '#contract/profiles.ts';
import { requestEmailCode } from '#contract/sign-up.ts';
import { signIn, signOut } from '#src/api/accounts.ts';
import { DEMO, startApp, startAtHome, type RunningApp } from '#tests/support/app.tsx';

/** At the e-mail step of signing in, with the keyboard in focus. */
async function startAtEmail() {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('ok');
  await reachStep(app, 'sign-in/email');
  const type = (text: string) => act(async () => app.platform.type(text));
  return { ...app, type };
}

const reachStep = (app: RunningApp, focusKey: string) =>
  waitFor(() => expect(app.focusKey()).toMatch(new RegExp(`^${focusKey}/`)));

test('signs in by e-mail, asks who is watching, and comes to home', async () => {
  const app = await startAtEmail();
  await app.type(DEMO.email);
  await app.press('ok');
  await reachStep(app, 'sign-in/password');
  await app.type(DEMO.password);
  expect(screen.getByRole('textbox', { name: '비밀번호' })).toHaveTextContent('•••••••••••');
  await app.press('ok');
  await app.reach('profiles');
  expect(screen.getByRole('heading', { name: '누가 볼까요?' })).toBeVisible();
  await app.press('ok');
  await app.reach('home');
  expect(app.focused()).toHaveAccessibleName(/재생|이어보기/);
});

test('a wrong password is one sentence, and the text stays; it can be looked at', async () => {
  const app = await startAtEmail();
  await app.type(DEMO.email);
  await app.press('ok');
  await reachStep(app, 'sign-in/password');
  await app.type('wrong-password-1');
  await app.press('ok');
  expect(await screen.findByText('이메일 또는 비밀번호가 맞지 않아요.')).toBeVisible();
  await app.press('channel-up');
  expect(app.focused()).toHaveAccessibleName('비밀번호 보기');
  await app.press('ok');
  expect(screen.getByRole('textbox', { name: '비밀번호' })).toHaveTextContent('wrong-password-1');
  expect(app.focused()).toHaveAccessibleName('비밀번호 숨기기');
});

test.each([
  ['', '이메일을 입력해 주세요.'],
  ['Demo@bora.example', '이메일은 소문자로 입력해 주세요.'],
  ['demo@bora', '이메일 주소를 다시 확인해 주세요.'],
])('an e-mail "%s" is told at its field, before anything is sent', async (email, sentence) => {
  const app = await startAtEmail();
  await app.type(email);
  await app.press('fast-forward');
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByRole('textbox', { name: '이메일' })).toHaveTextContent(email);
  await reachStep(app, 'sign-in/email');
});

test('a server that is gone is said at the field, and the text is still there', async () => {
  const app = await startAtEmail();
  await app.type(DEMO.email);
  await app.press('ok');
  await reachStep(app, 'sign-in/password');
  await app.type(DEMO.password);
  app.wire.isCut = true;
  await app.press('ok');
  expect(await screen.findByText('서버에 연결할 수 없어요. 네트워크를 확인해 주세요.')).toBeVisible();
  app.wire.isCut = false;
  await app.press('ok');
  await app.reach('profiles');
});

test('Back goes one step back and then out, and the address is still there', async () => {
  const app = await startAtEmail();
  await app.type(DEMO.email);
  await app.press('ok');
  await reachStep(app, 'sign-in/password');
  await app.press('back');
  await reachStep(app, 'sign-in/email');
  expect(screen.getByRole('textbox', { name: '이메일' })).toHaveTextContent(DEMO.email);
  await app.press('back');
  await waitFor(() => expect(app.focusKey()).toBe('sign-in/by-email'));
});

test('who has an account already is told so at sign-up, and goes on to the password', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await reachStep(app, 'sign-up/email');
  await act(async () => app.platform.type(DEMO.email));
  await app.press('ok');
  expect(await screen.findByText('이미 가입한 이메일이에요.')).toBeVisible();
});

test('the wait of a limit counts down at the field', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await reachStep(app, 'sign-up/email');
  await act(async () => app.platform.type('waiting@bora.example'));
  // Nobody's mailbox is filled by us: so many codes an hour and no more.
  const ask = () => app.api.call(requestEmailCode, { body: { email: 'waiting@bora.example' } });
  await Promise.allSettled(Array.from({ length: 12 }, ask));
  await app.press('fast-forward');
  expect(await screen.findByText(/^요청이 너무 많아요\. \d+(분|초) 뒤에 다시 시도해 주세요\.$/)).toBeVisible();
});

test('the television’s own keyboard takes the place of the app’s where it is set', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await act(async () => app.stores.settings.getState().change({ deviceKeyboard: true }));
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toBe('sign-in/email'));
  expect(screen.queryByRole('group', { name: '화면 키보드' })).toBeNull();
  const input = screen.getByRole('textbox', { name: '이메일' });
  expect(input).toHaveFocus();
  await act(async () => fireEvent.change(input, { target: { value: DEMO.email } }));
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toBe('sign-in/password'));
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
  await app.reach('player');
  // Back would hide the controls first, where they are shown already.
  await app.press('stop');
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
  await app.press('left', 'down', 'down', 'down', 'down', 'ok');
  await app.reach('settings');
  await app.press('right', 'down', 'down', 'down', 'ok');
  expect(app.focusKey()).toBe('sign-out/cancel');
  const answered = app.wire.answered(/accounts\/v1\/login/);
  await app.press('right', 'ok');
  await app.reach('sign-in');
  expect(app.platform.cookies.get('session')).toBeNull();
  await waitFor(() => expect(app.wire.answered(/accounts\/v1\/login/)).toBeGreaterThan(answered));
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
  expect(await screen.findByText('다시 연결됐어요.')).toBeVisible();
  await app.reach('item');
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
  await app.press('left', 'up', 'up', 'ok');
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
  expect(app.focusKey()).toBe('sign-in/by-email');
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
  await waitFor(() => expect(screen.getByRole('button', { name: '다시 시도' })).toHaveAttribute('aria-busy', 'false'));
  observer.disconnect();
  expect([...seen]).toEqual(['offline']);
  app.wire.isCut = false;
  await app.reach('item');
});
