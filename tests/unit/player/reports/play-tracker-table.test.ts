import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { createPlayTracker } from '#src/player/reports/play-tracker.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

/*
 * service.md, section 4: every state with every event and the expected effects. The position moves with the clock, so
 * that successive reports differ unless a row says otherwise.
 */

interface Row {
  /** Watched for 10 s, or for 60 s with the first report unanswered. */
  readonly given: 'playing' | 'paused' | 'left' | 'playing, asked' | 'paused, asked' | 'left, asked';
  readonly when:
    'play' | 'pause' | '1 s' | '60 s' | '60 s at one position' | 'detach' | 'accepted' | 'no answer' | ErrorCode;
  /** Reports that it leads to at once, as seconds watched and position. */
  readonly sends: readonly string[];
  readonly calls: readonly ('kick' | 'revalidate' | 'log')[];
  /** How many of the two timers run afterwards. */
  readonly timers: 0 | 1 | 2;
  /** Reports of the next 61 s with every report accepted, and of leaving after that. */
  readonly later: readonly string[];
}

const NOTHING: readonly never[] = [];

// prettier-ignore
const TABLE: readonly Row[] = [
  // "play sets playing"; a second play has no effect.
  { given: 'playing', when: 'play',  sends: NOTHING, calls: NOTHING, timers: 2, later: ['60 at 60', '71 at 71, left'] },
  { given: 'paused',  when: 'play',  sends: NOTHING, calls: NOTHING, timers: 2, later: ['60 at 60', '71 at 71, left'] },
  { given: 'left',    when: 'play',  sends: NOTHING, calls: NOTHING, timers: 0, later: NOTHING },
  // "pause sets paused"
  { given: 'playing', when: 'pause', sends: NOTHING, calls: NOTHING, timers: 1, later: ['10 at 60', '10 at 71, left'] },
  { given: 'paused',  when: 'pause', sends: NOTHING, calls: NOTHING, timers: 1, later: ['10 at 60', '10 at 71, left'] },
  { given: 'left',    when: 'pause', sends: NOTHING, calls: NOTHING, timers: 0, later: NOTHING },
  // "While playing, the watched-time counter grows by 1 every second"
  { given: 'playing', when: '1 s',   sends: NOTHING, calls: NOTHING, timers: 2, later: ['60 at 60', '72 at 72, left'] },
  { given: 'paused',  when: '1 s',   sends: NOTHING, calls: NOTHING, timers: 1, later: ['10 at 60', '10 at 72, left'] },
  { given: 'left',    when: '1 s',   sends: NOTHING, calls: NOTHING, timers: 0, later: NOTHING },
  // "Every 60 seconds the current state is reported to the server"
  { given: 'playing', when: '60 s',  sends: ['60 at 60'], calls: NOTHING, timers: 2, later: ['120 at 120', '131 at 131, left'] },
  { given: 'left',    when: '60 s',  sends: NOTHING, calls: NOTHING, timers: 0, later: NOTHING },
  // "A report is skipped when totalPlayTime … is unchanged": the first report already said 10.
  { given: 'paused',  when: '60 s',  sends: ['10 at 60'], calls: NOTHING, timers: 1, later: ['10 at 131, left'] },
  // "… or playEndOffset is unchanged": of what was watched at one position the server hears on leaving at the latest.
  { given: 'playing, asked', when: '60 s at one position', sends: NOTHING, calls: NOTHING, timers: 2, later: ['180 at 120', '181 at 121, left'] },
  // While a report is out, there is no second one.
  { given: 'playing, asked', when: '60 s', sends: NOTHING, calls: NOTHING, timers: 2, later: ['180 at 180', '181 at 181, left'] },
  // "When the player is detached the tracker marks itself as left, sends one final report …, and stops both timers"
  { given: 'playing', when: 'detach', sends: ['10 at 10, left'], calls: NOTHING, timers: 0, later: NOTHING },
  { given: 'paused',  when: 'detach', sends: ['10 at 10, left'], calls: NOTHING, timers: 0, later: NOTHING },
  { given: 'left',    when: 'detach', sends: NOTHING, calls: NOTHING, timers: 0, later: NOTHING },
  { given: 'left, asked', when: 'accepted', sends: ['60 at 60, left'], calls: NOTHING, timers: 0, later: NOTHING },
  // "Error PLAYBACK_DEACTIVATED while the user has not left: the final report is blocked and the registered kick callback is called"
  { given: 'playing, asked', when: 'PLAYBACK_DEACTIVATED', sends: NOTHING, calls: ['kick'], timers: 2, later: NOTHING },
  { given: 'paused, asked',  when: 'PLAYBACK_DEACTIVATED', sends: NOTHING, calls: ['kick'], timers: 1, later: NOTHING },
  // … "if already left, logged only" (section 8)
  { given: 'left, asked',    when: 'PLAYBACK_DEACTIVATED', sends: ['60 at 60, left'], calls: ['log'], timers: 0, later: NOTHING },
  // "PLAYBACK_EXPIRED or TOTAL_PLAY_TIME_INVALID: the final report is blocked and the registered revalidate callback is called"
  { given: 'playing, asked', when: 'PLAYBACK_EXPIRED', sends: NOTHING, calls: ['revalidate'], timers: 2, later: NOTHING },
  { given: 'paused, asked',  when: 'PLAYBACK_EXPIRED', sends: NOTHING, calls: ['revalidate'], timers: 1, later: NOTHING },
  { given: 'left, asked',    when: 'PLAYBACK_EXPIRED', sends: NOTHING, calls: ['revalidate'], timers: 0, later: NOTHING },
  { given: 'playing, asked', when: 'TOTAL_PLAY_TIME_INVALID', sends: NOTHING, calls: ['revalidate'], timers: 2, later: NOTHING },
  { given: 'paused, asked',  when: 'TOTAL_PLAY_TIME_INVALID', sends: NOTHING, calls: ['revalidate'], timers: 1, later: NOTHING },
  { given: 'left, asked',    when: 'TOTAL_PLAY_TIME_INVALID', sends: NOTHING, calls: ['revalidate'], timers: 0, later: NOTHING },
  // "Any other error: only logged": a refused report is sent again, even unchanged.
  { given: 'playing, asked', when: 'INTERNAL',  sends: NOTHING, calls: ['log'], timers: 2, later: ['120 at 120', '121 at 121, left'] },
  { given: 'paused, asked',  when: 'INTERNAL',  sends: NOTHING, calls: ['log'], timers: 1, later: ['60 at 120', '60 at 121, left'] },
  { given: 'left, asked',    when: 'INTERNAL',  sends: ['60 at 60, left'], calls: ['log'], timers: 0, later: NOTHING },
  { given: 'playing, asked', when: 'NOT_FOUND', sends: NOTHING, calls: ['log'], timers: 2, later: ['120 at 120', '121 at 121, left'] },
  { given: 'playing, asked', when: 'TOKEN_INVALID', sends: NOTHING, calls: ['log'], timers: 2, later: ['120 at 120', '121 at 121, left'] },
  { given: 'playing, asked', when: 'TOO_MANY_REQUESTS', sends: NOTHING, calls: ['log'], timers: 2, later: ['120 at 120', '121 at 121, left'] },
  { given: 'playing, asked', when: 'no answer', sends: NOTHING, calls: ['log'], timers: 2, later: ['120 at 120', '121 at 121, left'] },
  { given: 'paused, asked',  when: 'no answer', sends: NOTHING, calls: ['log'], timers: 1, later: ['60 at 120', '60 at 121, left'] },
  { given: 'left, asked',    when: 'no answer', sends: ['60 at 60, left'], calls: ['log'], timers: 0, later: NOTHING },
];

type Answer = Exclude<Row['when'], 'play' | 'pause' | '1 s' | '60 s' | '60 s at one position' | 'detach'>;

async function begin(given: Row['given']) {
  const clock = createFakeClock();
  const isAsked = given.endsWith('asked');
  let heldMs = 0;
  const sent: string[] = [];
  const calls: string[] = [];
  let answer: (how: Answer) => void = () => undefined;
  const tracker = createPlayTracker({
    clock,
    position: () => (clock.now() - heldMs) / 1_000,
    report({ totalPlayTime, playEndOffset, isPlayerExit }) {
      sent.push(`${totalPlayTime} at ${playEndOffset}${isPlayerExit ? ', left' : ''}`);
      const isFirst = clock.now() === 60_000 && !isPlayerExit;
      if (!isAsked || !isFirst) return Promise.resolve();
      return new Promise((resolve, reject) => {
        answer = (how) => (how === 'accepted' ? resolve(null) : reject(new Error(how)));
      });
    },
    errorCodeOf: (error) => ((error as Error).message === 'no answer' ? null : ((error as Error).message as ErrorCode)),
    onKick: () => calls.push('kick'),
    onRevalidate: () => calls.push('revalidate'),
    logError: () => calls.push('log'),
  });
  tracker.play();
  await clock.pass(isAsked ? 60_000 : 10_000);
  if (given.startsWith('paused')) tracker.pause();
  if (given.startsWith('left')) void tracker.detach();
  await settled();
  const state = { tracker, clock, calls, answer, hold: (ms: number) => (heldMs += ms), taken: () => sent.splice(0) };
  state.taken();
  return state;
}

async function happen({ tracker, clock, hold, answer }: Awaited<ReturnType<typeof begin>>, when: Row['when']) {
  switch (when) {
    case 'play':
      return tracker.play();
    case 'pause':
      return tracker.pause();
    case 'detach':
      return tracker.detach();
    case '1 s':
      return clock.pass(1_000);
    case '60 s':
      return clock.pass(60_000);
    case '60 s at one position':
      answer('accepted');
      // Second by second, as the clock does.
      for (let second = 0; second < 60; second += 1) {
        hold(1_000);
        await clock.pass(1_000);
      }
      return;
    default:
      return answer(when);
  }
}

test.each(TABLE)('$given: $when has the specified effects', async ({ given, when, sends, calls, timers, later }) => {
  const state = await begin(given);
  await happen(state, when);
  await settled();
  expect(state.taken()).toEqual(sends);
  expect(state.calls).toEqual(calls);
  expect(state.clock.running()).toBe(timers);

  state.answer('accepted');
  await state.clock.pass(61_000);
  await state.tracker.detach();
  expect(state.taken()).toEqual(later);
  expect(state.calls).toEqual(calls);
  expect(state.clock.running()).toBe(0);
});
