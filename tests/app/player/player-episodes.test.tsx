import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startAtHome } from '#tests/support/app/app.tsx';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';

/** The player with an episode of a title with 64 of them, and its list of episodes. */
async function openEpisodes() {
  const app = await startAtHome({ hash: `#/items/${DEMO.puffingIsland}` });
  await app.reach('item');
  await app.press('ok');
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  await act(async () => (app.engines[0] as FakeEngine).report('playing', 0));
  const list = () => screen.queryByRole('dialog', { name: '회차' });
  await app.press('down', 'down');
  for (let press = 0; press < 4 && app.focusKey() !== 'player/menu:episodes'; press += 1) await app.press('left');
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toMatch(/^menu-episodes\/episode:/));
  const playing = () => window.location.hash;
  return { app, list, playing };
}

test('the list of episodes in the player begins at the one that plays, and Back closes it', async () => {
  const { app, list, playing } = await openEpisodes();
  expect(list()).toContainElement(app.focused());
  expect(playing()).toContain(app.focusKey()?.split(':')[1]);
  const before = playing();
  const begun = app.focusKey();
  await app.press('right', 'right', 'back');
  expect(list()).toBeNull();
  expect(playing()).toBe(before);
  // So does the next time, whatever was looked at.
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toBe(begun));
});

test('a digit in the list of episodes names one, which OK plays', async () => {
  const { app, list, playing } = await openEpisodes();
  await app.press('5', '0');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^50화,/));
  const chosen = app.focusKey()?.split(':')[1] ?? '';
  await app.press('ok');
  await waitFor(() => expect(playing()).toContain(chosen));
  expect(list()).toBeNull();
});
