import { expect, test } from 'vitest';
import { createFocusEngine, createVisitMemory, type FocusEngine } from '#src/focus/index.ts';
import { ROOT_KEY } from '#src/focus/engine/navigator.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

/** Adds a focusable button to the page. */
function addNode(engine: FocusEngine, key: string, isPlaceholder = false) {
  const element = document.body.appendChild(document.createElement('button'));
  element.dataset['focusKey'] = key;
  const remove = engine.addNode({
    key,
    parentKey: ROOT_KEY,
    element,
    isPlaceholder,
    focusElement: () => element.focus(),
    onArrow: () => false,
    onPress: () => undefined,
    onKey: () => false,
  });
  return () => {
    element.remove();
    remove();
  };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const focusKey = () => (document.activeElement as HTMLElement).dataset['focusKey'];

test('a late list gets the focus, though the menu that opened its screen is on it too', async () => {
  const { keys, lifecycle } = createFakePlatform();
  const engine = createFocusEngine({ keys, lifecycle, clock: createFakeClock() });
  const stop = engine.start();
  const leaveMenu = addNode(engine, 'menu/list');
  engine.enterVisit(createVisitMemory(), 'menu/list');
  await settled();
  expect(focusKey()).toBe('menu/list');

  // The script of the next screen is loaded already: its menu comes in the commit in which the former one goes.
  const visit = createVisitMemory();
  leaveMenu();
  const leaveMenuThere = addNode(engine, 'menu/list');
  const endLoading = addNode(engine, 'list/loading', true);
  engine.enterVisit(visit, 'list/loading');
  await settled();
  expect(focusKey()).toBe('list/loading');
  endLoading();
  const leaveList = addNode(engine, 'list');
  engine.enterVisit(visit, 'list');
  await settled();
  expect(focusKey()).toBe('list');
  for (const end of [leaveMenuThere, leaveList, stop]) end();
});

test('Back undoes an opening while it is loading, and not after the screen came under the key of its placeholder', async () => {
  const { keys, lifecycle } = createFakePlatform();
  const engine = createFocusEngine({ keys, lifecycle, clock: createFakeClock() });
  const stop = engine.start();
  let undone = 0;
  const open = async () => {
    engine.undoOpeningWith(() => (undone += 1));
    const endLoading = addNode(engine, 'player/timeline', true);
    engine.enterVisit(createVisitMemory(), 'player/timeline');
    await settled();
    return endLoading;
  };
  const cancelled = await open();
  engine.back();
  expect(undone).toBe(1);
  cancelled();

  const endLoading = await open();
  endLoading();
  const leave = addNode(engine, 'player/timeline');
  await settled();
  // Later it loads again, for example the next episode.
  leave();
  const end = addNode(engine, 'player/timeline', true);
  await settled();
  engine.back();
  expect(undone).toBe(1);
  end();
  stop();
});
