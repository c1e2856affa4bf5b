import { onTestFinished } from 'vitest';
import { createFocusEngine, type FocusEngine, type HoldAction } from '#src/focus/index.ts';
import type { FocusEngineOptions } from '#src/focus/engine/focus-engine.ts';
import { ROOT_KEY } from '#src/focus/engine/navigator.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from './fake-platform.ts';

/* A focus engine with elements of a page, without React. */

export const SCREEN = 'screen';

export const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
export const focusKey = () => (document.activeElement as HTMLElement).dataset['focusKey'];

/** An engine whose remote is known to send keyup: until then, nothing counts as held. */
export async function startFocus(options: Partial<FocusEngineOptions> = {}) {
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
export function addNode(engine: FocusEngine, key: string, options: NodeOptions = {}) {
  const { parentKey = SCREEN, isPlaceholder = false, hold = null, into = document.body } = options;
  const element = into.appendChild(document.createElement('button'));
  element.dataset['focusKey'] = key;
  const done: string[] = [];
  const removeNode = engine.addNode({
    key,
    parentKey,
    element,
    isPlaceholder,
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
export function addGroup(engine: FocusEngine, key: string, axis: 'row' | 'column', parentKey = SCREEN) {
  const element = document.body.appendChild(document.createElement('div'));
  const removeGroup = engine.addGroup({ key, parentKey, element, axis });
  onTestFinished(() => {
    element.remove();
    removeGroup();
  });
  return element;
}
