import { describe, expect, test } from 'vitest';
import type { Clock } from '#src/lib/clock.ts';
import { createServerClock } from '#src/lib/server-clock.ts';

const TRUE_START = Date.UTC(2026, 10, 20, 12);
const DAY = 24 * 3600_000;

/** A set whose date is wrong by `wrongMs`; `pass` lets time pass for it and the server. */
function setUp(wrongMs: number) {
  const world = { nowMs: 0, wrongMs };
  const device = {
    now: () => world.nowMs,
    instant: () => TRUE_START + world.nowMs + world.wrongMs,
    after: () => () => undefined,
    every: () => () => undefined,
  } satisfies Clock;
  const clock = createServerClock(device);
  const header = () => new Date(TRUE_START + world.nowMs).toUTCString();
  const pass = (ms: number) => void (world.nowMs += ms);
  /** A call whose answer is written after `beforeMs` and arrives `afterMs` later. */
  const call = (beforeMs = 20, afterMs = 20) => {
    const sentMs = clock.now();
    pass(beforeMs);
    const date = header();
    pass(afterMs);
    clock.heard(date, sentMs);
  };
  return { world, clock, pass, call, errorMs: () => clock.instant() - (TRUE_START + world.nowMs) };
}

describe.each([
  ['right', 0],
  ['a day behind', -DAY],
  ['a day ahead', DAY],
  ['in 2019', Date.UTC(2019, 0) - TRUE_START],
])('a set whose date is %s', (_name, wrongMs) => {
  test('has the server’s date after an answer, within a second', () => {
    const { call, pass, errorMs } = setUp(wrongMs);
    expect(errorMs()).toBe(wrongMs);
    pass(340);
    call();
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(1_000);
  });

  test('keeps it when its own date jumps', () => {
    const { world, call, pass, errorMs } = setUp(wrongMs);
    call();
    const before = errorMs();
    for (const jump of [DAY, -3 * DAY, 30 * DAY]) {
      world.wrongMs += jump;
      pass(1_000);
      expect(errorMs()).toBe(before);
    }
  });

  test('is not disturbed by slow answers', () => {
    const { call, errorMs } = setUp(wrongMs);
    call();
    const before = errorMs();
    call(11_000, 10);
    call(10, 11_000);
    expect(Math.abs(errorMs())).toBeLessThanOrEqual(Math.max(1_000, Math.abs(before)));
  });
});

test('a right clock is not corrected', () => {
  const { call, errorMs } = setUp(0);
  for (let time = 0; time < 20; time += 1) {
    call(7 * time, 13 * time);
    expect(errorMs()).toBe(0);
  }
});

test('quick answers narrow the error of a slow one', () => {
  const { call, pass, errorMs } = setUp(-DAY);
  call(0, 11_000);
  for (let time = 0; time < 9; time += 1) {
    call(5, 5);
    pass(317);
  }
  expect(Math.abs(errorMs())).toBeLessThan(400);
});

test('the date never runs back by a small correction, and follows a drift', () => {
  const { world, clock, call, pass, errorMs } = setUp(DAY);
  let last = 0;
  for (let minute = 0; minute < 600; minute += 1) {
    call(minute % 7 ? 20 : 3_000, minute % 5 ? 20 : 4_000);
    if (minute > 0) expect(clock.instant()).toBeGreaterThanOrEqual(last);
    last = clock.instant();
    pass(60_000);
    // The device's monotonic clock is slow by a thousandth against the server's.
    world.wrongMs += 60;
  }
  expect(Math.abs(errorMs())).toBeLessThanOrEqual(8_000);
});

test('a device that slept is right again after one answer', () => {
  const { clock, call, world } = setUp(0);
  call();
  // A suspended device stops its monotonic clock.
  const slept = new Date(TRUE_START + world.nowMs + 8 * 3600_000).toUTCString();
  clock.heard(slept, clock.now());
  expect(Math.abs(clock.instant() - Date.parse(slept))).toBeLessThanOrEqual(1_000);
});

test.each([undefined, '', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', null, 12])('%s is no date', (date) => {
  const { clock, errorMs } = setUp(-DAY);
  clock.heard(date === 12 ? Number.NaN : date, 0);
  expect(errorMs()).toBe(-DAY);
});
