import { act, render } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPageKeys } from '#platform/page-keys.ts';
import { createFocusEngine, FocusProvider, type HoldAction } from '#src/focus/index.ts';
import { nudge } from '#src/focus/engine/nudge.ts';
import { Picture } from '#src/ui/tile/picture.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const RIGHT = 39;
const FRAME_MS = 1000 / 60;

/** A focus engine on the page's keys, with a manual clock and manual frames. */
function startEngine() {
  const clock = createFakeClock();
  const { lifecycle, setHidden } = createFakePlatform();
  const drawNext: (() => void)[] = [];
  const engine = createFocusEngine({
    keys: createPageKeys(window),
    lifecycle,
    clock,
    onNextFrame: (run) => drawNext.push(run),
  });
  const send = (type: 'keydown' | 'keyup', keyCode: number, repeat = false) =>
    void document.body.dispatchEvent(new KeyboardEvent(type, { keyCode, repeat, bubbles: true, cancelable: true }));
  return {
    engine,
    clock,
    setHidden,
    pass: clock.advance,
    draw: () => drawNext.splice(0).forEach((run) => run()),
    down: (repeat = false, keyCode = RIGHT) => send('keydown', keyCode, repeat),
    up: (keyCode = RIGHT) => send('keyup', keyCode),
  };
}

/** A node that records what happens to it. */
function addNode(
  engine: ReturnType<typeof createFocusEngine>,
  key: string,
  isPlaceholder = false,
  holdAction: () => HoldAction | null = () => null,
) {
  const element = document.body.appendChild(document.createElement('div'));
  element.tabIndex = -1;
  const done: string[] = [];
  const remove = engine.addNode({
    key,
    parentKey: 'SN:ROOT',
    element,
    isPlaceholder,
    focusElement: () => element.focus(),
    onArrow: (direction) => done.push(direction) > 0,
    onPress: () => void done.push('ok'),
    holdAction,
    onKey: () => false,
  });
  return {
    done,
    remove() {
      remove();
      element.remove();
    },
  };
}

/** Holds an arrow on one node. */
async function startHold() {
  const hold = startEngine();
  onTestFinished(hold.engine.start());
  const node = addNode(hold.engine, 'node');
  hold.engine.focus('node');
  await expect.poll(() => hold.engine.currentKey()).toBe('node');
  return { ...hold, moves: () => node.done.length };
}

test.each([
  [10, true],
  [10, false],
  [30, true],
  [30, false],
  [60, true],
  [60, false],
])(
  'an arrow held at %i a second (`repeat` set: %s) moves at most once per frame and stops on release',
  async (rate, isTold) => {
    const hold = await startHold();
    const movesPerFrame: number[] = [];
    const drawFrame = () => {
      const before = movesPerFrame.reduce((sum, moves) => sum + moves, 0);
      movesPerFrame.push(hold.moves() - before);
      hold.draw();
      hold.pass(FRAME_MS);
    };
    let sent = 0;
    for (let frame = 0; frame < 60; frame += 1) {
      for (; sent * 60 <= frame * rate; sent += 1) hold.down(isTold && sent > 0);
      drawFrame();
    }
    expect(Math.max(...movesPerFrame)).toBe(1);
    // One move per 70 ms at most, and every distinct press counts.
    expect(hold.moves()).toBeLessThanOrEqual(15);
    expect(hold.moves()).toBeGreaterThanOrEqual(9);
    expect(hold.moves() + hold.engine.coalescedKeys()).toBe(sent);
    expect(hold.engine.isHolding()).toBe(true);

    const atRelease = hold.moves();
    hold.up();
    expect(hold.engine.isHolding()).toBe(false);
    for (let frame = 0; frame < 60; frame += 1) drawFrame();
    expect(hold.moves()).toBe(atRelease);
  },
);

test('a set with slow frames moves once per frame and queues nothing', async () => {
  const hold = await startHold();
  hold.down();
  for (let repeat = 1; repeat <= 4; repeat += 1) {
    hold.pass(100);
    hold.down(true);
  }
  expect(hold.moves()).toBe(1);
  hold.draw();
  hold.down(true);
  expect(hold.moves()).toBe(2);
});

test('single presses all move, however fast they are', async () => {
  const hold = await startHold();
  for (let press = 0; press < 8; press += 1) {
    hold.down();
    hold.up();
  }
  expect(hold.moves()).toBe(8);
  expect(hold.engine.coalescedKeys()).toBe(0);
});

test('pictures load only after a held arrow is released', async () => {
  const hold = await startHold();
  hold.down();
  hold.pass(100);
  hold.draw();
  hold.down(true);
  const { container } = render(
    <FocusProvider engine={hold.engine}>
      <Picture src="/art/held.webp" color="#22104d" />
    </FocusProvider>,
  );
  expect(container.querySelector('img')).toBeNull();
  act(() => hold.up());
  expect(container.querySelector('img')).toHaveAttribute('src', '/art/held.webp');
});

test('keys pressed while a screen loads take effect once and in order', async () => {
  const { engine, down, up } = startEngine();
  onTestFinished(engine.start());
  const loading = addNode(engine, 'loading', true);
  engine.focus('loading');
  await expect.poll(() => engine.currentKey()).toBe('loading');
  const keys = { right: 39, down: 40, ok: 13, left: 37 };
  for (const name of ['right', 'down', 'ok', 'left', 'ok'] as const) {
    down(false, keys[name]);
    up(keys[name]);
  }
  expect(loading.done).toEqual([]);

  loading.remove();
  const there = addNode(engine, 'there');
  engine.focus('there');
  await expect.poll(() => there.done).toEqual(['right', 'down', 'ok', 'left', 'ok']);
});

test.each([
  ['released after the screen came: a press', 300, ['right', 'ok', 'left']],
  ['held past the coming of the screen: neither a press nor a hold', 800, ['right', 'left']],
])('an OK that can be held, pressed while a screen loads and %s', async (_sentence, downMs, done) => {
  const { engine, clock, down, up } = startEngine();
  onTestFinished(engine.start());
  const loading = addNode(engine, 'loading', true);
  engine.focus('loading');
  await expect.poll(() => engine.currentKey()).toBe('loading');
  down();
  up();
  down(false, 13);
  clock.advance(200);

  loading.remove();
  const begin = vi.fn();
  const there = addNode(engine, 'there', false, () => ({ begin }));
  engine.focus('there');
  await expect.poll(() => there.done).toEqual(['right']);
  clock.advance(downMs - 200);
  down(true, 13);
  expect(there.done).toEqual(['right']);
  up(13);
  down(false, 37);
  up(37);
  await expect.poll(() => there.done).toEqual(done);
  expect(begin).not.toHaveBeenCalled();
});

test('the focused element at an edge bounces from its position at its own scale', () => {
  const element = document.createElement('div');
  const animate = vi.fn<(frames: { transform: string[] }, ms: number) => void>();
  Object.assign(element, { animate });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  onTestFinished(() => void vi.unstubAllGlobals());
  // A test before this one may have chosen reduced motion.
  delete document.documentElement.dataset['motion'];
  document.body.append(element);
  onTestFinished(() => element.remove());
  element.style.transform = 'scale(1.08)';
  nudge(element, 'left');
  const [first, given, last] = animate.mock.calls[0]![0].transform;
  expect(first).toBe('scale(1.08)');
  expect(given).toMatch(/^translateX\(-0\.375rem\) ?scale\(1\.08\)$/);
  expect(last).toBe(first);
});
