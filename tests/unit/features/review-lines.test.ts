import { expect, test } from 'vitest';
import { linesOf } from '#src/screens/reviews/review-list-rows.tsx';

test.each([
  ['좋아요.', 1, 1],
  ['가'.repeat(40), 1, 1],
  ['가'.repeat(41), 1, 2],
  ['가'.repeat(100), 1, 3],
  ['가'.repeat(100), 1.3, 4],
  ['a'.repeat(100), 1, 2],
])('a text gets as many lines as it needs (%#)', (text, letters, lines) => expect(linesOf(text, letters)).toBe(lines));
