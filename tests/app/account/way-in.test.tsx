import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyAccount } from '#contract/accounts.ts';
import { getMyProfile } from '#contract/profiles.ts';
import { checkEmail, requestEmailCode } from '#contract/sign-up.ts';
import { signIn, signOut } from '#src/api/accounts.ts';
import { callsUnderWay } from '#tests/support/calls-under-way.ts';
import { DEMO, startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

/** The e-mail step of signing in, with the keyboard focused. */
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

test('a viewer signs in by e-mail, chooses a profile and reaches home', async () => {
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

test('a wrong password shows one sentence and keeps the text, which can be revealed', async () => {
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
])('an invalid e-mail "%s" shows its error at its field before anything is sent', async (email, sentence) => {
  const app = await startAtEmail();
  await app.type(email);
  await app.press('fast-forward');
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByRole('textbox', { name: '이메일' })).toHaveTextContent(email);
  await reachStep(app, 'sign-in/email');
});

test('an unreachable server shows its error at the field and keeps the text', async () => {
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

test('Back leads to the previous step and then out, and keeps the address', async () => {
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

test('sign-up with an existing account offers the password instead, until the address is another one', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await reachStep(app, 'sign-up/email');
  await act(async () => app.platform.type(DEMO.email));
  await app.press('ok');
  expect(await screen.findByText('이미 가입한 이메일이에요.')).toBeVisible();
  expect(screen.getByRole('button', { name: '로그인하기' })).toBeVisible();
  await act(async () => app.platform.type('x'));
  expect(screen.queryByText('이미 가입한 이메일이에요.')).toBeNull();
  expect(screen.queryByRole('button', { name: '로그인하기' })).toBeNull();
  // The same address again: its answer is asked for once more.
  await act(async () => app.platform.typeBackspace());
  expect(screen.queryByRole('button', { name: '로그인하기' })).toBeNull();
  await app.press('fast-forward');
  expect(await screen.findByRole('button', { name: '로그인하기' })).toBeVisible();
});

test('an address that is reported as taken after Back and another address says nothing of that one', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await reachStep(app, 'sign-up/email');
  await act(async () => app.platform.type(DEMO.email));
  const answers = app.wire.holdAnswer(checkEmail);
  await app.press('fast-forward');
  await waitFor(() => expect(answers.count()).toBe(1));
  await app.press('back');
  await act(async () => app.platform.type('x'));
  answers.release();
  await waitFor(() => expect(app.wire.pending()).toBe(0));
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  expect(screen.queryByText('이미 가입한 이메일이에요.')).toBeNull();
  expect(screen.queryByRole('button', { name: '로그인하기' })).toBeNull();
  await reachStep(app, 'sign-up/email');
});

test('the wait of a rate limit counts down at the field', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await reachStep(app, 'sign-up/email');
  await act(async () => app.platform.type('waiting@bora.example'));
  // The server limits codes per hour so that nobody can flood a mailbox.
  const ask = () => app.api.call(requestEmailCode, { body: { email: 'waiting@bora.example' } });
  await Promise.allSettled(Array.from({ length: 12 }, ask));
  await app.press('fast-forward');
  expect(await screen.findByText(/^요청이 너무 많아요\. \d+(분|초) 뒤에 다시 시도해 주세요\.$/)).toBeVisible();
});

test("the system keyboard replaces the app's where it is configured", async () => {
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

test('a profile with a PIN opens with the right PIN only', async () => {
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

test('Back closes the PIN pad and returns the focus to the profile', async () => {
  const app = await startAtHome();
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  const locked = screen.getByRole('button', { name: /PIN으로 잠김/ });
  for (let step = 0; step < 4 && app.focused() !== locked; step += 1) await app.press('right');
  await app.press('ok', 'down', 'back');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.focused()).toBe(locked);
});

test('the app reports a server that is down at the start and continues by itself when it is up', async () => {
  const app = startApp({ isCut: true });
  await app.reach('offline');
  expect(screen.getByRole('heading', { name: '연결을 기다리고 있어요' })).toBeVisible();
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  app.wire.isCut = false;
  await app.reach('sign-in');
});

test('a revoked token leads to sign-in once, and from there back to the same place', async () => {
  const app = await startAtHome();
  await app.press('down', 'right', 'ok');
  await app.reach('player');
  // Back would first hide the controls if they were visible.
  await app.press('stop');
  await app.reach('home');
  const tile = app.focusKey();
  // The report of the playback needs the token.
  await waitFor(() => expect(callsUnderWay()).toBe(0));

  const { accountToken } = app.stores.session.getState();
  await signOut(app.api, accountToken ?? '');
  await act(async () => {
    // Any call detects it; several at once open one sign-in screen.
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

test('an invalid address leads home', async () => {
  const app = await startAtHome({ hash: '#/nowhere/at/all' });
  await app.reach('home');
  expect(window.location.hash).toBe('#/home');
});

test('signing out ends the session of this television on the server too', async () => {
  const app = await startAtHome();
  const token = app.stores.session.getState().accountToken ?? '';
  await app.press('left', 'down', 'down', 'down', 'down', 'down', 'ok');
  await app.reach('settings');
  await app.press('right', 'down', 'down', 'down', 'down', 'ok');
  expect(app.focusKey()).toBe('sign-out/cancel');
  const answered = app.wire.answered(/accounts\/v1\/login/);
  await app.press('right', 'ok');
  await app.reach('sign-in');
  expect(app.platform.cookies.get('session')).toBeNull();
  await waitFor(() => expect(app.wire.answered(/accounts\/v1\/login/)).toBeGreaterThan(answered));
  await expect(app.api.call(getMyAccount, {}, { token })).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
});

test('a lost network shows a message, and failed requests repeat when it is back', async () => {
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

test('a cancelled PIN opens nothing, even when its answer arrives later', async () => {
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

test('up and down stay in their column on the PIN pad', async () => {
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

test('Back on 누가 볼까요? returns to home when the viewer opened it from there', async () => {
  const app = await startAtHome();
  await app.press('left', 'up', 'up', 'ok');
  await app.reach('profiles');
  await app.press('back');
  await app.reach('home');
});

test('Back on sign-in asks before leaving', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('back');
  expect(screen.getByRole('dialog', { name: '보라를 종료할까요?' })).toContainElement(app.focused());
  await app.press('back');
  expect(app.focusKey()).toBe('sign-in/by-email');
});

test('the error screen stays visible during its retry', async () => {
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
