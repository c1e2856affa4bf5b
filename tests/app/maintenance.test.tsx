import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startApp, startAtHome } from '#tests/support/app/app.tsx';

const SENTENCE = '새벽 4시까지 점검해요.';

test('the start screen reports maintenance and continues by itself when it ends', async () => {
  const app = startApp({ maintenance: SENTENCE });
  await app.reach('error');
  expect(screen.getByText(SENTENCE)).toBeVisible();
  expect(app.focusKey()).toBe('maintenance/retry');
  app.wire.maintenance = null;
  await app.reach('sign-in');
});

test('maintenance that begins later is shown, and the viewer returns to the same place when it ends', async () => {
  const app = await startAtHome();
  app.wire.maintenance = SENTENCE;
  window.location.hash = '#/items/105';
  await app.reach('error');
  expect(screen.getByText(SENTENCE)).toBeVisible();
  await app.press('ok');
  expect(app.focusKey()).toBe('maintenance/retry');
  app.wire.maintenance = null;
  await app.press('ok');
  await app.reach('item');
});
