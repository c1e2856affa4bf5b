import type { AppLifecycle, RemoteKey, RemoteKeyEvent, RemoteKeys, Typed, Unsubscribe } from '#platform/platform.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';
import { createPresses, HOLD_MS } from '#src/lib/press.ts';
import { addTo, createFocusScopes, type Scope } from './focus-scopes.ts';
import type { HoldChoice, HoldNames } from './hold-choice.ts';
import { createKeyHandlers, type KeyPress } from './key-handlers.ts';
import type { LargeMeasures } from './large-measures.ts';
import { createNavigator, type Axis, type Direction } from './navigator.ts';
import { releasePointer } from './pointer.ts';
import { createVisitMemory, type VisitMemory } from './visit-memory.ts';
import { createWaitingInput, type WaitingEntry } from './waiting-input.ts';

/** The animation at an edge is optional: a failed import has no effect. */
const ignore = () => undefined;

/** Minimum interval between moves of a held key, in ms; repeats in between are dropped, so nothing queues up. */
const HOLD_EVERY_MS = 70;
/** All turns of the wheel within this time are one step, in ms. */
const WHEEL_EVERY_MS = 120;
/** For slow hands, a held arrow moves so many times as slowly. */
const SLOW_REPEAT = 4;

const DIRECTIONS: readonly RemoteKey[] = ['left', 'up', 'right', 'down'];
export const isDirection = (key: RemoteKey): key is Direction => DIRECTIONS.includes(key);

/** The effect of holding OK. */
export interface HoldAction {
  /** Time until the hold; default: `HOLD_MS.action`. */
  readonly afterMs?: number;
  /** What OK does, and what the hold does, for viewers who choose between them in a menu. */
  readonly names?: HoldNames | undefined;
  begin(): void;
  /** OK was released, or its press was cancelled. */
  end?(): void;
}

/** A focusable node: a leaf, or a wall that moves the focus among its tiles itself. */
export interface FocusNode {
  readonly key: string;
  readonly parentKey: string;
  readonly element: HTMLElement;
  /** Gives the element the real focus; a wall focuses its tile. */
  focusElement(): void;
  /** Returns whether the node used an arrow. */
  onArrow(direction: Direction, press: KeyPress): boolean;
  /** Null for a press by a pointer. */
  onPress(press: KeyPress | null): void;
  /** The effect of holding OK, or null without one. With one, OK acts on keyup. */
  holdAction?(): HoldAction | null;
  /** Returns whether the node used any other key. */
  onKey(press: KeyPress): boolean;
  /** A placeholder for loading content: it has the focus, and input waits for the content. */
  readonly isPlaceholder: boolean;
}

export interface FocusGroupNode {
  readonly key: string;
  readonly parentKey: string;
  readonly element: HTMLElement;
  readonly axis: Axis;
  readonly keepsColumn?: boolean;
  readonly isBoundary?: boolean;
  readonly preferredKey?: string;
}

export type FocusEngine = ReturnType<typeof createFocusEngine>;

export interface FocusEngineOptions {
  readonly keys: RemoteKeys;
  readonly lifecycle: Pick<AppLifecycle, 'subscribe'>;
  readonly clock: Clock;
  /** Runs a function with the next frame. Default: the page's. */
  readonly onNextFrame?: (run: () => void) => void;
  /** Called each time an arrow acts. */
  readonly onMove?: () => void;
  /** Whether keys wait for slow hands. Default: no. */
  readonly areKeysSlow?: () => boolean;
  /** Whether viewers press each key once and hold none. Default: no. */
  readonly arePressesSingle?: () => boolean;
  /** Asks what OK shall do where it can be held, if presses are single. */
  readonly onHoldChoice?: (choice: HoldChoice) => void;
  /** Measures for large letters; null for others. Default: null. */
  readonly largeMeasures?: () => LargeMeasures | null;
  /** Runs a function and draws its changes synchronously (React's `flushSync`). */
  readonly drawNow?: (run: () => void) => void;
}

/** What the wheel moves: a wall or a list. */
export interface Wheel {
  /** Its focus key. */
  readonly key: string;
  readonly element: HTMLElement;
  turn(direction: Direction): void;
}

/** A requested screen that is not drawn yet. */
interface Coming {
  readonly order: number;
  /** The node that had the focus: if it still has it after the wait, no screen appeared. */
  readonly focusKey: string | null;
  /** The action of Back, or null for the usual one. */
  readonly findCancel: () => (() => void) | null;
}

/** A hidden page has no frames: a held key acts again after this time, in ms. */
const FRAME_AT_MOST_MS = 500;

/**
 * The single owner of focus and keys. Exactly one node has the focus: after every mount, unmount, opening or closing the
 * engine settles the focus in the same turn, before the next frame.
 *
 *   key ──► focused node ──► key handlers (newest first) ──► norigin (arrows) or back handlers (Back)
 *
 * Each receives the press (src/lib/press.ts), which reports its end to the handler that used it.
 */
export function createFocusEngine(options: FocusEngineOptions) {
  const {
    keys,
    lifecycle,
    clock,
    onNextFrame = (run) => void requestAnimationFrame(run),
    onMove,
    areKeysSlow,
    arePressesSingle,
    onHoldChoice,
    largeMeasures = () => null,
    drawNow = (run) => run(),
  } = options;
  const nodes = new Map<string, FocusNode>();
  const scopes = createFocusScopes();
  const handlers = createKeyHandlers(scopes);
  const comings: Coming[] = [];
  const holdListeners = createListeners<[boolean]>();
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
  let visit: VisitMemory = createVisitMemory();
  let initialKey: string | null = null;
  /** The node to restore, until it exists or the viewer moves on. */
  let wantedKey: string | null = null;
  let isSettling = false;
  let isHolding = false;
  let lastActAt = -Infinity;
  /** Whether the last act was drawn; repeats before that are dropped on a slow set. */
  let isActDrawn = true;
  let coalescedKeys = 0;
  const presses = createPresses<RemoteKey>(clock, areKeysSlow, arePressesSingle);
  /** Whether the pointer moved the focus last. Until keys or the wheel move it, nothing may move under the pointer. */
  let isPointing = false;
  const wheels: Wheel[] = [];
  /** The node on which OK went down and may be held. */
  let heldNode: FocusNode | null = null;

  const navigator = createNavigator((key) => {
    const node = nodes.get(key);
    if (!node) return;
    node.focusElement();
    if (node.isPlaceholder) return;
    if (failures === 0) undoOpening = null;
    replaySoon();
    if (scopes.isNested()) return;
    visit.focusKey = key;
    scopes.forEachGroup(key, (group, child) => visit.left.set(group, child));
  });

  const currentNode = () => {
    const key = navigator.currentKey();
    return key === null ? undefined : nodes.get(key);
  };

  const canFocus = (key: string | null): key is string => key !== null && nodes.has(key) && scopes.isInside(key);

  const settle = () => {
    if (!isSettling) return;
    isSettling = false;
    scopes.endMount();
    const current = currentNode();
    if (canFocus(wantedKey)) {
      const key = wantedKey;
      wantedKey = null;
      navigator.focus(key);
    } else if (current && scopes.isInside(current.key)) {
      if (!current.element.contains(document.activeElement)) current.focusElement();
    } else if (canFocus(visit.focusKey)) {
      navigator.focus(visit.focusKey);
    } else if (canFocus(initialKey)) {
      navigator.focus(initialKey);
    } else {
      const scope = scopes.innermost();
      if (scope && navigator.has(scope.key)) navigator.focus(scope.key);
    }
    // Content may replace its placeholder under the same key. The focus does not move then, so nothing reports it.
    if (!isWaiting() && failures === 0) undoOpening = null;
    replaySoon();
  };
  /** Settles once per turn, after all mounts and unmounts of the turn. */
  const settleSoon = () => {
    if (isSettling) return;
    isSettling = true;
    void Promise.resolve().then(settle);
  };

  const setHolding = (value: boolean) => {
    if (isHolding === value) return;
    isHolding = value;
    holdListeners.tell(value);
  };

  const endHolding = () => setHolding(false);

  const moveFocus = (direction: Direction, press: KeyPress) => {
    if (press.repeats > 0 && !isHolding) {
      setHolding(true);
      press.whenOver(endHolding);
    }
    onMove?.();
    isPointing = false;
    wantedKey = null;
    if (currentNode()?.onArrow(direction, press)) return;
    const before = document.activeElement;
    navigator.move(direction);
    if (press.repeats > 0) return;
    setTimeout(() => {
      if (before?.animate && before === document.activeElement && before !== document.body)
        void import('./nudge.ts').then(({ nudge }) => nudge(before, direction), ignore);
    });
  };

  const comingNow = () => {
    const coming = comings[comings.length - 1];
    return coming && coming.order >= (scopes.innermost()?.order ?? 0) ? coming : undefined;
  };
  const isWaiting = () => comingNow() !== undefined || (currentNode()?.isPlaceholder ?? true);

  const goBack = () => {
    waiting.clear();
    const cancel = comingNow()?.findCancel() ?? undoOpening;
    undoOpening = null;
    if (cancel) cancel();
    else handlers.goBack();
  };

  /** Where OK can be held it acts on keyup, because until then it may become a hold. */
  const pressOk = (press: KeyPress) => {
    const node = currentNode();
    const isSingle = arePressesSingle?.();
    const hold = (press.canBeHeld || isSingle) && node?.holdAction?.();
    if (!node || !hold) return node?.onPress(press);
    if (isSingle) {
      const { names, begin } = hold;
      return names && onHoldChoice
        ? onHoldChoice({ names, hold: begin, press: () => node.onPress(null) })
        : node.onPress(press);
    }
    let isHeld = false;
    heldNode = node;
    press.whenHeld(hold.afterMs ?? HOLD_MS.action, () => {
      isHeld = true;
      hold.begin();
    });
    press.whenOver((end) => {
      heldNode = null;
      if (isHeld) hold.end?.();
      else if (end === 'up') node.onPress(press);
    });
  };

  const act = (press: KeyPress) => {
    const nowMs = clock.now();
    const sinceAct = nowMs - lastActAt;
    const mustWait =
      sinceAct < HOLD_EVERY_MS * (areKeysSlow?.() ? SLOW_REPEAT : 1) || (!isActDrawn && sinceAct < FRAME_AT_MOST_MS);
    if (press.repeats > 0 && mustWait) {
      coalescedKeys += 1;
      return;
    }
    lastActAt = nowMs;
    if (isActDrawn) {
      isActDrawn = false;
      onNextFrame(() => {
        isActDrawn = true;
      });
    }
    if (press.key === 'ok') {
      // A held OK counts as one press.
      if (press.repeats === 0) pressOk(press);
    } else if (isDirection(press.key)) {
      moveFocus(press.key, press);
    } else if (!(currentNode()?.onKey(press) || handlers.use(press)) && press.key === 'back') {
      if (press.repeats === 0) goBack();
    }
  };

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
      if (leftKey !== null && leftKey === navigator.currentKey()) waiting.clear();
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

  const dispatch = ({ key, phase, repeats }: RemoteKeyEvent) => {
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
  };

  const type = (typed: Typed): boolean => {
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
  };

  const focus = (key: string) => {
    const scope = scopes.innermost();
    if (scope && !scopes.isInside(key)) {
      scope.returnKey = key;
      return;
    }
    wantedKey = null;
    navigator.focus(key);
  };

  let wheeledAt = -WHEEL_EVERY_MS;
  const handleWheel = (event: WheelEvent) => {
    const heard = wheels.filter(({ key }) => scopes.isInside(key));
    const wheel = heard.find(({ element }) => element.contains(event.target as Node)) ?? heard[0];
    const { deltaX, deltaY, timeStamp } = event;
    const isAlongRow = event.shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
    const delta = (isAlongRow && deltaX) || deltaY;
    if (!wheel || !delta || timeStamp - wheeledAt < WHEEL_EVERY_MS) return;
    wheeledAt = timeStamp;
    isPointing = false;
    wheel.turn(isAlongRow ? (delta > 0 ? 'right' : 'left') : delta > 0 ? 'down' : 'up');
  };

  // The browser drops the focus when the focused element is removed or the page is clicked outside of elements.
  const handleFocusOut = (event: FocusEvent) => {
    if (event.relatedTarget === null) settleSoon();
  };

  return {
    /** Starts to listen; the returned function stops it. */
    start(): Unsubscribe {
      document.addEventListener('focusout', handleFocusOut, true);
      document.addEventListener('wheel', handleWheel, { passive: true });
      document.addEventListener('mouseup', releasePointer, true);
      const unsubscribes = [
        keys.subscribe(dispatch),
        keys.subscribeTyping(type),
        // A hidden page receives no keyup.
        lifecycle.subscribe((state) => state === 'hidden' && presses.cancel()),
      ];
      return () => {
        document.removeEventListener('focusout', handleFocusOut, true);
        document.removeEventListener('wheel', handleWheel);
        document.removeEventListener('mouseup', releasePointer, true);
        unsubscribes.forEach((unsubscribe) => unsubscribe());
        presses.cancel();
      };
    },

    addNode(node: FocusNode): Unsubscribe {
      nodes.set(node.key, node);
      scopes.addKey(node.key, node.parentKey);
      navigator.add({ key: node.key, parentKey: node.parentKey, element: node.element });
      settleSoon();
      return () => {
        if (nodes.get(node.key) !== node) return;
        nodes.delete(node.key);
        scopes.removeKey(node.key);
        navigator.remove(node.key);
        if (heldNode === node) presses.cancel();
        settleSoon();
      };
    },

    addGroup(group: FocusGroupNode): Unsubscribe {
      scopes.addKey(group.key, group.parentKey);
      navigator.add(group);
      return () => {
        scopes.removeKey(group.key);
        navigator.remove(group.key);
        settleSoon();
      };
    },
    updateGroup: (group: FocusGroupNode) => navigator.setPreferred(group),

    /** A number above all earlier ones. Scopes take it during rendering, handlers on mount. */
    nextOrder: scopes.nextOrder,
    /**
     * Traps the focus in a group until the returned function is called, in any order of scopes. Handlers older than the
     * scope's rendering are inactive under it; those that mount with it, around it or in it, stay active.
     */
    addScope(key: string, scopeOrder: number): Unsubscribe {
      const scope: Scope = { key, order: scopeOrder, lastOrder: Infinity, returnKey: navigator.currentKey() };
      const remove = scopes.add(scope);
      presses.cancel();
      settleSoon();
      return () => {
        remove();
        presses.cancel();
        wantedKey = scope.returnKey;
        settleSoon();
      };
    },

    /** Performs the Back key's action. */
    back: goBack,
    addKeyHandler: handlers.addKeyHandler,
    addTypingHandler: handlers.addTypingHandler,
    addBackHandler: handlers.addBackHandler,
    /** Lets input wait for a requested screen until it is drawn or fails. */
    addComing(findCancel: Coming['findCancel']): Unsubscribe {
      const coming: Coming = { order: scopes.nextOrder(), focusKey: navigator.currentKey(), findCancel };
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
    /** Something other than the viewer's keys navigates: waiting input was not meant for its target. */
    forgetOpening() {
      waiting.clear();
      undoOpening = null;
    },

    /** Enters a visit of a screen: what it remembers is focused as soon as it is there, else `initialKey`. */
    enterVisit(next: VisitMemory, nextInitialKey: string | null) {
      const isNew = next !== visit;
      if (isNew) presses.cancel();
      visit = next;
      initialKey = nextInitialKey;
      // A menu that both screens share must not keep the focus of the viewer who opened the next screen with it.
      wantedKey = next.focusKey ?? (isNew ? nextInitialKey : null);
      settleSoon();
    },

    /** Focuses a node or a group; behind a dialog, after it is closed. */
    focus,
    /** The pointer focuses a node. */
    point(key: string) {
      isPointing = true;
      focus(key);
    },
    isPointing: () => isPointing,
    /** Moves the focus out of the focused node, as an arrow at its edge does. */
    leave: (direction: Direction) => navigator.move(direction),
    /** Keys move the focus again. */
    endPointing: () => void (isPointing = false),
    /** Adds something that the wheel moves: under the pointer, or anywhere if it is the first that can be reached. */
    addWheel: (wheel: Wheel): Unsubscribe => addTo(wheels, wheel),
    /** Focuses a placeholder; the wanted node gets the focus when it exists. */
    focusMeanwhile(key: string) {
      if (scopes.isInside(key)) navigator.focus(key);
    },
    press(key: string) {
      if (scopes.isInside(key)) nodes.get(key)?.onPress(null);
    },
    /** Where a node stands among those of its group, in the order of the document; null when it is alone. */
    ordinalOf(key: string): { readonly index: number; readonly count: number } | null {
      const parentKey = scopes.parentOf(key);
      const beside = [...nodes.values()].filter((node) => node.parentKey === parentKey && !node.isPlaceholder);
      const own = nodes.get(key);
      if (!own || beside.length < 2) return null;
      const before = beside.filter(
        ({ element }) => own.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING,
      );
      return { index: before.length, count: beside.length };
    },
    currentKey: () => navigator.currentKey(),
    /** When the last key acted, by the engine's clock. */
    lastActAt: () => lastActAt,
    /** Whether the acting key was pressed before the screen could use it. */
    isLate: () => isLate,
    isFocused: (key: string) => navigator.currentKey() === key,
    /** The number of dropped repeats so far. */
    coalescedKeys: () => coalescedKeys,

    largeMeasures,
    /** Whether an arrow is held, so that pictures and animations can wait. */
    isHolding: () => isHolding,
    subscribeHolding: holdListeners.subscribe,
  };
}
