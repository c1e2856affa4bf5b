import { expect, test } from 'vitest';
import { lossBefore, tooLate, type WrittenReport } from '#tests/recovery/ledger.ts';

const report = (playLogId: string, seconds: number, atMs: number): WrittenReport => ({
  playLogId,
  seconds,
  sentAtMs: atMs,
  acceptedAtMs: atMs + 10,
});
const REPORTS: WrittenReport[] = [
  report('one', 1, 1_000),
  report('one', 2, 2_000),
  report('two', 1, 3_000),
  { playLogId: 'two', seconds: 2, sentAtMs: 4_000 },
];

test('a restored database that has every accepted report lost nothing', () => {
  const restored = new Map(Object.entries({ one: 2, two: 1 }));
  expect(lossBefore(REPORTS, restored, 5_000)).toEqual({ accepted: 3, lost: 0, windowSeconds: 0 });
});

test('reports that a restored database does not have are lost, from the first of them on', () => {
  const restored = new Map(Object.entries({ one: 1 }));
  expect(lossBefore(REPORTS, restored, 5_010)).toEqual({ accepted: 3, lost: 2, windowSeconds: 3 });
});

test('reports that were accepted after the instant are not expected', () => {
  expect(lossBefore(REPORTS, new Map(Object.entries({ one: 1 })), 1_500)).toMatchObject({ accepted: 1, lost: 0 });
});

test('a report that was sent after the instant and is there came too late', () => {
  const restored = new Map(Object.entries({ one: 2 }));
  expect(tooLate(REPORTS, restored, 1_500)).toEqual([REPORTS[1]]);
  expect(tooLate(REPORTS, restored, 2_500)).toEqual([]);
});
