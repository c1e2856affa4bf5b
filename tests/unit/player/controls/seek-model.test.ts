import { expect, test } from 'vitest';
import { createPresses } from '#src/lib/press.ts';
import { createSeekModel } from '#src/player/controls/seek-model.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

function start({ at = 100, duration = 1_440, doKeysComeUp = true } = {}) {
  expectNothingLeft(() => {
    presses.cancel();
    model.cancel();
  });
  const clock = createFakeClock();
  const seeks: number[] = [];
  const playback = { at };
  const model = createSeekModel({
    clock,
    canSeek: () => true,
    durationSeconds: () => duration,
    positionSeconds: () => playback.at,
    seek: (seconds) => {
      seeks.push(seconds);
      playback.at = seconds;
    },
  });
  const presses = createPresses<string>(clock);
  // One keyup shows that this remote sends them.
  if (doKeysComeUp) presses.up('any');
  let repeats = 0;
  const keyDown = (direction: -1 | 1, isRepeat = false) => {
    repeats = isRepeat ? repeats + 1 : 0;
    const press = presses.down(String(direction), repeats);
    if (press) model.keyDown(direction, press);
  };
  const keyUp = (direction: -1 | 1) => presses.up(String(direction));
  const target = () => model.getState()?.targetSeconds;
  const tap = (direction: -1 | 1) => {
    keyDown(direction);
    clock.advance(80);
    keyUp(direction);
  };
  return { clock, model, presses, keyDown, keyUp, seeks, playback, target, tap };
}

test('a tap is 10 s, and the gesture seeks once, 700 ms after its last tap', () => {
  const { clock, seeks, target, tap } = start();
  tap(1);
  clock.advance(300);
  tap(1);
  clock.advance(300);
  tap(-1);
  expect(target()).toBe(110);
  clock.advance(699);
  expect(seeks).toEqual([]);
  clock.advance(1);
  expect(seeks).toEqual([110]);
  expect(clock.running()).toBe(0);
});

test('OK seeks at once', () => {
  const { clock, model, seeks, tap } = start();
  tap(1);
  expect(model.confirm()).toBe(true);
  expect(seeks).toEqual([110]);
  expect(model.getState()).toBeNull();
  clock.advance(5_000);
  expect(seeks).toEqual([110]);
  expect(model.confirm()).toBe(false);
});

test('Back cancels the gesture without a seek', () => {
  const { clock, model, seeks, tap } = start();
  tap(1);
  expect(model.cancel()).toBe(true);
  expect(model.getState()).toBeNull();
  clock.advance(5_000);
  expect(seeks).toEqual([]);
  expect(model.cancel()).toBe(false);
});

test.each([90, 1_440, 7_200])('a held key crosses an episode of %i s in about 8 s with growing speed', (duration) => {
  const { clock, target, keyDown } = start({ at: 0, duration });
  keyDown(1);
  const targets: number[] = [];
  for (let second = 1; second <= 9; second += 1) {
    clock.advance(1_000);
    targets.push(target() ?? NaN);
  }
  const steps = targets.slice(0, 7).map((target, index) => target - (targets[index - 1] ?? 0));
  // Rounding to whole seconds may cost one.
  steps.slice(1).forEach((step, index) => expect(step).toBeGreaterThanOrEqual((steps[index] ?? 0) - 11));
  expect(targets[5]).toBeLessThan(duration * 0.85);
  expect(targets[8]).toBe(duration - 10);
});

test.each([
  ['keydown and keyup alone', (): number[] => []],
  ['keydowns every 33 ms', () => every(33)],
  ['keydowns every 100 ms after a delay of 500 ms', () => every(100, 500)],
])('a hold of 5 s reaches the same target with %s', (_, repeatsAtMs) => {
  const { clock, seeks, keyDown, keyUp } = start({ at: 0 });
  keyDown(1);
  let nowMs = 0;
  for (const atMs of repeatsAtMs()) {
    clock.advance(atMs - nowMs);
    nowMs = atMs;
    keyDown(1, true);
  }
  clock.advance(5_000 - nowMs);
  keyUp(1);
  clock.advance(700);
  expect(seeks).toHaveLength(1);
  expect(seeks[0]).toBe(343);
});

const every = (periodMs: number, delayMs = periodMs) =>
  Array.from({ length: Math.floor((5_000 - delayMs) / periodMs) }, (_, index) => delayMs + index * periodMs);

test('a hold on a remote without keyup ends when the keydowns stop', () => {
  const { clock, seeks, keyDown } = start({ at: 0, doKeysComeUp: false });
  keyDown(1);
  clock.advance(500);
  for (let repeat = 0; repeat < 25; repeat += 1) {
    keyDown(1, true);
    clock.advance(100);
  }
  clock.advance(2_000);
  expect(seeks).toHaveLength(1);
  // 3 s of holding plus 400 ms, after which silence counts as a release.
  expect(seeks[0]).toBeGreaterThan(90);
  expect(seeks[0]).toBeLessThan(170);
});

test('one keydown on a remote without keyup is one tap', () => {
  const { clock, seeks, keyDown } = start({ doKeysComeUp: false });
  keyDown(1);
  clock.advance(699);
  expect(seeks).toEqual([]);
  clock.advance(10_000);
  expect(seeks).toEqual([110]);
});

test('fast pairs of keydown and keyup accelerate too', () => {
  const { clock, seeks, keyDown, keyUp } = start({ at: 0 });
  for (let pair = 0; pair < 75; pair += 1) {
    keyDown(1);
    clock.advance(20);
    keyUp(1);
    clock.advance(90);
  }
  clock.advance(700);
  expect(seeks).toHaveLength(1);
  expect(seeks[0]).toBeGreaterThan(1_300);
});

test('targets are clamped, and a gesture that cannot move does not seek', () => {
  const { clock, seeks, tap, playback, target } = start({ at: 5 });
  tap(-1);
  expect(target()).toBe(0);
  tap(-1);
  clock.advance(700);
  expect(seeks).toEqual([0]);
  tap(-1);
  clock.advance(700);
  expect(seeks).toEqual([0]);
  playback.at = 1_439.5;
  tap(1);
  expect(target()).toBe(1_439.5);
  clock.advance(700);
  expect(seeks).toEqual([0]);
});

test('a key still down after OK has no effect until it is pressed again', () => {
  const { clock, model, seeks, tap, keyDown } = start();
  keyDown(1);
  clock.advance(600);
  keyDown(1, true);
  model.confirm();
  keyDown(1, true);
  clock.advance(2_000);
  expect(seeks).toHaveLength(1);
  tap(1);
  clock.advance(700);
  expect(seeks).toHaveLength(2);
});

test('a target seeks after its pause, and a pointer on release', () => {
  const { clock, model, seeks, target } = start();
  model.aimAt(720);
  expect(target()).toBe(720);
  clock.advance(700);
  expect(seeks).toEqual([720]);
  model.aimAt(5_000, true);
  clock.advance(10_000);
  expect(target()).toBe(1_439);
  model.confirm();
  expect(seeks).toEqual([720, 1_439]);
});
