import { describe, expect, test } from 'vitest';
import type { Outcome } from '#tests/evening/ledger.ts';
import { DOUBT_MS, possibleCount, possibleValues, type Write } from '#tests/evening/rules/registers.ts';

const write = (value: string | null, sentAtMs: number, outcome: Outcome = 'acknowledged'): Write => ({
  value,
  sentAtMs,
  outcome,
  settledAtMs: sentAtMs + 100,
});

describe('the possible values of a register', () => {
  test('are the initial one when nobody wrote, or every write was refused', () => {
    expect(possibleValues([], null)).toEqual(new Set([null]));
    expect(possibleValues([write('a', 0, 'refused')], 'old')).toEqual(new Set(['old']));
  });

  test('are the last acknowledged one alone', () => {
    expect(possibleValues([write('a', 0), write('b', 1_000), write('c', 2_000, 'refused')], null)).toEqual(
      new Set(['b']),
    );
  });

  test('include a write without an answer after the last acknowledged one', () => {
    expect(possibleValues([write('a', 0), write('b', 1_000, 'doubtful')], null)).toEqual(new Set(['a', 'b']));
    expect(possibleValues([write('a', 0, 'doubtful')], null)).toEqual(new Set([null, 'a']));
  });

  test('include a write without an answer shortly before an acknowledged one, and none from long before', () => {
    const doubtful = write('a', 0, 'doubtful');
    expect(possibleValues([doubtful, write('b', DOUBT_MS)], null)).toEqual(new Set(['a', 'b']));
    expect(possibleValues([doubtful, write('b', 2 * DOUBT_MS)], null)).toEqual(new Set(['b']));
  });

  test('include a write that its set never learned the end of', () => {
    const cutOff: Write = { ...write('a', 0, 'doubtful'), settledAtMs: null };
    expect(possibleValues([cutOff, write('b', 10 * DOUBT_MS)], null)).toEqual(new Set(['a', 'b']));
  });
});

test('a count lies between the acknowledged writes and those that may have arrived', () => {
  const writes = [write('a', 0), write('a', 1), write('a', 2, 'doubtful'), write('a', 3, 'refused')];
  expect(possibleCount(writes)).toEqual({ least: 2, most: 3 });
});
