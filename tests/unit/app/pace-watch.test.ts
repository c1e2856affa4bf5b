import { expect, test } from 'vitest';
import { createPaceWatch, isSmooth, judgePace } from '#src/app/pace-watch.ts';
import { startSettingsEffects } from '#src/app/effects/settings-effects.ts';
import { createPaceStore, hasCuts, type Pace } from '#src/stores/pace-store.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { createSettingsStore } from '#src/stores/settings-store.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const every = (ms: number, count: number) => Array.from({ length: count }, (_, index) => 5000 + index * ms);

test.each([
  ['sixty frames a second', every(1000 / 60, 13), true],
  ['thirty frames a second', every(1000 / 30, 7), true],
  ['twenty frames a second', every(50, 5), false],
  ['one long frame instead of the slide', [5000, 5016, 5230], false],
  ['a page that was hidden', [5000, 9000], null],
  ['too few frames', [5000], null],
])('a slide is smooth from thirty frames a second on: %s', (_what, frames, expected) =>
  expect(isSmooth(frames)).toBe(expected),
);

test.each<[string, boolean[], Pace | null]>([
  ['seven moves, which are too few', Array<boolean>(7).fill(false), null],
  ['six of eight moves that are not smooth', [true, true, ...Array<boolean>(6).fill(false)], 'slow'],
  ['a screen that loaded during the first moves', [false, false, false, ...Array<boolean>(5).fill(true)], 'quick'],
])('a set is slow when most of its first moves were slow: %s', (_what, moves, expected) =>
  expect(judgePace(moves)).toBe(expected),
);

/** Frames at a fixed interval, as long as a callback is registered. */
function startFrames(frameMs: number) {
  const told: Pace[] = [];
  const waiting: ((at: number) => void)[] = [];
  let at = 1000;
  const move = createPaceWatch({ onNextFrame: (run) => waiting.push(run), onMeasured: (pace) => told.push(pace) });
  const drawAll = () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) run((at += frameMs));
  };
  return { told, waiting, move, drawAll };
}

test.each<[number, Pace]>([
  [1000 / 60, 'quick'],
  [60, 'slow'],
])('the pace watch measures the first eight moves with frames of %i ms, and none after them', (frameMs, expected) => {
  const { told, waiting, move, drawAll } = startFrames(frameMs);
  expect(waiting).toHaveLength(0);
  for (let moved = 0; moved < 8; moved += 1) {
    move();
    // A move during a slide extends that slide.
    move();
    expect(waiting).toHaveLength(1);
    drawAll();
  }
  expect(told).toEqual([expected]);
  move();
  expect(waiting).toHaveLength(0);
});

test.each<[reduceMotion: boolean | null, Pace | null, expected: boolean]>([
  [null, null, false],
  [null, 'quick', false],
  [null, 'slow', true],
  [true, 'quick', true],
  [false, 'slow', false],
])("the viewer's setting overrides the measured pace: %s, %s", (reduceMotion, pace, expected) =>
  expect(hasCuts({ reduceMotion }, pace)).toBe(expected),
);

test('a slow set stops animating at once, unless the viewer chose motion', () => {
  const platform = createFakePlatform();
  const settings = createSettingsStore(platform.storage, createSessionStore(platform.cookies), platform.captions);
  const pace = createPaceStore();
  const root = { dataset: {} } as HTMLElement;
  startSettingsEffects(settings, pace, root);
  expect(root.dataset['motion']).toBe('full');
  pace.setState({ pace: 'slow' });
  expect(root.dataset['motion']).toBe('reduced');
  settings.getState().change({ reduceMotion: false });
  expect(root.dataset['motion']).toBe('full');
  settings.getState().change({ reduceMotion: true });
  expect(root.dataset['motion']).toBe('reduced');
});
