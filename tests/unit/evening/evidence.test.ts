import { expect, test } from 'vitest';
import { lackOfEvidence } from '#tests/evening/rules/evidence.ts';

test('an evening proves something when most writes were answered and enough were acknowledged', () => {
  expect(lackOfEvidence({ acknowledged: 300, refused: 0, doubtful: 300 })).toBeNull();
});

test('an evening in which fewer than half of the writes were answered proves nothing', () => {
  expect(lackOfEvidence({ acknowledged: 400, refused: 20, doubtful: 421 })).toBe(
    'only 420 of 841 writes were answered',
  );
});

test('an evening with few acknowledged writes proves nothing, however many were refused', () => {
  expect(lackOfEvidence({ acknowledged: 299, refused: 1_000, doubtful: 0 })).toBe(
    'only 299 writes were acknowledged, fewer than 300',
  );
});
