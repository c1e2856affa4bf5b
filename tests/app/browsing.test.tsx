import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listItemFilters } from '#contract/item-filters.ts';
import { listHomeRows } from '#contract/home.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import type { RemoteKey } from '#platform/platform.ts';

async function pressUntil(app: RunningApp, key: RemoteKey, focusKey: RegExp) {
  for (let press = 0; press < 12 && !focusKey.test(app.focusKey() ?? ''); press += 1) await app.press(key);
  expect(app.focusKey()).toMatch(focusKey);
}

async function openArea(app: RunningApp, area: string) {
  await app.press('left');
  await pressUntil(app, 'up', /^navigation\/profile$/);
  await pressUntil(app, 'down', new RegExp(`^navigation/${area}$`));
  await app.press('ok');
  await app.reach(area);
}

const goAndComeBack = async (app: RunningApp, from: string) => {
  const before = app.focusKey();
  await app.press('ok');
  await app.reach('item');
  await app.press('back');
  await app.reach(from);
  expect(app.focusKey()).toBe(before);
};

test('a theme leads to its titles, and Back to the same theme', async () => {
  const app = await startAtHome();
  await openArea(app, 'themes');
  await app.press('right', 'down');
  const theme = app.focusKey();
  expect(theme).toMatch(/theme:\d+$/);
  await app.press('ok');
  await app.reach('theme');
  await app.press('right');
  await goAndComeBack(app, 'theme');
  await app.press('back');
  await app.reach('themes');
  expect(app.focusKey()).toBe(theme);
});

test('the red key opens the search from anywhere, and Back returns to the tile', async () => {
  const app = await startAtHome();
  await app.press('down', 'right');
  const tile = app.focusKey();
  await app.press('red');
  await app.reach('search');
  await app.press('back');
  await app.reach('home');
  expect(app.focusKey()).toBe(tile);
});

test('holding OK removes a title from 이어보기 and from home, and 되돌리기 restores it', async () => {
  const app = await startAtHome();
  await openArea(app, 'library');
  await pressUntil(app, 'down', /start-again-recent\/0\//);
  const tile = app.focusKey();
  const itemId = Number(/(\d+)$/.exec(tile ?? '')?.[1]);
  const onHome = async () => {
    const { results } = await app.api.call(listHomeRows, {});
    return results.flatMap((row) => (row.kind === 'start_again' ? row.results.map(({ item }) => item.id) : []));
  };
  expect(await onHome()).toContain(itemId);
  const count = () => Number(/(\d+)개 중/.exec(app.focused().getAttribute('aria-label') ?? '')?.[1]);
  const before = count();
  await act(async () => app.platform.keyDown('ok'));
  await waitFor(() => expect(screen.getByRole('button', { name: /^되돌리기/ })).toBeVisible());
  await act(async () => app.platform.keyUp('ok'));
  expect(app.focusKey()).not.toBe(tile);
  expect(count()).toBe(before - 1);
  expect(app.engines).toHaveLength(0);
  await waitFor(async () => expect(await onHome()).not.toContain(itemId));
  await app.press('up');
  await pressUntil(app, 'right', /^library\/undo$/);
  await app.press('ok');
  await waitFor(() => expect(document.querySelector(`[data-focus-key="${tile}"]`)).not.toBeNull());
  await waitFor(async () => expect(await onHome()).toContain(itemId));

  // A change that the server refuses is rolled back with a message.
  await pressUntil(app, 'down', /start-again-recent\/0\//);
  await app.press('left');
  expect(app.focusKey()).toBe(tile);
  app.wire.isCut = true;
  await act(async () => app.platform.keyDown('ok'));
  await screen.findByText(/이어보기에서 빼지 못했어요/);
  await act(async () => app.platform.keyUp('ok'));
  app.wire.isCut = false;
  await waitFor(() => expect(document.querySelector(`[data-focus-key="${tile}"]`)).not.toBeNull());
  expect(await onHome()).toContain(itemId);
});

test('a filter whose choices failed to load says so, and offers them after 다시 시도', async () => {
  const app = await startAtHome();
  const release = app.wire.hold(new RegExp(`${listItemFilters.path}$`));
  await act(async () => void (window.location.hash = '#/browse'));
  await app.reach('browse');
  await app.press('ok');
  const dialog = await screen.findByRole('dialog', { name: '장르' });
  expect(dialog).toHaveTextContent('불러오는 중이에요.');
  app.wire.isCut = true;
  release();
  await waitFor(() => expect(dialog).toHaveTextContent('목록을 불러오지 못했어요.'));
  app.wire.isCut = false;
  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/모든 장르, 선택됨/));
  await app.press('right', 'ok');
  await waitFor(() => expect(app.focusKey()).toBe('browse/genre'));
  expect(app.focused()).not.toHaveAccessibleName(/모든 장르/);
});

test('a theme without titles has a focus, and arrows lead on from it', async () => {
  const app = await startAtHome({ hash: '#/themes/999999' });
  await app.reach('theme');
  await waitFor(() => expect(screen.getByText('이 테마에는 아직 작품이 없어요')).toBeVisible());
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('다시 확인'));
  await app.press('ok');
  expect(app.focused()).toHaveAccessibleName('다시 확인');
  await app.press('left');
  expect(app.focusKey()).toMatch(/^navigation\//);
});

test('a theme that cannot exist has a focus, and arrows lead on from it', async () => {
  const app = await startAtHome({ hash: '#/themes/4294967295' });
  await app.reach('theme');
  await waitFor(() => expect(app.focusKey()).not.toBeNull());
  await app.press('left');
  await waitFor(() => expect(app.focusKey()).toMatch(/^navigation\//));
});
