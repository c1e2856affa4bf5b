import { expect, test } from 'vitest';
import type { ChronicleEvent } from '#src/player/reports/chronicle-entry.ts';
import { createChronicle } from '#src/player/reports/chronicle.ts';
import type { PlaybackState } from '#src/player/playback-state.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

test('entries are timed from the start of the chronicle', () => {
  const clock = createFakeClock();
  clock.advance(5_000);
  const chronicle = createChronicle(clock);
  clock.advance(1_234.4);
  chronicle.add({ type: 'visibility', isVisible: false });
  expect(chronicle.startedAt).toBe(clock.instant() - 1_234.4);
  expect(chronicle.entries()).toEqual([{ type: 'visibility', isVisible: false, atMs: 1_234 }]);
});

test('the chronicle drops the oldest entries above its capacity', () => {
  const chronicle = createChronicle(createFakeClock(), 2);
  for (const phase of ['opening', 'open', 'closed']) chronicle.add({ type: 'phase', phase });
  expect(chronicle.entries()).toMatchObject([{ phase: 'open' }, { phase: 'closed' }]);
});

/** Builds a chronicle of states with durations in ms. */
function livedThrough(...steps: (readonly [PlaybackState | ChronicleEvent, number])[]) {
  const clock = createFakeClock();
  const chronicle = createChronicle(clock, 3);
  for (const [step, ms] of steps) {
    chronicle.add(typeof step === 'string' ? { type: 'state', state: step, positionSeconds: 0 } : step);
    clock.advance(ms);
  }
  return chronicle.measures();
}

const frames = (dropped: number, total: number) => [{ type: 'frames', dropped, total } as const, 0] as const;

test.each([
  ['nothing that played', [['loading', 900]], { firstFrameMs: null, rebufferRatio: 0, droppedFrames: null }],
  [
    'the first moving picture',
    [
      ['loading', 900],
      ['playing', 100],
    ],
    { firstFrameMs: 900 },
  ],
  [
    'waiting that still lasts',
    [
      ['playing', 9_000],
      ['buffering', 1_000],
    ],
    { rebufferRatio: 0.1 },
  ],
  [
    'waiting in the middle',
    [
      ['loading', 500],
      ['playing', 3_000],
      ['buffering', 1_000],
      ['playing', 4_000],
      ['ended', 9_000],
    ],
    { rebufferRatio: 0.125 },
  ],
  [
    'no waiting for what the viewer asked for: a load, a seek',
    [
      ['loading', 500],
      ['buffering', 500],
      ['playing', 1_000],
      ['seeking', 500],
      ['buffering', 500],
      ['playing', 1_000],
    ],
    { firstFrameMs: 1_000, rebufferRatio: 0 },
  ],
  [
    'no advertisement before the first picture',
    [
      ['loading', 200],
      [{ type: 'ad-break', adBreakId: 'a' }, 15_000],
      [{ type: 'ad', ending: 'complete' }, 0],
      ['loading', 300],
      ['playing', 1],
    ],
    { firstFrameMs: 500 },
  ],
  ['dropped pictures of all loads together', [frames(2, 100), frames(1, 50)], { droppedFrames: 3, totalFrames: 150 }],
] satisfies [string, (readonly [PlaybackState | ChronicleEvent, number])[], object][])(
  'measures %s, also when its beginning is forgotten',
  (_, steps, expected) => {
    expect(livedThrough(...steps)).toMatchObject(expected);
  },
);
