import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPrompts, promptKinds, promptManners, type PromptKind } from '#src/player/controls/prompts.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

function start() {
  expectNothingLeft(() => prompts.close());
  const clock = createFakeClock();
  const due: PromptKind[] = [];
  const prompts = createPrompts(clock, (kind) => due.push(kind));
  prompts.setRunning(true);
  return { clock, due, prompts, kind: () => prompts.getState()?.kind ?? null };
}

const pairs = promptKinds.flatMap((first) => promptKinds.map((second) => [first, second] as const));

describe.each(pairs.filter(([first, second]) => first !== second))('%s, then %s', (first, second) => {
  const [urgent, other] = [first, second].sort(
    (one, another) => promptKinds.indexOf(one as PromptKind) - promptKinds.indexOf(another as PromptKind),
  ) as [PromptKind, PromptKind];

  test('the more urgent prompt is shown, and the other one after it', () => {
    const { prompts, kind } = start();
    prompts.offer(first, { id: 'one' });
    expect(kind()).toBe(first);
    prompts.offer(second, { id: 'two' });
    expect(kind()).toBe(urgent);
    prompts.withdraw(urgent);
    expect(kind()).toBe(other);
    prompts.withdraw(other);
    expect(kind()).toBeNull();
  });

  test('Back dismisses only the visible prompt, if it can be dismissed', () => {
    const { prompts, kind } = start();
    prompts.offer(first, { id: 'one' });
    prompts.offer(second, { id: 'two' });
    expect(prompts.dismiss()).toBe(promptManners[urgent].canDismiss);
    expect(kind()).toBe(promptManners[urgent].canDismiss ? other : urgent);
  });

  test('the countdown of the waiting prompt stands still', () => {
    const { clock, due, prompts, kind } = start();
    prompts.offer(other, { id: 'other', actsAfterSeconds: 10 });
    clock.advance(4_000);
    prompts.offer(urgent, { id: 'urgent' });
    clock.advance(60_000);
    expect(due).toEqual([]);
    prompts.withdraw(urgent);
    expect(prompts.getState()).toMatchObject({ kind: other, secondsLeft: 6 });
    clock.advance(6_000);
    expect(due).toEqual([other]);
    expect(kind()).toBeNull();
  });

  test('only a dialog is shown while the viewer seeks', () => {
    const { prompts, kind } = start();
    prompts.offer(first, { id: 'one' });
    prompts.offer(second, { id: 'two' });
    prompts.setQuiet(true);
    expect(kind()).toBe([urgent, other].find((each) => promptManners[each].isModal) ?? null);
    prompts.setQuiet(false);
    expect(kind()).toBe(urgent);
  });
});

test('the countdown counts seconds of playback and stops while paused', () => {
  const { clock, due, prompts } = start();
  prompts.offer('next-episode', { id: '2', actsAfterSeconds: 10 });
  clock.advance(3_500);
  prompts.setRunning(false);
  clock.advance(60_000);
  expect(prompts.getState()).toMatchObject({ secondsLeft: 7, secondsInAll: 10 });
  expect(clock.running()).toBe(0);
  prompts.setRunning(true);
  clock.advance(6_499);
  expect(due).toEqual([]);
  clock.advance(1);
  expect(due).toEqual(['next-episode']);
});

test('a dismissed prompt stays away until it was withdrawn', () => {
  const { prompts, kind, clock, due } = start();
  prompts.offer('next-episode', { id: '2', actsAfterSeconds: 10 });
  prompts.dismiss();
  prompts.offer('next-episode', { id: '2', actsAfterSeconds: 10 });
  clock.advance(60_000);
  expect(kind()).toBeNull();
  expect(due).toEqual([]);
  prompts.withdraw('next-episode');
  prompts.offer('next-episode', { id: '2', actsAfterSeconds: 10 });
  expect(kind()).toBe('next-episode');
});

test('a prompt becomes a part of the controls after its time', () => {
  const { clock, prompts } = start();
  prompts.offer('skip-opening', { id: 'opening', restsAfterSeconds: 10 });
  clock.advance(9_000);
  expect(prompts.getState()?.isResting).toBe(false);
  clock.advance(1_000);
  expect(prompts.getState()?.isResting).toBe(true);
  expect(clock.running()).toBe(0);
});

test('the most urgent prompt is shown, and no timer runs without one, in any order of events', () => {
  const kind = fc.constantFrom(...promptKinds);
  const event = fc.oneof(
    fc.record({ type: fc.constantFrom('offer' as const, 'withdraw' as const), kind, seconds: fc.nat(12) }),
    fc.record({ type: fc.constantFrom('dismiss' as const, 'take' as const, 'pause' as const, 'play' as const) }),
    fc.record({ type: fc.constant('pass' as const), ms: fc.nat(5_000) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 50 }), (events) => {
      const { clock, prompts, kind: shown } = start();
      const offered = new Set<PromptKind>();
      for (const now of events) {
        if (now.type === 'offer') {
          offered.add(now.kind);
          prompts.offer(now.kind, { id: 'it', actsAfterSeconds: now.seconds + 1 });
        } else if (now.type === 'withdraw') {
          offered.delete(now.kind);
          prompts.withdraw(now.kind);
        } else if (now.type === 'dismiss') prompts.dismiss();
        else if (now.type === 'take') prompts.take();
        else if (now.type === 'pass') clock.advance(now.ms);
        else prompts.setRunning(now.type === 'play');
        const visible = shown();
        if (visible) expect(offered).toContain(visible);
        expect(prompts.getState()?.secondsLeft ?? 1).toBeGreaterThan(0);
        if (!visible) expect(clock.running()).toBe(0);
      }
    }),
  );
});
