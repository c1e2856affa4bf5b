import { expect, test } from 'vitest';
import { createSeekModel } from '#src/player/seek-model.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

function start({ at = 100, duration = 1_440, doKeysComeUp = true } = {}) {
  const clock = createFakeClock();
  const seeks: number[] = [];
  const playback = { at };
  const model = createSeekModel({
    clock,
    canSeek: () => true,
    durationSeconds: () => duration,
    positionSeconds: () => playback.at,
    doKeysComeUp: () => doKeysComeUp,
    seek: (seconds) => {
      seeks.push(seconds);
      playback.at = seconds;
    },
  });
  const target = () => model.getState()?.targetSeconds;
  const tap = (direction: -1 | 1) => {
    model.keyDown(direction, false);
    clock.advance(80);
    model.keyUp(direction);
  };
  return { clock, model, seeks, playback, target, tap };
}

test('a tap is 10 s; the gesture seeks once, 700 ms after the last of them', () => {
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

test('OK goes there at once', () => {
  const { clock, model, seeks, tap } = start();
  tap(1);
  expect(model.confirm()).toBe(true);
  expect(seeks).toEqual([110]);
  expect(model.getState()).toBeNull();
  clock.advance(5_000);
  expect(seeks).toEqual([110]);
  expect(model.confirm()).toBe(false);
});

test('Back returns to where one was, and nothing seeks', () => {
  const { clock, model, seeks, tap } = start();
  tap(1);
  expect(model.cancel()).toBe(true);
  expect(model.getState()).toBeNull();
  clock.advance(5_000);
  expect(seeks).toEqual([]);
  expect(model.cancel()).toBe(false);
});

test.each([90, 1_440, 7_200])('a held key passes over an episode of %i s in about 8 s, ever faster', (duration) => {
  const { clock, model, target } = start({ at: 0, duration });
  model.keyDown(1, false);
  const places: number[] = [];
  for (let second = 1; second <= 9; second += 1) {
    clock.advance(1_000);
    places.push(target() ?? NaN);
  }
  const steps = places.slice(0, 7).map((place, index) => place - (places[index - 1] ?? 0));
  // Rounding to whole seconds may cost one.
  steps.slice(1).forEach((step, index) => expect(step).toBeGreaterThanOrEqual((steps[index] ?? 0) - 11));
  expect(places[5]).toBeLessThan(duration * 0.85);
  expect(places[8]).toBe(duration - 10);
});

test.each([
  ['keydown and keyup alone', (): number[] => []],
  ['keydowns every 33 ms', () => every(33)],
  ['keydowns every 100 ms after a delay of 500 ms', () => every(100, 500)],
])('a hold of 5 s reaches the same place with %s', (_, repeatsAtMs) => {
  const { clock, model, seeks } = start({ at: 0 });
  model.keyDown(1, false);
  let nowMs = 0;
  for (const atMs of repeatsAtMs()) {
    clock.advance(atMs - nowMs);
    nowMs = atMs;
    model.keyDown(1, true);
  }
  clock.advance(5_000 - nowMs);
  model.keyUp(1);
  clock.advance(700);
  expect(seeks).toHaveLength(1);
  expect(seeks[0]).toBe(343);
});

const every = (periodMs: number, delayMs = periodMs) =>
  Array.from({ length: Math.floor((5_000 - delayMs) / periodMs) }, (_, index) => delayMs + index * periodMs);

test('on a remote without keyup a hold ends when the keydowns stop', () => {
  const { clock, model, seeks } = start({ at: 0, doKeysComeUp: false });
  model.keyDown(1, false);
  clock.advance(500);
  for (let repeat = 0; repeat < 25; repeat += 1) {
    model.keyDown(1, true);
    clock.advance(100);
  }
  clock.advance(2_000);
  expect(seeks).toHaveLength(1);
  // 3 s of holding, and what a silence of 400 ms adds before it is one.
  expect(seeks[0]).toBeGreaterThan(90);
  expect(seeks[0]).toBeLessThan(170);
});

test('on a remote without keyup one keydown is one tap', () => {
  const { clock, model, seeks } = start({ doKeysComeUp: false });
  model.keyDown(1, false);
  clock.advance(699);
  expect(seeks).toEqual([]);
  clock.advance(10_000);
  expect(seeks).toEqual([110]);
});

test('pairs of keydown and keyup that come faster than a thumb pass over the episode too', () => {
  const { clock, model, seeks } = start({ at: 0 });
  for (let pair = 0; pair < 75; pair += 1) {
    model.keyDown(1, false);
    clock.advance(20);
    model.keyUp(1);
    clock.advance(90);
  }
  clock.advance(700);
  expect(seeks).toHaveLength(1);
  expect(seeks[0]).toBeGreaterThan(1_300);
});

test('ends clamp, and what cannot move does not seek', () => {
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

test('a key that stays down after OK means nothing more until it is pressed anew', () => {
  const { clock, model, seeks, tap } = start();
  model.keyDown(1, false);
  clock.advance(600);
  model.keyDown(1, true);
  model.confirm();
  model.keyDown(1, true);
  clock.advance(2_000);
  expect(seeks).toHaveLength(1);
  tap(1);
  clock.advance(700);
  expect(seeks).toHaveLength(2);
});

test('a place that is aimed at waits for its rest, and the pointer for its release', () => {
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
