import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signUp } from '#contract/sign-up.ts';
import { changePassword } from '#contract/passwords.ts';
import { createProfile } from '#src/api/profiles.ts';
import { DEMO, startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { openSettings, readCode, startAsNewcomer, NEWCOMER_PASSWORD } from '#tests/support/newcomer.ts';
import { rest, type } from './tour.ts';

/* Back leaves a step while its write runs: the answer shows a message, and changes no other step and no other screen. */

const reachStep = (app: RunningApp, focusKey: string) =>
  waitFor(() => expect(app.focusKey()).toMatch(new RegExp(`^${focusKey}/`)));

/** Types the new password twice and sends it; the answer waits for the returned function. */
async function sendNewPassword(app: RunningApp, password: string) {
  await app.reach('password');
  await type(app, DEMO.password);
  await app.press('ok');
  const release = app.wire.hold(new RegExp(changePassword.path));
  await reachStep(app, 'change/password');
  await type(app, password);
  await app.press('ok');
  await reachStep(app, 'change/again');
  await type(app, password);
  await app.press('ok');
  return release;
}

test('a password that is changed after Back to another step shows its message there', async () => {
  const app = await startAtHome({ hash: '#/settings/password' });
  const release = await sendNewPassword(app, 'bora-demo-3');
  await app.press('back');
  await reachStep(app, 'change/password');
  release();
  expect(await screen.findByText(/비밀번호를 바꿨어요/)).toBeVisible();
  await rest(app);
  await reachStep(app, 'change/password');
});

test('a viewer who returns to the step that was sent waits for its answer again', async () => {
  const app = await startAsNewcomer('again@bora.example', { hash: '#/settings/password' }, 'password');
  await type(app, NEWCOMER_PASSWORD);
  await app.press('ok');
  const release = app.wire.hold(new RegExp(changePassword.path));
  await reachStep(app, 'change/password');
  await type(app, 'luna-2027');
  await app.press('ok');
  await reachStep(app, 'change/again');
  await type(app, 'luna-2027');
  await app.press('ok', 'back');
  await reachStep(app, 'change/password');
  await app.press('fast-forward');
  await reachStep(app, 'change/again');
  expect(screen.getByRole('button', { name: '잠시만요…' })).toBeVisible();
  release();
  await waitFor(() => expect(window.location.hash).not.toBe('#/settings/password'));
  expect(await screen.findByText(/비밀번호를 바꿨어요/)).toBeVisible();
});

test('an account that is created after Back shows a message and signs nobody in', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await reachStep(app, 'sign-up/email');
  await type(app, 'left@bora.example');
  await app.press('ok');
  await reachStep(app, 'sign-up/code');
  await type(app, await readCode('left@bora.example'));
  await reachStep(app, 'sign-up/password');
  await type(app, NEWCOMER_PASSWORD);
  await app.press('ok');
  await reachStep(app, 'sign-up/again');
  await type(app, NEWCOMER_PASSWORD);
  const release = app.wire.hold(new RegExp(`${signUp.path}$`));
  await app.press('ok', 'back');
  await reachStep(app, 'sign-up/password');
  release();
  expect(await screen.findByText(/회원가입이 끝났어요/)).toBeVisible();
  await rest(app);
  expect(app.stores.session.getState().accountToken).toBeNull();
  await reachStep(app, 'sign-up/password');
});

/** Saves a new name in the editor of a second profile; the answer waits for the returned function. */
async function saveName(email: string) {
  const app = await startAsNewcomer(email);
  await createProfile(app.api, { name: '둘째', default_image_id: 3 });
  await openSettings(app);
  await app.press('down');
  await screen.findByRole('group', { name: '프로필' });
  await app.press('right');
  for (let step = 0; step < 8 && !/^둘째/.test(app.focused().textContent); step += 1) await app.press('down');
  await app.press('ok');
  await app.reach('profile-edit');
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toMatch(/^profile-edit\/keyboard/));
  await type(app, 'x');
  const release = app.wire.hold(/\/profiles\/v1\/(?!list|images|my_profile)[^/]+\/$/);
  await app.press('fast-forward');
  return { app, release };
}

test('a name that is saved after Back leaves the viewer at the step to which they went', async () => {
  const { app, release } = await saveName('late-name@bora.example');
  await app.press('back');
  await waitFor(() => expect(app.focusKey()).toBe('profile-edit/name'));
  await app.press('down', 'ok');
  await waitFor(() => expect(app.focusKey()).toMatch(/^pictures/));
  release();
  expect(await screen.findByText('바꿨어요.')).toBeVisible();
  await rest(app);
  expect(app.focusKey()).toMatch(/^pictures/);
});

test('keys that follow a new name wait for the list', async () => {
  const { app, release } = await saveName('waiting-name@bora.example');
  await app.press('down', 'ok');
  expect(app.focusKey()).toMatch(/^profile-edit\/keyboard/);
  release();
  await waitFor(() => expect(app.focusKey()).toMatch(/^pictures/));
});
