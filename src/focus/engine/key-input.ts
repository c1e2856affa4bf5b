import type { RemoteKey, RemoteKeyEvent, Typed, Unsubscribe } from '#platform/platform.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { createPresses } from '#src/lib/press.ts';
import { isDirection, type FocusNode } from './focus-node.ts';
import { addTo, type FocusScopes } from './focus-scopes.ts';
import type { createKeyHandlers, KeyPress } from './key-handlers.ts';
import { createWaitingInput, type WaitingEntry } from './waiting-input.ts';

/** A requested screen that is not drawn yet. */
interface Coming {
  readonly order: number;
  /** The node that had the focus: if it still has it after the wait, no screen appeared. */
  readonly focusKey: string | null;
  /** The action of Back, or null for the usual one. */
  readonly findCancel: () => (() => void) | null;
}

/** What input needs of the engine. */
interface KeyInputOptions {
  readonly clock: Clock;
  readonly scopes: FocusScopes;
  readonly handlers: ReturnType<typeof createKeyHandlers>;
  readonly presses: ReturnType<typeof createPresses<RemoteKey>>;
  readonly currentNode: () => FocusNode | undefined;
  readonly currentKey: () => string | null;
  readonly settle: () => void;
  readonly settleSoon: () => void;
  readonly act: (press: KeyPress) => void;
  /** Runs a function and draws its changes synchronously. */
  readonly drawNow: (run: () => void) => void;
}

/** The way of keys and characters to the engine: at once, or once the screen that they are meant for is drawn. */
export function createKeyInput(options: KeyInputOptions) {
  const { clock, scopes, handlers, presses, currentNode, currentKey, settle, settleSoon, act, drawNow } = options;
  const comings: Coming[] = [];
  const waiting = createWaitingInput();
  let isReplaying = false;
  /** Whether a key acts that waited for the screen. */
  let isLate = false;
  /** The action of Back until the last opened content has the focus. */
  let undoOpening: (() => void) | null = null;
  /** The number of mounted failure messages. */
  let failures = 0;
  /** The node that had the focus when the last wait began, until its outcome is known. */
  let leftKey: string | null = null;

  const comingNow = () => {
    const coming = comings[comings.length - 1];
    return coming && coming.order >= (scopes.innermost()?.order ?? 0) ? coming : undefined;
  };
  const isWaiting = () => comingNow() !== undefined || (currentNode()?.isPlaceholder ?? true);

  const replay = (entry: WaitingEntry) => {
    if (entry.type !== 'key' && handlers.type(entry)) return;
    // No handler takes the character, so its key counts as a remote key.
    if (entry.type !== 'backspace' && entry.key) presses.tap(entry.key, act);
  };
  /** Whether a waiting OK was held on what can be held: a hold must not become a press. Null while it is still down. */
  const wasHeld = (entry: WaitingEntry | undefined): boolean | null => {
    const hold = entry?.type === 'key' && entry.key === 'ok' && currentNode()?.holdAction?.();
    return hold ? presses.wasHeld(entry.heldMs, hold.afterMs) : false;
  };
  /** Replays one entry at a time and draws each, so that each meets the effects of the previous one. */
  const replaySoon = () => {
    if (isReplaying || waiting.isEmpty()) return;
    isReplaying = true;
    setTimeout(() => {
      isReplaying = false;
      settle();
      if (isWaiting()) return;
      if (leftKey !== null && leftKey === currentKey()) waiting.clear();
      leftKey = null;
      const isHeld = wasHeld(waiting.first());
      if (isHeld === null) return;
      const entry = waiting.next();
      isLate = true;
      if (entry && !isHeld) drawNow(() => replay(entry));
      isLate = false;
      replaySoon();
    });
  };

  /** Whether a loading screen may use a key: stop and Back do not wait. */
  const mayBeUsedMeanwhile = (key: RemoteKey) => isWaiting() && !comingNow() && key !== 'ok' && !isDirection(key);

  return {
    /** A remote key went down or up, or was cancelled. */
    handleKey({ key, phase, repeats }: RemoteKeyEvent) {
      if (phase !== 'down') {
        waiting.release(phase === 'up' ? clock.now() : Infinity);
        replaySoon();
        return phase === 'up' ? presses.up(key) : presses.cancel();
      }
      settle();
      // Back cancels a loading screen; behind waiting keys, it waits too.
      if (key === 'back' ? isWaiting() || waiting.isEmpty() : !isWaiting() && waiting.isEmpty()) {
        const press = presses.down(key, repeats);
        if (press) act(press);
        return;
      }
      if (repeats > 0) return;
      const press = mayBeUsedMeanwhile(key) && presses.down(key, repeats);
      if (!press || !handlers.use(press)) waiting.press(key, clock.now());
    },

    /** A character was typed. @returns whether it is used, now or later */
    handleTyped(typed: Typed): boolean {
      settle();
      if (waiting.isEmpty() && !isWaiting()) return handlers.type(typed);
      // Without a character to delete, Backspace means Back.
      if (typed.type === 'backspace' && !waiting.hasTyped()) return false;
      let isUsed = false;
      if (typed.type === 'text' && typed.key && mayBeUsedMeanwhile(typed.key))
        presses.tap(typed.key, (press) => {
          isUsed = handlers.use(press);
        });
      if (!isUsed) waiting.type(typed);
      return true;
    },

    /** Content, not a placeholder, got the focus. */
    contentFocused() {
      if (failures === 0) undoOpening = null;
      replaySoon();
    },
    /** The focus is settled. Content may replace its placeholder under the same key; then nothing else reports it. */
    settled() {
      if (!isWaiting() && failures === 0) undoOpening = null;
      replaySoon();
    },

    /** Takes what Back does while content is coming, loading or failed, and forgets the input that waits for it. */
    takeCancel(): (() => void) | null {
      waiting.clear();
      const cancel = comingNow()?.findCancel() ?? undoOpening;
      undoOpening = null;
      return cancel;
    },
    /** Lets input wait for a requested screen until it is drawn or fails. */
    addComing(findCancel: Coming['findCancel']): Unsubscribe {
      const coming: Coming = { order: scopes.nextOrder(), focusKey: currentKey(), findCancel };
      const remove = addTo(comings, coming);
      return () => {
        remove();
        settleSoon();
        if (!waiting.isEmpty()) leftKey = coming.focusKey;
      };
    },
    /** Lets Back call `undo` while the last opened content is loading or has failed. */
    undoOpeningWith: (undo: () => void) => void (undoOpening = undo),
    /** A screen reports that another one failed to load: waiting input was meant for that one. */
    addFailure(): Unsubscribe {
      waiting.clear();
      failures += 1;
      return () => void (failures -= 1);
    },
    forgetOpening() {
      waiting.clear();
      undoOpening = null;
    },
    /** Whether the acting key was pressed before the screen could use it. */
    isLate: () => isLate,
  };
}
