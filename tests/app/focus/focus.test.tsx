import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listHomeRows } from '#contract/home.ts';
import { signIn } from '#src/api/accounts.ts';
import { startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import type { RemoteKey } from '#platform/platform.ts';

async function pressUntil(app: RunningApp, key: RemoteKey, focusKey: string) {
  for (let press = 0; press < 10 && app.focusKey() !== focusKey; press += 1) await app.press(key);
  expect(app.focusKey()).toBe(focusKey);
}

const trackOf = (app: RunningApp) => app.focused().parentElement as HTMLElement;

test('Back returns to the same tile, row offset and scroll position', async () => {
  const app = await startAtHome();
  await app.press('down', 'right', 'right', 'down', 'down', 'right', 'right', 'right');
  const before = {
    key: app.focusKey(),
    shift: trackOf(app).style.transform,
    wall: trackOf(app).parentElement?.style.transform,
  };
  expect(before.key).toMatch(/item:|episode:/);
  await app.press('ok');
  await app.reach('item');
  await app.press('back');
  await app.reach('home');
  expect(app.focusKey()).toBe(before.key);
  expect(trackOf(app).style.transform).toBe(before.shift);
  expect(trackOf(app).parentElement?.style.transform).toBe(before.wall);
});

test('moving between rows returns to the tile that had the focus', async () => {
  const app = await startAtHome();
  await app.press('down', 'right', 'right');
  const tile = app.focusKey();
  await app.press('down', 'up');
  expect(app.focusKey()).toBe(tile);
});

test('Back on home asks before leaving, with the harmless answer focused; Back again closes the question', async () => {
  const app = await startAtHome();
  await app.press('down', 'right');
  const tile = app.focusKey();
  await app.press('back');
  expect(screen.getByRole('dialog', { name: '보라를 종료할까요?' })).toContainElement(app.focused());
  expect(app.focused()).toHaveAccessibleName('취소');
  await app.press('up', 'left', 'down', 'right', 'right');
  expect(screen.getByRole('dialog')).toContainElement(app.focused());
  await app.press('back');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.focusKey()).toBe(tile);
  expect(app.platform.exits.count).toBe(0);

  await app.press('back', 'right', 'ok');
  expect(app.platform.exits.count).toBe(1);
});

test('a key pressed while home loads takes effect once, when home is there', async () => {
  const app = await startAtHome({ hash: '#/home' });
  await app.reach('home');
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  await app.press('right', 'right');
  const release = app.wire.hold(/home\/v1\/rows/);
  await app.press('ok');
  await waitFor(() => expect(screen.getByRole('status', { name: '불러오는 중이에요' })).toHaveFocus());
  await app.press('right');
  expect(screen.getByRole('status', { name: '불러오는 중이에요' })).toHaveFocus();
  release();
  await app.reach('home');
  await waitFor(() => expect(app.focusKey()).toBe('home/details'));
});

test('a held OK counts as one press', async () => {
  const app = await startAtHome();
  await app.press('right');
  expect(app.focusKey()).toBe('home/details');
  await act(async () => {
    app.platform.keyDown('ok');
    app.platform.keyDown('ok');
    app.platform.keyDown('ok');
    app.platform.keyUp('ok');
  });
  await app.reach('item');
  expect(window.location.hash).toMatch(/^#\/items\/\d+$/);
});

test('the menu opens to the left and returns the focus', async () => {
  const app = await startAtHome();
  await app.press('down');
  const tile = app.focusKey();
  await app.press('left');
  expect(screen.getByRole('navigation', { name: '메뉴' })).toContainElement(app.focused());
  await app.press('right');
  expect(app.focusKey()).toBe(tile);
});

test('이어보기 reloads after playback and the focus stays', async () => {
  const app = await startAtHome();
  await app.press('down', 'down', 'right');
  const tile = app.focusKey();
  await app.press('play');
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const release = app.wire.hold(/home\/v1\/rows/);
  await app.press('stop');
  await app.reach('home');
  expect(app.focusKey()).toBe(tile);
  release();
  await waitFor(() => expect(app.wire.answered(/home\/v1\/rows/)).toBe(2));
  await app.press('down', 'up');
  expect(app.focusKey()).toBe(tile);
});

test('Back finds the recommended tile again although the title is no longer recommended', async () => {
  const app = await startAtHome();
  await app.press('down');
  for (let press = 0; press < 8 && !app.focusKey()?.startsWith('liked/'); press += 1) await app.press('down');
  await app.press('right');
  const tile = app.focusKey();
  expect(tile).toMatch(/^liked\/item:/);
  const isRecommended = async () => {
    const { results: rows } = await app.api.call(listHomeRows, {});
    return rows.some(
      ({ kind, id, results }) => kind === 'items' && results.some((item) => `${id}/item:${item.id}` === tile),
    );
  };
  expect(await isRecommended()).toBe(true);
  await app.press('play');
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  act(() => app.engines[0]?.playOn(0, 12));
  await app.press('stop');
  await app.reach('home');
  await waitFor(() => expect(app.wire.answered(/home\/v1\/rows/)).toBeGreaterThan(2));
  await waitFor(async () => expect(await isRecommended()).toBe(false));
  expect(app.focusKey()).toBe(tile);
  expect(app.focused().isConnected).toBe(true);
});

/** A seeded generator, so that a failing walk can be repeated. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

test.each([1, 2, 3])('exactly one element has the focus after every key of random walk %i', async (seed) => {
  const app = startApp();
  await app.reach('sign-in');
  const { token } = await signIn(app.api, 'free@bora.example', 'bora-demo-1', { platform: 'web' });
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach('home');
  const keys: RemoteKey[] = [
    'up',
    'down',
    'down',
    'left',
    'right',
    'right',
    'ok',
    'back',
    'channel-down',
    'fast-forward',
  ];
  const roll = createDice(seed);
  const walked: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    const key = keys[roll(keys.length)] as RemoteKey;
    // Leaving the app would end the walk; settings and profiles would change the account for other tests.
    const isWayOut = ['navigation/settings', 'navigation/profile', 'exit/exit'].includes(app.focusKey() ?? '');
    await app.press(key === 'ok' && isWayOut ? 'back' : key);
    walked.push(`${key} -> ${app.focusKey()}`);
    await waitFor(() => {
      expect(app.focused(), walked.slice(-5).join('\n')).toHaveAttribute('data-focus-key');
      expect(app.focused()).toHaveAccessibleName(/[가-힣]/);
    });
    expect(document.querySelectorAll('video').length).toBeLessThanOrEqual(1);
  }
});

test('a key pressed for a screen that the viewer left has no effect on the next one', async () => {
  const app = await startAtHome();
  await app.press('down', 'right');
  const tile = app.focusKey();
  const release = app.wire.hold(/items\/v1\/\d+/);
  await app.press('down', 'down', 'right', 'ok');
  await waitFor(() => expect(screen.getByRole('status', { name: '불러오는 중이에요' })).toHaveFocus());
  await app.press('ok', 'back');
  await app.reach('home');
  release();
  await app.press('up', 'up');
  expect(window.location.hash).toBe('#/home');
  expect(app.focusKey()).toBe(tile);
});

/** Starts on a tile of the ranking. A title not begun loads before it plays; a begun one plays at once. */
async function startOnRanking() {
  const app = await startAtHome();
  for (let press = 0; press < 6 && !app.focusKey()?.startsWith('ranking/'); press += 1) await app.press('down');
  expect(app.focusKey()).toMatch(/^ranking\//);
  const tile = app.focusKey();
  const releaseItem = app.wire.hold(/items\/v1\/\d+/);
  return { app, tile, releaseItem };
}

test('재생 plays when its answer arrives late', async () => {
  const { app, releaseItem } = await startOnRanking();
  await app.press('play', 'play');
  releaseItem();
  await app.reach('player');
  await app.press('stop');
  await app.reach('home');
});

test('Back cancels a 재생 that is still loading, without a question', async () => {
  const { app, tile, releaseItem } = await startOnRanking();
  await app.press('play', 'back');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.focusKey()).toBe(tile);
  const answered = app.wire.answered(/items\/v1\/\d+/);
  releaseItem();
  await waitFor(() => expect(app.wire.answered(/items\/v1\/\d+/)).toBeGreaterThan(answered));
  await app.press('left');
  await app.reach('home');
  expect(app.engines).toHaveLength(0);
  expect(app.focusKey()).not.toBe(tile);
});

test('keys pressed while 재생 is loading go to the player', async () => {
  const { app, tile, releaseItem } = await startOnRanking();
  await app.press('play', 'up', 'up', 'stop');
  expect(app.focusKey()).toBe(tile);
  releaseItem();
  await waitFor(() => expect(app.engines).toHaveLength(1));
  await app.reach('home');
  expect(app.focusKey()).toBe(tile);
});

test('signing out asks first, with the harmless answer focused', async () => {
  const app = await startAtHome();
  await app.press('left');
  await pressUntil(app, 'down', 'navigation/settings');
  await app.press('ok');
  await app.reach('settings');
  await app.press('right');
  await pressUntil(app, 'down', 'settings/account/sign-out');
  await app.press('ok');
  expect(screen.getByRole('dialog', { name: '로그아웃할까요?' })).toContainElement(app.focused());
  expect(app.focused()).toHaveAccessibleName('취소');
  await app.press('back');
  expect(app.focusKey()).toBe('settings/account/sign-out');
  expect(app.stores.session.getState().accountToken).not.toBeNull();
});
