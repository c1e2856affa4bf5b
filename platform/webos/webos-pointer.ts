import { createPageKeys } from '../page-keys.ts';
import type { PointerMode, RemoteKeys } from '../platform.ts';
import { createValue } from '../subject.ts';
import { watchKeyboard } from './webos-keyboard.ts';

/** `keyCode` sent when the cursor appears or disappears. */
const POINTER_SHOWN = 1536;
const POINTER_HIDDEN = 1537;
const ARROWS = [37, 38, 39, 40];
/** The arrow key that hid the cursor arrives within this many ms, and must not move the focus. */
const HIDING_ARROW_MS = 30;

/** The Magic Remote: keys, and a cursor that any arrow key hides. */
export function createMagicRemote(page: Window): { keys: RemoteKeys; pointer: PointerMode } {
  const pointer = createValue(false);
  let hiddenAt = -Infinity;
  page.document.addEventListener('cursorStateChange', (event) => {
    const { detail } = event as CustomEvent<{ visibility?: unknown } | null>;
    pointer.set(detail?.visibility === true);
  });
  const isOfKeyboard = watchKeyboard(page.document);
  const isSystems = (event: KeyboardEvent) => {
    const { keyCode, timeStamp } = event;
    if (keyCode === POINTER_SHOWN) pointer.set(true);
    if (keyCode === POINTER_HIDDEN) {
      pointer.set(false);
      hiddenAt = timeStamp;
    }
    const isOfHiding = ARROWS.includes(keyCode) && timeStamp - hiddenAt < HIDING_ARROW_MS;
    return isOfHiding || keyCode === POINTER_SHOWN || keyCode === POINTER_HIDDEN || isOfKeyboard(event);
  };
  return {
    keys: createPageKeys(page, { isSystems }),
    pointer: { isShown: pointer.get, subscribe: pointer.subscribe },
  };
}
