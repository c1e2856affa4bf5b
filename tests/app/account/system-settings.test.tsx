import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SystemRefusal } from '#platform/platform.ts';
import { startAtHome } from '#tests/support/app/app.tsx';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const REFUSED: readonly SystemRefusal[] = [
  {
    call: 'com.webos.service.config/getConfigs',
    permission: 'systemconfig.query',
    reason: '-1 Denied method call "getConfigs" for category "/"',
  },
];

test('subtitles follow the television, and the diagnostics list its settings and what it refused', async () => {
  const platform = createFakePlatform({ refusals: { list: () => REFUSED, subscribe: () => () => undefined } });
  const app = await startAtHome({ platform });
  act(() => platform.setCaptions({ isOn: true, size: 'large', color: 'yellow', ground: null }));
  for (let step = 0; step < 8 && !app.focusKey()?.startsWith('navigation/'); step += 1) await app.press('left');
  expect(screen.getByRole('navigation', { name: '메뉴' })).toHaveAttribute('data-open');
  while (app.focusKey() !== 'navigation/settings') await app.press('down');
  await app.press('ok');
  await app.reach('settings');
  expect(screen.getByRole('navigation', { name: '메뉴' })).not.toHaveAttribute('data-open');

  const goTo = async (focusKey: string) => {
    for (let step = 0; step < 12 && app.focusKey() !== focusKey; step += 1) await app.press('down');
    expect(app.focusKey()).toBe(focusKey);
  };
  await goTo('settings/playback');
  expect(document.querySelector('[data-focus-key="settings/playback/size"]')).toHaveTextContent('크게');
  expect(app.stores.settings.getState().settings.subtitle).toMatchObject({ color: 'yellow', isForDeaf: true });

  await goTo('settings/diagnostics');
  await app.press('right');
  await goTo('settings/diagnostics/system');
  expect(app.focused()).toHaveTextContent('자막 켬 · 음성 안내 끔');
  await app.press('down');
  expect(app.focused()).toHaveTextContent('TV가 거절한 요청 getConfigs');
  expect(app.focused()).toHaveTextContent('systemconfig.query');
});

test('subtitles for the deaf first is a choice for every series: what was chosen for one is forgotten', async () => {
  const app = await startAtHome({ hash: '#/settings' });
  await app.reach('settings');
  const { settings } = app.stores;
  act(() => settings.getState().change({ subtitlesBySeries: { [`item:${DEMO.lastTrain}`]: 'ko' } }));
  const goTo = async (focusKey: string) => {
    for (let step = 0; step < 14 && app.focusKey() !== focusKey; step += 1) await app.press('down');
    expect(app.focusKey()).toBe(focusKey);
  };
  await goTo('settings/playback');
  await app.press('right');
  await goTo('settings/playback/for-deaf');
  await app.press('ok');
  expect(settings.getState().settings.subtitle.isForDeaf).toBe(true);
  expect(settings.getState().settings.subtitlesBySeries).toEqual({});
});
