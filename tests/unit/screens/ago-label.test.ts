import { expect, test } from 'vitest';
import { agoLabel } from '#src/screens/notifications/ago-label.ts';

test.each([
  ['2026-11-20T11:59:30Z', '방금'],
  ['2026-11-20T12:00:30Z', '방금'],
  ['2026-11-20T11:59:00Z', '1분 전'],
  ['2026-11-20T11:00:01Z', '59분 전'],
  ['2026-11-20T11:00:00Z', '1시간 전'],
  ['2026-11-19T12:00:00Z', '1일 전'],
  ['2026-11-13T12:00:01Z', '6일 전'],
  ['2026-11-13T12:00:00Z', '2026. 11. 13.'],
])('%s was %s', (instant, label) => {
  expect(agoLabel(instant, Date.parse('2026-11-20T12:00:00Z'))).toBe(label);
});
