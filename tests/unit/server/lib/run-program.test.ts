import { expect, test } from 'vitest';
import { wasEnded } from '#server/lib/limited-program.ts';
import { runProgram } from '#server/lib/run-program.ts';

const TEXT = Buffer.from('글');
const LIMITS = { longestMs: 60_000, mostAnswerBytes: 1000 };

test.each([
  ['answers', 'cat', LIMITS, '글', 'exit 0', false],
  ['fails', 'echo reason >&2; exit 3', LIMITS, '', 'reason\nexit 3', false],
  ['hangs', 'exec sleep 600', { ...LIMITS, longestMs: 50 }, '', 'exit SIGKILL', true],
  ['breaks off', 'printf half; kill -KILL $$', LIMITS, 'half', 'exit SIGKILL', true],
  ['answers without an end', 'exec yes', LIMITS, '', 'exit SIGKILL', true],
  [
    'says more than is kept',
    'yes message | head -n 1000 >&2; echo last >&2',
    LIMITS,
    '',
    /^[mesag\n]{1995}last\nexit 0$/,
    false,
  ],
] as const)('a program that %s', async (_what, script, limits, answer, messages, isEnded) => {
  const given = await runProgram(['/bin/sh', '-c', script], TEXT, limits);
  expect(given.answer.toString()).toBe(answer);
  expect(given.messages).toMatch(messages);
  expect(wasEnded(given.messages)).toBe(isEnded);
});

test('a program need not read what it is given', async () => {
  const { answer } = await runProgram(['/bin/sh', '-c', 'exec 0<&-; echo ok'], Buffer.alloc(2 ** 20), LIMITS);
  expect(answer.toString()).toBe('ok\n');
});

test('a program that is not there rejects, and so does one that is no longer wanted', async () => {
  await expect(runProgram(['/no/such/program'], TEXT, LIMITS)).rejects.toThrow('ENOENT');
  const leaving = new AbortController();
  const running = runProgram(['/bin/sh', '-c', 'exec sleep 600'], TEXT, { ...LIMITS, signal: leaving.signal });
  leaving.abort();
  await expect(running).rejects.toThrow(/abort/i);
});

test('a program gets a language and what it is given, and nothing else of the environment', async () => {
  const { answer } = await runProgram(['/usr/bin/env'], TEXT, { ...LIMITS, environment: { OWN: 'yes' } });
  expect(answer.toString().trim().split('\n').sort()).toEqual(['LC_ALL=C.UTF-8', 'OWN=yes']);
});
