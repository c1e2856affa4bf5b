import { expect, test } from 'vitest';
import type { ChronicleEvent } from '#src/player/reports/chronicle-entry.ts';
import { createStartMeasuring } from '#src/player/reports/start-parts.ts';

const video: ChronicleEvent = { type: 'video', playLogId: 'log', startAtSeconds: 0 };
const step = (name: 'asked' | 'manifest' | 'segment'): ChronicleEvent => ({ type: 'load-step', step: name });
const stream = (isPrepared: boolean): ChronicleEvent => ({ type: 'stream', protocol: 'dash', isPrepared });
const playing: ChronicleEvent = { type: 'state', state: 'playing', positionSeconds: 0 };

function partsOf(...events: readonly (readonly [ChronicleEvent, atMs: number])[]) {
  const measuring = createStartMeasuring();
  for (const [event, atMs] of events) measuring.follow({ ...event, atMs });
  return measuring.parts();
}

test('the wait for the first picture is divided into steps that follow each other', () => {
  expect(
    partsOf(
      [{ type: 'press', beforeMs: 30 }, 0],
      [video, 100],
      [step('asked'), 120],
      [step('manifest'), 170],
      [step('segment'), 260],
      [stream(false), 265],
      [playing, 300],
    ),
  ).toEqual({ press: 30, answer: 100, ours: 20, manifest: 50, segment: 90, decode: 40, isPrepared: false });
});

test('what was prepared takes no time', () => {
  expect(
    partsOf(
      [step('asked'), 10],
      [step('manifest'), 12],
      [step('segment'), 40],
      [video, 100],
      [stream(true), 101],
      [playing, 130],
    ),
  ).toEqual({ press: 0, answer: 100, ours: 0, manifest: 0, segment: 0, decode: 30, isPrepared: true });
});

test('later loads of the same visit change nothing', () => {
  const first = [
    [video, 100],
    [step('asked'), 100],
    [playing, 300],
  ] as const;
  expect(partsOf(...first, [video, 9_000], [playing, 9_900])).toEqual(partsOf(...first));
});

test('there are no parts without a picture, or after an advertisement', () => {
  expect(partsOf([video, 100], [step('asked'), 120])).toBeNull();
  expect(partsOf([{ type: 'ad-break', adBreakId: 'one' }, 50], [video, 9_000], [playing, 9_500])).toBeNull();
});
