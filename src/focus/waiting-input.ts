import type { RemoteKey, Typed } from '#platform/platform.ts';

/** Limit of waiting keys: more than a viewer presses deliberately for a loading screen. */
const KEYS_MAX = 8;

/** Limit of waiting characters: the longest e-mail address. */
const TYPED_MAX = 254;

export interface WaitingKey {
  readonly type: 'key';
  readonly key: RemoteKey;
  /** Only of an OK: how long it was down, in ms; null until it came up. */
  heldMs?: number | null;
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
  /** The last OK, while it is down. */
  let down: WaitingKey | null = null;
  let downAtMs = 0;

  const countOf = (isKey: boolean) => entries.filter(({ type }) => (type === 'key') === isKey).length;
  const push = (entry: WaitingEntry) => {
    const isKey = entry.type === 'key';
    isFull ||= countOf(isKey) >= (isKey ? KEYS_MAX : TYPED_MAX);
    if (!isFull) entries.push(entry);
  };
  /** The OK came up, or cannot any more. */
  const release = (nowMs: number) => {
    if (down) down.heldMs = nowMs - downAtMs;
    down = null;
  };

  return {
    isEmpty: () => entries.length === 0,
    /** Whether a character waits, which Backspace would delete. */
    hasTyped: () => countOf(false) > 0,
    press(key: RemoteKey, nowMs: number) {
      release(nowMs);
      const entry: WaitingKey = { type: 'key', key };
      if (key === 'ok') {
        down = entry;
        downAtMs = nowMs;
        entry.heldMs = null;
      }
      push(entry);
    },
    type: push as (typed: Typed) => void,
    release,
    /**
     * Removes and returns the oldest entry; undefined for an OK that was down for `holdTime` or longer, because a hold must
     * not become a press. Null while an OK that may become a hold is still down: its keyup decides.
     */
    next(holdTime: () => number): WaitingEntry | null | undefined {
      const entry = entries[0];
      const heldMs = entry?.type === 'key' ? entry.heldMs : undefined;
      const limitMs = heldMs === undefined ? Infinity : holdTime();
      if (heldMs === null && limitMs < Infinity) return null;
      entries.shift();
      if (entries.length === 0) isFull = false;
      return limitMs < Infinity && (heldMs ?? 0) >= limitMs ? undefined : entry;
    },
    clear() {
      entries = [];
      down = null;
      isFull = false;
    },
  };
}
