import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFocusEngine, createVisitMemory, type FocusEngine, type HoldAction } from '#src/focus/index.ts';
import type { FocusEngineOptions } from '#src/focus/focus-engine.ts';
import { ROOT_KEY } from '#src/focus/navigator.ts';
import type { Typed } from '#platform/platform.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/fake-platform.ts';

const SCREEN = 'screen';

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
const focusKey = () => (document.activeElement as HTMLElement).dataset['focusKey'];

/** An engine whose remote is known to send keyup: until then, nothing counts as held. */
async function start(options: Partial<FocusEngineOptions> = {}) {
  const clock = createFakeClock();
  const platform = createFakePlatform();
  const engine = createFocusEngine({ ...platform, clock, onNextFrame: (run) => run(), ...options });
  onTestFinished(engine.start());
  // Without a group of their own, nodes are on a screen.
  onTestFinished(engine.addScope(SCREEN, engine.nextOrder()));
  addGroup(engine, SCREEN, 'row', ROOT_KEY);
  const first = addNode(engine, 'first of all');
  await turn();
  platform.press('info');
  first.remove();
  return { clock, platform, engine };
}

interface NodeOptions {
  readonly parentKey?: string;
  readonly isPlaceholder?: boolean;
  readonly hold?: HoldAction;
  readonly into?: HTMLElement;
}

/** Adds a button to the page; it records what happens to it. */
function addNode(engine: FocusEngine, key: string, options: NodeOptions = {}) {
  const { parentKey = SCREEN, isPlaceholder = false, hold = null, into = document.body } = options;
  const element = into.appendChild(document.createElement('button'));
  element.dataset['focusKey'] = key;
  const done: string[] = [];
  const removeNode = engine.addNode({
    ...{ key, parentKey, element, isPlaceholder },
    focusElement: () => element.focus(),
    onArrow: () => false,
    onPress: () => void done.push('ok'),
    holdAction: () => hold,
    onKey: (press) => press.key === 'info' && done.push('info') > 0,
  });
  let isThere = true;
  const remove = () => {
    if (!isThere) return;
    isThere = false;
    element.remove();
    removeNode();
  };
  onTestFinished(remove);
  return { element, done, remove };
}

/** Adds a group with its element. */
function addGroup(engine: FocusEngine, key: string, axis: 'row' | 'column', parentKey = SCREEN) {
  const element = document.body.appendChild(document.createElement('div'));
  const removeGroup = engine.addGroup({ key, parentKey, element, axis });
  onTestFinished(() => {
    element.remove();
    removeGroup();
  });
  return element;
}

describe('the place of a node among others', () => {
  test('counts those of its group in the order of the page, without placeholders', async () => {
    const { engine } = await start();
    const row = addGroup(engine, 'row', 'row');
    const inRow = { parentKey: 'row', into: row };
    addNode(engine, 'last', inRow);
    const first = addNode(engine, 'first', inRow);
    row.insertBefore(first.element, row.firstChild);
    addNode(engine, 'loading', { ...inRow, isPlaceholder: true });
    addNode(engine, 'elsewhere');
    expect(engine.ordinalOf('first')).toEqual({ index: 0, count: 2 });
    expect(engine.ordinalOf('last')).toEqual({ index: 1, count: 2 });
    expect(engine.ordinalOf('elsewhere')).toBeNull();
    expect(engine.ordinalOf('unknown')).toBeNull();
  });
});

describe('a held arrow', () => {
  test('is told from its first repeat until the key goes up', async () => {
    const { engine, platform, clock } = await start();
    addNode(engine, 'one');
    await turn();
    const told: boolean[] = [];
    onTestFinished(engine.subscribeHolding((isHolding) => told.push(isHolding)));
    platform.keyDown('right');
    expect(engine.isHolding()).toBe(false);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      clock.advance(100);
      platform.keyDown('right');
    }
    expect(engine.isHolding()).toBe(true);
    platform.keyUp('right');
    expect(engine.isHolding()).toBe(false);
    expect(told).toEqual([true, false]);
  });

  test('moves at most every 70 ms, and every 280 ms for slow hands', async () => {
    for (const [areKeysSlow, everyMs] of [
      [false, 70],
      [true, 280],
    ] as const) {
      let moves = 0;
      const { engine, platform, clock } = await start({ areKeysSlow: () => areKeysSlow, onMove: () => (moves += 1) });
      const { remove } = addNode(engine, 'one');
      await turn();
      clock.advance(1_000);
      platform.keyDown('right');
      clock.advance(everyMs - 1);
      platform.keyDown('right');
      expect(moves).toBe(1);
      clock.advance(1);
      platform.keyDown('right');
      expect(moves).toBe(2);
      expect(engine.coalescedKeys()).toBe(1);
      platform.keyUp('right');
      remove();
    }
  });
});

describe('OK on a node that can be held', () => {
  const hold = () => ({ begin: vi.fn(), end: vi.fn() });

  test('presses at keyup, when it was up before the hold', async () => {
    const { engine, platform, clock } = await start();
    const effect = hold();
    const { done } = addNode(engine, 'one', { hold: effect });
    await turn();
    platform.keyDown('ok');
    clock.advance(699);
    expect(done).toEqual([]);
    platform.keyUp('ok');
    expect(done).toEqual(['ok']);
    expect(effect.begin).not.toHaveBeenCalled();
    expect(effect.end).not.toHaveBeenCalled();
  });

  test('begins its hold after 700 ms, ends it at keyup, and presses nothing', async () => {
    const { engine, platform, clock } = await start();
    const effect = hold();
    const { done } = addNode(engine, 'one', { hold: effect });
    await turn();
    platform.keyDown('ok');
    clock.advance(700);
    expect(effect.begin).toHaveBeenCalledTimes(1);
    expect(effect.end).not.toHaveBeenCalled();
    platform.keyUp('ok');
    expect(effect.end).toHaveBeenCalledTimes(1);
    expect(done).toEqual([]);
  });

  test.each<[string, (leave: Awaited<ReturnType<typeof start>> & { remove: () => void }) => void]>([
    ['its node goes away', ({ remove }) => remove()],
    ['the page is hidden', ({ platform }) => platform.setHidden(true)],
    ['a dialog opens', ({ engine }) => void onTestFinished(engine.addScope('dialog', engine.nextOrder()))],
    ['another screen comes', ({ engine }) => engine.enterVisit(createVisitMemory(), null)],
  ])('neither presses nor holds when %s before keyup', async (_, leave) => {
    const started = await start();
    const { engine, platform, clock } = started;
    const effect = hold();
    const { done, remove } = addNode(engine, 'one', { hold: effect });
    addNode(engine, 'two');
    engine.focus('one');
    await turn();
    platform.keyDown('ok');
    leave({ ...started, remove });
    clock.advance(2_000);
    platform.keyUp('ok');
    expect([done, effect.begin.mock.calls]).toEqual([[], []]);
  });

  test('asks for a choice where presses are single, and presses where it has no names', async () => {
    const onHoldChoice = vi.fn<NonNullable<FocusEngineOptions['onHoldChoice']>>();
    const { engine, platform, clock } = await start({ arePressesSingle: () => true, onHoldChoice });
    const named = { ...hold(), names: ['재생', '지우기'] as const };
    const one = addNode(engine, 'one', { hold: named });
    const two = addNode(engine, 'two', { hold: hold() });
    engine.focus('one');
    await turn();
    platform.press('ok');
    expect(one.done).toEqual([]);
    const choice = onHoldChoice.mock.calls[0]![0];
    expect(choice.names).toEqual(['재생', '지우기']);
    choice.press();
    expect(one.done).toEqual(['ok']);
    choice.hold();
    expect(named.begin).toHaveBeenCalledTimes(1);
    engine.focus('two');
    await turn();
    // The same key at once would be a trembling finger.
    clock.advance(1_000);
    platform.press('ok');
    expect(two.done).toEqual(['ok']);
    expect(onHoldChoice).toHaveBeenCalledTimes(1);
  });
});

describe('a dialog', () => {
  test('has the focus, hears pointers alone, and returns the focus where it was meant to be', async () => {
    const { engine } = await start();
    const under = addNode(engine, 'under');
    addNode(engine, 'meant');
    engine.focus('under');
    await turn();
    const group = addGroup(engine, 'dialog', 'row');
    const close = engine.addScope('dialog', engine.nextOrder());
    const inside = addNode(engine, 'inside', { parentKey: 'dialog', into: group });
    await turn();
    expect(focusKey()).toBe('inside');
    engine.press('under');
    engine.focusMeanwhile('under');
    engine.press('inside');
    engine.press('nobody');
    expect([under.done, inside.done, focusKey()]).toEqual([[], ['ok'], 'inside']);
    engine.focus('meant');
    expect(focusKey()).toBe('inside');
    inside.remove();
    close();
    await turn();
    expect(focusKey()).toBe('meant');
  });

  test('leaves what the screen remembers as it was', async () => {
    const { engine } = await start();
    const visit = createVisitMemory();
    engine.enterVisit(visit, 'under');
    addNode(engine, 'under');
    await turn();
    expect(visit.focusKey).toBe('under');
    const group = addGroup(engine, 'dialog', 'row');
    onTestFinished(engine.addScope('dialog', engine.nextOrder()));
    addNode(engine, 'inside', { parentKey: 'dialog', into: group });
    await turn();
    expect(focusKey()).toBe('inside');
    expect(visit.focusKey).toBe('under');
  });
});

describe('the focus', () => {
  test('returns when the page drops it, and stays when it moves to another element', async () => {
    const { engine } = await start();
    const { element } = addNode(engine, 'one');
    await turn();
    element.blur();
    expect(focusKey()).toBeUndefined();
    await turn();
    expect(focusKey()).toBe('one');
  });

  test('goes to what the visit remembers, else to the first node of the screen, else to any', async () => {
    const { engine } = await start();
    const visit = createVisitMemory();
    visit.focusKey = 'left';
    engine.enterVisit(visit, 'first');
    addNode(engine, 'other');
    const first = addNode(engine, 'first');
    await turn();
    expect(focusKey()).toBe('first');
    const left = addNode(engine, 'left');
    await turn();
    expect(focusKey()).toBe('left');
    left.remove();
    await turn();
    expect(focusKey()).toBe('first');
    first.remove();
    await turn();
    expect(focusKey()).toBe('other');
  });

  test('stays where the viewer has moved it, though what was remembered comes later', async () => {
    const { engine, platform } = await start();
    const visit = createVisitMemory();
    visit.focusKey = 'left';
    const row = addGroup(engine, 'row', 'row');
    engine.enterVisit(visit, 'one');
    addNode(engine, 'one', { parentKey: 'row', into: row });
    addNode(engine, 'two', { parentKey: 'row', into: row });
    await turn();
    platform.press('right');
    await turn();
    expect(focusKey()).toBe('two');
    addNode(engine, 'left');
    await turn();
    expect(focusKey()).toBe('two');
    expect(visit.left.get('row')).toBe('two');
  });
});

describe('keys and characters that wait for a screen', () => {
  test('reach it in order, once it is there', async () => {
    const { engine, platform } = await start();
    const loading = addNode(engine, 'loading', { isPlaceholder: true });
    await turn();
    platform.press('info');
    platform.press('ok');
    expect(loading.done).toEqual([]);
    loading.remove();
    const { done } = addNode(engine, 'content');
    await turn();
    await turn();
    expect(done).toEqual(['info', 'ok']);
  });

  test('are forgotten when the screen fails, and when something else navigates', async () => {
    for (const forget of [
      (engine: FocusEngine) => void onTestFinished(engine.addFailure()),
      (engine: FocusEngine) => engine.forgetOpening(),
    ]) {
      const { engine, platform } = await start();
      const loading = addNode(engine, 'loading', { isPlaceholder: true });
      await turn();
      platform.press('ok');
      forget(engine);
      loading.remove();
      const { done, remove } = addNode(engine, 'content');
      await turn();
      await turn();
      expect(done).toEqual([]);
      remove();
    }
  });

  test('are forgotten when the wait ends on the node where it began', async () => {
    const { engine, platform } = await start();
    const { done } = addNode(engine, 'one');
    await turn();
    const arrive = engine.addComing(() => null);
    platform.press('ok');
    arrive();
    await turn();
    await turn();
    expect(done).toEqual([]);
  });

  test('are typed into the field that comes; without one, a digit is the key of the remote', async () => {
    const { engine, platform } = await start();
    const loading = addNode(engine, 'loading', { isPlaceholder: true });
    await turn();
    platform.type('a1');
    loading.remove();
    addNode(engine, 'content');
    const typed: Typed[] = [];
    onTestFinished(engine.addTypingHandler(SCREEN, (one) => typed.push(one)));
    await vi.waitFor(() =>
      expect(typed).toEqual([
        { type: 'text', text: 'a', key: null },
        { type: 'text', text: '1', key: '1' },
      ]),
    );
  });

  test('may be used by a handler that does not wait, but not OK and arrows', async () => {
    const { engine, platform } = await start();
    addNode(engine, 'loading', { isPlaceholder: true });
    await turn();
    const used: string[] = [];
    onTestFinished(engine.addKeyHandler(SCREEN, ({ key }) => used.push(key) > 0));
    for (const key of ['stop', 'ok', 'left', '5'] as const) platform.press(key);
    expect(used).toEqual(['stop', '5']);
    platform.type('7');
    expect(used).toEqual(['stop', '5', '7']);
  });
});

describe('Back', () => {
  test('undoes an opening that has failed, as long as the failure is shown', async () => {
    const { engine } = await start();
    const undo = vi.fn();
    const back = vi.fn(() => true);
    onTestFinished(engine.addBackHandler(SCREEN, engine.nextOrder(), back));
    engine.undoOpeningWith(undo);
    const hide = engine.addFailure();
    addNode(engine, 'retry');
    await turn();
    engine.back();
    expect([undo.mock.calls.length, back.mock.calls.length]).toEqual([1, 0]);
    hide();
    engine.undoOpeningWith(undo);
    addNode(engine, 'content');
    await turn();
    engine.back();
    expect([undo.mock.calls.length, back.mock.calls.length]).toEqual([1, 1]);
  });

  test('cancels a requested screen by its own action, and deletes a character that waits', async () => {
    const { engine, platform } = await start();
    addNode(engine, 'one');
    await turn();
    const cancel = vi.fn();
    const back = vi.fn(() => true);
    onTestFinished(engine.addBackHandler(SCREEN, engine.nextOrder(), back));
    onTestFinished(engine.addComing(() => cancel));
    platform.type('a');
    platform.typeBackspace();
    expect(cancel).not.toHaveBeenCalled();
    platform.press('back');
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(back).not.toHaveBeenCalled();
  });
});

test('an arrow that moves nothing bounces the focused element, and a held one does not', async () => {
  const { engine, platform, clock } = await start();
  const { element } = addNode(engine, 'one');
  const animate = vi.fn();
  Object.assign(element, { animate });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  onTestFinished(() => void vi.unstubAllGlobals());
  delete document.documentElement.dataset['motion'];
  await turn();
  platform.keyDown('right');
  await vi.waitFor(() => expect(animate).toHaveBeenCalledTimes(1), 20_000);
  clock.advance(200);
  platform.keyDown('right');
  platform.keyUp('right');
  await turn();
  expect(animate).toHaveBeenCalledTimes(1);
});
