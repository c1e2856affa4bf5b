import { expect, test, vi } from 'vitest';
import { createNetworkPatience } from '#src/player/engine/network-patience.ts';
import { PlaybackError } from '#src/player/playback-error.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const gone = new PlaybackError('test', { kind: 'network', severity: 'critical', category: 'network', code: 1002 });

function setUp() {
  expectNothingLeft(() => patience.stop());
  const clock = createFakeClock();
  const retry = vi.fn();
  const onGiveUp = vi.fn();
  const patience = createNetworkPatience(clock, retry, onGiveUp);
  return { clock, retry, onGiveUp, patience };
}

test('a failed request is retried after a second, once for audio and video together', () => {
  const { clock, retry, onGiveUp, patience } = setUp();
  patience.failed(gone);
  patience.failed(gone);
  clock.advance(1_000);
  expect(retry).toHaveBeenCalledTimes(1);
  clock.advance(60_000);
  expect(retry).toHaveBeenCalledTimes(1);
  expect(onGiveUp).not.toHaveBeenCalled();
});

test('requests fail for good after more than 90 s without the network', () => {
  const { clock, onGiveUp, patience } = setUp();
  for (let second = 0; second < 92; second += 1) {
    patience.failed(gone);
    clock.advance(1_000);
  }
  expect(onGiveUp).toHaveBeenCalledTimes(1);
  expect(onGiveUp).toHaveBeenCalledWith(gone);
});

test('any download resets the 90 s', () => {
  const { clock, onGiveUp, patience } = setUp();
  patience.failed(gone);
  clock.advance(80_000);
  patience.recovered();
  clock.advance(80_000);
  patience.failed(gone);
  clock.advance(1_000);
  expect(onGiveUp).not.toHaveBeenCalled();
});

test('no timer remains', () => {
  const { clock, patience } = setUp();
  patience.failed(gone);
  patience.stop();
  expect(clock.running()).toBe(0);
});

test('a retry without any outcome is no excuse for a stall', () => {
  expectNothingLeft(() => patience.stop());
  const clock = createFakeClock();
  const changes: boolean[] = [];
  const patience = createNetworkPatience(clock, vi.fn(), vi.fn(), (isGone) => changes.push(isGone));
  patience.failed(gone);
  clock.advance(1_000);
  patience.failed(gone);
  clock.advance(30_000);
  expect(changes).toEqual([true]);
  clock.advance(1_000);
  expect(changes).toEqual([true, false]);
});
