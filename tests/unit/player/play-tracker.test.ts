import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createPlayTracker, type PlayReport } from '#src/player/play-tracker.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

// What must come of every event in every state is in play-tracker-table.test.ts; here is what a table cannot hold.

const refusal = (code: ErrorCode) => ({ code });

function setUp() {
  const clock = createFakeClock();
  const place = { seconds: 0 };
  const sent: PlayReport[] = [];
  const answers: (() => Promise<unknown>)[] = [];
  const spies = { onKick: vi.fn(), onRevalidate: vi.fn(), logError: vi.fn() };
  const store = { keep: vi.fn(), drop: vi.fn(), release: vi.fn() };
  const tracker = createPlayTracker({
    clock,
    position: () => place.seconds,
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
    place,
    sent,
    store,
    ...spies,
    /** The next report is answered so. */
    answer: (how: () => Promise<unknown>) => answers.push(how),
    refuse: (code: ErrorCode) => answers.push(() => Promise.reject(refusal(code))),
    /** Plays for `seconds`, the position moving along. */
    watch: async (seconds: number) => {
      tracker.play();
      for (let second = 0; second < seconds; second += 1) {
        place.seconds += 1;
        await clock.pass(1_000);
      }
    },
  };
}

describe('counting (service.md, section 4)', () => {
  test('counts nothing before the first play', async () => {
    const { tracker, clock, sent } = setUp();
    await clock.pass(30_000);
    await tracker.detach();
    expect(sent).toEqual([{ totalPlayTime: 0, playEndOffset: 0, isPlayerExit: true }]);
  });

  test('counts nothing while paused, and goes on where it stood', async () => {
    const { tracker, clock, sent, watch } = setUp();
    await watch(3);
    tracker.pause();
    await clock.pass(20_000);
    await watch(4);
    await tracker.detach();
    expect(sent.at(-1)).toMatchObject({ totalPlayTime: 7 });
  });

  test('adds the parts of seconds on both sides of a pause', async () => {
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

  test('a television that slept for an hour while playing has watched one second of it at most', async () => {
    const { tracker, clock, sent, watch } = setUp();
    await watch(5);
    clock.suspend(3_600_000);
    await tracker.detach();
    expect(sent.at(-1)?.totalPlayTime).toBeLessThanOrEqual(6);
  });

  test('a busy page that runs its timers late loses no second', async () => {
    const { tracker, clock, sent } = setUp();
    tracker.play();
    for (let second = 0; second < 10; second += 1) clock.suspend(1_400);
    await tracker.detach();
    expect(sent.at(-1)).toMatchObject({ totalPlayTime: 14 });
  });
});

describe('reporting every 60 seconds', () => {
  test('skips when the watched time is unchanged, even after a seek', async () => {
    const { tracker, clock, place, sent, watch } = setUp();
    await watch(60);
    tracker.pause();
    place.seconds = 900;
    await clock.pass(180_000);
    expect(sent).toHaveLength(1);
  });

  test('skips when the offset is unchanged, although time was watched', async () => {
    const { clock, place, sent, watch, tracker } = setUp();
    await watch(60);
    tracker.pause();
    place.seconds = 0;
    tracker.play();
    await clock.pass(30_000);
    place.seconds = 60;
    await clock.pass(30_000);
    expect(sent).toHaveLength(1);
  });

  test('skips when nothing was ever watched', async () => {
    const { clock, sent } = setUp();
    await clock.pass(120_000);
    expect(sent).toEqual([]);
  });

  test('a report that never arrived does not count as the last one', async () => {
    const { tracker, clock, sent, watch, answer } = setUp();
    answer(() => Promise.reject(new Error('no network')));
    await watch(60);
    tracker.pause();
    await clock.pass(60_000);
    expect(sent).toEqual([sent[0], sent[0]]);
  });

  test('keeps the last known offset when the player has none', async () => {
    const { tracker, place, sent, watch, clock } = setUp();
    await watch(60);
    place.seconds = NaN;
    await clock.pass(5_000);
    await tracker.detach();
    expect(sent.at(-1)).toEqual({ totalPlayTime: 65, playEndOffset: 60, isPlayerExit: true });
  });
});

describe('detach', () => {
  test('sends one final report, also when nothing changed, and stops both timers', async () => {
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
  test('PLAYBACK_DEACTIVATED after leaving is only logged', async () => {
    const { tracker, onKick, logError, watch, refuse } = setUp();
    await watch(5);
    refuse('PLAYBACK_DEACTIVATED');
    await tracker.detach();
    expect(onKick).not.toHaveBeenCalled();
    expect(logError).toHaveBeenCalledWith(refusal('PLAYBACK_DEACTIVATED'));
  });

  test('a report function that throws is an answer that did not come', async () => {
    const { tracker, logError, watch, answer } = setUp();
    answer(() => {
      throw new Error('no network');
    });
    await watch(60);
    await tracker.detach();
    expect(logError).toHaveBeenCalledTimes(1);
  });
});

describe('what a killed page leaves behind', () => {
  test('is at most 5 s old while playing', async () => {
    const { store, watch } = setUp();
    await watch(14);
    expect(store.keep).toHaveBeenLastCalledWith({ totalPlayTime: 10, playEndOffset: 10, isPlayerExit: false });
  });

  test('is exact after a pause and when asked for', async () => {
    const { tracker, store, place, watch } = setUp();
    await watch(3);
    tracker.pause();
    expect(store.keep).toHaveBeenLastCalledWith({ totalPlayTime: 3, playEndOffset: 3, isPlayerExit: false });
    place.seconds = 40;
    tracker.persist();
    expect(store.keep).toHaveBeenLastCalledWith({ totalPlayTime: 3, playEndOffset: 40, isPlayerExit: false });
  });

  test('is nothing once the final report was accepted', async () => {
    const { tracker, store, watch } = setUp();
    await watch(3);
    await tracker.detach();
    expect(store.keep).toHaveBeenLastCalledWith({ totalPlayTime: 3, playEndOffset: 3, isPlayerExit: true });
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

  test('is nothing when the server will never accept it', async () => {
    const { tracker, store, watch, refuse } = setUp();
    refuse('PLAYBACK_EXPIRED');
    await watch(60);
    expect(store.drop).toHaveBeenCalledTimes(1);
    store.keep.mockClear();
    tracker.persist();
    await tracker.detach();
    expect(store.keep).not.toHaveBeenCalled();
  });
});
