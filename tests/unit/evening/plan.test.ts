import { describe, expect, test } from 'vitest';
import { planEvening, planHouseholds, type FaultKind } from '#tests/evening/rules/plan.ts';

const KINDS: FaultKind[] = ['kill-server', 'black-hole', 'clock-step', 'kill-worker'];
const plan = (seed: number, minutes = 10) => planEvening({ seed, minutes, televisions: 12, kinds: KINDS });

describe('the plan of an evening', () => {
  test('is the same for the same seed', () => {
    expect(plan(3)).toEqual(plan(3));
    expect(plan(3).faults).not.toEqual(plan(4).faults);
  });

  test('has about one fault a minute, in order and within the evening', () => {
    const { faults, seconds } = plan(3, 60);
    expect(faults.length).toBeGreaterThan(50);
    expect(faults.length).toBeLessThan(80);
    const starts = faults.map(({ atSecond }) => atSecond);
    expect(starts).toEqual([...starts].sort((one, other) => one - other));
    expect(starts.at(-1)).toBeLessThan(seconds);
  });

  test('has every kind of fault before it repeats one', () => {
    const first = plan(3, 60).faults.slice(0, KINDS.length);
    expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  });

  test('has no fault where nothing can break', () => {
    expect(planEvening({ seed: 1, minutes: 60, televisions: 2, kinds: [] }).faults).toEqual([]);
  });

  test('has households with more sets than may play at once', () => {
    const households = planHouseholds(12);
    expect(households.reduce((sum, { televisions }) => sum + televisions, 0)).toBe(12);
    expect(households.filter(({ televisions, maxStreams }) => televisions > maxStreams).length).toBeGreaterThan(1);
  });
});
