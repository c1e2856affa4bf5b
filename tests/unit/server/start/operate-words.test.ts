import { describe, expect, test } from 'vitest';
import { readWords } from '../../../../scripts/operate/read-words.ts';

test('the words of proposals ask for one run, and name nothing', () => {
  expect(readWords(['proposals', 'learn'])).toEqual({
    kind: 'call',
    call: { name: 'proposals/learn', body: {} },
    isJson: false,
  });
  expect(() => readWords(['proposals', 'learn', 'now'])).toThrow(/bora operate/);
});

describe('the words of backups', () => {
  test('name one file, and restore may replace', () => {
    expect(readWords(['backup', 'a.bora'])).toEqual({ kind: 'backup', file: 'a.bora' });
    expect(readWords(['restore', 'a.bora'])).toEqual({ kind: 'restore', file: 'a.bora', isReplacing: false });
    expect(readWords(['restore', '--replace', 'a.bora'])).toMatchObject({ file: 'a.bora', isReplacing: true });
  });

  test.each([
    [['backup']],
    [['restore', '']],
    [['backup', 'a.bora', 'b.bora']],
    [['backup', 'a.bora', '--replace']],
    [['restore', 'a.bora', '--json']],
  ])('refuse %j', (words) => {
    expect(() => readWords(words)).toThrow(/bora operate backup FILE/);
  });

  test('keep --replace from other commands', () => {
    expect(() => readWords(['staff', 'list', '--replace'])).toThrow('takes no --replace');
  });
});
