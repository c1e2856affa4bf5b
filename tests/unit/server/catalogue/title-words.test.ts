import { expect, test } from 'vitest';
import { readWords } from '../../../../scripts/titles/read-words.ts';

test.each([
  [[]],
  [['publish', 'one']],
  [['publish', 'season', '1']],
  [['schedule', '1', '--at', '2026-11-28T23:00']],
  [['delay', '1', '--at', '2026-11-28T23:00+09:00']],
  [['publish', '1', '--at', '2026-11-28T23:00+09:00']],
])('the command for titles refuses %j with its usage', (words) => {
  expect(() => readWords(words)).toThrow(/bora titles /);
});
