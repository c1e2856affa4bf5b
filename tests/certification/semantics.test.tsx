import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';
import { goTo } from './go-to.ts';
import { ROUTES } from './routes.ts';
import { createSamsungSet } from './set.ts';

/*
 * Names, roles and states on every screen, checked by axe-core for voice guides. Colours need a browser.
 */
async function violations(where: string): Promise<string[]> {
  const { violations: found } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    rules: {
      'color-contrast': { enabled: false },
      // The page around the app belongs to the test.
      'document-title': { enabled: false },
      'html-has-lang': { enabled: false },
      region: { enabled: false },
      // This rule needs text rendering, which jsdom lacks.
      'label-content-name-mismatch': { enabled: false },
    },
    resultTypes: ['violations'],
  });
  return found.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}

const start = () => startAtHome({ platform: createSamsungSet() });

test('every screen has consistent names, roles and states', async () => {
  const app = await start();
  const found = await violations('home');
  for (const [path, name] of [...ROUTES, ['/items/999999', 'error'] as const]) {
    if (name === 'player') continue;
    await goTo(app, path, name);
    found.push(...(await violations(path)));
  }
  expect(found).toEqual([]);
});

async function pressUntil(app: RunningApp, key: 'down' | 'right' | 'up', focusKey: RegExp) {
  for (let press = 0; press < 15 && !focusKey.test(app.focusKey() ?? ''); press += 1) await app.press(key);
  expect(app.focusKey()).toMatch(focusKey);
}

test('every dialog has consistent names, roles and states', async () => {
  const app = await start();
  const found: string[] = [];
  const look = async (name: string) => {
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(app.focused()));
    found.push(...(await violations(name)));
    await app.press('back');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await app.press('back');
  await look('exit');
  await goTo(app, `/items/${DEMO.lastTrain}`, 'item');
  await app.press('yellow');
  await look('rating');
  await goTo(app, `/items/${DEMO.redMask}`, 'item');
  await pressUntil(app, 'down', /^episodes\//);
  await pressUntil(app, 'right', /episode:13802$/);
  await app.press('ok');
  await look('offer');
  await goTo(app, `/items/${DEMO.lastTrain}/reviews`, 'reviews');
  const write = document.querySelector<HTMLElement>('[data-focus-key="reviews/write"]');
  await act(async () => write?.click());
  await look('review');
  await goTo(app, '/browse', 'browse');
  await app.press('ok');
  await look('choice');
  expect(found).toEqual([]);
});

test('the player with its controls, menus and notices has consistent names, roles and states', async () => {
  const app = await start();
  await goTo(app, `/play/${DEMO.lastTrainFirst}`, 'player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
  await app.press('pause', 'down');
  const found = await violations('controls');
  for (const kind of ['subtitles', 'settings'] as const) {
    const button = document.querySelector<HTMLElement>(`[data-focus-key="player/menu:${kind}"]`);
    await act(async () => button?.click());
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(app.focused()));
    found.push(...(await violations(kind)));
    await app.press('back');
  }
  await act(async () => engine.report('ended', 1440));
  await waitFor(() => expect(screen.getByRole('dialog', { name: '끝까지 봤어요' })).toContainElement(app.focused()));
  found.push(...(await violations('ended')));
  expect(found).toEqual([]);
});
