import { describe, expect, test } from 'vitest';
import { createSessionStore, currentToken } from '#src/stores/session-store.ts';
import { buildProfile } from '#tests/support/build.ts';
import { createMemoryStorage } from '#tests/support/fake-platform.ts';

describe('the session', () => {
  test('is empty on a new television', () => {
    const { accountToken, lastProfile } = createSessionStore(createMemoryStorage()).getState();
    expect([accountToken, lastProfile]).toEqual([null, null]);
  });

  test('outlives the app, but who is watching is asked again', () => {
    const storage = createMemoryStorage();
    const profile = buildProfile();
    const before = createSessionStore(storage).getState();
    before.signIn('account-token');
    before.chooseProfile('profile-token', profile);

    const after = createSessionStore(storage).getState();
    expect(after).toMatchObject({ accountToken: 'account-token', isProfileChosen: false });
    expect(after.lastProfile).toEqual({ token: 'profile-token', profile });
  });

  test('goes back to the profile that was left, unless a PIN guards it', () => {
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

  test('a profile of an earlier start is not gone back to', () => {
    const storage = createMemoryStorage();
    const before = createSessionStore(storage).getState();
    before.signIn('account-token');
    before.chooseProfile('profile-token', buildProfile());
    expect(createSessionStore(storage).getState().resumeProfile()).toBe(false);
  });

  test('is gone after signing out', () => {
    const storage = createMemoryStorage();
    createSessionStore(storage).getState().signIn('account-token');
    createSessionStore(storage).getState().signOut();
    expect(createSessionStore(storage).getState().accountToken).toBeNull();
    expect(storage.get('session')).toBeNull();
  });

  test.each([
    ['not JSON', '{'],
    ['of another shape', '{"token":1}'],
    ['with an empty token', '{"account_token":"","profile":null}'],
    ['with half a profile', '{"account_token":"a","profile":{"token":"t","profile":{"id":"1"}}}'],
  ])('that was saved %s is read as signed out, and forgotten', (_how, text) => {
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
