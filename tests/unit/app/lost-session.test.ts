import { expect, test, vi } from 'vitest';
import { createLostSession } from '#src/app/lost-session.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import { buildProfile } from '#tests/support/build.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';

function setUp() {
  const session = createSessionStore(createMemoryStorage());
  const toasts = createToastStore();
  const checkAccount = vi.fn(() => Promise.resolve());
  const lost = createLostSession({ session, toasts, checkAccount });
  session.getState().signIn('account');
  session.getState().chooseProfile('first', buildProfile({ id: '1' }));
  session.getState().chooseProfile('second', buildProfile({ id: '2' }));
  return { session: session.getState, toast: () => toasts.getState().toast?.text ?? null, checkAccount, lost };
}

test('a refused token of the account signs out', () => {
  const { session, toast, lost } = setUp();
  lost('account');
  expect(session().accountToken).toBeNull();
  expect(toast()).toMatch(/다시 로그인해 주세요/);
});

test('a refused token of the profile leads to the picker, after the account was checked', async () => {
  const { session, toast, checkAccount, lost } = setUp();
  lost('second');
  expect([session().isProfileChosen, session().accountToken]).toEqual([false, 'account']);
  await settled();
  expect(checkAccount).toHaveBeenCalledOnce();
  expect(toast()).toMatch(/다시 골라 주세요/);
});

test('a late refusal of the profile before does nothing to the one that watches', () => {
  const { session, toast, checkAccount, lost } = setUp();
  lost('first');
  expect([session().isProfileChosen, session().lastProfile?.token]).toEqual([true, 'second']);
  expect(checkAccount).not.toHaveBeenCalled();
  expect(toast()).toBeNull();
});

test('a refused token of a profile that nobody has chosen yet leads to the picker without a word', async () => {
  const { session, toast, lost } = setUp();
  session().leaveProfile();
  lost('second');
  await settled();
  expect([session().lastProfile, session().isInDoubt, session().accountToken]).toEqual([null, false, 'account']);
  expect(toast()).toBeNull();
});
