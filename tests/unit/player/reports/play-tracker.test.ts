import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createPlayTracker, type PlayReport } from '#src/player/reports/play-tracker.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

// play-tracker-table.test.ts covers every event in every state; these tests cover the rest.

const refusal = (code: ErrorCode) => ({ code });

function setUp() {
  const clock = createFakeClock();
  const offset = { seconds: 0 };
  const sent: PlayReport[] = [];
  const answers: (() => Promise<unknown>)[] = [];
  const spies = { onKick: vi.fn(), onRevalidate: vi.fn(), logError: vi.fn() };
  const store = { save: vi.fn(), leave: vi.fn(), drop: vi.fn(), release: vi.fn() };
  const tracker = createPlayTracker({
    clock,
    position: () => offset.seconds,
    report: (report) => {
      sent.push(report);
      return (answers.shift() ?? (() => Promise.resolve()))();
    },
    errorCodeOf: (error) => (error as { code?: ErrorCode }).code ?? null,
    store,
    ...spies,
  });
  return {
    tracker,
    clock,
    offset,
    sent,
    store,
    ...spies,
    /** Sets the answer to the next report. */
    answer: (how: () => Promise<unknown>) => answers.push(how),
    refuse: (code: ErrorCode) => answers.push(() => Promise.reject(refusal(code))),
    /** Plays for `seconds`, with the position moving along. */
    watch: async (seconds: number) => {
      tracker.play();
      for (let second = 0; second < seconds; second += 1) {
        offset.seconds += 1;
        await clock.pass(1_000);
      }
    },
  };
}

describe('counting (service.md, section 4)', () => {
  test('ignores the time before the first play', async () => {
    const { tracker, clock, sent } = setUp();
    await clock.pass(30_000);
    await tracker.detach();
    expect(sent).toEqual([{ totalPlayTime: 0, playEndOffset: 0, isPlayerExit: true }]);
  });

  test('stops while paused and continues from its value', async () => {
    const { tracker, clock, sent, watch } = setUp();
    await watch(3);
    tracker.pause();
    await clock.pass(20_000);
    await watch(4);
    await tracker.detach();
    expect(sent.at(-1)).toMatchObject({ totalPlayTime: 7 });
  });

  test('adds fractions of seconds on both sides of a pause', async () => {
    const { tracker, clock, sent } = setUp();
    tracker.play();
    clock.advance(1_600);
    tracker.pause();
    clock.advance(5_000);
    tracker.play();
    clock.advance(600);
    await tracker.detach();
    expect(sent.at(-1)).toMatchObject({ totalPlayTime: 2 });
  });

  test.each(['play', 'pause'] as const)('ignores a second %s', async (event) => {
    const { tracker, clock, sent } = setUp();
    tracker.play();
    clock.advance(1_500);
    if (event === 'pause') tracker.pause();
    tracker[event]();
    clock.advance(1_500);
    await tracker.detach();
    expect(sent.at(-1)).toMatchObject({ totalPlayTime: event === 'play' ? 3 : 1 });
  });

  test('adds at most one second for an hour of sleep during playback', async () => {
    const { tracker, clock, sent, watch } = setUp();
    await watch(5);
    clock.suspend(3_600_000);
    await tracker.detach();
    expect(sent.at(-1)?.totalPlayTime).toBeLessThanOrEqual(6);
  });

  test('loses no second when a busy page runs its timers late', async () => {
    const { tracker, clock, sent } = setUp();
    tracker.play();
    for (let second = 0; second < 10; second += 1) clock.suspend(1_400);
    await tracker.detach();
    expect(sent.at(-1)).toMatchObject({ totalPlayTime: 14 });
  });
});

describe('reporting every 60 seconds', () => {
  test('skips when the watched time is unchanged, even after a seek', async () => {
    const { tracker, clock, offset, sent, watch } = setUp();
    await watch(60);
    tracker.pause();
    offset.seconds = 900;
    await clock.pass(180_000);
    expect(sent).toHaveLength(1);
  });

  test('skips when the offset is unchanged, although time was watched', async () => {
    const { clock, offset, sent, watch, tracker } = setUp();
    await watch(60);
    tracker.pause();
    offset.seconds = 0;
    tracker.play();
    await clock.pass(30_000);
    offset.seconds = 60;
    await clock.pass(30_000);
    expect(sent).toHaveLength(1);
  });

  test('is skipped when nothing was watched', async () => {
    const { clock, sent } = setUp();
    await clock.pass(120_000);
    expect(sent).toEqual([]);
  });

  test('compares with the last report that arrived', async () => {
    const { tracker, clock, sent, watch, answer } = setUp();
    answer(() => Promise.reject(new Error('no network')));
    await watch(60);
    tracker.pause();
    await clock.pass(60_000);
    expect(sent).toEqual([sent[0], sent[0]]);
  });

  test('keeps the last known offset when the player has none', async () => {
    const { tracker, offset, sent, watch, clock } = setUp();
    await watch(60);
    offset.seconds = NaN;
    await clock.pass(5_000);
    await tracker.detach();
    expect(sent.at(-1)).toEqual({ totalPlayTime: 65, playEndOffset: 60, isPlayerExit: true });
  });
});

describe('detach', () => {
  test('sends one final report, even without changes, and stops both timers', async () => {
    const { tracker, clock, sent, watch } = setUp();
    await watch(60);
    await tracker.detach();
    expect(sent).toEqual([
      { totalPlayTime: 60, playEndOffset: 60, isPlayerExit: false },
      { totalPlayTime: 60, playEndOffset: 60, isPlayerExit: true },
    ]);
    expect(clock.running()).toBe(0);
  });
});

describe('errors (service.md, section 8)', () => {
  test('are only logged for PLAYBACK_DEACTIVATED after leaving', async () => {
    const { tracker, onKick, logError, watch, refuse } = setUp();
    await watch(5);
    refuse('PLAYBACK_DEACTIVATED');
    await tracker.detach();
    expect(onKick).not.toHaveBeenCalled();
    expect(logError).toHaveBeenCalledWith(refusal('PLAYBACK_DEACTIVATED'));
  });

  test('include a report function that throws, which counts as unanswered', async () => {
    const { tracker, logError, watch, answer } = setUp();
    answer(() => {
      throw new Error('no network');
    });
    await watch(60);
    await tracker.detach();
    expect(logError).toHaveBeenCalledTimes(1);
  });
});

describe('the stored report of a killed page', () => {
  test('is at most 5 s old during playback', async () => {
    const { store, watch } = setUp();
    await watch(14);
    expect(store.save).toHaveBeenLastCalledWith({ totalPlayTime: 10, playEndOffset: 10, isPlayerExit: false });
  });

  test('is exact after a pause and when asked for', async () => {
    const { tracker, store, offset, watch } = setUp();
    await watch(3);
    tracker.pause();
    expect(store.save).toHaveBeenLastCalledWith({ totalPlayTime: 3, playEndOffset: 3, isPlayerExit: false });
    offset.seconds = 40;
    tracker.persist();
    expect(store.save).toHaveBeenLastCalledWith({ totalPlayTime: 3, playEndOffset: 40, isPlayerExit: false });
  });

  test('is absent once the final report was accepted', async () => {
    const { tracker, store, watch } = setUp();
    await watch(3);
    await tracker.detach();
    expect(store.save).toHaveBeenLastCalledWith({ totalPlayTime: 3, playEndOffset: 3, isPlayerExit: true });
    expect(store.drop).toHaveBeenCalledTimes(1);
  });

  test('is the final report when it got no answer', async () => {
    const { tracker, store, watch, answer } = setUp();
    answer(() => Promise.reject(new Error('no network')));
    await watch(3);
    await tracker.detach();
    expect(store.drop).not.toHaveBeenCalled();
    expect(store.release).toHaveBeenCalledTimes(1);
  });

  test('is absent when the server will never accept it', async () => {
    const { tracker, store, watch, refuse } = setUp();
    refuse('PLAYBACK_EXPIRED');
    await watch(60);
    expect(store.drop).toHaveBeenCalledTimes(1);
    store.save.mockClear();
    tracker.persist();
    await tracker.detach();
    expect(store.save).not.toHaveBeenCalled();
  });
});
