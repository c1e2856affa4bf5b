import type { AppLifecycle, RemoteKey, RemoteKeys, Unsubscribe } from '#platform/platform.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';
import { createPresses } from '#src/lib/press.ts';
import type { LargeMeasures } from '../large-measures.ts';
import { isDirection, type FocusGroupNode, type FocusNode } from './focus-node.ts';
import { createFocusScopes, type Scope } from './focus-scopes.ts';
import type { HoldChoice } from './hold-choice.ts';
import { createKeyHandlers, type KeyPress } from './key-handlers.ts';
import { createKeyInput } from './key-input.ts';
import { createNavigator, type Direction } from './navigator.ts';
import { createOkPress } from './ok-press.ts';
import { createPace } from './pace.ts';
import { followPointer, holdPointer, releasePointer, stopPointerHold } from './pointer.ts';
import { createVisitMemory, type VisitMemory } from './visit-memory.ts';
import { createWheels } from './wheels.ts';

/** The animation at an edge is optional: a failed import has no effect. */
const ignore = () => undefined;

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
  const holdListeners = createListeners<[boolean]>();
  let visit: VisitMemory = createVisitMemory();
  let initialKey: string | null = null;
  /** The node to restore, until it exists or the viewer moves on. */
  let wantedKey: string | null = null;
  let isSettling = false;
  let isHolding = false;
  const presses = createPresses<RemoteKey>(clock, areKeysSlow, arePressesSingle);
  const okPress = createOkPress(arePressesSingle, onHoldChoice);
  const pace = createPace(clock, onNextFrame, areKeysSlow);
  /** Whether the pointer moved the focus last. Until keys or the wheel move it, nothing may move under the pointer. */
  let isPointing = false;
  const wheels = createWheels(scopes.isInside, () => {
    isPointing = false;
  });

  const navigator = createNavigator((key) => {
    const node = nodes.get(key);
    if (!node) return;
    node.focusElement();
    if (node.isPlaceholder) return;
    input.contentFocused();
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
    input.settled();
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

  const goBack = () => {
    const cancel = input.takeCancel();
    if (cancel) cancel();
    else handlers.goBack();
  };

  const act = (press: KeyPress) => {
    if (!pace.admits(press)) return;
    if (press.key === 'ok') {
      // A held OK counts as one press.
      const node = press.repeats === 0 && currentNode();
      if (node) okPress.press(node, press);
    } else if (isDirection(press.key)) {
      moveFocus(press.key, press);
    } else if (!(currentNode()?.onKey(press) || handlers.use(press)) && press.key === 'back') {
      if (press.repeats === 0) goBack();
    }
  };

  const input = createKeyInput({
    clock,
    scopes,
    handlers,
    presses,
    currentNode,
    currentKey: () => navigator.currentKey(),
    settle,
    settleSoon,
    act,
    drawNow,
  });

  const focus = (key: string) => {
    const scope = scopes.innermost();
    if (scope && !scopes.isInside(key)) {
      scope.returnKey = key;
      return;
    }
    // A focus that is about to settle, as after a dialog, would override it.
    wantedKey = isSettling && nodes.has(key) ? key : null;
    if (wantedKey === null) navigator.focus(key);
  };

  // The browser drops the focus when the focused element is removed or the page is clicked outside of elements.
  const handleFocusOut = (event: FocusEvent) => {
    if (event.relatedTarget === null) settleSoon();
  };

  // After the mousedown of the element itself, which has moved the focus to it.
  const handleMouseDown = () => {
    pace.press();
    holdPointer(clock, () => (arePressesSingle?.() ? null : currentNode()?.holdAction?.()));
  };

  return {
    /** Starts to listen; the returned function stops it. */
    start(): Unsubscribe {
      document.addEventListener('focusout', handleFocusOut, true);
      document.addEventListener('wheel', wheels.handle, { passive: true });
      document.addEventListener('mousemove', followPointer, true);
      document.addEventListener('mousedown', handleMouseDown);
      document.addEventListener('mouseup', releasePointer, true);
      const unsubscribes = [
        keys.subscribe(input.handleKey),
        keys.subscribeTyping(input.handleTyped),
        // A hidden page receives no keyup.
        lifecycle.subscribe((state) => state === 'hidden' && presses.cancel()),
      ];
      return () => {
        document.removeEventListener('focusout', handleFocusOut, true);
        document.removeEventListener('wheel', wheels.handle);
        document.removeEventListener('mousemove', followPointer, true);
        document.removeEventListener('mousedown', handleMouseDown);
        document.removeEventListener('mouseup', releasePointer, true);
        unsubscribes.forEach((unsubscribe) => unsubscribe());
        stopPointerHold();
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
        if (okPress.isOn(node)) presses.cancel();
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
    addComing: input.addComing,
    undoOpeningWith: input.undoOpeningWith,
    addFailure: input.addFailure,
    /** Something other than the viewer's keys navigates: neither waiting input nor the last press was meant for its target. */
    forgetOpening() {
      input.forgetOpening();
      pace.forgetAct();
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
    addWheel: wheels.add,
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
    lastActAt: pace.lastActAt,
    isLate: input.isLate,
    isFocused: (key: string) => navigator.currentKey() === key,
    coalescedKeys: pace.coalescedKeys,

    largeMeasures,
    /** Whether an arrow is held, so that pictures and animations can wait. */
    isHolding: () => isHolding,
    subscribeHolding: holdListeners.subscribe,
  };
}
