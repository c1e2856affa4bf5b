import { expect, test } from 'vitest';
import { HelpAsked, parseWords, UsageError } from '../../../../scripts/operator-commands/words.ts';

const read =
  (...words: string[]) =>
  () =>
    parseWords(words, 'how to use it', { name: { type: 'string' } });

test.each([['--help'], ['-h']])('%s is answered with the usage, whatever else was written', (word) => {
  expect(read('add', '--name', 'a', word)).toThrow(HelpAsked);
});

test('an unknown option is a failure that says which, and how the command is used', () => {
  expect(read('--nonsense')).toThrow(UsageError);
  expect(read('--nonsense')).toThrow(/--nonsense[^]*how to use it/);
});

test('words and options are read when nobody asks for help', () => {
  expect(read('add', '--name', 'a')()).toMatchObject({ positionals: ['add'], values: { name: 'a' } });
});
