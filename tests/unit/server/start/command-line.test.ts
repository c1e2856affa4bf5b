import { expect, test } from 'vitest';
import { CommandLineError, readRole } from '#server/start/command-line.ts';

test.each([
  [[], undefined],
  [['both'], 'both'],
  [['serve'], 'serve'],
  [['work'], 'work'],
])('the words %j name the role %s', (words, role) => {
  expect(readRole(words)).toBe(role);
});

test.each([
  [['worker'], 'Unknown role "worker". After the command at most one role follows: both, serve, work.'],
  [['serve', 'work'], 'Unknown word "work". After the command at most one role follows: both, serve, work.'],
  [['5000'], 'Unknown role "5000".'],
])('the words %j are refused with the known roles', (words, message) => {
  expect(() => readRole(words)).toThrow(message);
  expect(() => readRole(words)).toThrow(CommandLineError);
});

test.each([
  [['--port', '5000'], 'PORT'],
  [['--port=5000'], 'PORT'],
  [['serve', '--data-dir', '/tmp/bora'], 'DATA_DIR'],
  [['--open'], 'PORT'],
])('the options %j are refused with the variable %s', (words, variable) => {
  expect(() => readRole(words)).toThrow(
    `The server has no options: environment variables configure it, such as ${variable} (see docs/operations.md).`,
  );
});
