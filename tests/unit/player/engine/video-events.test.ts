import { expect, test, vi } from 'vitest';
import type { EngineEvent } from '#src/player/engine/engine.ts';
import { bufferedEndOf, engineStateOf, followVideo } from '#src/player/engine/video-events.ts';

interface ElementState {
  ended: boolean;
  seeking: boolean;
  paused: boolean;
  readyState: number;
  currentTime: number;
  duration: number;
  ranges: readonly (readonly [number, number])[];
}

/** Knows the listeners that were added and not removed. */
class ListenedTo extends EventTarget {
  readonly listeners = new Set<string>();
  override addEventListener(name: string, listener: EventListener) {
    this.listeners.add(name);
    super.addEventListener(name, listener);
  }
  override removeEventListener(name: string, listener: EventListener) {
    this.listeners.delete(name);
    super.removeEventListener(name, listener);
  }
}

function createElement(override: Partial<ElementState> = {}) {
  const state: ElementState = {
    ended: false,
    seeking: false,
    paused: false,
    readyState: 4,
    currentTime: 10,
    duration: 1_440,
    ranges: [[0, 30]],
    ...override,
  };
  const buffered = {
    get length() {
      return state.ranges.length;
    },
    start: (index: number) => state.ranges[index]?.[0],
    end: (index: number) => state.ranges[index]?.[1],
  };
  return Object.assign(new ListenedTo(), state, { buffered }) as unknown as HTMLVideoElement &
    ElementState &
    ListenedTo;
}

test.each([
  ['plays', {}, false, 'playing'],
  ['is paused', { paused: true }, false, 'paused'],
  ['is paused without data', { paused: true, readyState: 1 }, true, 'paused'],
  ['has no data', { readyState: 2 }, false, 'buffering'],
  ['is starved by Shaka', {}, true, 'buffering'],
  ['seeks while paused', { seeking: true, paused: true }, false, 'seeking'],
  ['ended, which is also paused', { ended: true, paused: true }, false, 'ended'],
] as const)('the state of an element that %s is right', (_, element, isStarved, expected) => {
  expect(engineStateOf(createElement(element), isStarved)).toBe(expected);
});

test.each([
  [
    'the range that it is in',
    [
      [0, 5],
      [9, 30],
      [40, 50],
    ] as const,
    30,
  ],
  ['a range that begins a hair later', [[10.05, 20]] as const, 20],
  [
    'itself, when there is nothing here',
    [
      [0, 5],
      [12, 30],
    ] as const,
    10,
  ],
])('the buffer ends with %s', (_, ranges, expected) => {
  expect(bufferedEndOf(createElement({ ranges }))).toBe(expected);
});

test('the element emits nothing before the start, each state once, and nothing after the stop', () => {
  const video = createElement();
  const told: EngineEvent[] = [];
  const onMove = vi.fn();
  const follower = followVideo(
    video,
    () => false,
    (event) => told.push(event),
    onMove,
  );
  const states = () => told.flatMap((event) => (event.type === 'state' ? [event.state] : []));
  video.dispatchEvent(new Event('playing'));
  expect(told).toEqual([]);
  expect([...video.listeners]).toContain('progress');
  follower.start();
  expect(told).toEqual([
    { type: 'duration', durationSeconds: 1_440 },
    { type: 'state', state: 'playing' },
    { type: 'position', positionSeconds: 10 },
    { type: 'buffered', bufferedEndSeconds: 30 },
  ]);
  video.dispatchEvent(new Event('timeupdate'));
  Object.assign(video, { paused: true });
  video.dispatchEvent(new Event('pause'));
  expect(states()).toEqual(['playing', 'paused']);
  expect(onMove).toHaveBeenCalledTimes(3);
  follower.stop();
  Object.assign(video, { paused: false });
  video.dispatchEvent(new Event('playing'));
  expect(states()).toEqual(['playing', 'paused']);
  expect([...video.listeners]).toEqual([]);
});
