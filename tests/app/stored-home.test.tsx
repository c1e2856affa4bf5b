import { act, cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listProfiles } from '#contract/profiles.ts';
import { openProfile, updateProfile } from '#src/api/profiles.ts';
import { startApp, startAtHome, type RunningApp, type StartOptions } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform, type FakePlatform } from '#tests/support/app/fake-platform.ts';

const STALE = '연결이 끊겨 마지막으로 받은 내용을 보여 드려요';

const screenName = () => document.querySelector('main')?.dataset['screen'];
const stored = (platform: FakePlatform) => JSON.parse(platform.storage.get('home') ?? 'null') as StoredText | null;

interface StoredText {
  format: string;
  rows: { id: string; title: string; results: unknown[] }[];
}

/** A television that was switched off on home, with a profile that starts without the picker. */
async function seeHome(isPickerSkipped = true): Promise<FakePlatform> {
  const platform = createFakePlatform();
  const clock = createFakeClock();
  const app = await startAtHome({ platform, clock });
  if (isPickerSkipped) await act(async () => app.stores.session.getState().skipPicker(true));
  await act(async () => clock.advance(2_000));
  expect(stored(platform)?.rows.length).toBeGreaterThan(5);
  switchOff();
  return platform;
}

function switchOff() {
  cleanup();
  window.history.replaceState(null, '', '#');
}

/** Starts the app again an hour later. */
function startAgain(platform: FakePlatform, options: StartOptions = {}): RunningApp {
  const clock = createFakeClock();
  clock.advance(60 * 60_000);
  return startApp({ platform, clock, ...options });
}

const tileKeys = () =>
  Array.from(
    document.querySelectorAll<HTMLElement>('main [data-focus-key*="/item:"]'),
    ({ dataset }) => dataset['focusKey'],
  );

test('the stored home is drawn before the server answers, and then revalidated', async () => {
  const platform = await seeHome();
  const app = startAgain(platform);
  const release = app.wire.hold(/./);
  await app.reach('home');
  expect(app.wire.answered(/./)).toBe(0);
  expect(app.focusKey()).toBe('home/play');
  await app.press('down', 'right');
  const [focusKey, tiles] = [app.focusKey(), tileKeys()];
  expect(tiles.length).toBeGreaterThan(5);
  expect(focusKey).toMatch(/^start_again\/item:/);
  await act(async () => release());
  await waitFor(() => expect(app.wire.answered(/home\/v1\/rows/)).toBe(1));
  await app.reach('home');
  expect(app.focusKey()).toBe(focusKey);
  // Rows further down may have come since.
  expect(tileKeys().slice(0, tiles.length)).toEqual(tiles);
  expect(document.body).not.toHaveTextContent(STALE);
});

test('the stored home stays with a message while the server is unreachable, and reloads afterwards', async () => {
  const platform = await seeHome();
  const app = startAgain(platform, { isCut: true });
  await app.reach('home');
  await waitFor(() => expect(document.body).toHaveTextContent(STALE));
  app.wire.isCut = false;
  await act(async () => {
    platform.setOnline(false);
    platform.setOnline(true);
  });
  await waitFor(() => expect(document.body).not.toHaveTextContent(STALE));
  expect(screenName()).toBe('home');
});

test('maintenance replaces the stored home', async () => {
  const platform = await seeHome();
  const app = startAgain(platform, { maintenance: '점검 중이에요.' });
  await app.reach('error');
  expect(document.body).toHaveTextContent('지금은 점검 중이에요');
});

test('the stored home is hidden until its profile is chosen', async () => {
  const platform = await seeHome(false);
  const app = startAgain(platform);
  await app.reach('profiles');
  const release = app.wire.hold(/home\/v1\/rows/);
  await app.press('ok');
  // Choosing the profile shows the stored home before the answer arrives.
  await app.reach('home');
  expect(app.wire.answered(/home\/v1\/rows/)).toBe(0);
  release();
});

test('choosing another profile removes the stored home', async () => {
  const platform = await seeHome(false);
  const app = startAgain(platform);
  await app.reach('profiles');
  const { results } = await app.api.call(listProfiles, {});
  const last = app.stores.session.getState().lastProfile!.profile;
  const other = results.find(({ id, has_pin }) => id !== last.id && !has_pin)!;
  const { token, profile } = await openProfile(app.api, other.id, null);
  const release = app.wire.hold(/home\/v1\/rows/);
  await act(async () => app.stores.session.getState().chooseProfile(token, profile));
  await waitFor(() => expect(screenName()).toBe('home'));
  expect(document.querySelectorAll('[data-focus-key*="/item:"]')).toHaveLength(0);
  expect(platform.storage.get('home')).toBeNull();
  release();
  await app.reach('home');
});

test('a home that was waiting to be stored is not stored for the next viewer', async () => {
  const [platform, clock] = [createFakePlatform(), createFakeClock()];
  const app = await startAtHome({ platform, clock });
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  await act(async () => clock.advance(60_000));
  expect(platform.storage.get('home')).toBeNull();
});

test('signing out removes the stored home', async () => {
  const platform = await seeHome();
  const app = startAgain(platform);
  await app.reach('home');
  await act(async () => app.stores.session.getState().signOut());
  await app.reach('sign-in');
  expect(platform.storage.get('home')).toBeNull();
});

test.each([
  ['damaged', () => '{"format":'],
  ['of another version', (text: string) => text.replace('"format":"0.1.0', '"format":"0.0.9')],
])('the app starts normally when the stored home is %s', async (_, change) => {
  const platform = await seeHome();
  platform.storage.set('home', change(platform.storage.get('home') ?? ''));
  const app = startAgain(platform);
  const release = app.wire.hold(/home\/v1\/rows/);
  await waitFor(() => expect(document.querySelector('[data-focus-key="home/loading"]')).not.toBeNull());
  await act(async () => release());
  await app.reach('home');
});

test('home is redrawn when the age limit of the profile has changed', async () => {
  const platform = await seeHome();
  const app = startAgain(platform);
  await app.reach('home');
  const profile = app.stores.session.getState().lastProfile!.profile;
  await updateProfile(app.api, profile.id, { max_rating: '12' }, null);
  switchOff();

  const limited = startAgain(platform);
  const release = limited.wire.hold(/home\/v1\/rows/);
  // Titles for the old age limit must not stay visible while the answer loads.
  await waitFor(() => expect(limited.stores.session.getState().lastProfile?.profile.max_rating).toBe('12'));
  await waitFor(() => expect(document.querySelector('[data-focus-key="home/loading"]')).not.toBeNull());
  expect(tileKeys()).toEqual([]);
  expect(platform.storage.get('home')).toBeNull();
  await act(async () => release());
  await limited.reach('home');
});
