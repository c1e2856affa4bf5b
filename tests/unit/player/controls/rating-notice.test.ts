import { expect, test } from 'vitest';
import { createRatingNotice } from '#src/player/controls/rating-notice.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

function start() {
  const clock = createFakeClock();
  const notice = createRatingNotice(clock);
  /** Advances second by second: a longer gap would be a sleeping television. */
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) clock.advance(1000);
  };
  return { notice, pass, shown: notice.getState };
}

test('stands for four seconds from the first frame', () => {
  const { notice, pass, shown } = start();
  pass(10);
  expect(shown()).toBeNull();
  notice.setPlaying(true);
  expect(shown()).toBe('first');
  pass(3);
  expect(shown()).toBe('first');
  pass(1);
  expect(shown()).toBeNull();
});

test('does not come back when playback resumes', () => {
  const { notice, pass, shown } = start();
  notice.setPlaying(true);
  pass(10);
  notice.setPlaying(false);
  pass(600);
  notice.setPlaying(true);
  expect(shown()).toBeNull();
});

test('stands for its whole time when the picture stops in between', () => {
  const { notice, pass, shown } = start();
  notice.setPlaying(true);
  pass(2);
  notice.setPlaying(false);
  pass(60);
  expect(shown()).toBe('first');
  notice.setPlaying(true);
  pass(1);
  expect(shown()).toBe('first');
  pass(1);
  expect(shown()).toBeNull();
});

test('stands again after each hour of playing, without the pauses', () => {
  const { notice, pass, shown } = start();
  notice.setPlaying(true);
  pass(3599);
  notice.setPlaying(false);
  pass(3600);
  expect(shown()).toBeNull();
  notice.setPlaying(true);
  pass(1);
  expect(shown()).toBe('again');
  pass(4);
  expect(shown()).toBeNull();
  pass(3596);
  expect(shown()).toBe('again');
});
