import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDeviceSignIn } from '#src/features/device-sign-in/device-sign-in.ts';
import {
  isCalling,
  MAXIMUM_RENEWALS,
  RENEW_BEFORE_MS,
  type Failure,
  type IssuedCode,
  type PollAnswer,
} from '#src/features/device-sign-in/device-sign-in-machine.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const LIVES_MS = 900_000;
const SHOWN_MS = LIVES_MS - RENEW_BEFORE_MS;

/** A television and a server with given answers; records the calls with their times. */
function start(firstIssue?: (code: IssuedCode) => IssuedCode | Failure) {
  expectNothingLeft(() => stop());
  const clock = createFakeClock();
  const platform = createFakePlatform();
  const requests: number[] = [];
  const polls: { code: string; atMs: number }[] = [];
  const tokens: string[] = [];
  let answer: (code: string) => PollAnswer | Promise<PollAnswer> = () => 'pending';
  let issue: (code: IssuedCode) => IssuedCode | Failure = firstIssue ?? ((code) => code);
  const signIn = createDeviceSignIn({
    clock,
    lifecycle: platform.lifecycle,
    network: platform.network,
    async request() {
      requests.push(clock.now());
      return issue({
        deviceCode: `code-${requests.length}`,
        userCode: `BCDF-000${requests.length}`,
        address: 'http://bora.test/link',
        addressWithCode: `http://bora.test/link?code=BCDF-000${requests.length}`,
        livesMs: LIVES_MS,
        intervalMs: 5000,
      });
    },
    async poll(code) {
      polls.push({ code, atMs: clock.now() });
      return answer(code);
    },
    onToken: (token) => tokens.push(token),
  });
  const stop = signIn.start();
  return {
    clock,
    platform,
    signIn,
    stop,
    requests,
    polls,
    tokens,
    setAnswer: (next: typeof answer) => (answer = next),
    setIssue: (next: typeof issue) => (issue = next),
    pollsOf: (code: string) => polls.filter((poll) => poll.code === code).map(({ atMs }) => atMs),
  };
}

describe('polling for the phone', () => {
  test('requests a code at once and polls at every interval', async () => {
    const tv = start();
    await tv.clock.pass(16_000);
    expect(tv.requests).toEqual([0]);
    expect(tv.pollsOf('code-1')).toEqual([5000, 10_000, 15_000]);
    expect(tv.signIn.getState()).toMatchObject({ phase: 'waiting', shown: { userCode: 'BCDF-0001' } });
  });

  test('signs in once within one interval of the approval, and stops polling', async () => {
    const tv = start();
    await tv.clock.pass(7000);
    tv.setAnswer(() => ({ token: 'yes' }));
    await tv.clock.pass(5000);
    expect(tv.tokens).toEqual(['yes']);
    await tv.clock.pass(60_000);
    expect(tv.polls).toHaveLength(2);
    expect(tv.clock.running()).toBe(0);
  });

  test('slows down by five seconds for good at each slow_down', async () => {
    const tv = start();
    tv.setAnswer(() => (tv.polls.length <= 2 ? 'slow-down' : 'pending'));
    await tv.clock.pass(46_000);
    expect(tv.pollsOf('code-1')).toEqual([5000, 15_000, 30_000, 45_000]);
  });

  test('stops after a denial until the viewer requests a new code', async () => {
    const tv = start();
    tv.setAnswer(() => 'denied');
    await tv.clock.pass(60_000);
    expect(tv.signIn.getState()).toMatchObject({ phase: 'denied', shown: null });
    expect(tv.polls).toHaveLength(1);
    tv.setAnswer(() => 'pending');
    tv.signIn.retry();
    await tv.clock.pass(5000);
    expect(tv.signIn.getState()).toMatchObject({ phase: 'waiting', shown: { userCode: 'BCDF-0002' } });
  });
});

describe('an old code', () => {
  test('is replaced before it expires, and can still be approved', async () => {
    const tv = start();
    await tv.clock.pass(SHOWN_MS);
    expect(tv.signIn.getState()).toMatchObject({
      shown: { userCode: 'BCDF-0002' },
      earlier: { userCode: 'BCDF-0001' },
    });
    tv.setAnswer((code) => (code === 'code-1' ? { token: 'of the first' } : 'pending'));
    await tv.clock.pass(5000);
    expect(tv.tokens).toEqual(['of the first']);
  });

  test('is dropped when the server reports it expired, and the new one stays', async () => {
    const tv = start();
    await tv.clock.pass(SHOWN_MS);
    tv.setAnswer((code) => (code === 'code-1' ? 'expired' : 'pending'));
    await tv.clock.pass(30_000);
    expect(tv.signIn.getState()).toMatchObject({ earlier: null, shown: { userCode: 'BCDF-0002' } });
    expect(tv.pollsOf('code-1').filter((atMs) => atMs > SHOWN_MS)).toHaveLength(1);
    expect(tv.requests).toHaveLength(2);
  });

  test('is replaced at once when the server no longer knows it', async () => {
    const tv = start();
    tv.setAnswer((code) => (code === 'code-1' ? 'expired' : 'pending'));
    await tv.clock.pass(5000);
    expect(tv.requests).toEqual([0, 5000]);
    expect(tv.signIn.getState().shown?.userCode).toBe('BCDF-0002');
  });

  test('is replaced for two hours at most, then only on request', async () => {
    const tv = start();
    await tv.clock.pass((MAXIMUM_RENEWALS + 1) * SHOWN_MS);
    expect(tv.signIn.getState().phase).toBe('expired');
    expect(tv.requests).toHaveLength(MAXIMUM_RENEWALS + 1);
    expect(tv.clock.running()).toBe(0);
    tv.signIn.retry();
    await tv.clock.pass(1000);
    expect(tv.signIn.getState()).toMatchObject({ phase: 'waiting', renewals: 0 });
  });
});

describe('device sign-in with failures', () => {
  test('retries the request for a code with growing delays, and at once when the network is back', async () => {
    const tv = start(() => ({ failure: 'offline' }));
    tv.platform.setOnline(false);
    await tv.clock.pass(60_000);
    expect(tv.requests).toEqual([0, 3000, 9000, 21_000, 45_000]);
    expect(tv.signIn.getState()).toMatchObject({ problem: 'offline', shown: null });
    tv.setIssue((code) => code);
    tv.platform.setOnline(true);
    await tv.clock.pass(0);
    expect(tv.requests).toHaveLength(6);
    expect(tv.signIn.getState()).toMatchObject({ problem: null, shown: { userCode: 'BCDF-0006' } });
  });

  test('detects an approval after a lost poll', async () => {
    const tv = start();
    tv.setAnswer(() => ({ failure: 'offline' }));
    await tv.clock.pass(12_000);
    tv.setAnswer(() => ({ token: 'yes' }));
    await tv.clock.pass(30_000);
    expect(tv.tokens).toEqual(['yes']);
  });

  test('respects the Retry-After of the server', async () => {
    const tv = start();
    tv.setAnswer(() => (tv.polls.length === 1 ? { failure: 'busy', retryAfterMs: 40_000 } : 'pending'));
    await tv.clock.pass(46_000);
    expect(tv.pollsOf('code-1')).toEqual([5000, 45_000]);
  });

  test('stops polling while hidden and continues when visible', async () => {
    const tv = start();
    await tv.clock.pass(6000);
    tv.platform.setHidden(true);
    await tv.clock.pass(60_000);
    expect(tv.polls).toHaveLength(1);
    tv.setAnswer(() => ({ token: 'yes' }));
    tv.platform.setHidden(false);
    await tv.clock.pass(1000);
    expect(tv.tokens).toEqual(['yes']);
  });

  test('ignores answers after the screen is gone', async () => {
    const tv = start();
    let release: (answer: PollAnswer) => void = () => undefined;
    tv.setAnswer(() => new Promise((resolve) => (release = resolve)));
    await tv.clock.pass(5000);
    tv.stop();
    release({ token: 'too late' });
    await tv.clock.pass(10_000);
    expect(tv.tokens).toEqual([]);
    expect(tv.clock.running()).toBe(0);
  });
});

const answers = fc.oneof(
  fc.constantFrom<PollAnswer>('pending', 'slow-down', 'expired', { failure: 'offline' }, { failure: 'busy' }),
  fc.record({ failure: fc.constant('busy' as const), retryAfterMs: fc.integer({ min: 1, max: 60_000 }) }),
);
const steps = fc.record({
  answer: answers,
  isIssued: fc.boolean(),
  ms: fc.integer({ min: 0, max: 400_000 }),
  act: fc.constantFrom('none', 'hide', 'show', 'retry', 'online'),
});

test('intervals hold and a final approval is detected, whatever the order of answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (plan) => {
      const tv = start();
      const intervals = new Map<string, number>();
      const last = new Map<string, number>();
      const check = (code: string, answer: PollAnswer) => {
        const nowMs = tv.clock.now();
        const intervalMs = intervals.get(code) ?? 5000;
        if (last.has(code)) expect(nowMs - last.get(code)!).toBeGreaterThanOrEqual(intervalMs);
        last.set(code, nowMs);
        intervals.set(code, intervalMs + (answer === 'slow-down' ? 5000 : 0));
        return answer;
      };
      for (const { answer, isIssued, ms, act } of plan) {
        tv.setAnswer((code) => check(code, answer));
        tv.setIssue((code) => (isIssued ? code : { failure: 'offline' }));
        if (act === 'hide' || act === 'show') tv.platform.setHidden(act === 'hide');
        if (act === 'retry') tv.signIn.retry();
        if (act === 'online') tv.platform.setOnline(true);
        await tv.clock.pass(ms);
      }
      tv.setAnswer((code) => check(code, { token: code }));
      tv.setIssue((code) => code);
      tv.platform.setHidden(false);
      tv.signIn.retry();
      await tv.clock.pass(700_000);
      expect(tv.tokens).toHaveLength(1);
      expect(tv.signIn.getState().phase).toBe('approved');
      expect(tv.clock.running()).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('a retry is busy until its answer', async () => {
  const { clock, signIn, setIssue } = start(() => ({ failure: 'busy' }));
  await clock.pass(1);
  expect(isCalling(signIn.getState())).toBe(false);
  setIssue((code) => code);
  signIn.retry();
  expect(isCalling(signIn.getState())).toBe(true);
  await clock.pass(1);
  expect(isCalling(signIn.getState())).toBe(false);
});
