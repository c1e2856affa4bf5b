import { beforeEach, expect, test } from 'vitest';
import { createFailureLog, type FailureLog } from '#server/lib/failure-log.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';

let clock: ServerClock;
let lines: { level: string; message: string; count: unknown }[];
let failures: FailureLog;
beforeEach(() => {
  clock = createServerClock();
  lines = [];
  const note = (level: string) => (details: object, message: string) =>
    lines.push({ level, message, count: (details as { count?: number }).count });
  failures = createFailureLog({ error: note('error'), warn: note('warn') }, clock);
});

const failEvery = (seconds: number, times: number, cause = 'vacuum') => {
  for (let time = 0; time < times; time += 1) {
    clock.advance(seconds);
    failures.report(cause, new Error('down'));
  }
};

test('logs the first failure of a cause immediately, and a thousand more as one line with their count', () => {
  failEvery(0.3, 1001);
  expect(lines).toEqual([
    { level: 'error', message: 'vacuum failed', count: undefined },
    { level: 'error', message: 'vacuum still fails', count: 1000 },
  ]);
});

test('logs each cause separately', () => {
  failEvery(1, 3);
  failEvery(1, 3, 'checkpoint');
  expect(lines.map(({ message }) => message)).toEqual(['vacuum failed', 'checkpoint failed']);
});

test('logs a recovery once, with its duration and number of failures', () => {
  failEvery(10, 4);
  clock.advance(30);
  failures.works('vacuum');
  failures.works('vacuum');
  expect(lines.slice(1)).toEqual([{ level: 'warn', message: 'vacuum recovered after 60 s', count: 4 }]);
  failEvery(1, 1);
  expect(lines.at(-1)?.message).toBe('vacuum failed');
});

test('treats a cause that alternates between failure and success as failing', () => {
  for (let turn = 0; turn < 100; turn += 1) {
    failEvery(1, 1);
    failures.works('vacuum');
  }
  expect(lines).toHaveLength(1);
});

test('logs nothing about a cause that never failed', () => {
  failures.works('vacuum');
  expect(lines).toEqual([]);
});

test('continues after the clock was set back an hour', () => {
  failEvery(1, 1);
  clock.advance(-3600);
  failures.report('vacuum', new Error('down'));
  expect(lines.map(({ message }) => message)).toEqual(['vacuum failed', 'vacuum still fails']);
  clock.advance(30);
  failures.works('vacuum');
  expect(lines).toHaveLength(3);
});
