import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createPlayTracker, type PlayReport } from '#src/player/reports/play-tracker.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

/** An event of a tracker. `answer` settles the report in flight. */
type Happening =
  | { readonly kind: 'play' | 'pause' | 'persist' | 'hide' | 'detach' | 'seek' }
  | { readonly kind: 'pass' | 'sleep'; readonly ms: number }
  | { readonly kind: 'answer'; readonly code: ErrorCode | 'accepted' | 'none' };

const answered = fc.constantFrom<Answer[]>(
  'accepted',
  'none',
  'INTERNAL',
  'PLAYBACK_DEACTIVATED',
  'PLAYBACK_EXPIRED',
  'TOTAL_PLAY_TIME_INVALID',
);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('play' as const, 'pause' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('persist' as const, 'seek' as const, 'hide' as const, 'detach' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 70_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 0, max: 600_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), code: answered }),
  },
);

const BLOCKING = new Set(['PLAYBACK_EXPIRED', 'TOTAL_PLAY_TIME_INVALID']);
type Answer = Extract<Happening, { kind: 'answer' }>['code'];

/** A clock later than this means that the television slept: only one step of the sleep counts as watched. */
const LONGEST_LATE_MS = 2_000;

async function live(happenings: readonly Happening[], lastAnswer: Answer) {
  const clock = createFakeClock();
  const sent: PlayReport[] = [];
  let offset = 0;
  let playingMs = 0;
  let isPlaying = false;
  let hasLeft = false;
  let isBlocked = false;
  let mostUnderWay = 0;
  const underWay: { resolve: (value: unknown) => void; reject: (error: unknown) => void }[] = [];
  /** Violated invariants, in order. */
  const broken: string[] = [];
  const seen = { kicks: 0, revalidates: 0 };
  const disk = { saved: null as PlayReport | null, isLeaving: false, isReleased: false };
  const tracker = createPlayTracker({
    clock,
    position: () => offset,
    report: (report) => {
      sent.push(report);
      if (isBlocked) broken.push('a report after the server blocked it');
      if (hasLeft && !report.isPlayerExit) broken.push('a report that is not the last one after leaving');
      return new Promise((resolve, reject) => {
        underWay.push({ resolve, reject });
        mostUnderWay = Math.max(mostUnderWay, underWay.length);
      });
    },
    errorCodeOf: (error) => error as ErrorCode | null,
    onKick: () => {
      seen.kicks += 1;
      if (hasLeft) broken.push('a kick of somebody who has left');
    },
    onRevalidate: () => (seen.revalidates += 1),
    logError: () => undefined,
    store: {
      save(report) {
        disk.saved = report;
        if (isBlocked || disk.isReleased) broken.push('saved what nobody will ask for');
      },
      leave: () => (disk.isLeaving = true),
      drop: () => Object.assign(disk, { saved: null, isLeaving: false }),
      release: () => Object.assign(disk, { isReleased: true, isLeaving: false }),
    },
  });
  const answer = async (code: Answer) => {
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
      case 'hide':
        tracker.reportNow();
        break;
      case 'detach':
        hasLeft = true;
        isPlaying = false;
        void tracker.detach();
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
    const passedMs = clock.now() - beforeMs;
    if (isPlaying) playingMs += event.kind === 'sleep' ? Math.min(passedMs, LONGEST_LATE_MS) : passedMs;
    await settled();
  }
  hasLeft = true;
  const left = tracker.detach();
  await settled();
  while (underWay.length > 0) await answer(lastAnswer);
  await left;
  return { clock, sent, playingMs, mostUnderWay, isBlocked, seen, disk, broken };
}

test('the tracker keeps its invariants in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), answered, async (happenings, lastAnswer) => {
      const { clock, sent, playingMs, mostUnderWay, isBlocked, seen, disk, broken } = await live(
        happenings,
        lastAnswer,
      );
      expect(broken).toEqual([]);
      const finals = sent.filter((report) => report.isPlayerExit);
      // Watched seconds never exceed the real seconds of playback.
      sent.forEach((report) => expect(report.totalPlayTime * 1_000).toBeLessThanOrEqual(playingMs));
      expect(mostUnderWay).toBeLessThanOrEqual(1);
      expect(finals.length).toBeLessThanOrEqual(1);
      // One final report, or none when an earlier error blocked it. The final report itself may be refused.
      if (!isBlocked) expect(finals).toHaveLength(1);
      if (finals.length === 1) expect(sent[sent.length - 1]).toBe(finals[0]);
      expect(seen.kicks + seen.revalidates).toBeLessThanOrEqual(1);
      const times = sent.map((report) => report.totalPlayTime);
      expect(times).toEqual(times.slice().sort((one, other) => one - other));
      // Only an unanswered report is stored for the next start.
      if (disk.saved) expect([disk.saved, disk.isReleased]).toEqual([finals[0], true]);
      if (isBlocked) expect(disk.saved).toBeNull();
      // The next playback waits for a final report on its way.
      expect(disk.isLeaving).toBe(false);
      expect(clock.running()).toBe(0);
    }),
    { numRuns: 400 },
  );
});
