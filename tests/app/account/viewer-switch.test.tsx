import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getItem } from '#contract/catalogue.ts';
import { listProfiles } from '#contract/profiles.ts';
import { createProfile, openProfile } from '#src/api/profiles.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

/* Pending writes belong to one viewer: another viewer neither sees nor sends them. */

const ITEM = DEMO.twelveWaves;
const wishOf = async (app: RunningApp, token: string) =>
  (await app.api.call(getItem, { params: { id: String(ITEM) } }, { token })).my.is_wished;
const isWishShown = () => screen.getByRole('button', { name: /보고 싶어요/ }).getAttribute('aria-pressed') === 'true';

async function openItem(app: RunningApp) {
  await act(async () => app.platform.launchWith(JSON.stringify({ item: ITEM })));
  await app.reach('item');
}

/** Waits until no call is on its way. One that follows another begins some turns after its answer. */
async function settle(app: RunningApp) {
  for (let quietTurns = 0; quietTurns < 10;) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
    quietTurns = app.wire.pending() === 0 ? quietTurns + 1 : 0;
  }
}

/** Home of the first profile, with a second profile to switch to. */
async function startWithTwo() {
  const app = await startAtHome();
  const { token } = app.stores.session.getState().lastProfile!;
  const { results } = await app.api.call(listProfiles, {});
  const second =
    results.find(({ name }) => name === '둘째') ??
    (await createProfile(app.api, { name: '둘째', default_image_id: 5 }));
  const other = await openProfile(app.api, second.id, null);
  const choose = async () => {
    await act(async () => app.stores.session.getState().leaveProfile());
    await app.reach('profiles');
    await act(async () => app.stores.session.getState().chooseProfile(other.token, other.profile));
    await app.reach('home');
  };
  return { app, token, other, choose };
}

test("a wish answered after a switch changes nothing on the next viewer's screen", async () => {
  const { app, token, other, choose } = await startWithTwo();
  await openItem(app);
  const wasWished = isWishShown();
  const release = app.wire.hold(/\/wish\/$/);
  await app.press('green');
  expect(isWishShown()).toBe(!wasWished);
  await choose();
  await openItem(app);
  const shown = isWishShown();
  release();
  await settle(app);
  expect(isWishShown()).toBe(shown);
  expect(await wishOf(app, token)).toBe(!wasWished);
  expect(await wishOf(app, other.token)).toBe(shown);
  expect(shown).toBe(false);
});

test('a press of the next viewer is separate from the pending wish of the previous one', async () => {
  const { app, token, other, choose } = await startWithTwo();
  await openItem(app);
  const wasWished = isWishShown();
  const release = app.wire.hold(/\/wish\/$/);
  // Three presses equal one; the last one is sent after the first was answered.
  await app.press('green', 'green', 'green');
  await choose();
  await openItem(app);
  await app.press('green');
  expect(isWishShown()).toBe(true);
  release();
  await settle(app);
  expect(isWishShown()).toBe(true);
  expect(await wishOf(app, token)).toBe(!wasWished);
  expect(await wishOf(app, other.token)).toBe(true);
});
