import { findRemoteKey } from './key-codes.ts';
import type { RemoteKey, RemoteKeys, Typed } from './platform.ts';

/** Longer than any keyboard waits before it repeats, in ms: after that, a key that never came up is pressed anew. */
const REPEAT_GAP_MS = 800;

/** Sent for every key while an input method composes. */
const COMPOSING = 229;
const BACKSPACE = 8;

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.readOnly;

/** Whether the caret stands where an arrow would leave the text rather than move in it. */
const isCaretAtEdge = (field: HTMLInputElement | HTMLTextAreaElement, key: 'left' | 'right') => {
  const edge = key === 'left' ? 0 : field.value.length;
  return field.selectionStart === edge && field.selectionEnd === edge;
};

/** In a text field the remote keeps only what leaves it; all else is typing. */
const isForRemote = (key: RemoteKey, event: KeyboardEvent, field: HTMLInputElement | HTMLTextAreaElement) => {
  if (event.keyCode === BACKSPACE) return false;
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

/** What a key types, or null where it types nothing. Sets that know no `key` have no letters either. */
function findTyped(event: KeyboardEvent): Typed | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTextField(event.target)) return null;
  if (event.keyCode === BACKSPACE) return { type: 'backspace' };
  const text = event.key as string | undefined;
  return text !== undefined && Array.from(text).length === 1 ? { type: 'text', text } : null;
}

export interface PageKeysOptions {
  /** The remote's key for a `keyCode`, where the television has codes of its own. */
  readonly findKey?: (keyCode: number) => RemoteKey | null;
  /** Keys that the system meant for itself: taken, and told to nobody. */
  readonly isSystems?: (event: KeyboardEvent) => boolean;
}

/**
 * The remote of a page: key events of `target`, told before anybody else sees them. What the remote means by a key is
 * not also done by the browser (scrolling, leaving the page). Chords with Ctrl, Alt or Meta stay the browser's.
 */
export function createPageKeys(target: Window, options: PageKeysOptions = {}): RemoteKeys {
  const { findKey = findRemoteKey, isSystems = () => false } = options;
  let hasSeenKeyUp = false;
  const typingHandlers = new Set<(typed: Typed) => void>();
  return {
    subscribeTyping(handler) {
      const own = (typed: Typed) => handler(typed);
      typingHandlers.add(own);
      return () => void typingHandlers.delete(own);
    },
    doKeysComeUp: () => hasSeenKeyUp,
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
        const key = findKey(event.keyCode);
        if (!key || (isTextField(event.target) && !isForRemote(key, event, event.target))) return null;
        return key;
      };
      const take = (event: KeyboardEvent) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };

      const handleDown = (event: KeyboardEvent) => {
        if (isSystems(event)) return take(event);
        const typed = typingHandlers.size > 0 ? findTyped(event) : null;
        if (typed) {
          take(event);
          typingHandlers.forEach((tell) => tell(typed));
          return;
        }
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
        const key = findKey(event.keyCode);
        if (!key || !downs.has(key)) return;
        hasSeenKeyUp = true;
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
