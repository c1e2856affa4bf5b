import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createSleepTimer, sleepChoices } from '#src/player/controls/sleep-timer.ts';

const MINUTE = 60_000;

function start() {
  expectNothingLeft(() => timer.choose('off'));
  const clock = createFakeClock();
  const timer = createSleepTimer(clock);
  const open = () => {
    const player = { playing: true, volume: 1, sleep: vi.fn() };
    const close = timer.attach({
      isPlaying: () => player.playing,
      setVolume: (share) => void (player.volume = share),
      sleep: player.sleep,
    });
    return Object.assign(player, { close });
  };
  return { clock, timer, open };
}

test('the sound fades over 20 s, then the player closes once', () => {
  const { clock, timer, open } = start();
  const player = open();
  timer.choose('15');
  clock.advance(15 * MINUTE - 1);
  expect(player.volume).toBe(1);
  expect(timer.isFading.getState()).toBe(false);
  clock.advance(10_001);
  expect(timer.isFading.getState()).toBe(true);
  expect(player.volume).toBeCloseTo(0.5, 1);
  clock.advance(9_000);
  expect(player.volume).toBeCloseTo(0.05, 1);
  expect(player.sleep).not.toHaveBeenCalled();
  clock.advance(60 * MINUTE);
  expect(player.sleep).toHaveBeenCalledTimes(1);
  expect(player.volume).toBeLessThan(0.05);
  expect(timer.getState().choice).toBe('off');
  expect(clock.running()).toBe(0);
});

test('a key during the fade brings the sound back and turns the timer off', () => {
  const { clock, timer, open } = start();
  const player = open();
  timer.choose('30');
  clock.advance(30 * MINUTE + 5_000);
  expect(player.volume).toBeLessThan(1);
  timer.wake();
  expect(player.volume).toBe(1);
  expect(timer.getState()).toEqual({ choice: 'off', isFading: false, dueAtMs: null });
  clock.advance(120 * MINUTE);
  expect(player.sleep).not.toHaveBeenCalled();
});

test('a key before the fade changes nothing', () => {
  const { clock, timer, open } = start();
  const player = open();
  timer.choose('15');
  timer.wake();
  clock.advance(15 * MINUTE + 21_000);
  expect(player.sleep).toHaveBeenCalledTimes(1);
});

test('a paused picture needs no fade', () => {
  const { clock, timer, open } = start();
  const player = open();
  timer.choose('15');
  player.playing = false;
  clock.advance(15 * MINUTE);
  expect(player.sleep).toHaveBeenCalledTimes(1);
});

test('the timer runs on through the next episode, which fades too', () => {
  const { clock, timer, open } = start();
  const first = open();
  timer.choose('30');
  clock.advance(20 * MINUTE);
  first.close();
  const second = open();
  clock.advance(10 * MINUTE + 10_000);
  const third = open();
  second.close();
  expect(third.volume).toBeCloseTo(0.5, 1);
  clock.advance(10_000);
  expect(first.sleep).not.toHaveBeenCalled();
  expect(second.sleep).not.toHaveBeenCalled();
  expect(third.sleep).toHaveBeenCalledTimes(1);
});

test('the timer turns off where no player is open, and the next player is loud', () => {
  const { clock, timer, open } = start();
  const player = open();
  timer.choose('15');
  player.close();
  clock.advance(15 * MINUTE);
  expect(timer.getState().choice).toBe('off');
  expect(player.sleep).not.toHaveBeenCalled();
  expect(open().volume).toBe(1);
});

describe('after this episode', () => {
  test('fades in its last 20 s and sleeps at its end', () => {
    const { clock, timer, open } = start();
    const player = open();
    timer.choose('episode');
    expect(timer.endsWithEpisode()).toBe(true);
    timer.follow(21);
    expect(timer.isFading.getState()).toBe(false);
    timer.follow(20);
    clock.advance(15_000);
    expect(player.volume).toBeCloseTo(0.25, 1);
    expect(timer.endEpisode()).toBe(true);
    expect(player.sleep).toHaveBeenCalledTimes(1);
    expect(timer.endEpisode()).toBe(false);
  });

  test('sleeps also when the viewer skips the ending', () => {
    const { timer, open } = start();
    const player = open();
    timer.choose('episode');
    expect(timer.endEpisode()).toBe(true);
    expect(player.sleep).toHaveBeenCalledTimes(1);
  });

  test('a time that is set does not end at the end of an episode', () => {
    const { timer, open } = start();
    const player = open();
    timer.choose('60');
    expect(timer.endEpisode()).toBe(false);
    expect(player.sleep).not.toHaveBeenCalled();
  });
});

test('volume, timers and what the timer promises always fit the state, and a player sleeps only after a fade or its episode', () => {
  const event = fc.oneof(
    fc.record({ do: fc.constant('choose' as const), choice: fc.constantFrom(...sleepChoices) }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40 * MINUTE }) }),
    fc.record({ do: fc.constant('fade' as const), endsWithin: fc.boolean() }),
    fc.record({ do: fc.constantFrom('wake', 'end', 'reopen', 'pause', 'play', 'last' as const) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const { clock, timer, open } = start();
      let player = open();
      for (const one of events) {
        if (one.do === 'choose') timer.choose(one.choice);
        if (one.do === 'pass') clock.advance(one.ms);
        if (one.do === 'fade') clock.advance(Math.max(0, (timer.getState().dueAtMs ?? 0) - clock.now()) + 5_000);
        if (one.do === 'wake') timer.wake();
        if (one.do === 'end' || (one.do === 'fade' && one.endsWithin)) {
          // The next episode is prepared, or not, by what the timer says before.
          const promised = timer.endsWithEpisode();
          expect(timer.endEpisode()).toBe(promised);
        }
        if (one.do === 'last') timer.follow(10);
        if (one.do === 'pause' || one.do === 'play') player.playing = one.do === 'play';
        if (one.do === 'reopen') {
          player.close();
          player = open();
        }
        const { choice, isFading, dueAtMs } = timer.getState();
        expect(timer.isFading.getState()).toBe(isFading);
        // One timer while it counts or fades, none otherwise.
        expect(clock.running()).toBe(isFading || dueAtMs !== null ? 1 : 0);
        expect(dueAtMs === null || dueAtMs >= clock.now()).toBe(true);
        if (choice === 'off') expect(isFading).toBe(false);
        if (!isFading && player.sleep.mock.calls.length === 0) expect(player.volume).toBe(1);
        expect(player.volume).toBeGreaterThanOrEqual(0);
        expect(player.volume).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 200 },
  );
});
