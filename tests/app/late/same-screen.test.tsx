import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { logout } from '#contract/accounts.ts';
import { listDeviceSessions, removeDeviceSession } from '#contract/device-sessions.ts';
import { exportAccount, leaveAccount } from '#contract/leaving.ts';
import { getMyProfile, removeProfile } from '#contract/profiles.ts';
import { writeShortReview } from '#contract/reviews.ts';
import { signIn } from '#src/api/accounts.ts';
import { DEMO, startApp, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakeOfflineStore } from '#tests/support/app/fake-offline-store.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import { NEWCOMER_PASSWORD, startAsNewcomer } from '#tests/support/newcomer.ts';
import { askToSignOut, openSection, signInElsewhere } from './settings-steps.ts';
import { go, goHome, open, press, rest, type } from './tour.ts';

/* Answers that come while the viewer is on the same screen, in another dialog; and those that would end a session. */

const dialog = () => screen.getByRole('dialog').getAttribute('aria-label');

async function signInOther(app: RunningApp) {
  await act(async () => app.stores.session.getState().signOut());
  await app.reach('sign-in');
  const { token } = await signIn(app.api, 'free@bora.example', DEMO.password, { platform: 'web' });
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach('home');
  return token;
}

test('a device that is signed out late leaves the question about the next one open', async () => {
  const email = 'two-devices@bora.example';
  const app = await startAsNewcomer(email);
  await signInElsewhere(app, email, '안방');
  await signInElsewhere(app, email, '부엌');
  await askToSignOut(app, '안방');
  const answers = app.wire.holdAnswer(removeDeviceSession);
  await press('sign-out/sign-out');
  await waitFor(() => expect(answers.count()).toBe(1));
  await app.press('back');
  const row = screen.getByRole('button', { name: /부엌/ });
  await act(async () => row.click());
  expect(app.focusKey()).toBe('sign-out/cancel');
  answers.release();
  expect(await screen.findByText(/에서 로그아웃했어요/)).toBeVisible();
  await rest(app);
  expect(screen.getByRole('dialog')).toHaveTextContent(/부엌/);
  expect(app.focusKey()).toBe('sign-out/cancel');
});

test('data that is requested late leaves another question open', async () => {
  const app = await startAsNewcomer('late-data@bora.example');
  await openSection(app, 'account');
  await press('settings/account/data');
  const answers = app.wire.holdAnswer(exportAccount);
  await press('take-data/send');
  await waitFor(() => expect(answers.count()).toBe(1));
  await app.press('back');
  await press('settings/account/sign-out');
  expect(dialog()).toBe('로그아웃할까요?');
  answers.release();
  expect(await screen.findByText(/메일이 도착해요/)).toBeVisible();
  await rest(app);
  expect(dialog()).toBe('로그아웃할까요?');
});

test('a review that is saved late leaves the text that the viewer is writing', async () => {
  const app = await startAsNewcomer('late-review@bora.example');
  await open(app, `#/items/${DEMO.ridgeSprint}/reviews`, 'reviews');
  const written = () => screen.getByRole('textbox', { name: '감상평' }).textContent;
  const answers = app.wire.holdAnswer(writeShortReview);
  await press('reviews/write');
  await type(app, 'a');
  await app.press('fast-forward');
  await waitFor(() => expect(answers.count()).toBe(1));
  await app.press('back');
  await press('reviews/write');
  await type(app, 'b');
  const text = written();
  expect(text).not.toBe('');
  answers.release();
  expect(await screen.findByText(/^감상평을 저장했어요/)).toBeVisible();
  await rest(app);
  expect(written()).toBe(text);
});

test('the question before a download does not replace a dialog that the viewer has opened since', async () => {
  const email = 'late-question@bora.example';
  const platform = createFakePlatform({
    videoDisk: { freeBytes: () => Promise.resolve(null), persist: () => undefined },
  });
  const app = await startAsNewcomer(email, { platform, offlineStore: createFakeOfflineStore() });
  await signInElsewhere(app, email, '안방');
  await open(app, '#/items/105', 'item');
  const answers = app.wire.holdAnswer(listDeviceSessions);
  await press('item/download');
  await waitFor(() => expect(answers.count()).toBe(1));
  await press('item/more');
  const shown = dialog();
  answers.release();
  await rest(app);
  expect(dialog()).toBe(shown);
  await app.press('back');
  await press('item/download');
  expect(await screen.findByRole('dialog', { name: '저장할까요?' })).toBeVisible();
});

/** Signs out all devices; the answer is held. */
async function signOutEverywhere(email: string) {
  const app = await startAsNewcomer(email);
  await signInElsewhere(app, email, '안방');
  await openSection(app, 'account');
  await press('settings/account/sign-out-everywhere');
  const answers = app.wire.holdAnswer(removeDeviceSession);
  await press('sign-out/sign-out');
  await waitFor(() => expect(answers.count()).toBe(1));
  return { app, answers };
}

test('a sign-out of all devices that is answered late does not sign out another account', async () => {
  const { app, answers } = await signOutEverywhere('late-everywhere@bora.example');
  const token = await signInOther(app);
  answers.release();
  await rest(app);
  expect(app.stores.session.getState()).toMatchObject({ accountToken: token, isProfileChosen: true });
});

test('a sign-out of all devices includes this one, also after the viewer has gone to another screen', async () => {
  const { app, answers } = await signOutEverywhere('everywhere-later@bora.example');
  await goHome(app);
  answers.release();
  await app.reach('sign-in');
});

test('a profile that is removed late does not end the session of another account', async () => {
  const app = await startAsNewcomer('late-removal@bora.example');
  const { id } = app.stores.session.getState().lastProfile!.profile;
  await go(`#/profiles/${id}`);
  await app.reach('profile-edit');
  const answers = app.wire.holdAnswer(removeProfile);
  await press('profile-edit/remove');
  await press('remove/remove');
  await waitFor(() => expect(answers.count()).toBe(1));
  const token = await signInOther(app);
  answers.release();
  await rest(app);
  expect(app.stores.session.getState()).toMatchObject({ accountToken: token, isProfileChosen: true });
});

/**
 * Deletes the account; the answer is held, and the viewer goes back to the settings. Another call would be refused before
 * it, and end the session.
 */
async function deleteAccount(email: string) {
  const app = await startAsNewcomer(email);
  await openSection(app, 'account');
  await press('settings/account/leave');
  await press('leave/told/next');
  await type(app, NEWCOMER_PASSWORD);
  await app.press('fast-forward');
  const answers = app.wire.holdAnswer(leaveAccount);
  await press('leave/sure/leave');
  await waitFor(() => expect(answers.count()).toBe(1));
  const release = app.wire.hold(/./);
  await app.press('back', 'back', 'back');
  await waitFor(() => expect(app.focusKey()).toBe('settings/account/leave'));
  return { app, answers, release };
}

test('a viewer who has gone back is told that the account is deleted, and is signed out', async () => {
  const { app, answers, release } = await deleteAccount('late-leaver@bora.example');
  answers.release();
  expect(await screen.findByText(/^계정을 삭제했어요/)).toBeVisible();
  await app.reach('sign-in');
  release();
  await rest(app);
});

test('an account that is deleted late does not sign out another one', async () => {
  const { app, answers, release } = await deleteAccount('late-deleted@bora.example');
  await act(async () => app.stores.session.getState().signOut());
  release();
  const token = await signInOther(app);
  answers.release();
  expect(await screen.findByText(/^계정을 삭제했어요/)).toBeVisible();
  await rest(app);
  expect(app.stores.session.getState().accountToken).toBe(token);
});

test('a sign-out that is answered late does not sign out the next account', async () => {
  const app = await startAsNewcomer('late-sign-out@bora.example');
  await openSection(app, 'account');
  await press('settings/account/sign-out');
  const answers = app.wire.holdAnswer(logout);
  await press('sign-out/sign-out');
  await waitFor(() => expect(answers.count()).toBe(1));
  const token = await signInOther(app);
  answers.release();
  await rest(app);
  expect(app.stores.session.getState()).toMatchObject({ accountToken: token, isProfileChosen: true });
});

test('the profile of a start without the picker that comes late changes no other session', async () => {
  const { platform, stores } = await startAsNewcomer('late-start@bora.example');
  await act(async () => stores.session.getState().skipPicker(true));
  cleanup();
  const app = startApp({ platform });
  const answers = app.wire.holdAnswer(getMyProfile);
  await app.reach('home');
  await waitFor(() => expect(answers.count()).toBe(1));
  await signInOther(app);
  const { accountToken, lastProfile } = app.stores.session.getState();
  await go('#/search');
  await app.reach('search');
  answers.release();
  await rest(app);
  expect(app.stores.session.getState()).toMatchObject({ accountToken, lastProfile, isProfileChosen: true });
  expect(window.location.hash).toBe('#/search');
});
