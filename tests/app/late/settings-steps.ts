import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { listProfiles } from '#contract/profiles.ts';
import type { RemoteKey } from '#platform/platform.ts';
import { signIn } from '#src/api/accounts.ts';
import { createProfile } from '#src/api/profiles.ts';
import type { RunningApp } from '#tests/support/app/app.tsx';
import { NEWCOMER_PASSWORD } from '#tests/support/newcomer.ts';
import { go, open, press, type, type Step } from './tour.ts';

const SECTIONS = ['account', 'profiles', 'devices', 'playback', 'notifications', 'hidden'] as const;

/** Shows a section of the settings. */
export async function openSection(app: RunningApp, name: (typeof SECTIONS)[number]): Promise<void> {
  await open(app, '#/settings', 'settings');
  await app.press(...new Array<RemoteKey>(SECTIONS.indexOf(name)).fill('down'));
}

/** A signed-in device of the account, with a name. */
export async function signInElsewhere(app: RunningApp, email: string, name: string): Promise<void> {
  await signIn(app.api, email, NEWCOMER_PASSWORD, { platform: 'tizen', name });
}

/** Opens the question whether to sign out another device. */
export async function askToSignOut(app: RunningApp, name: string): Promise<void> {
  await openSection(app, 'devices');
  const row = await screen.findByRole('button', { name: new RegExp(name) });
  await act(async () => row.click());
  await waitFor(() => expect(app.focusKey()).toBe('sign-out/cancel'));
}

/** Profiles that the steps change; they exist before the list is read. */
export const prepareProfiles = (app: RunningApp) =>
  Promise.all([
    createProfile(app.api, { name: '둘째', default_image_id: 3 }),
    createProfile(app.api, { name: '셋째', default_image_id: 4 }),
    createProfile(app.api, { name: '잠금', default_image_id: 5, pin: '1234' }),
  ]);

async function openProfileOf(app: RunningApp, name: string) {
  const { results } = await app.api.call(listProfiles, {});
  await open(app, `#/profiles/${results.find((profile) => profile.name === name)!.id}`, 'profile-edit');
}

const emailOf = (app: RunningApp) => app.platform.storage.get('email-of-test') ?? '';

/** What a newcomer changes in the settings. */
export const SETTINGS_STEPS: readonly Step[] = [
  { calls: ['getMyAccount'], isAborted: true, make: () => go('#/settings') },
  // Asked by the account's section, and then known to the steps below.
  { calls: ['getSecondFactor'], isAborted: true, make: (app) => openSection(app, 'account') },
  { calls: ['listDeviceSessions'], isAborted: true, make: (app) => openSection(app, 'devices') },
  { calls: ['getNotificationSettings'], isAborted: true, make: (app) => openSection(app, 'notifications') },
  { calls: ['listHiddenItems'], isAborted: true, make: (app) => openSection(app, 'hidden') },
  {
    calls: ['removeDeviceSession'],
    prepare: (app) => signInElsewhere(app, emailOf(app), '안방'),
    async make(app) {
      await askToSignOut(app, '안방');
      await press('sign-out/sign-out');
    },
    told: /에서 로그아웃했어요/,
    toldTo: 'account',
  },
  {
    calls: ['exportAccount'],
    async make(app) {
      await openSection(app, 'account');
      await press('settings/account/data');
      await press('take-data/send');
    },
    told: /메일이 도착해요/,
    toldTo: 'account',
  },
  {
    calls: ['beginSecondFactor'],
    async make(app) {
      await openSection(app, 'account');
      await press('settings/account/second-factor');
      await press('second-factor/mail');
      await screen.findByRole('dialog', { name: '2단계 인증 켜기' });
      await type(app, NEWCOMER_PASSWORD);
      await app.press('fast-forward');
    },
  },
  {
    calls: ['redeemVoucher'],
    async make(app) {
      await open(app, '#/membership', 'membership');
      await press('membership/voucher');
      await screen.findByRole('dialog', { name: '쿠폰 쓰기' });
      await type(app, 'ABCDEFGHJKMN');
      await app.press('fast-forward');
    },
  },
  {
    calls: ['updateNotificationSettings'],
    async make(app) {
      await openSection(app, 'notifications');
      await press('settings/notifications/delay');
    },
  },
  {
    calls: ['changePassword'],
    async make(app) {
      await open(app, '#/settings/password', 'password');
      for (const text of [NEWCOMER_PASSWORD, 'bora-late-2', 'bora-late-2']) {
        await type(app, text);
        await app.press('fast-forward');
      }
    },
    told: /^비밀번호를 바꿨어요/,
    toldTo: 'everybody',
  },
];

/** What a newcomer changes in the household. */
export const PROFILE_STEPS: readonly Step[] = [
  { calls: ['listProfiles', 'listProfileImages'], isAborted: true, make: () => go('#/profiles/new') },
  {
    calls: ['createProfile'],
    async make(app) {
      await open(app, '#/profiles/new', 'profile-edit');
      await type(app, 'x');
      await app.press('fast-forward');
      await press('profile-edit/create');
    },
    told: /프로필을 만들었어요/,
    toldTo: 'account',
  },
  {
    calls: ['updateProfile'],
    async make(app) {
      await openProfileOf(app, '둘째');
      await press('profile-edit/name');
      await type(app, 'y');
      await app.press('fast-forward');
    },
    told: /^바꿨어요/,
    toldTo: 'account',
  },
  {
    calls: ['removeProfile'],
    async make(app) {
      await openProfileOf(app, '셋째');
      await press('profile-edit/remove');
      await press('remove/remove');
    },
    told: /프로필을 지웠어요/,
    toldTo: 'account',
  },
  {
    calls: ['getForgottenPin'],
    isAborted: true,
    async make(app) {
      await act(async () => app.stores.session.getState().leaveProfile());
      await app.reach('profiles');
      const locked = await screen.findByRole('button', { name: /PIN으로 잠김/ });
      await act(async () => locked.click());
      await press('pin/forgotten');
    },
  },
  {
    calls: ['getProfileToken'],
    async make(app) {
      await openProfileOf(app, '잠금');
      await app.press('1', '2', '3', '4');
    },
  },
];
