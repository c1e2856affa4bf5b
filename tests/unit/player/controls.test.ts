import { expect, test } from 'vitest';
import { createControls } from '#src/player/controls.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

function start() {
  const clock = createFakeClock();
  return { clock, controls: createControls(clock) };
}

test('they hide after 4 s of playing', () => {
  const { clock, controls } = start();
  controls.setHeld(false);
  clock.advance(3_999);
  expect(controls.getState()).toBe(true);
  clock.advance(1);
  expect(controls.getState()).toBe(false);
});

test('every key gives them 4 s more', () => {
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

test('held, they stay; let go, they have 4 s', () => {
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

test('holding them does not show them: a picture that waits for data stays a picture', () => {
  const { clock, controls } = start();
  controls.setHeld(false);
  controls.hide();
  controls.setHeld(true);
  expect(controls.getState()).toBe(false);
  controls.show();
  clock.advance(60_000);
  expect(controls.getState()).toBe(true);
});

test('hidden or closed, no timer is left', () => {
  const { clock, controls } = start();
  controls.setHeld(false);
  controls.hide();
  expect(clock.running()).toBe(0);
  controls.show();
  controls.close();
  expect(clock.running()).toBe(0);
});
