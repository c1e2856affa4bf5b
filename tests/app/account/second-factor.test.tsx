import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { beginSecondFactor, getSecondFactor } from '#contract/second-factor.ts';
import { signOut } from '#src/api/accounts.ts';
import { startApp, type RunningApp } from '#tests/support/app/app.tsx';
import { NEWCOMER_PASSWORD, openSettings, readCode, startAsNewcomer } from '#tests/support/newcomer.ts';
import { press } from '#tests/app/late/tour.ts';

const enter = async (app: RunningApp, text: string) => {
  await act(async () => app.platform.type(text));
  await app.press('fast-forward');
};
const reachStep = (app: RunningApp, focusKey: string) =>
  waitFor(() => expect(app.focusKey()).toMatch(new RegExp(`^${focusKey}/`)));
const openRow = async (app: RunningApp) => {
  await openSettings(app);
  await app.press('right');
  for (let step = 0; step < 8 && app.focusKey() !== 'settings/account/second-factor'; step += 1)
    await app.press('down');
  await app.press('ok');
  await screen.findByRole('dialog', { name: '2단계 인증' });
};
const methodOf = async (app: RunningApp) => (await app.api.call(getSecondFactor, {})).method;

/** Turns mailed codes on in the settings. */
async function turnOn(app: RunningApp, email: string) {
  await openRow(app);
  expect(app.focusKey()).toBe('second-factor/mail');
  await app.press('ok');
  await screen.findByRole('dialog', { name: '2단계 인증 켜기' });
  await enter(app, NEWCOMER_PASSWORD);
  await screen.findByRole('dialog', { name: '인증 코드를 입력해 주세요' });
  await enter(app, await readCode(email));
  await waitFor(() => expect(app.focusKey()).toBe('settings/account/second-factor'));
  await waitFor(() => expect(app.focused()).toHaveTextContent('메일로 받는 코드'));
}

async function askedForCode(app: RunningApp, email: string) {
  await app.reach('sign-in');
  await press('sign-in/by-email');
  await reachStep(app, 'sign-in/email');
  await enter(app, email);
  await reachStep(app, 'sign-in/password');
  await enter(app, NEWCOMER_PASSWORD);
}

test('a new television asks for the mailed code, sends it with the last digit, and is asked no second time', async () => {
  const email = 'second@bora.example';
  const app = await startAsNewcomer(email);
  await turnOn(app, email);
  // A television that is signed in goes on.
  expect(await methodOf(app)).toBe('mail');

  cleanup();
  const other = startApp({ hash: '#/home' });
  await askedForCode(other, email);
  await reachStep(other, 'sign-in/code');
  expect(screen.getByText(/메일로 보낸 여섯 자리 코드/)).toBeVisible();
  await waitFor(async () => expect(await readCode(email)).toHaveLength(6));
  const code = await readCode(email);
  await act(async () => other.platform.type(code === '000000' ? '111111' : '000000'));
  expect(await screen.findByText('인증 코드가 맞지 않아요.')).toBeVisible();
  for (let count = 0; count < 6; count += 1) await act(async () => other.platform.typeBackspace());
  await act(async () => other.platform.type(code));
  await other.reach('home');

  await signOut(other.api, other.stores.session.getState().accountToken ?? '');
  await act(async () => other.stores.session.getState().signOut());
  await waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe('sign-in'));
  const asked = other.wire.answered(new RegExp(login.path));
  await askedForCode(other, email);
  await other.reach('home');
  expect(other.wire.answered(new RegExp(login.path))).toBe(asked + 1);
});

test('the settings turn it off with the password, and Back leaves it as it is', async () => {
  const email = 'second-off@bora.example';
  const app = await startAsNewcomer(email);
  await turnOn(app, email);
  await app.press('ok');
  await screen.findByRole('dialog', { name: '2단계 인증' });
  await app.press('left', 'ok');
  await screen.findByRole('dialog', { name: '2단계 인증 끄기' });
  await app.press('back');
  await screen.findByRole('dialog', { name: '2단계 인증' });
  expect(await methodOf(app)).toBe('mail');
  await press('second-factor/off');
  await enter(app, 'wrong-1');
  expect(await screen.findByText('비밀번호가 맞지 않아요.')).toBeVisible();
  for (let count = 0; count < 'wrong-1'.length; count += 1) await act(async () => app.platform.typeBackspace());
  await enter(app, NEWCOMER_PASSWORD);
  await waitFor(() => expect(app.focused()).toHaveTextContent('꺼짐'));
  expect(await methodOf(app)).toBe('none');
});

test('a television shows what the phone turned on', async () => {
  const email = 'second-phone@bora.example';
  const app = await startAsNewcomer(email);
  await app.api.call(beginSecondFactor, { body: { password: NEWCOMER_PASSWORD, method: 'mail' } });
  await openRow(app);
  // The code waits for the address of the phone's page.
  expect(await screen.findByRole('img', { name: /2단계 인증을 바꾸는 페이지/ })).toBeVisible();
});
