import { describe, expect, test } from 'vitest';
import { createSessionStore, currentToken } from '#src/stores/session-store.ts';
import { buildProfile } from '#tests/support/build.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';

describe('the session', () => {
  test('is empty on a new television', () => {
    const { accountToken, lastProfile } = createSessionStore(createMemoryStorage()).getState();
    expect([accountToken, lastProfile]).toEqual([null, null]);
  });

  test('survives a restart, which asks for the profile again', () => {
    const storage = createMemoryStorage();
    const profile = buildProfile();
    const before = createSessionStore(storage).getState();
    before.signIn('account-token');
    before.chooseProfile('profile-token', profile);

    const after = createSessionStore(storage).getState();
    expect(after).toMatchObject({ accountToken: 'account-token', isProfileChosen: false });
    expect(after.lastProfile).toEqual({ token: 'profile-token', profile });
  });

  test('returns to the profile that was left, unless a PIN protects it', () => {
    const { chooseProfile, leaveProfile, resumeProfile, signIn } = createSessionStore(createMemoryStorage()).getState();
    signIn('account-token');
    expect(resumeProfile()).toBe(false);
    chooseProfile('profile-token', buildProfile());
    leaveProfile();
    expect(resumeProfile()).toBe(true);
    chooseProfile('other-token', buildProfile({ has_pin: true }));
    leaveProfile();
    expect(resumeProfile()).toBe(false);
  });

  test('is as before after a cancelled choice of a profile', () => {
    const storage = createMemoryStorage();
    const store = createSessionStore(storage);
    const other = buildProfile({ id: '00000000-0000-4000-8000-000000000002' });
    const { chooseProfile, leaveProfile, takeBackChoice, signIn } = store.getState();
    signIn('account-token');
    chooseProfile('profile-token', buildProfile());
    leaveProfile();
    const { lastProfile, hasLeftProfile } = store.getState();
    chooseProfile('other-token', other);
    takeBackChoice();
    const taken = { lastProfile, hasLeftProfile, isProfileChosen: false, takenBackId: other.id };
    expect(store.getState()).toMatchObject(taken);
    expect(createSessionStore(storage).getState().lastProfile).toEqual(lastProfile);
    // There is no other choice to cancel.
    takeBackChoice();
    expect(store.getState()).toMatchObject(taken);
    chooseProfile('other-token', other);
    expect(store.getState().takenBackId).toBeNull();
  });

  test('does not return to a profile of an earlier start', () => {
    const storage = createMemoryStorage();
    const before = createSessionStore(storage).getState();
    before.signIn('account-token');
    before.chooseProfile('profile-token', buildProfile());
    expect(createSessionStore(storage).getState().resumeProfile()).toBe(false);
  });

  test('is empty after signing out', () => {
    const storage = createMemoryStorage();
    createSessionStore(storage).getState().signIn('account-token');
    createSessionStore(storage).getState().signOut();
    expect(createSessionStore(storage).getState().accountToken).toBeNull();
    expect(storage.get('session')).toBeNull();
  });

  test.each([
    ['that is not JSON', '{'],
    ['of another shape', '{"token":1}'],
    ['with an empty token', '{"account_token":"","profile":null}'],
    ['with half a profile', '{"account_token":"a","profile":{"token":"t","profile":{"id":"1"}}}'],
  ])('a stored session %s is read as signed out and removed', (_how, text) => {
    const storage = createMemoryStorage({ session: text });
    expect(createSessionStore(storage).getState().accountToken).toBeNull();
    expect(storage.get('session')).toBeNull();
  });

  test('sends the profile token once a profile is chosen, else the account token', () => {
    const store = createSessionStore(createMemoryStorage());
    expect(currentToken(store.getState())).toBeNull();
    store.getState().signIn('account-token');
    expect(currentToken(store.getState())).toBe('account-token');
    store.getState().chooseProfile('profile-token', buildProfile());
    expect(currentToken(store.getState())).toBe('profile-token');
    store.getState().leaveProfile();
    expect(currentToken(store.getState())).toBe('account-token');
  });
});
