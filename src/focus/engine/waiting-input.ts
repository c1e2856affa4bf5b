import type { RemoteKey, Typed } from '#platform/platform.ts';

/** Limit of waiting keys: more than a viewer presses deliberately for a loading screen. */
const KEYS_MAX = 8;

/** Limit of waiting characters: the longest e-mail address. */
const TYPED_MAX = 254;

export interface WaitingKey {
  readonly type: 'key';
  readonly key: RemoteKey;
  readonly downAtMs: number;
  /** How long it was down, in ms; undefined until it came up. */
  heldMs?: number;
}

export type WaitingEntry = WaitingKey | Typed;

export type WaitingInput = ReturnType<typeof createWaitingInput>;

/**
 * A queue of keys and characters until their screen is shown. After the first entry that does not fit, it refuses all
 * others until it is empty, so its contents have no gaps.
 */
export function createWaitingInput() {
  let entries: WaitingEntry[] = [];
  let isFull = false;
  /** The last key, until it came up. */
  let last: WaitingKey | undefined;

  const countOf = (isKey: boolean) => entries.filter(({ type }) => (type === 'key') === isKey).length;
  const push = (entry: WaitingEntry) => {
    const isKey = entry.type === 'key';
    isFull ||= countOf(isKey) >= (isKey ? KEYS_MAX : TYPED_MAX);
    if (!isFull) entries.push(entry);
  };
  const release = (nowMs: number) => {
    if (last) last.heldMs = nowMs - last.downAtMs;
    last = undefined;
  };

  return {
    isEmpty: () => entries.length === 0,
    /** Whether a character waits, which Backspace would delete. */
    hasTyped: () => countOf(false) > 0,
    press(key: RemoteKey, nowMs: number) {
      release(nowMs);
      push((last = { type: 'key', key, downAtMs: nowMs }));
    },
    type: push as (typed: Typed) => void,
    /** The key that went down last came up, or its keyup was lost. */
    release,
    first: () => entries[0],
    /** Removes the oldest entry. */
    next(): WaitingEntry | undefined {
      const entry = entries.shift();
      if (entries.length === 0) isFull = false;
      return entry;
    },
    clear() {
      entries = [];
      isFull = false;
    },
  };
}
