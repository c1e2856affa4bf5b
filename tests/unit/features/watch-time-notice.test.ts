import { expect, test } from 'vitest';
import { createWatchTimeNotice } from '#src/features/playback/watch-time-notice.ts';

function noticesOf(remainingSeconds: number, ...left: (number | undefined)[]) {
  const shown: string[] = [];
  const tell = createWatchTimeNotice({ remaining: () => remainingSeconds, show: (text) => shown.push(text) });
  left.forEach(tell);
  return shown;
}

test('nothing is told without a limit, and while more than five minutes are left', () => {
  expect(noticesOf(1000, undefined, 3600, 301)).toEqual([]);
});

test('the minutes are told once, from five minutes on', () => {
  expect(noticesOf(1000, 360, 300, 240, 0)).toEqual(['앞으로 5분 동안 볼 수 있어요.']);
  expect(noticesOf(1000, 20)).toEqual(['앞으로 1분 동안 볼 수 있어요.']);
});

test('a viewer who may finish the episode is told that', () => {
  expect(noticesOf(400, 280)).toEqual(['이 화까지만 볼 수 있어요.']);
  expect(noticesOf(401, 280)).toEqual(['앞으로 5분 동안 볼 수 있어요.']);
});
