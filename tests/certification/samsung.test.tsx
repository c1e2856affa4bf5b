import { DEMO } from '#tests/support/demo-account.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import releaseStyles from '#src/features/items/release-label.module.css';
import { PlaybackError } from '#src/player/index.ts';
import { startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';
import { goTo } from './go-to.ts';
import { ROUTES } from './routes.ts';
import { createSamsungSet } from './set.ts';

/*
 * Samsung's rules on the whole app, on an imitated Samsung set with the real server (docs/certification.md).
 */
const MINUTE_MS = 60_000;
/** An episode of one minute. */
const EPISODE = `/play/${DEMO.lastTrainFirst}`;
/** Playback position in seconds. */
const AT = 20;

afterEach(() => void vi.useRealTimers());

async function startPlaying(options: Parameters<typeof startAtHome>[0] = {}) {
  const platform = createSamsungSet();
  const app = await startAtHome({ ...options, platform });
  await goTo(app, EPISODE, 'player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
  await act(async () => engine.emit({ type: 'position', positionSeconds: AT }));
  return { app, engine, platform, set: platform.set };
}
async function pressUntil(app: RunningApp, key: 'right' | 'down', focusKey: RegExp) {
  for (let press = 0; press < 15 && !focusKey.test(app.focusKey() ?? ''); press += 1) await app.press(key);
  expect(app.focusKey()).toMatch(focusKey);
}
const hide = (app: RunningApp) => act(async () => app.platform.setHidden(true));
const show = (app: RunningApp) => act(async () => app.platform.setHidden(false));
const slider = () => screen.getByRole('slider', { name: '재생 위치' });
const dialog = () => screen.queryByRole('dialog');

test('S3: Back leads up from every screen, asks on the first one, and closes the question', async () => {
  const platform = createSamsungSet();
  const app = await startAtHome({ platform });
  for (const [path, name] of ROUTES) {
    await goTo(app, path, name);
    await app.press('back');
    // In the player, the first Back hides the controls.
    if (name === 'player' && document.querySelector('main[data-screen=player]')) await app.press('back');
    await app.reach('home');
    expect(dialog(), path).toBeNull();
  }
  const before = app.focusKey();
  await app.press('back');
  expect(screen.getByRole('dialog', { name: '보라를 종료할까요?' })).toContainElement(app.focused());
  expect(app.focused()).toHaveAccessibleName('취소');
  await app.press('back');
  expect(dialog()).toBeNull();
  expect(app.focusKey()).toBe(before);
  expect(platform.set.exits()).toBe(0);
});

/** Keys that belong to the system or that the app has no use for, by their codes on Samsung's remotes. */
const FOREIGN_KEYS = [
  10182, 10072, 18, 10133, 10146, 10140, 10195, 10199, 10228, 10200, 447, 448, 449, 10073, 10135, 10190, 10253, 416,
  458,
];

/** The markup of the screen without the times until releases, which change by themselves. */
function markup(): string | undefined {
  const main = document.querySelector('main')?.cloneNode(true) as Element | undefined;
  main?.querySelectorAll(`.${releaseStyles.next}, .${releaseStyles.out}`).forEach((label) => label.remove());
  return main?.innerHTML;
}

/** Walls mount what is out of sight after the frame that they draw first. */
const afterFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** The markup after the last answer and what it mounts, which may ask for more. */
async function settledMarkup(app: RunningApp): Promise<string | undefined> {
  for (let before = markup(); ; before = markup()) {
    await waitFor(() => expect(app.wire.pending()).toBe(0));
    await act(afterFrame);
    if (app.wire.pending() === 0 && markup() === before) return before;
  }
}

test('S4: unsupported keys have no effect and reach the system', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  for (const [path, name] of [['/home', 'home'] as const, ...ROUTES.slice(0, 3)]) {
    await goTo(app, path, name);
    const before = await settledMarkup(app);
    for (const keyCode of FOREIGN_KEYS) {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'keyCode', { value: keyCode });
      await act(async () => void app.focused().dispatchEvent(event));
      expect(event.defaultPrevented, `key ${keyCode}`).toBe(false);
    }
    expect(markup()).toBe(before);
    expect(window.location.hash).toBe(`#${path}`);
  }
});

test('S5: the app exits on request and starts again without a sign-in or an update', async () => {
  const platform = createSamsungSet();
  const app = await startAtHome({ platform });
  await app.press('back', 'right', 'ok');
  expect(platform.set.exits()).toBe(1);
  cleanup();
  const again = startApp({ platform });
  await again.reach('profiles');
  await again.press('ok');
  await again.reach('home');
});

test('S6: a set switched off while a screen loads shows the screen when it is on again', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  const answer = app.wire.hold(/\/themes\//);
  await act(async () => {
    window.history.replaceState(null, '', '#/themes');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await hide(app);
  answer();
  await show(app);
  await app.reach('themes');
});

test('S7: the app is unchanged after it was hidden and shown twenty times', async () => {
  const { app, engine } = await startPlaying();
  for (let round = 0; round < 20; round += 1) {
    await hide(app);
    await show(app);
    await waitFor(() => expect(engine.loads).toHaveLength(round + 2));
    expect(engine.loads[round + 1]?.startAtSeconds).toBe(AT);
    await act(async () => engine.report('playing', AT));
  }
  await app.press('stop');
  await app.reach('home');
  const focus = app.focusKey();
  for (let round = 0; round < 20; round += 1) {
    await hide(app);
    await show(app);
  }
  await app.reach('home');
  expect(app.focusKey()).toBe(focus);
});

test("S8: the title's page is shown after a long power-off during playback", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { app, engine } = await startPlaying();
  await hide(app);
  vi.setSystemTime(Date.now() + 31 * MINUTE_MS);
  await show(app);
  await app.reach('item');
  expect(engine.loads).toHaveLength(1);
});

test('S8: after a power cut during playback the app starts normally and offers to resume', async () => {
  const { app, engine, platform } = await startPlaying();
  await act(async () => engine.playOn(AT, 8));
  // The last report does not leave the set, and the page receives no event.
  app.wire.hold(/play_logs/);
  await hide(app);
  cleanup();
  window.history.replaceState(null, '', '#');
  await act(async () => platform.setHidden(false));
  const again = startApp({ platform });
  await again.reach('profiles');
  await again.press('ok');
  await again.reach('home');
  expect(again.engines).toHaveLength(0);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /막차는 눈을 싣고, 1화/ })[0]).toBeVisible());
});

/** Screens that load data, each in its own way. */
const ASKING = ['weekday', 'theme', 'browse', 'library', 'item'];

test('S9: every screen reports a missing network and loads by itself when the network is back', async () => {
  const platform = createSamsungSet();
  const app = await startAtHome({ platform });
  for (const [path, name] of ROUTES.filter(([, screenName]) => ASKING.includes(screenName))) {
    app.wire.isCut = true;
    await act(async () => platform.setOnline(false));
    expect(screen.getByText(/네트워크 연결이 끊겼어요/)).toBeVisible();
    await goTo(app, path, null);
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^다시 시도/));
    app.wire.isCut = false;
    await act(async () => platform.setOnline(true));
    await app.reach(name);
    expect(screen.getByText(/다시 연결됐어요/)).toBeVisible();
  }
});

test('S9: the player plays its buffer without a network and retries when the network is back', async () => {
  const { app, engine, platform } = await startPlaying();
  await act(async () => platform.setOnline(false));
  expect(screen.getByText(/네트워크 연결이 끊겼어요/)).toBeVisible();
  await app.reach('player');
  expect(engine.calls).not.toContain('unload');
  await act(async () => platform.setOnline(true));
  expect(engine.calls.at(-1)).toBe('try network');
});

test('S10: playback resumes at the same second after another app was used', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.playOn(AT, 8));
  await act(async () => {
    app.platform.setHidden(true);
    // The decoder is released synchronously: the set may freeze the page right after the event.
    expect(engine.calls.at(-1)).toBe('unload');
    const [report] = JSON.parse(app.platform.storage.get('pendingReports') ?? '[]') as { playEndOffset: number }[];
    expect(report?.playEndOffset).toBe(AT + 8);
  });
  await show(app);
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(AT + 8);
  expect(engine.calls.at(-1)).toBe('play');
});

test('S10: a paused video is still paused after another app was used', async () => {
  const { app, engine } = await startPlaying();
  await app.press('pause');
  await hide(app);
  await show(app);
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.calls.lastIndexOf('play')).toBeLessThan(engine.calls.lastIndexOf('load'));
});

test('S10: an ended video releases the decoder and shows the same question after another app was used', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.report('ended', 1440));
  const question = () => screen.getByRole('dialog', { name: '끝까지 봤어요' });
  await act(async () => {
    app.platform.setHidden(true);
    expect(engine.calls.at(-1)).toBe('unload');
  });
  await show(app);
  expect(question()).toContainElement(app.focused());
  await pressUntil(app, 'right', /^ended\/again$/);
  await app.press('ok');
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  expect(engine.loads[1]?.startAtSeconds).toBe(0);
  expect(dialog()).toBeNull();
});

test('S11: the screensaver is off only during playback', async () => {
  const { app, engine, set } = await startPlaying();
  const last = () => set.screensaverStates().at(-1);
  const OFF = 0;
  const ON = 1;
  expect(last()).toBe(OFF);
  await app.press('pause');
  expect(last()).toBe(ON);
  await app.press('play');
  expect(last()).toBe(OFF);
  await hide(app);
  expect(last()).toBe(ON);
  await show(app);
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  await act(async () => engine.report('playing', AT));
  expect(last()).toBe(OFF);
  await act(async () => engine.report('ended', 1440));
  expect(last()).toBe(ON);
  await act(async () => engine.report('playing', 10));
  await app.press('stop');
  await app.reach('home');
  expect(last()).toBe(ON);
});

test('S13: a loading indicator is visible until the picture moves', async () => {
  const clock = createFakeClock();
  const { engine } = await startPlaying({ clock });
  const sign = () => screen.queryByRole('status', { name: '불러오는 중이에요' });
  expect(sign()).toBeNull();
  await act(async () => engine.report('buffering'));
  await act(() => clock.pass(500));
  expect(sign()).toBeVisible();
  await act(async () => engine.report('playing', AT + 1));
  expect(sign()).toBeNull();
});

test('S14: a missing title or video shows a message and a way back', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  await goTo(app, '/items/999999', 'error');
  expect(screen.getByRole('alert')).toHaveTextContent(/[가-힣]/);
  expect(app.focused()).toHaveAccessibleName('뒤로');
  await app.press('ok');
  await app.reach('home');

  await goTo(app, '/play/99999999', 'player');
  await waitFor(() => expect(dialog()).not.toBeNull());
  expect(dialog()).toContainElement(app.focused());
  await app.press('back');
  await app.reach('home');
});

test('S14: an undecodable video shows a message, a retry and a way back', async () => {
  const { app, engine } = await startPlaying();
  const error = new PlaybackError('gone', { kind: 'decode', severity: 'critical', category: 'media', code: 3016 });
  await act(async () => engine.emit({ type: 'error', error }));
  // The player silently recreates the decoder once; the second failure is shown.
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  await act(async () => engine.emit({ type: 'error', error }));
  expect(screen.getByRole('dialog', { name: '재생할 수 없어요' })).toHaveTextContent(/[가-힣]/);
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  expect(screen.getByRole('button', { name: '뒤로' })).toBeVisible();
});

test('S15: a picture that fails to load leaves its colour with the name on it', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  await app.press('down');
  const tile = app.focused();
  const image = tile.querySelector('img') as HTMLImageElement;
  const ground = image.parentElement as HTMLElement;
  const name = tile.getAttribute('aria-label')?.split(',')[0] ?? '';
  fireEvent.error(image);
  expect(ground).toHaveTextContent(name);
  expect(ground.style.backgroundColor).not.toBe('');
  fireEvent.load(image);
  expect(ground).toHaveTextContent('');
});

test('S16: the key for the next episode plays it', async () => {
  const { app, engine } = await startPlaying();
  await screen.findByRole('button', { name: '다음 화' });
  await app.press('next');
  await waitFor(() => expect(app.engines).toHaveLength(2));
  expect(window.location.hash).toBe(`#/play/${DEMO.lastTrainSecond}`);
  expect(engine.calls).toContain('destroy');
});

test('S17, S18: playback resumes at the stored offset, where the progress bar starts', async () => {
  const { app, engine } = await startPlaying();
  await act(async () => engine.playOn(AT, 3));
  await app.press('stop');
  await app.reach('home');
  // On a slow machine an earlier report is answered first.
  await waitFor(() => expect(app.wire.pending()).toBe(0));
  expect(app.wire.answered(/play_logs/)).toBeGreaterThan(0);
  await goTo(app, EPISODE, 'player');
  await waitFor(() => expect(app.engines[1]?.loads).toHaveLength(1));
  expect(app.engines[1]?.loads[0]?.startAtSeconds).toBe(AT + 3);
  expect(slider()).toHaveAttribute('aria-valuenow', String(AT + 3));
  expect(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^23초/));
});

test('S20: control keys pressed while a video loads are harmless, and stop leaves the player', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  const answer = app.wire.hold(/\/videos?\//);
  await goTo(app, EPISODE, 'player').catch(() => undefined);
  await app.press('play-pause', 'fast-forward', 'rewind', 'pause', 'play', '5');
  expect(dialog()).toBeNull();
  await app.press('stop');
  await app.reach('home');
  answer();
  await app.reach('home');
});

test('S20: the seek keys move by 10 s, and the play and pause keys do what their names say', async () => {
  const { app, engine } = await startPlaying();
  await app.press('fast-forward', 'ok', 'rewind', 'rewind', 'ok');
  expect(engine.seeks).toEqual([AT + 10, AT - 10]);
  await app.press('play-pause');
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('play-pause');
  expect(engine.calls.at(-1)).toBe('play');
});

const ARROWS = [
  'down',
  'right',
  'right',
  'down',
  'left',
  'down',
  'right',
  'up',
  'right',
  'up',
  'left',
  'left',
] as const;

test('S12, O2: on every screen exactly one element has the focus after every key, and it has a name', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  for (const [path, name] of [
    ['/home', 'home'] as const,
    ...ROUTES.filter(([, screenName]) => screenName !== 'player'),
  ]) {
    await goTo(app, path, name);
    const met = new Set<string | undefined>();
    for (const key of ARROWS) {
      await app.press(key);
      met.add(app.focusKey());
      expect(document.querySelector('main'), `${path} ${key}`).toContainElement(app.focused());
      expect(app.focused(), `${path} ${app.focusKey()}`).toHaveAccessibleName(/[가-힣0-9]/);
    }
    expect(met.size, path).toBeGreaterThan(1);
  }
});

test('O5: the loading indicator appears after a delay, so that fast answers show none', async () => {
  const clock = createFakeClock();
  const { engine } = await startPlaying({ clock });
  const sign = () => screen.queryByRole('status', { name: '불러오는 중이에요' });
  await act(async () => engine.report('buffering'));
  await act(() => clock.pass(299));
  expect(sign()).toBeNull();
  await act(async () => engine.report('playing', AT + 1));
  await act(() => clock.pass(1_000));
  expect(sign()).toBeNull();
});

test('O6: after a failure a retry has the focus, and there is a way back', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  app.wire.isCut = true;
  await goTo(app, '/items/105', 'offline');
  expect(app.focused()).toHaveAccessibleName('다시 시도');
  expect(screen.getByRole('button', { name: '뒤로' })).toBeVisible();
  await app.press('right', 'ok');
  app.wire.isCut = false;
  await app.reach('home');
});

/** Tiles with a poster each. */
const MOST_POSTERS = 60;

test('O8: the page holds at most sixty posters, however far the viewer scrolls', async () => {
  const app = await startAtHome({ platform: createSamsungSet() });
  let most = 0;
  for (let press = 0; press < 12; press += 1) {
    await app.press('down', 'right', 'right');
    most = Math.max(most, document.querySelectorAll('main img').length);
  }
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThanOrEqual(MOST_POSTERS);
});

test('O9: leaving the player removes everything of it', async () => {
  const { app, engine } = await startPlaying();
  await app.press('stop');
  await app.reach('home');
  await waitFor(() => expect(engine.calls).toContain('destroy'));
  expect(engine.subscriptions()).toBe(0);
  expect(document.querySelector('video')).toBeNull();
});
