import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createPlayTracker, type PlayReport } from '#src/player/play-tracker.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

/** One thing that happens to a tracker. `answer` settles the report that is under way. */
type Happening =
  | { readonly kind: 'play' | 'pause' | 'persist' | 'detach' | 'seek' }
  | { readonly kind: 'pass' | 'sleep'; readonly ms: number }
  | { readonly kind: 'answer'; readonly code: ErrorCode | 'accepted' | 'none' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('play' as const, 'pause' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('persist' as const, 'seek' as const, 'detach' as const) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 70_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 0, max: 600_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      code: fc.constantFrom(
        'accepted',
        'none',
        'INTERNAL',
        'PLAYBACK_DEACTIVATED',
        'PLAYBACK_EXPIRED',
        'TOTAL_PLAY_TIME_INVALID',
      ),
    }),
  },
);

const BLOCKING = new Set(['PLAYBACK_EXPIRED', 'TOTAL_PLAY_TIME_INVALID']);

async function live(happenings: readonly Happening[]) {
  const clock = createFakeClock();
  const sent: PlayReport[] = [];
  let offset = 0;
  let playingMs = 0;
  let isPlaying = false;
  let hasLeft = false;
  let isBlocked = false;
  let mostUnderWay = 0;
  const underWay: { resolve: (value: unknown) => void; reject: (error: unknown) => void }[] = [];
  const kicks = { count: 0 };
  const tracker = createPlayTracker({
    clock,
    position: () => offset,
    report: (report) => {
      sent.push(report);
      return new Promise((resolve, reject) => {
        underWay.push({ resolve, reject });
        mostUnderWay = Math.max(mostUnderWay, underWay.length);
      });
    },
    errorCodeOf: (error) => error as ErrorCode | null,
    onKick: () => (kicks.count += 1),
    onRevalidate: () => undefined,
    logError: () => undefined,
  });
  const answer = async (code: ErrorCode | 'accepted' | 'none') => {
    const report = underWay.shift();
    if (!report) return;
    if (BLOCKING.has(code) || (code === 'PLAYBACK_DEACTIVATED' && !hasLeft)) isBlocked = true;
    if (code === 'accepted') report.resolve(null);
    else report.reject(code === 'none' ? null : code);
    await settled();
  };
  for (const event of happenings) {
    const beforeMs = clock.now();
    switch (event.kind) {
      case 'play':
        tracker.play();
        isPlaying ||= !hasLeft;
        break;
      case 'pause':
        tracker.pause();
        isPlaying = false;
        break;
      case 'persist':
        tracker.persist();
        break;
      case 'seek':
        offset += 137;
        break;
      case 'detach':
        void tracker.detach();
        hasLeft = true;
        isPlaying = false;
        break;
      case 'pass':
        await clock.pass(event.ms);
        offset += Math.floor(event.ms / 1_000);
        break;
      case 'sleep':
        clock.suspend(event.ms);
        break;
      case 'answer':
        await answer(event.code);
    }
    if (isPlaying) playingMs += clock.now() - beforeMs;
    await settled();
  }
  const wasBlockedBeforeLeaving = isBlocked;
  const left = tracker.detach();
  hasLeft = true;
  while (underWay.length > 0) await answer('accepted');
  await left;
  return { clock, sent, playingMs, mostUnderWay, isBlocked, wasBlockedBeforeLeaving, kicks };
}

test('holds its promises whatever happens, in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
      const { clock, sent, playingMs, mostUnderWay, isBlocked, kicks } = await live(happenings);
      const finals = sent.filter((report) => report.isPlayerExit);
      // Watched seconds never exceed the wall seconds of playing.
      sent.forEach((report) => expect(report.totalPlayTime * 1_000).toBeLessThanOrEqual(playingMs));
      expect(mostUnderWay).toBeLessThanOrEqual(1);
      expect(finals.length).toBeLessThanOrEqual(1);
      // One final report, or none when an error before it blocked it. The final report itself may be what is refused.
      if (!isBlocked) expect(finals).toHaveLength(1);
      if (finals.length === 1) expect(sent[sent.length - 1]).toBe(finals[0]);
      expect(kicks.count).toBeLessThanOrEqual(1);
      const times = sent.map((report) => report.totalPlayTime);
      expect(times).toEqual(times.slice().sort((one, other) => one - other));
      expect(clock.running()).toBe(0);
    }),
    { numRuns: 400 },
  );
});
