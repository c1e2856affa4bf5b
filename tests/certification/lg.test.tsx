import { DEMO } from '#tests/support/demo-account.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';
import { movePointer } from '#tests/support/app/pointer.ts';
import { goTo } from './go-to.ts';
import { ROUTES } from './routes.ts';
import { createLgSet } from './set.ts';
import { buildCue } from '#tests/support/media/subtitle-cues.ts';
import { rest } from '#tests/app/late/tour.ts';

/*
 * LG's self-checklist on the whole app, on an imitated LG set with the real server (docs/certification.md).
 */
async function startPlaying() {
  const platform = createLgSet();
  const app = await startAtHome({ platform });
  await goTo(app, `/play/${DEMO.lastTrainFirst}`, 'player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
  await act(async () => engine.emit({ type: 'position', positionSeconds: 20 }));
  return { app, engine };
}

async function pressUntil(app: RunningApp, key: 'up' | 'down' | 'left' | 'right', focusKey: RegExp) {
  for (let press = 0; press < 15 && !focusKey.test(app.focusKey() ?? ''); press += 1) {
    const before = app.focusKey();
    await app.press(key);
    // What comes next may still be loading.
    if (app.focusKey() === before) await rest(app);
  }
  expect(app.focusKey()).toMatch(focusKey);
}

test('TC 1, TC 3, TC 20: the app starts and is still signed in after a power cut', async () => {
  const platform = createLgSet();
  await startAtHome({ platform });
  cleanup();
  const again = startApp({ platform });
  await again.reach('profiles');
});

test('TC 53: the app starts after a factory reset', async () => {
  const platform = createLgSet();
  const app = await startAtHome({ platform });
  await act(async () => app.stores.settings.getState().change({ letters: 'large' }));
  cleanup();
  localStorage.clear();
  document.cookie.split('; ').forEach((cookie) => (document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`));
  const again = startApp({ platform });
  await again.reach('sign-in');
  expect(document.documentElement.dataset['letters']).toBe('normal');
});

test('TC 10, TC 11, TC 12, TC 37: Back leads up from every screen and goes to the system on the first one', async () => {
  const platform = createLgSet();
  const app = await startAtHome({ platform });
  for (const [path, name] of ROUTES) {
    await goTo(app, path, name);
    await app.press('back');
    if (document.querySelector('main[data-screen=player]')) await app.press('back');
    await app.reach('home');
    expect(platform.set.exits(), path).toBe(0);
  }
  await app.press('back');
  // LG shows its own exit question; the app must not add one.
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(platform.set.exits()).toBe(1);
});

test('TC 31, TC 33, TC 37: arrows, OK and Back work at every depth, and Back restores the previous screen', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  await pressUntil(app, 'down', /^ranking\//);
  const trail: (string | undefined)[] = [];
  for (let depth = 0; depth < 3; depth += 1) {
    trail.push(app.focusKey());
    await app.press('ok');
    await app.reach('item');
    await pressUntil(app, 'down', /\/item:\d+$/);
  }
  while (trail.length > 0) {
    const left = trail.pop();
    await app.press('back');
    await waitFor(() => expect(app.focusKey()).toBe(left));
  }
  await app.reach('home');
});

test('TC 13, TC 14: Back and the menu still work while the server does not answer', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  app.wire.isCut = true;
  await goTo(app, `/items/${DEMO.lanternFox}`, 'offline');
  await app.press('back');
  app.wire.isCut = false;
  await app.reach('home');
});

/** The text in the on-screen keyboard's field. */
const typed = () => screen.getByRole('textbox').textContent;

test('TC 15, TC 16: the keyboard types Korean, Latin letters, digits and signs with the arrows and OK', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  await goTo(app, '/search', 'search');
  const click = (id: string) =>
    act(async () => fireEvent.click(document.querySelector(`[data-focus-key="search/keyboard/${id}"]`) as Element));
  for (const id of ['ㅂ', 'ㅗ', 'ㄹ', 'ㅏ']) await click(id);
  expect(typed()).toContain('보라');
  const before = app.focusKey();
  await app.press('right', 'ok');
  expect(app.focusKey()).not.toBe(before);
  expect(typed()?.length).toBeGreaterThan(2);
});

test('TC 17: the app ignores keys while the system keyboard composes', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  await goTo(app, '/search', 'search');
  const field = document.querySelector('main')!.appendChild(document.createElement('input'));
  field.focus();
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'keyCode', { value: 229 });
  field.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  field.remove();
});

test('TC 17: Back closes the system keyboard only; the next Back leaves the field', async () => {
  const platform = createLgSet();
  const app = startApp({ platform });
  await app.reach('sign-in');
  await act(async () => app.stores.settings.getState().change({ deviceKeyboard: true }));
  await pressUntil(app, 'up', /^sign-in\/by-email$/);
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toBe('sign-in/email'));
  platform.set.setKeyboard(true);
  await app.press('back');
  platform.set.setKeyboard(false);
  expect(app.focusKey()).toBe('sign-in/email');
  await app.press('back');
  await waitFor(() => expect(app.focusKey()).toBe('sign-in/by-email'));
});

test('TC 21: signing out leads to sign-in and removes the data of the account', async () => {
  const platform = createLgSet();
  const app = await startAtHome({ platform });
  await act(async () => app.stores.session.getState().signOut());
  await app.reach('sign-in');
  cleanup();
  const again = startApp({ platform });
  await again.reach('sign-in');
});

test('TC 22: the search shows matches during typing and reports when there are none', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  await goTo(app, '/search', 'search');
  const type = (text: string) =>
    act(async () => {
      for (const key of Array.from(text)) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        app.focused().dispatchEvent(event);
      }
    });
  await type('막차');
  await waitFor(() => expect(screen.getByRole('button', { name: /^막차는 눈을 싣고/ })).toBeVisible());
  await type('쀍쀍');
  await waitFor(() => expect(screen.getByText(/맞는 작품이 없어요/)).toBeVisible());
});

test('TC 26, TC 27, TC 28: the element under the pointer has the focus and keeps it when the pointer disappears', async () => {
  const platform = createLgSet();
  const app = await startAtHome({ platform });
  platform.set.setCursor(true);
  const details = screen.getByRole('button', { name: '상세 정보' });
  await movePointer(details);
  expect(app.focused()).toBe(details);
  expect(document.documentElement.dataset['pointer']).toBe('shown');
  await act(async () => platform.set.setCursor(false));
  expect(document.documentElement.dataset['pointer']).toBe('hidden');
  expect(app.focused()).toBe(details);
});

test('TC 29: a click presses the element under the pointer once', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  const details = screen.getByRole('button', { name: '상세 정보' });
  await movePointer(details);
  await act(async () => {
    fireEvent.mouseDown(details);
    fireEvent.click(details);
  });
  await app.reach('item');
  await app.press('back');
  await app.reach('home');
});

/** Turns the wheel one step at time `at`; steps in quick succession count as one. */
const turnWheel = (app: RunningApp, deltaY: number, at: number) =>
  act(async () => {
    const event = new WheelEvent('wheel', { bubbles: true, deltaY });
    Object.defineProperty(event, 'timeStamp', { value: at * 1000 });
    app.focused().dispatchEvent(event);
  });

test('TC 30: the wheel scrolls through rows', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  await app.press('down');
  const first = app.focusKey();
  const row = (key: string | undefined) => key?.split('/')[0];
  await turnWheel(app, 100, 1);
  expect(row(app.focusKey())).not.toBe(row(first));
  await turnWheel(app, -100, 2);
  expect(row(app.focusKey())).toBe(row(first));
});

/** Home, Exit, volume, mute, channel lists: LG's system has them; a stray code must not do anything. */
const SYSTEM_KEYS = [36, 35, 447, 448, 449, 173, 174, 175, 409, 602, 1001, 458, 10182];

test('TC 32, TC 36, TC 38, TC 40, TC 42: coloured keys are harmless, and the system handles Home, Exit and volume', async () => {
  const app = await startAtHome({ platform: createLgSet() });
  for (const keyCode of SYSTEM_KEYS) {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'keyCode', { value: keyCode });
    await act(async () => void app.focused().dispatchEvent(event));
    expect(event.defaultPrevented, `key ${keyCode}`).toBe(false);
  }
  await app.reach('home');
  for (const key of ['green', 'yellow', 'blue', 'stop', 'rewind', '5'] as const) {
    await app.press(key);
    expect(screen.queryByRole('alert'), key).toBeNull();
    expect(document.querySelector('main')).toContainElement(app.focused());
  }
});

test('TC 41: the app is in Korean, as listed, on a set with another language', async () => {
  const app = await startAtHome({ platform: createLgSet({ locale: 'en-US' }) });
  expect(screen.getByRole('button', { name: '상세 정보' })).toBeVisible();
  expect(app.platform.device.locale).toBe('en-US');
});

test('TC 45: arrows and OK alone play, pause and seek, because the wand has no media keys', async () => {
  const { app, engine } = await startPlaying();
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('play');
  await app.press('right', 'ok');
  expect(engine.seeks).toEqual([30]);
});

test('TC 46: the episode plays again from the beginning after its end', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.report('ended', 1440));
  await pressUntil(app, 'right', /^ended\/again$/);
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('play');
});

test('TC 48: subtitles appear with their cues and can be switched off', async () => {
  const { app, engine } = await startPlaying();
  const cue = buildCue('막차가 떠난다.', { startSeconds: 19, endSeconds: 23 });
  await act(async () => engine.emit({ type: 'cues', cues: [cue] }));
  expect(screen.getByText('막차가 떠난다.')).toBeVisible();
  await app.press('red');
  await pressUntil(app, 'up', /^menu\/subtitle:off$/);
  await app.press('ok');
  expect(engine.calls.at(-1)).toBe('subtitle off');
});

test('TC 49: playback resumes at the stored offset', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.playOn(20, 3));
  await app.press('stop');
  await app.reach('home');
  await goTo(app, `/play/${DEMO.lastTrainFirst}`, 'player');
  await waitFor(() => expect(app.engines[1]?.loads[0]?.startAtSeconds).toBe(23));
});
