import { findRemoteKey } from './key-codes.ts';
import type { RemoteKey, RemoteKeyEvent, RemoteKeys, Typed } from './platform.ts';

/** Longer than any keyboard's repeat delay, in ms. A later keydown without a keyup counts as a new press. */
const REPEAT_GAP_MS = 800;

/** `keyCode` of every key while an input method composes. */
const COMPOSING = 229;
const BACKSPACE = 8;

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.readOnly;

/** Whether the caret is at the edge, so that the arrow leaves the field instead of moving the caret. */
const isCaretAtEdge = (field: HTMLInputElement | HTMLTextAreaElement, key: 'left' | 'right') => {
  const edge = key === 'left' ? 0 : field.value.length;
  return field.selectionStart === edge && field.selectionEnd === edge;
};

/** In a text field, only keys that leave the field go to the remote; all others are typing. */
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

/**
 * The character of a key by its place, on the Latin layer of Korean keyboards, or '': an input method that is on keeps the
 * text of its keys back (`key` is "Process").
 */
function characterAt({ code, shiftKey }: KeyboardEvent): string {
  if (code === 'Space') return ' ';
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  return letter ? (shiftKey ? letter : letter.toLowerCase()) : (!shiftKey && digit) || '';
}

/** The text that a key types, or null. Sets without `key` have no letters either. */
function findTyped(event: KeyboardEvent, findKey: (keyCode: number) => RemoteKey | null): Typed | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTextField(event.target)) return null;
  const isComposing = event.keyCode === COMPOSING && event.key === 'Process';
  if (event.keyCode === BACKSPACE || (isComposing && event.code === 'Backspace')) return { type: 'backspace' };
  const text = isComposing ? characterAt(event) : (event.key as string | undefined);
  if (text === undefined || Array.from(text).length !== 1) return null;
  return { type: 'text', text, key: findKey(event.keyCode) };
}

export interface PageKeysOptions {
  /** The remote key of a `keyCode`, for televisions with their own codes. */
  readonly findKey?: (keyCode: number) => RemoteKey | null;
  /** Keys that the system sent for its own use: swallowed without notifying handlers. */
  readonly isSystems?: (event: KeyboardEvent) => boolean;
}

/**
 * The remote of a page: captures key events of `target` before other listeners. Prevents the browser's default for
 * remote keys (scrolling, leaving the page). Chords with Ctrl, Alt or Meta stay with the browser.
 */
export function createPageKeys(target: Window, options: PageKeysOptions = {}): RemoteKeys {
  const { findKey = findRemoteKey, isSystems = () => false } = options;
  const typingHandlers = new Set<(typed: Typed) => boolean>();
  const handlers = new Set<(event: RemoteKeyEvent) => void>();
  // One listener for all of them: a key is stopped for everything else on the page.
  const tell = (event: RemoteKeyEvent) => Array.from(handlers).forEach((own) => handlers.has(own) && own(event));

  let down: { key: RemoteKey; repeats: number; at: number } | null = null;
  const letGo = (phase: 'up' | 'cancel') => {
    if (!down) return;
    const { key, repeats } = down;
    down = null;
    tell({ key, phase, repeats });
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
    const typed = findTyped(event, findKey);
    if (typed && [...typingHandlers].some((ask) => ask(typed))) return take(event);
    const key = find(event);
    if (!key) return;
    take(event);
    // Some sets and overlays swallow keyup events. Another key, or a pause, ends the press.
    const isRepeat = down?.key === key && event.timeStamp - down.at <= REPEAT_GAP_MS;
    const repeats = isRepeat && down ? down.repeats + 1 : 0;
    down = { key, repeats, at: event.timeStamp };
    tell({ key, phase: 'down', repeats });
  };
  const handleUp = (event: KeyboardEvent) => {
    if (!down || findKey(event.keyCode) !== down.key) return;
    take(event);
    letGo('up');
  };
  // A key held while the page loses focus never sends keyup.
  const handleBlur = () => letGo('cancel');

  const listen = () => {
    target.addEventListener('keydown', handleDown, true);
    target.addEventListener('keyup', handleUp, true);
    target.addEventListener('blur', handleBlur);
  };
  const stop = () => {
    down = null;
    target.removeEventListener('keydown', handleDown, true);
    target.removeEventListener('keyup', handleUp, true);
    target.removeEventListener('blur', handleBlur);
  };

  return {
    subscribeTyping(handler) {
      const own = (typed: Typed) => handler(typed);
      typingHandlers.add(own);
      return () => void typingHandlers.delete(own);
    },
    subscribe(handler) {
      const own = (event: RemoteKeyEvent) => handler(event);
      if (handlers.size === 0) listen();
      handlers.add(own);
      return () => {
        if (handlers.delete(own) && handlers.size === 0) stop();
      };
    },
  };
}
