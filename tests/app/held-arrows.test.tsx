import { expect, test } from 'vitest';
import type { RemoteKeyEvent, RemoteKeys } from '#platform/platform.ts';
import { createFocusEngine } from '#src/focus/index.ts';

/** A held arrow on one node, with time and frames of the test's own. */
async function startHold() {
  let now = 1000;
  const drawNext: (() => void)[] = [];
  let tell: (event: RemoteKeyEvent) => void = () => undefined;
  const keys: RemoteKeys = {
    subscribe(handler) {
      tell = handler;
      return () => undefined;
    },
    subscribeTyping: () => () => undefined,
    doKeysComeUp: () => true,
  };
  const engine = createFocusEngine({ keys, now: () => now, onNextFrame: (run) => drawNext.push(run) });
  const element = document.body.appendChild(document.createElement('div'));
  element.tabIndex = -1;
  let moves = 0;
  const stop = engine.start();
  engine.addNode({
    key: 'node',
    parentKey: 'SN:ROOT',
    element,
    isPlaceholder: false,
    focusElement: () => element.focus(),
    onArrow: () => {
      moves += 1;
      return true;
    },
    onPress: () => undefined,
    onKey: () => false,
  });
  engine.focus('node');
  await expect.poll(() => engine.currentKey()).toBe('node');
  return {
    engine,
    stop,
    moves: () => moves,
    pass: (ms: number) => void (now += ms),
    draw: () => drawNext.splice(0).forEach((run) => run()),
    down: (repeats: number) => tell({ key: 'right', phase: 'down', repeats }),
    up: () => tell({ key: 'right', phase: 'up', repeats: 0 }),
  };
}

test.each([10, 30, 60])(
  'an arrow held at %i a second moves at most once per 70 ms, and every key is counted',
  async (rate) => {
    const hold = await startHold();
    for (let sent = 0; sent < rate; sent += 1) {
      hold.down(sent);
      hold.draw();
      hold.pass(1000 / rate);
    }
    expect(hold.moves()).toBeLessThanOrEqual(15);
    expect(hold.moves()).toBeGreaterThanOrEqual(9);
    expect(hold.moves() + hold.engine.coalescedKeys()).toBe(rate);
    hold.up();
    expect(hold.engine.isHolding()).toBe(false);
    hold.stop();
  },
);

test('a set that draws slowly moves once per frame that it draws, and nothing queues up', async () => {
  const hold = await startHold();
  hold.down(0);
  for (let repeat = 1; repeat <= 4; repeat += 1) {
    hold.pass(100);
    hold.down(repeat);
  }
  expect(hold.moves()).toBe(1);
  hold.draw();
  hold.down(5);
  expect(hold.moves()).toBe(2);
  hold.stop();
});

test('single presses all move, however fast they come', async () => {
  const hold = await startHold();
  for (let press = 0; press < 8; press += 1) {
    hold.down(0);
    hold.up();
  }
  expect(hold.moves()).toBe(8);
  expect(hold.engine.coalescedKeys()).toBe(0);
  hold.stop();
});
