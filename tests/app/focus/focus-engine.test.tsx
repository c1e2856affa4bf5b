import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createVisitMemory } from '#src/focus/index.ts';
import type { FocusEngineOptions } from '#src/focus/engine/focus-engine.ts';
import { addGroup, addNode, focusKey, startFocus, turn } from '#tests/support/app/focus-nodes.ts';

describe('the place of a node among others', () => {
  test('counts those of its group in the order of the page, without placeholders', async () => {
    const { engine } = await startFocus();
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
    const { engine, platform, clock } = await startFocus();
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
      const { engine, platform, clock } = await startFocus({
        areKeysSlow: () => areKeysSlow,
        onMove: () => (moves += 1),
      });
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
    const { engine, platform, clock } = await startFocus();
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
    const { engine, platform, clock } = await startFocus();
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

  test.each<[string, (leave: Awaited<ReturnType<typeof startFocus>> & { remove: () => void }) => void]>([
    ['its node goes away', ({ remove }) => remove()],
    ['the page is hidden', ({ platform }) => platform.setHidden(true)],
    ['a dialog opens', ({ engine }) => void onTestFinished(engine.addScope('dialog', engine.nextOrder()))],
    ['another screen comes', ({ engine }) => engine.enterVisit(createVisitMemory(), null)],
  ])('neither presses nor holds when %s before keyup', async (_, leave) => {
    const started = await startFocus();
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
    const { engine, platform, clock } = await startFocus({ arePressesSingle: () => true, onHoldChoice });
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
    const { engine } = await startFocus();
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

  test('leaves the focus to whoever asks for it as soon as it has closed', async () => {
    const { engine } = await startFocus();
    for (const key of ['under', 'asked']) addNode(engine, key);
    engine.focus('under');
    await turn();
    const group = addGroup(engine, 'dialog', 'row');
    const close = engine.addScope('dialog', engine.nextOrder());
    const inside = addNode(engine, 'inside', { parentKey: 'dialog', into: group });
    await turn();
    inside.remove();
    close();
    engine.focus('asked');
    await turn();
    expect(focusKey()).toBe('asked');
  });

  test('leaves what the screen remembers as it was', async () => {
    const { engine } = await startFocus();
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
    const { engine } = await startFocus();
    const { element } = addNode(engine, 'one');
    await turn();
    element.blur();
    expect(focusKey()).toBeUndefined();
    await turn();
    expect(focusKey()).toBe('one');
  });

  test('goes to what the visit remembers, else to the first node of the screen, else to any', async () => {
    const { engine } = await startFocus();
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
    const { engine, platform } = await startFocus();
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

test('an arrow that moves nothing bounces the focused element, and a held one does not', async () => {
  const { engine, platform, clock } = await startFocus();
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
