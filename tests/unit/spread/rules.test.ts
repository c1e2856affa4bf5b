import { expect, test } from 'vitest';
import { judge } from '#tests/spread/rules.ts';
import type { Asked } from '#tests/spread/viewers.ts';

const TIMES = { brokenAtMs: 10_000, mendedAtMs: 40_000 };

/** A call each 100 ms from 0 to 70 s. */
const calls = (answer: (atMs: number) => Partial<Asked>): Asked[] =>
  Array.from({ length: 700 }, (_, index) => ({
    ...{ call: 'report' as const, sentAtMs: index * 100, tookMs: 20, status: 200 },
    ...answer(index * 100),
  }));
const isBroken = (atMs: number) => atMs >= TIMES.brokenAtMs && atMs < TIMES.mendedAtMs;

const well = calls(() => ({}));
const refused = calls((atMs) => (isBroken(atMs) ? { status: 503, tookMs: 2_000 } : {}));

test('a trouble that only its own viewers see, as sentences in time, has no fault', () => {
  expect(judge(well, refused, TIMES)).toEqual([]);
});

test.each([
  [
    'others that fail at first',
    calls((at) => (at >= 10_000 && at < 13_000 ? { status: 503 } : {})),
    refused,
    /30 of 80 .* at first/,
  ],
  [
    'others that fail later',
    calls((at) => (at >= 30_000 && at < 32_000 ? { status: 503 } : {})),
    refused,
    /20 of 220 calls to the other/,
  ],
  ['an own call that fails in another way', well, calls((at) => (isBroken(at) ? { status: 500 } : {})), /had no 503/],
  ['an own call without an answer', well, calls((at) => (at === 20_000 ? { status: 0 } : {})), /1 calls .* had no 503/],
  [
    'a sentence that comes late',
    well,
    calls((at) => (at === 20_000 ? { status: 503, tookMs: 9_000 } : {})),
    /after 9000 ms/,
  ],
  [
    'viewers who are not served when it is over',
    well,
    calls((at) => (at >= TIMES.brokenAtMs ? { status: 503 } : {})),
    /150 of 150 calls to the mended/,
  ],
])('%s are a fault', (_, others, own, fault) => {
  expect(judge(others, own, TIMES).join()).toMatch(fault);
});

test('nobody who asks says nothing', () => {
  expect(judge([], [], TIMES)).toHaveLength(3);
});
