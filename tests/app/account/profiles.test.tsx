import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyProfile } from '#contract/profiles.ts';
import { signOut } from '#src/api/accounts.ts';
import { createProfile, removeProfile } from '#src/api/profiles.ts';
import { profileFocusKey } from '#src/features/profiles/profile-focus-key.ts';
import { startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

const askManyAtOnce = (app: RunningApp) =>
  act(async () => {
    await Promise.allSettled(Array.from({ length: 10 }, () => app.api.call(getMyProfile, {})));
  });

test('a profile removed elsewhere leads to 누가 볼까요?, and a removed account to sign-in, once each', async () => {
  const app = await startAtHome();
  const { accountToken } = app.stores.session.getState();
  const made = await createProfile(app.api, { name: '잠깐', default_image_id: 5 });
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  for (let step = 0; step < 6 && !/잠깐/.test(app.focused().getAttribute('aria-label') ?? ''); step += 1)
    await app.press('right');
  await app.press('ok');
  await app.reach('home');

  await removeProfile(app.api, made.id, null);
  await askManyAtOnce(app);
  expect(await screen.findByText(/프로필이 지워졌거나 PIN이 바뀌었어요/)).toBeVisible();
  await app.reach('profiles');
  expect(app.stores.session.getState()).toMatchObject({ accountToken, lastProfile: null, isInDoubt: false });

  await app.press('ok');
  await app.reach('home');
  const seen: (string | null)[] = [];
  app.stores.session.subscribe((state, before) => {
    if (state.accountToken !== before.accountToken) seen.push(state.accountToken);
  });
  await signOut(app.api, accountToken ?? '');
  await askManyAtOnce(app);
  expect(await screen.findByText(/다른 기기에서 로그아웃했거나/)).toBeVisible();
  await app.reach('sign-in');
  expect(seen).toEqual([null]);
});

test("Back while a profile's first screen loads or has failed restores the previous profile for good", async () => {
  const app = await startAtHome();
  const made = await createProfile(app.api, { name: '잠깐', default_image_id: 5 });
  const { lastProfile } = app.stores.session.getState();
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  const chosen = profileFocusKey(made.id);
  for (let step = 0; step < 6 && app.focusKey() !== chosen; step += 1) await app.press('right');

  for (const fails of [true, false]) {
    const release = app.wire.hold(/\/home\//);
    await app.press('ok');
    await waitFor(() => expect(app.stores.session.getState().isProfileChosen).toBe(true));
    await app.press('right', 'ok');
    if (fails) {
      app.wire.isCut = true;
      await act(async () => release());
      await app.reach('offline');
      app.wire.isCut = false;
    }
    await app.press('back');
    await app.reach('profiles');
    await act(async () => release());
    expect(app.focusKey()).toBe(chosen);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.stores.session.getState()).toMatchObject({ lastProfile, hasLeftProfile: true });
  }

  // Back can still restore the previous profile; once home is shown it behaves as usual.
  await app.press('back');
  await app.reach('home');
  await app.press('back');
  expect(await screen.findByRole('dialog')).toBeVisible();
  await removeProfile(app.api, made.id, null);
});

test('the profile picker is skipped at the next start when the viewer chose so', async () => {
  const { platform, stores } = await startAtHome();
  await act(async () => stores.session.getState().skipPicker(true));
  cleanup();
  const app = startApp({ platform });
  await app.reach('home');
  await act(async () => app.stores.session.getState().skipPicker(false));
});

test('a profile can be created and removed with the remote', async () => {
  const app = await startAtHome();
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  for (let step = 0; step < 6 && app.focusKey() !== 'profiles/add'; step += 1) await app.press('right');
  await app.press('ok');
  await app.reach('profile-edit');
  await app.press('ok', 'fast-forward');
  expect(app.focusKey()).toBe('profile-edit/create');
  await app.press('ok');
  await app.reach('profiles');
  const name = app.focused().getAttribute('aria-label') ?? '';
  expect(name).toBe('ㅇ');
  await app.press('down', 'ok', 'up');
  for (let step = 0; step < 6 && !app.focused().getAttribute('aria-label')?.startsWith('ㅇ'); step += 1)
    await app.press('right');
  await app.press('ok');
  await app.reach('profile-edit');
  for (let step = 0; step < 8 && app.focusKey() !== 'profile-edit/remove'; step += 1) await app.press('down');
  await app.press('ok', 'right', 'ok');
  await app.reach('profiles');
  expect(screen.queryByRole('button', { name: /^ㅇ/ })).toBeNull();
});
