import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startAtHome } from '#tests/support/app/app.tsx';

/* Viewers who hold no keys choose in a menu what OK and its hold do (docs/decisions/227). */

test('OK on a title of 이어보기 asks whether to play or to remove it, where single presses are chosen', async () => {
  const app = await startAtHome({ hash: '#/library' });
  await app.reach('library');
  await act(async () => app.stores.settings.getState().change({ singlePresses: true }));
  for (let press = 0; press < 12 && !/start-again-recent/.test(app.focusKey() ?? ''); press += 1)
    await app.press('down');
  const tile = app.focusKey() ?? '';
  expect(document.activeElement?.getAttribute('aria-label')).toContain('누르면 메뉴');

  await app.press('ok');
  expect(await screen.findByRole('dialog', { name: '무엇을 할까요?' })).toBeVisible();
  await app.press('back');
  expect(app.focusKey()).toBe(tile);

  await app.press('ok');
  await screen.findByRole('dialog');
  await app.press('down', 'ok');
  expect(await screen.findByRole('button', { name: /^되돌리기/ })).toBeVisible();
  expect(app.focusKey()).not.toBe(tile);

  await app.press('ok');
  await screen.findByRole('dialog');
  await app.press('ok');
  await app.reach('player');
});
