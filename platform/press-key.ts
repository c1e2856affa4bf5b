import { CODES } from './key-codes.ts';
import type { RemoteKey } from './platform.ts';

/** Presses and releases a key in a page, so that a spoken key passes through everything that a pressed one does. */
export function pressKey(page: Window, key: RemoteKey): void {
  for (const type of ['keydown', 'keyup']) {
    const event = new KeyboardEvent(type, { bubbles: true, cancelable: true });
    // The constructor ignores keyCode.
    Object.defineProperty(event, 'keyCode', { value: CODES[key][0] });
    (page.document.activeElement ?? page.document.body).dispatchEvent(event);
  }
}
