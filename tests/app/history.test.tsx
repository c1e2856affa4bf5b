import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getItem, listEpisodes } from '#contract/catalogue.ts';
import { listHiddenItems } from '#contract/hidden.ts';
import { listHistory } from '#contract/history.ts';
import type { RemoteKey } from '#platform/platform.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

async function startAt(hash: string, name: string) {
  const app = await startAtHome({ hash });
  await app.reach(name);
  return app;
}

async function pressUntil(app: RunningApp, key: RemoteKey, wanted: RegExp) {
  for (let press = 0; press < 12 && !wanted.test(app.focusKey() ?? ''); press += 1) {
    await waitFor(() => expect(app.wire.pending()).toBe(0));
    await app.press(key);
  }
  expect(app.focusKey()).toMatch(wanted);
}

/** Holds OK until `effect` shows. */
async function hold(app: RunningApp, effect: () => void) {
  await act(async () => app.platform.keyDown('ok'));
  await waitFor(effect);
  await act(async () => app.platform.keyUp('ok'));
}

const watchedOf = async ({ api }: RunningApp, itemId: number) =>
  (await api.call(listEpisodes, { query: { item_id: String(itemId), limit: '100' } })).results
    .filter(({ is_watched }) => is_watched)
    .map(({ order }) => order);

test('시청 기록 shows a row per day; holding OK removes an episode, and 되돌리기 restores it', async () => {
  const app = await startAt('#/library', 'library');
  await pressUntil(app, 'right', /^library\/shelves\/history$/);
  await pressUntil(app, 'down', /^\d{4}-\d\d-\d\d\/history:/);
  // The demo profile watched in the last hours: after midnight these are two days.
  expect(screen.getAllByRole('heading', { name: /어제|오늘/ })[0]).toBeVisible();
  const tile = app.focusKey();
  const episodeId = Number(/(\d+)$/.exec(tile ?? '')?.[1]);
  const ids = async () => (await app.api.call(listHistory, { query: {} })).results.map(({ episode }) => episode.id);
  expect(await ids()).toContain(episodeId);
  await hold(app, () => expect(screen.getByRole('button', { name: /^되돌리기/ })).toBeVisible());
  expect(app.focusKey()).toMatch(/\/history:/);
  expect(app.focusKey()).not.toBe(tile);
  await waitFor(async () => expect(await ids()).not.toContain(episodeId));
  await pressUntil(app, 'up', /^library\/history-undo$/);
  await app.press('ok');
  await waitFor(async () => expect(await ids()).toContain(episodeId));
  await pressUntil(app, 'down', /\/history:/);
  await waitFor(() => expect(document.querySelector(`[data-focus-key="${tile}"]`)).not.toBeNull());
  expect(app.engines).toHaveLength(0);
});

test('시청 기록 is offered again after a failure', async () => {
  const app = await startAt('#/library', 'library');
  app.wire.isCut = true;
  await pressUntil(app, 'right', /^library\/shelves\/history$/);
  await screen.findByRole('button', { name: '다시 시도' });
  app.wire.isCut = false;
  await app.press('down', 'ok');
  await screen.findAllByRole('heading', { name: /어제|오늘/ });
});

test('holding OK on an episode marks it, or all until there, as watched; the button and the ticks follow', async () => {
  const app = await startAt(`#/items/${DEMO.acornSubmarine}`, 'item');
  const before = await watchedOf(app, DEMO.acornSubmarine);
  expect(before).toEqual([]);
  await pressUntil(app, 'down', /^episodes\/episode:/);
  await app.press('right', 'right');
  const tile = app.focusKey();
  const menu = (name: RegExp) => () => expect(screen.getByRole('dialog', { name })).toBeVisible();
  await hold(app, menu(/^3화/));
  await pressUntil(app, 'down', /^episode-menu\/before$/);
  await app.press('ok');
  expect(app.focusKey()).toBe(tile);
  await screen.findByText('3화까지 모두 본 것으로 표시했어요.');
  expect(await watchedOf(app, DEMO.acornSubmarine)).toEqual([1, 2, 3]);
  await screen.findByRole('button', { name: '4화 재생' });
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/다 봤어요/));

  await hold(app, menu(/^3화/));
  expect(app.focusKey()).toBe('episode-menu/unwatched');
  await app.press('ok');
  await screen.findByText('3화 안 본 것으로 표시했어요.');
  expect(await watchedOf(app, DEMO.acornSubmarine)).toEqual([1, 2]);
  await screen.findByRole('button', { name: '3화 재생' });
});

test('a refused mark says so, and Back leaves the menu unchanged', async () => {
  const app = await startAt(`#/items/${DEMO.acornSubmarine}`, 'item');
  await pressUntil(app, 'down', /^episodes\/episode:/);
  const tile = app.focusKey();
  await hold(app, () => expect(screen.getByRole('dialog')).toBeVisible());
  await app.press('back');
  expect([screen.queryByRole('dialog'), app.focusKey()]).toEqual([null, tile]);
  await hold(app, () => expect(screen.getByRole('dialog')).toBeVisible());
  app.wire.isCut = true;
  await app.press('ok');
  await screen.findByText(/^표시하지 못했어요/);
  app.wire.isCut = false;
  expect(app.focusKey()).toBe(tile);
});

test('a hidden title leaves home at once, comes back by the next press, and is listed in 설정', async () => {
  const app = await startAtHome();
  await pressUntil(app, 'down', /\/item:\d+$/);
  const tile = app.focusKey() ?? '';
  const itemId = /(\d+)$/.exec(tile)![1]!;
  const tiles = () => document.querySelectorAll(`[data-focus-key$="item:${itemId}"]`).length;
  const open = async () => {
    await act(async () => void (window.location.hash = `#/items/${itemId}`));
    await app.reach('item');
    await pressUntil(app, 'right', /^item\/more$/);
    await app.press('ok', 'right', 'ok');
    expect(app.focusKey()).toBe('item-menu/hide');
  };
  const isHidden = async () => (await app.api.call(getItem, { params: { id: itemId } })).my.is_hidden;
  expect(tiles()).toBeGreaterThan(0);
  await open();
  await app.press('ok');
  expect(screen.getByRole('switch', { name: /이 작품 숨기기/ })).toHaveAttribute('aria-checked', 'true');
  await waitFor(async () => expect(await isHidden()).toBe(true));
  await app.press('ok');
  await waitFor(async () => expect(await isHidden()).toBe(false));
  await app.press('ok', 'back');
  expect(app.focusKey()).toBe('details/menu');
  await app.press('back', 'back');
  await app.reach('home');
  expect(tiles()).toBe(0);
  expect(app.focusKey()).not.toBeNull();
  await waitFor(async () => expect(await isHidden()).toBe(true));

  await act(async () => void (window.location.hash = '#/settings'));
  await app.reach('settings');
  await pressUntil(app, 'down', /^settings\/hidden$/);
  const row = await screen.findByRole('switch', { name: /홈과 추천에 나오지 않아요/ });
  await pressUntil(app, 'right', new RegExp(`^settings/hidden/${itemId}$`));
  await app.press('ok');
  expect(row).toHaveAttribute('aria-checked', 'false');
  await waitFor(async () => expect((await app.api.call(listHiddenItems, { query: {} })).count).toBe(0));
});

test('a tile of 구매·대여 says its title once, in letters and spoken', async () => {
  const app = await startAt('#/library', 'library');
  await pressUntil(app, 'right', /^library\/shelves\/purchased$/);
  await pressUntil(app, 'down', /^library\/purchased\/.*purchase:/);
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-focus-key*="purchase:"]')];
  const film = '극장판 궤도 엘리베이터 0층: 귀환';
  const rented = tiles.find((tile) => tile.getAttribute('aria-label')?.startsWith(film))!;
  expect(within(rented).getByText(/^\d+시간 남음 · 48시간 대여$/)).toBeVisible();
  expect(rented).toHaveAccessibleName(new RegExp(`^${film}, 48시간 대여, 대여, \\d+시간 남음`));
  const owned = tiles.find((tile) => /소장/.test(tile.getAttribute('aria-label') ?? ''))!;
  expect(within(owned).getByText(/소장/)).toHaveTextContent(/^소장( · \d+화)?$/);
  expect(owned.getAttribute('aria-label')?.match(/소장/g)).toHaveLength(1);
});
