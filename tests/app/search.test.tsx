import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RemoteKey } from '#platform/platform.ts';
import { startAtHome } from '#tests/support/app/app.tsx';

const keyOf = (id: string) => document.querySelector<HTMLElement>(`[data-focus-key="search/keyboard/${id}"]`);

test('Back to the search finds the keyboard with the chosen letters', async () => {
  const app = await startAtHome();
  const pressUntil = async (key: RemoteKey, wanted: RegExp) => {
    for (let press = 0; press < 12 && !wanted.test(app.focusKey() ?? ''); press += 1) await app.press(key);
    expect(app.focusKey()).toMatch(wanted);
  };
  await act(async () => void (window.location.hash = '#/search'));
  await app.reach('search');
  expect(keyOf('q')).toBeNull();
  await act(async () => keyOf('layer-latin')!.click());
  expect(keyOf('q')).not.toBeNull();

  await pressUntil('left', /^navigation\//);
  await pressUntil('down', /^navigation\/settings$/);
  await app.press('ok');
  await app.reach('settings');
  await app.press('back');
  await app.reach('search');
  expect(keyOf('q')).not.toBeNull();
});
