import { findRemoteKey } from '../key-codes.ts';
import type { RemoteKey, RemoteKeys } from '../platform.ts';

/** Longer than any keyboard waits before it repeats, in ms: after that, a key that never came up is pressed anew. */
const REPEAT_GAP_MS = 800;

/** Sent for every key while an input method composes. */
const COMPOSING = 229;

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.readOnly;

/** Whether the caret stands where an arrow would leave the text rather than move in it. */
const isCaretAtEdge = (field: HTMLInputElement | HTMLTextAreaElement, key: 'left' | 'right') => {
  const edge = key === 'left' ? 0 : field.value.length;
  return field.selectionStart === edge && field.selectionEnd === edge;
};

/** In a text field the remote keeps only what leaves it; all else is typing. */
const isForRemote = (key: RemoteKey, event: KeyboardEvent, field: HTMLInputElement | HTMLTextAreaElement) => {
  if (event.keyCode === 8) return false;
  switch (key) {
    case 'up':
    case 'down':
    case 'ok':
    case 'back':
      return true;
    case 'left':
    case 'right':
      return isCaretAtEdge(field, key);
    default:
      return event.keyCode > 255;
  }
};

/**
 * The remote of a page: key events of `target`, told before anybody else sees them. What the remote means by a key is
 * not also done by the browser (scrolling, leaving the page). Chords with Ctrl, Alt or Meta stay the browser's.
 */
export function createBrowserKeys(target: Window): RemoteKeys {
  return {
    subscribe(handler) {
      const downs = new Map<RemoteKey, { repeats: number; at: number }>();
      const letGo = (key: RemoteKey) => {
        const down = downs.get(key);
        if (!down) return;
        downs.delete(key);
        handler({ key, phase: 'up', repeats: down.repeats });
      };

      const find = (event: KeyboardEvent): RemoteKey | null => {
        if (event.ctrlKey || event.altKey || event.metaKey) return null;
        if (event.isComposing || event.keyCode === COMPOSING) return null;
        const key = findRemoteKey(event.keyCode);
        if (!key || (isTextField(event.target) && !isForRemote(key, event, event.target))) return null;
        return key;
      };
      const take = (event: KeyboardEvent) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };

      const handleDown = (event: KeyboardEvent) => {
        const key = find(event);
        if (!key) return;
        take(event);
        // Some sets and overlays swallow a key's coming up: another key, or a pause, means that it did.
        for (const held of [...downs.keys()]) if (held !== key) letGo(held);
        const down = downs.get(key);
        if (down && event.timeStamp - down.at > REPEAT_GAP_MS) letGo(key);
        const repeats = (downs.get(key)?.repeats ?? -1) + 1;
        downs.set(key, { repeats, at: event.timeStamp });
        handler({ key, phase: 'down', repeats });
      };
      const handleUp = (event: KeyboardEvent) => {
        const key = findRemoteKey(event.keyCode);
        if (!key || !downs.has(key)) return;
        take(event);
        letGo(key);
      };
      // A key held while the page loses the focus never comes up.
      const handleBlur = () => {
        for (const key of [...downs.keys()]) letGo(key);
      };

      target.addEventListener('keydown', handleDown, true);
      target.addEventListener('keyup', handleUp, true);
      target.addEventListener('blur', handleBlur);
      return () => {
        target.removeEventListener('keydown', handleDown, true);
        target.removeEventListener('keyup', handleUp, true);
        target.removeEventListener('blur', handleBlur);
      };
    },
  };
}
