import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startApp, startAtHome } from '#tests/support/app.tsx';

const SENTENCE = '새벽 4시까지 점검해요.';

test('a service under maintenance says so at the start, and lets in by itself when it is over', async () => {
  const app = startApp({ maintenance: SENTENCE });
  await app.reach('error');
  expect(screen.getByText(SENTENCE)).toBeVisible();
  expect(app.focusKey()).toBe('maintenance/retry');
  app.wire.maintenance = null;
  await app.reach('sign-in');
});

test('maintenance that begins while somebody looks around is shown, and afterwards they are where they were', async () => {
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
