import { expect, test } from 'vitest';
import { ITEM_SECONDS, toItems } from '#server/intake/marks/fingerprint.ts';
import { findSharedParts, prepare, variedItems } from '#server/intake/marks/shared-parts.ts';

/** Items of some sound; the same number gives the same sound. */
function sound(number: number, seconds: number): number[] {
  let state = Math.imul(number, 0x9e3779b1) >>> 0;
  return Array.from({ length: toItems(seconds) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state ^ (state >>> 15)) >>> 0;
  });
}
const tone = (seconds: number) => Array<number>(toItems(seconds)).fill(0x5a5a5a5a);
const clip = (...parts: number[][]) => Uint32Array.from(parts.flat());
const find = (one: Uint32Array, other: Uint32Array) =>
  findSharedParts(prepare(one), prepare(other)).map(({ start, seconds }) => [start.one, start.other, seconds]);
const near = (...seconds: number[]) => seconds.map((second): unknown => expect.closeTo(second, -0.5));

const OPENING = sound(1, 30);

test('a part is found where it is in each clip', () => {
  const one = clip(sound(10, 40), OPENING, sound(11, 50));
  const other = clip(sound(12, 10), OPENING, sound(13, 80));
  expect(find(one, other)).toEqual([near(40, 10, 30)]);
  expect(find(other, one)).toEqual([near(10, 40, 30)]);
});

test('a part at the edge of a clip reaches to the edge', () => {
  const whole = 60 + OPENING.length * ITEM_SECONDS;
  const [first, last] = [clip(OPENING, sound(10, 60)), clip(sound(11, 60), OPENING)];
  const [found] = find(first, last);
  expect(found!.map((seconds, index) => Math.abs(seconds - [0, 60, 30][index]!) < 4)).toEqual([true, true, true]);
  expect(found![0]).toBeGreaterThanOrEqual(0);
  expect(found![1]! + found![2]!).toBeLessThanOrEqual(whole + 4);
});

test('parts of fewer than some seven seconds, tones and silence are none', () => {
  const [jingle, steady] = [sound(5, 6), tone(30)];
  expect(find(clip(sound(10, 40), jingle, sound(11, 40)), clip(sound(12, 10), jingle, sound(13, 40)))).toEqual([]);
  expect(find(clip(sound(10, 40), steady, sound(11, 40)), clip(sound(12, 10), steady, sound(13, 40)))).toEqual([]);
  expect(find(clip(sound(1, 5)), clip(sound(1, 5)))).toEqual([]);
});

test('parts come in the order of the first clip', () => {
  const ending = sound(2, 20);
  const one = clip(sound(10, 10), ending, sound(11, 20), OPENING, sound(12, 10));
  const other = clip(sound(13, 15), OPENING, sound(14, 20), ending, sound(15, 10));
  expect(find(one, other)).toEqual([near(10, 65, 20), near(50, 15, 30)]);
});

test('of two places, a part has the one where more of it is', () => {
  const half = OPENING.slice(0, OPENING.length / 2);
  const one = clip(sound(10, 20), OPENING, sound(11, 20));
  const other = clip(sound(12, 10), half, sound(13, 20), OPENING, sound(14, 10));
  expect(find(one, other)).toEqual([near(20, 45, 30)]);
});

test('sound varies near its changes, and not in a tone', () => {
  const varied = variedItems(clip(Array<number>(40).fill(7), sound(3, 10), Array<number>(40).fill(7)));
  expect([...varied.slice(0, 30), ...varied.slice(-30)].every((one) => one === 0)).toBe(true);
  expect([...varied.slice(44, -44)].every((one) => one === 1)).toBe(true);
});
