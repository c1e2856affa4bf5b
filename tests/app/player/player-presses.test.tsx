import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { signIn } from '#src/api/accounts.ts';
import { PlaybackError } from '#src/player/index.ts';
import { DEMO, startApp, startAtHome } from '#tests/support/app/app.tsx';
import { movePointer } from '#tests/support/app/pointer.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';

/* When something interrupts a key that the player received, the player still receives its keyup. */

const EPISODE = '10501';
/** Plays an advertisement first for viewers without a membership. */
const WITH_ADVERTISEMENTS = 10402;
const AT = 100;

async function startPlaying() {
  const clock = createFakeClock();
  const app = await startAtHome({ hash: `#/play/${EPISODE}`, clock });
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
  const at = (seconds: number) => act(async () => engine.emit({ type: 'position', positionSeconds: seconds }));
  await at(AT);
  await screen.findByText('월하기갑 라온');
  return { app, engine, clock, at };
}
type Playing = Awaited<ReturnType<typeof startPlaying>>;

const speeds = ({ calls }: FakeEngine) => calls.filter((call) => call.startsWith('speed'));

const fail = async ({ engine }: Playing) => {
  const error = new PlaybackError('gone', { kind: 'decode', severity: 'critical', category: 'media', code: 3016 });
  await act(async () => engine.emit({ type: 'error', error }));
  // The player silently recreates the decoder once.
  await waitFor(() => expect(engine.loads).toHaveLength(2));
  await act(async () => engine.emit({ type: 'error', error }));
  expect(screen.getByRole('dialog', { name: '재생할 수 없어요' })).toBeVisible();
};
const end = async ({ app, engine }: Playing) => {
  await act(async () => app.stores.settings.getState().change({ autoplayNext: false }));
  await act(async () => engine.report('ended', 1_440));
  expect(screen.getByRole('dialog', { name: '끝까지 봤어요' })).toBeVisible();
};
const hide = async ({ app, engine }: Playing) => {
  await act(async () => app.platform.setHidden(true));
  await act(async () => app.platform.setHidden(false));
  await waitFor(() => expect(engine.loads).toHaveLength(2));
};
const offerOpening = async ({ at }: Playing) => {
  await at(7);
  expect(screen.getByRole('button', { name: '오프닝 건너뛰기' })).toBeVisible();
};

test.each([
  ['a failure', fail],
  ['the question at the end', end],
  ['a hidden page', hide],
  ['the button of the opening', offerOpening],
])('double speed ends when OK is released after %s, and no other element is pressed', async (_, comeBetween) => {
  const playing = await startPlaying();
  const { app, engine, clock } = playing;
  await act(async () => app.platform.keyDown('ok'));
  await act(() => clock.pass(500));
  expect(speeds(engine).at(-1)).toBe('speed 2');
  await comeBetween(playing);
  await act(async () => app.platform.keyUp('ok'));
  expect(speeds(engine).at(-1)).toBe('speed 1');
  expect(screen.queryByText('2배속으로 재생 중')).toBeNull();
  expect(engine.calls).not.toContain('pause');
  expect(app.engines).toHaveLength(1);
  await app.reach('player');
});

test('the next episode plays at its own speed while OK is still held', async () => {
  const playing = await startPlaying();
  const { app, clock, engine, at } = playing;
  await at(1_400);
  await act(async () => app.platform.keyDown('ok'));
  await act(() => clock.pass(500));
  expect(speeds(engine).at(-1)).toBe('speed 2');
  await act(() => clock.pass(10_000));
  await waitFor(() => expect(app.engines[1]?.loads).toHaveLength(1));
  const next = app.engines[1] as FakeEngine;
  await act(async () => next.report('playing', 0));
  await act(() => clock.pass(2_000));
  await act(async () => app.platform.keyUp('ok'));
  expect(speeds(next)).not.toContain('speed 2');
  expect(next.calls).not.toContain('pause');
});

test.each([
  ['a failure', fail],
  ['a hidden page', hide],
])('a held arrow stops seeking after %s', async (_, comeBetween) => {
  const playing = await startPlaying();
  const { app, engine, clock } = playing;
  await act(async () => app.platform.keyDown('right'));
  await act(() => clock.pass(600));
  await comeBetween(playing);
  await act(() => clock.pass(10_000));
  await act(async () => app.platform.keyUp('right'));
  await act(() => clock.pass(10_000));
  // At most a tap and 0.2 s of holding.
  expect(Math.max(AT, ...engine.seeks)).toBeLessThanOrEqual(AT + 15);
});

test('a key that is held during an advertisement pauses it once', async () => {
  const clock = createFakeClock();
  const app = startApp({ clock, hash: `#/play/${WITH_ADVERTISEMENTS}` });
  await app.reach('sign-in');
  const { token } = await signIn(app.api, 'free@bora.example', DEMO.password, { platform: 'web' });
  // An account with one profile skips the profile picker.
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await act(async () => engine.report('playing', 0));
  await screen.findByText(/^광고 /);
  for (let repeats = 0; repeats < 4; repeats += 1) {
    await act(async () => app.platform.keyDown('play-pause'));
    await act(() => clock.pass(1_000));
  }
  await act(async () => app.platform.keyUp('play-pause'));
  expect(engine.calls.filter((call) => call === 'pause')).toHaveLength(1);
  expect(engine.calls.at(-1)).toBe('pause');
  await app.press('play');
  expect(engine.calls.at(-1)).toBe('play');
});

const controls = () => document.querySelector('[data-focus-key^="player/menu:"]');

/** Moves the pointer over an element, as an engine tells it that reports no distance. */
const moveTo = (element: Element, clientX: number) => movePointer(element, { x: 0, y: 0 }, { clientX });

test('what changes under a resting pointer does not bring the controls back, and a move does', async () => {
  const { clock } = await startPlaying();
  const picture = document.querySelector('[class*="catcher"]')!;
  await moveTo(picture, 300);
  await moveTo(picture, 301);
  expect(controls()).not.toBeNull();
  await act(async () => clock.advance(4_000));
  expect(controls()).toBeNull();
  await moveTo(picture, 301);
  expect(controls()).toBeNull();
  await moveTo(picture, 302);
  expect(controls()).not.toBeNull();
});

test('arrows among the buttons keep the controls', async () => {
  const { app, clock } = await startPlaying();
  const pass = () => act(async () => clock.advance(3_000));
  await app.press('down', 'down');
  expect(app.focusKey()).toMatch(/^player\/menu:/);
  for (const key of ['right', 'left'] as const) {
    await pass();
    await app.press(key);
  }
  await pass();
  expect(controls()).not.toBeNull();
  await act(async () => clock.advance(1_000));
  expect(controls()).toBeNull();
});

test('a second click on what opened the player pauses nothing, until half a second has passed', async () => {
  const clock = createFakeClock();
  const app = await startAtHome({ clock });
  const click = (element: Element) =>
    act(async () => {
      for (const type of ['mousedown', 'mouseup', 'click'])
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
    });
  const picture = () => document.querySelector('[class*="catcher"]')!;
  await act(() => clock.pass(10_000));
  await click(app.focused());
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await click(picture());
  await act(async () => engine.report('playing', 0));
  await act(async () => clock.advance(250));
  await click(picture());
  expect(engine.calls).not.toContain('pause');
  await act(async () => clock.advance(300));
  await click(picture());
  expect(engine.calls.at(-1)).toBe('pause');
});

describe('a key that seeks before the first frame', () => {
  /** A player whose video is on its way, and whose decoder then waits for `isPlayAllowed`. */
  const open = async (isPlayAllowed: FakeEngine['isPlayAllowed']) => {
    const clock = createFakeClock();
    const app = await startAtHome({ clock });
    const release = app.wire.hold(/episodes\/v2\/\d+\/video/);
    await app.press('ok');
    await app.reach('player');
    const engine = app.engines[0] as FakeEngine;
    engine.isPlayAllowed = isPlayAllowed;
    const load = async () => {
      release();
      await waitFor(() => expect(engine.loads).toHaveLength(1));
    };
    return { app, engine, clock, load };
  };

  test.each([
    ['a digit', '5', () => 720],
    ['fast forward', 'fast-forward', (at: number) => at + 10],
    ['an arrow', 'right', (at: number) => at + 10],
  ] as const)('waits for the length of the film: %s', async (_, key, target) => {
    const { app, engine, clock, load } = await open(true);
    await app.press(key);
    await load();
    const at = engine.loads[0]!.startAtSeconds;
    await waitFor(() =>
      expect(screen.getByRole('slider', { name: '재생 위치' })).toHaveAttribute('aria-valuenow', String(target(at))),
    );
    await act(() => clock.pass(700));
    expect(engine.seeks).toEqual([target(at)]);
  });

  test('acts once the length is known, though no frame is there', async () => {
    const { app, engine, load } = await open(new Promise(() => undefined));
    await load();
    await waitFor(() =>
      expect(screen.getByRole('slider', { name: '재생 위치' })).toHaveAttribute('aria-valuemax', '1440'),
    );
    await app.press('5', 'ok');
    expect(engine.seeks).toEqual([720]);
  });
});
