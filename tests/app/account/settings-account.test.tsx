import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyAccount } from '#contract/accounts.ts';
import { signIn } from '#src/api/accounts.ts';
import type { RunningApp } from '#tests/support/app/app.tsx';
import { NEWCOMER_PASSWORD, openSettings, startAsNewcomer } from '#tests/support/newcomer.ts';

const goDownTo = async (app: RunningApp, name: RegExp) => {
  for (let step = 0; step < 8 && !name.test(app.focused().textContent ?? ''); step += 1) await app.press('down');
  expect(app.focused()).toHaveTextContent(name);
};
const enter = async (app: RunningApp, text: string) => {
  await act(async () => app.platform.type(text));
  await app.press('fast-forward');
};
const signInElsewhere = async (app: RunningApp, email: string, name: string) =>
  (await signIn(app.api, email, NEWCOMER_PASSWORD, { platform: 'tizen', name })).token;
const isSignedIn = (app: RunningApp, token: string) =>
  app.api.call(getMyAccount, {}, { token }).then(
    () => true,
    () => false,
  );

test('signing out one device signs out no other', async () => {
  const email = 'devices@bora.example';
  const app = await startAsNewcomer(email);
  const [bedroom, kitchen] = [await signInElsewhere(app, email, '안방'), await signInElsewhere(app, email, '부엌')];
  await openSettings(app);
  await app.press('down', 'down');
  await screen.findByText('지금 쓰는 기기');
  await app.press('right');
  await goDownTo(app, /안방/);
  await app.press('ok');
  expect(app.focusKey()).toBe('sign-out/cancel');
  await app.press('back');
  expect(app.focused()).toHaveTextContent(/안방/);
  await app.press('ok', 'right', 'ok');
  const list = screen.getByRole('group', { name: '로그인한 기기' });
  await waitFor(() => expect(within(list).queryByText(/안방/)).toBeNull());
  expect(within(list).getByText(/부엌/)).toBeVisible();
  await waitFor(() => expect(list).toContainElement(app.focused()));
  expect(await isSignedIn(app, bedroom)).toBe(false);
  expect(await isSignedIn(app, kitchen)).toBe(true);
  expect(await isSignedIn(app, app.stores.session.getState().accountToken ?? '')).toBe(true);
});

test('signing out all devices ends this one last', async () => {
  const email = 'everywhere@bora.example';
  const app = await startAsNewcomer(email);
  const bedroom = await signInElsewhere(app, email, '안방');
  const here = app.stores.session.getState().accountToken ?? '';
  await openSettings(app);
  await app.press('right');
  await goDownTo(app, /모든 기기에서 로그아웃/);
  await app.press('ok', 'right', 'ok');
  await app.reach('sign-in');
  expect(await isSignedIn(app, bedroom)).toBe(false);
  await waitFor(async () => expect(await isSignedIn(app, here)).toBe(false));
});

test('this device stays signed in, with a message, when signing out another one fails', async () => {
  const email = 'halfway@bora.example';
  const app = await startAsNewcomer(email);
  await signInElsewhere(app, email, '안방');
  await openSettings(app);
  await app.press('right');
  await goDownTo(app, /모든 기기에서 로그아웃/);
  app.wire.isCut = true;
  await app.press('ok', 'right', 'ok');
  expect(await screen.findByText(/서버에 연결할 수 없어요/)).toBeVisible();
  expect(app.stores.session.getState().accountToken).not.toBeNull();
  app.wire.isCut = false;
  await app.press('ok');
  await app.reach('sign-in');
});

test('deleting the account asks for the password and once more, and ends at sign-in', async () => {
  const email = 'leaving@bora.example';
  const app = await startAsNewcomer(email);
  const token = app.stores.session.getState().accountToken ?? '';
  await openSettings(app);
  await app.press('right');
  await goDownTo(app, /계정 삭제/);
  await app.press('ok');
  expect(app.focusKey()).toBe('leave/told/cancel');
  await app.press('back');
  await waitFor(() => expect(app.focused()).toHaveTextContent(/계정 삭제/));

  await app.press('ok', 'right', 'ok');
  await screen.findByText(/비밀번호를 입력해 주세요/);
  await enter(app, 'wrong-1');
  expect(app.focusKey()).toBe('leave/sure/cancel');
  await app.press('right', 'ok');
  expect(await screen.findByText('비밀번호가 맞지 않아요.')).toBeVisible();
  expect(await isSignedIn(app, token)).toBe(true);

  for (let count = 0; count < 'wrong-1'.length; count += 1) await act(async () => app.platform.typeBackspace());
  await enter(app, NEWCOMER_PASSWORD);
  await app.press('right', 'ok');
  await app.reach('sign-in');
  expect(await screen.findByText(/계정을 삭제했어요/)).toBeVisible();
  expect(await isSignedIn(app, token)).toBe(false);
});

test('the data of the account comes by mail, and the focus returns to its row', async () => {
  const app = await startAsNewcomer('taking@bora.example');
  await openSettings(app);
  await app.press('right');
  await goDownTo(app, /내 데이터 받기/);
  await app.press('ok');
  expect(screen.getByRole('dialog', { name: '내 데이터 받기' })).toHaveTextContent('taking@bora.example');
  await app.press('ok');
  expect(await screen.findByText(/몇 분 안에 메일이 도착해요/)).toBeVisible();
  await waitFor(() => expect(app.focused()).toHaveTextContent(/내 데이터 받기/));
});
