import { expect, test } from 'vitest';
import { createControls } from '#src/player/controls/controls.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

function start() {
  expectNothingLeft(() => controls.close());
  const clock = createFakeClock();
  const controls = createControls(clock);
  return { clock, controls };
}

test('the controls hide after 4 s of playing', () => {
  const { clock, controls } = start();
  controls.setHeld(false);
  clock.advance(3_999);
  expect(controls.getState()).toBe(true);
  clock.advance(1);
  expect(controls.getState()).toBe(false);
});

test('every key extends them by 4 s', () => {
  const { clock, controls } = start();
  controls.setHeld(false);
  for (let key = 0; key < 5; key += 1) {
    clock.advance(3_000);
    controls.show();
  }
  expect(controls.getState()).toBe(true);
  clock.advance(4_000);
  expect(controls.getState()).toBe(false);
});

test('the controls stay while held, and for 4 s after', () => {
  const { clock, controls } = start();
  clock.advance(60_000);
  expect(controls.getState()).toBe(true);
  controls.setHeld(false);
  clock.advance(3_000);
  controls.setHeld(true);
  clock.advance(60_000);
  controls.setHeld(false);
  clock.advance(3_999);
  expect(controls.getState()).toBe(true);
  clock.advance(1);
  expect(controls.getState()).toBe(false);
});

test('holding does not show hidden controls, so that buffering leaves the picture bare', () => {
  const { clock, controls } = start();
  controls.setHeld(false);
  controls.hide();
  controls.setHeld(true);
  expect(controls.getState()).toBe(false);
  controls.show();
  clock.advance(60_000);
  expect(controls.getState()).toBe(true);
});

test('hidden or closed controls leave no timer', () => {
  const { clock, controls } = start();
  controls.setHeld(false);
  controls.hide();
  expect(clock.running()).toBe(0);
  controls.show();
  controls.close();
  expect(clock.running()).toBe(0);
});
