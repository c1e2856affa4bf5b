import { describe, expect, test } from 'vitest';
import { createEveningTime, createPoweredClock, EVENING_STARTS_AT } from '#tests/evening/time.ts';

describe('the time of an evening', () => {
  test('runs timers in order and shows each second to the servers', async () => {
    const shown: number[] = [];
    const time = createEveningTime((instantMs) => shown.push(instantMs - EVENING_STARTS_AT));
    const ran: string[] = [];
    time.clock.after(2_500, () => ran.push(`late ${time.clock.now()}`));
    time.clock.after(500, () => ran.push(`early ${time.clock.now()}`));
    const stop = time.clock.every(1_000, () => ran.push('every'));
    await time.passUntil(3);
    stop();
    await time.passUntil(4);
    expect(ran).toEqual(['early 500', 'every', 'every', 'late 2500', 'every']);
    expect(shown).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  });

  test('waits for an answer before the next second begins', async () => {
    const time = createEveningTime(() => undefined);
    let answeredAtMs = -1;
    time.clock.after(1_000, () => {
      const answer = new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      void time.during(answer).then(() => (answeredAtMs = time.clock.now()));
    });
    await time.passUntil(5);
    expect(answeredAtMs).toBe(1_000);
  });

  test('goes on when an answer takes longer than a second', async () => {
    const time = createEveningTime(() => undefined);
    void time.during(new Promise(() => undefined));
    await time.passUntil(2);
    expect(time.clock.now()).toBe(2_000);
  });

  test('ends the timers of a set with its power', async () => {
    const time = createEveningTime(() => undefined);
    const clock = createPoweredClock(time.clock);
    let ran = 0;
    clock.every(1_000, () => (ran += 1));
    clock.after(5_000, () => (ran += 100));
    await time.passUntil(2);
    clock.cut();
    clock.after(1_000, () => (ran += 100));
    await time.passUntil(9);
    expect(ran).toBe(2);
  });
});
