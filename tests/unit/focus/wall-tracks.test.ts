import { beforeEach, describe, expect, test } from 'vitest';
import { createTrackMover } from '#src/focus/wall-tracks.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';

/** A track that records every change of its style. */
function buildTrack() {
  const writes: string[] = [];
  let transition = '';
  const style = {
    set transition(value: string) {
      if (value === transition) return;
      transition = value;
      writes.push(`transition ${value || 'of the style sheet'}`);
    },
    set transform(value: string) {
      writes.push(value);
    },
  };
  return { element: { style } as unknown as HTMLElement, takeWrites: () => writes.splice(0) };
}

const at = (shift: number) => `translate3d(${-shift}rem, 0, 0)`;

let clock: FakeClock;
let hasCuts: boolean;
let move: ReturnType<typeof createTrackMover>;
let track: ReturnType<typeof buildTrack>;

beforeEach(() => {
  clock = createFakeClock();
  hasCuts = false;
  move = createTrackMover(clock, () => hasCuts);
  track = buildTrack();
  move(track.element, 'x', 0, false);
  track.takeWrites();
});

test('places a new track, and has nothing to cut', () => {
  const other = buildTrack();
  move(other.element, 'y', 33, false);
  expect(other.takeWrites()).toEqual(['translate3d(0, -33rem, 0)']);
  expect(clock.running()).toBe(0);
});

test('writes one transform for a move, and nothing for a track that stays', () => {
  move(track.element, 'x', 16, false);
  move(track.element, 'x', 16, false);
  expect(track.takeWrites()).toEqual([at(16)]);
});

test('cuts the tail of the transition once after the move, and the next move has a transition again', () => {
  move(track.element, 'x', 16, false);
  track.takeWrites();
  clock.advance(179);
  expect(track.takeWrites()).toEqual([]);
  clock.advance(1000);
  expect(track.takeWrites()).toEqual(['transition none']);
  move(track.element, 'x', 32, false);
  expect(track.takeWrites()).toEqual(['transition of the style sheet', at(32)]);
});

test('waits for the last of several moves, and cuts all tracks that moved', () => {
  const wall = buildTrack();
  move(wall.element, 'y', 0, false);
  wall.takeWrites();
  move(wall.element, 'y', 33, false);
  clock.advance(100);
  move(track.element, 'x', 16, false);
  clock.advance(100);
  expect([...wall.takeWrites(), ...track.takeWrites()]).toEqual(['translate3d(0, -33rem, 0)', at(16)]);
  clock.advance(80);
  expect([...wall.takeWrites(), ...track.takeWrites()]).toEqual(['transition none', 'transition none']);
});

describe('of a held arrow', () => {
  test('moves are cut, and the first one after it has a transition', () => {
    move(track.element, 'x', 16, true);
    move(track.element, 'x', 32, true);
    expect(clock.running()).toBe(0);
    move(track.element, 'x', 48, false);
    expect(track.takeWrites()).toEqual(['transition none', at(16), at(32), 'transition of the style sheet', at(48)]);
  });

  test('the first move ends its transition only once', () => {
    move(track.element, 'x', 16, false);
    move(track.element, 'x', 32, true);
    clock.advance(1000);
    expect(track.takeWrites()).toEqual([at(16), 'transition none', at(32)]);
  });
});

test('a wall without motion has nothing to cut', () => {
  hasCuts = true;
  move(track.element, 'x', 16, false);
  expect([track.takeWrites(), clock.running()]).toEqual([[at(16)], 0]);
});
