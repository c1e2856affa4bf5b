import { DEMO } from '#tests/support/demo-account.ts';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { savedAddress } from '#src/stores/server-address.ts';
import { startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

async function startPlaying() {
  const app = await startAtHome();
  await app.press('ok');
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0]!;
  await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
  return { app, engine };
}
const hide = (app: RunningApp, isHidden: boolean, awayMs = 0) =>
  act(async () => app.platform.setHidden(isHidden, awayMs));
const path = () => window.location.hash;

test('the player resumes at the same offset after half an hour in the background', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.report('playing', 100));
  await hide(app, true);
  await hide(app, false, HALF_AN_HOUR_MS);
  await app.reach('player');
  expect(engine.loads).toHaveLength(2);
  expect(engine.loads[1]?.startAtSeconds).toBe(100);
});

test("the title's page replaces the player after a longer absence", async () => {
  const { app, engine } = await startPlaying();
  await hide(app, true);
  await hide(app, false, HALF_AN_HOUR_MS + 1);
  await app.reach('item');
  expect(engine.loads).toHaveLength(1);
  await app.press('back');
  await app.reach('home');
});

test("a tile of the television's home opens its title above home", async () => {
  const launched = createFakePlatform({ launch: { first: () => '{"item":113}', subscribe: () => () => undefined } });
  const app = await startAtHome({ platform: launched, hash: '#/home' });
  await app.reach('item');
  expect(path()).toBe(`#/items/${DEMO.acornSubmarine}`);
  await app.press('back');
  await app.reach('home');
});

test('a tile chosen during playback replaces the player', async () => {
  const { app } = await startPlaying();
  await act(async () => app.platform.launchWith('{"item":101}'));
  await app.reach('item');
  expect(path()).toBe(`#/items/${DEMO.twelveWaves}`);
  await app.press('back');
  await app.reach('home');
});

test('a link that opens another screen discards keys waiting for a slow one', async () => {
  const app = await startAtHome();
  for (const opens of [
    () => app.platform.launchWith('{"item":101}'),
    () => void (window.location.hash = `#/items/${DEMO.acornSubmarine}`),
  ]) {
    const letItem = app.wire.hold(/items\/v1/);
    await act(async () => app.platform.launchWith('{"item":128}'));
    await app.press('ok', 'down', 'ok');
    await act(async () => opens());
    await act(async () => letItem());
    await app.reach('item');
    expect(app.focusKey()).toBe('item/primary');
  }
});

test('an invalid link changes nothing', async () => {
  const app = await startAtHome();
  for (const text of ['{"path":"/settings"}', 'javascript:alert(1)', '{"item":"../x"}'])
    await act(async () => app.platform.launchWith(text));
  await app.reach('home');
});

test('seven presses without a connection open the server address, and saving it restarts the app', async () => {
  const app = startApp({ isCut: true });
  await app.reach('offline');
  for (let press = 0; press < 7; press += 1) await app.press('ok');
  await app.reach('server-address');
  await act(async () => app.platform.typeBackspace());
  await act(async () => app.platform.type('5'));
  await app.press('fast-forward');
  expect(app.restarts.count).toBe(1);
  expect(savedAddress(app.platform.storage)).toMatch(/^http:\/\/127\.0\.0\.1:\d+5$/);
});

test('a viewer who goes to another server is signed out: it gets no token of the first', async () => {
  const app = await startAtHome({ hash: '#/settings/server' });
  await app.reach('server-address');
  expect(app.stores.session.getState().accountToken).not.toBeNull();
  await act(async () => app.platform.typeBackspace());
  await act(async () => app.platform.type('5'));
  await app.press('fast-forward');
  expect(app.restarts.count).toBe(1);
  expect(app.stores.session.getState().accountToken).toBeNull();
});

test('six presses open nothing, and Back leaves the server address', async () => {
  const app = startApp({ isCut: true });
  await app.reach('offline');
  for (let press = 0; press < 6; press += 1) await app.press('ok');
  await app.reach('offline');
  await app.press('ok');
  await app.reach('server-address');
  await app.press('back');
  await app.reach('offline');
});

test('a memory warning closes no screen', async () => {
  const app = await startAtHome();
  await act(async () => app.platform.warnOfMemory());
  await app.press('down', 'up');
  await app.reach('home');
});
