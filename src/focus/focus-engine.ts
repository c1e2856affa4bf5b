import type { RemoteKey, RemoteKeyEvent, RemoteKeys, Typed, Unsubscribe } from '#platform/platform.ts';
import { createNavigator, type Axis, type Direction } from './navigator.ts';
import { createPlace, type Place } from './place.ts';
import { nudge } from './real-focus.ts';

/** Least time between two acts of a held key, in ms: what comes in between is dropped, so nothing queues up. */
const HOLD_EVERY_MS = 70;

/** How long OK is pressed until it counts as held, where holding means something: longer than any press, in ms. */
const HOLD_OK_MS = 700;

/** Keys kept for a screen that is still loading. */
const WAITING_KEYS_MAX = 8;

const DIRECTIONS: readonly RemoteKey[] = ['left', 'up', 'right', 'down'];
export const isDirection = (key: RemoteKey): key is Direction => DIRECTIONS.includes(key);

/** Something that can have the focus: a leaf, or a wall that moves the focus among its tiles by itself. */
export interface FocusNode {
  readonly key: string;
  readonly parentKey: string;
  readonly element: HTMLElement;
  /** Puts the real focus on the element; for a wall, on its tile. */
  focusElement(): void;
  /** Whether an arrow was used inside the node. */
  onArrow(direction: Direction, event: RemoteKeyEvent): boolean;
  onPress(): void;
  /** What holding OK does, or null where it means nothing. Where it does, a press counts when OK is let go. */
  holdAction?(): (() => void) | null;
  /** Whether any other key was used. */
  onKey(event: RemoteKeyEvent): boolean;
  /** Stands in for what is still loading: it has the focus meanwhile, and the keys pressed on it wait. */
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
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Runs once when the next frame is drawn; the page's own if not given. */
  readonly onNextFrame?: (run: () => void) => void;
  /** Told each time that an arrow acts. */
  readonly onMove?: () => void;
}

/** A page that is not drawn at all has no frames: then a held key acts again after this time, in ms. */
const FRAME_AT_MOST_MS = 500;

/**
 * The one owner of focus and keys. One node has the focus at every moment: whatever is mounted, removed, opened or
 * closed, the focus is settled again in the same turn, before the next frame is drawn.
 *
 *   key ──► focused node ──► key handlers (newest first) ──► norigin (arrows) or back handlers (Back)
 */
export function createFocusEngine(options: FocusEngineOptions) {
  const { keys, now, onNextFrame = (run) => void requestAnimationFrame(run), onMove } = options;
  const nodes = new Map<string, FocusNode>();
  const parents = new Map<string, string>();
  /** Keys of the groups that hold the focus in, innermost last; handlers older than a scope are silent under it. */
  const scopes: { key: string; order: number; returnKey: string | null }[] = [];
  const keyHandlers: { order: number; handle: (event: RemoteKeyEvent) => boolean }[] = [];
  const backHandlers: (() => boolean)[] = [];
  const holdListeners = new Set<(isHolding: boolean) => void>();
  const waitingKeys: RemoteKeyEvent[] = [];
  let order = 0;
  let place: Place = createPlace();
  let initialKey: string | null = null;
  /** Node to return to, until it is there or the viewer moves on. */
  let wantedKey: string | null = null;
  let isSettling = false;
  let isHolding = false;
  let lastActAt = 0;
  /** Whether the last act was drawn: on a slow set, repeats that came meanwhile would queue up. */
  let isActDrawn = true;
  let coalescedKeys = 0;
  let isOkDown = false;
  /** The node on which OK went down and may be held, and the time that runs. */
  let heldOk: { readonly node: FocusNode; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  const navigator = createNavigator((key) => {
    const node = nodes.get(key);
    if (!node) return;
    node.focusElement();
    if (node.isPlaceholder || scopes.length > 1) return;
    place.focusKey = key;
    for (let child = key, group = parents.get(key); group !== undefined; child = group, group = parents.get(group))
      place.left.set(group, child);
  });

  const currentNode = () => {
    const key = navigator.currentKey();
    return key === null ? undefined : nodes.get(key);
  };

  const isInScope = (key: string) => {
    const scope = scopes[scopes.length - 1];
    if (!scope) return true;
    for (let at: string | undefined = key; at !== undefined; at = parents.get(at)) {
      if (at === scope.key) return true;
    }
    return false;
  };
  const canFocus = (key: string | null): key is string => key !== null && nodes.has(key) && isInScope(key);

  const settle = () => {
    isSettling = false;
    const current = currentNode();
    if (canFocus(wantedKey)) {
      const key = wantedKey;
      wantedKey = null;
      navigator.focus(key);
    } else if (current && isInScope(current.key)) {
      if (!current.element.contains(document.activeElement)) current.focusElement();
    } else if (canFocus(place.focusKey)) {
      navigator.focus(place.focusKey);
    } else if (canFocus(initialKey)) {
      navigator.focus(initialKey);
    } else {
      const scope = scopes[scopes.length - 1];
      if (scope && navigator.has(scope.key)) navigator.focus(scope.key);
    }
    if (waitingKeys.length > 0) setTimeout(replayWaitingKey);
  };
  /** Once per turn, when everything that mounts or unmounts in it has said so. */
  const settleSoon = () => {
    if (isSettling) return;
    isSettling = true;
    void Promise.resolve().then(settle);
  };

  const setHolding = (value: boolean) => {
    if (isHolding === value) return;
    isHolding = value;
    holdListeners.forEach((listener) => listener(value));
  };

  const moveFocus = (direction: Direction, event: RemoteKeyEvent) => {
    if (event.repeats > 0) setHolding(true);
    onMove?.();
    wantedKey = null;
    if (currentNode()?.onArrow(direction, event)) return;
    const before = document.activeElement;
    navigator.move(direction);
    if (event.repeats > 0) return;
    setTimeout(() => {
      if (before && before === document.activeElement && before !== document.body) nudge(before, direction);
    });
  };

  const handledByHandlers = (event: RemoteKeyEvent) => {
    const floor = scopes[scopes.length - 1]?.order ?? 0;
    for (let index = keyHandlers.length - 1; index >= 0; index -= 1) {
      const handler = keyHandlers[index];
      if (handler && handler.order >= floor && handler.handle(event)) return true;
    }
    return false;
  };

  const goBack = () => {
    waitingKeys.length = 0;
    for (let index = backHandlers.length - 1; index >= 0; index -= 1) {
      if (backHandlers[index]?.()) return;
    }
  };

  const dropHeldOk = () => {
    if (heldOk) clearTimeout(heldOk.timer);
    heldOk = null;
  };
  const pressOk = () => {
    const node = currentNode();
    const hold = node?.holdAction?.();
    // What was pressed while its screen was loading was let go before.
    if (!node || !hold || !isOkDown) {
      node?.onPress();
      return;
    }
    dropHeldOk();
    const timer = setTimeout(() => {
      heldOk = null;
      if (currentNode() === node) hold();
    }, HOLD_OK_MS);
    heldOk = { node, timer };
  };
  const releaseOk = () => {
    const node = heldOk?.node;
    dropHeldOk();
    if (node && currentNode() === node) node.onPress();
  };

  const act = (event: RemoteKeyEvent) => {
    const sinceAct = now() - lastActAt;
    const mustWait = sinceAct < HOLD_EVERY_MS || (!isActDrawn && sinceAct < FRAME_AT_MOST_MS);
    if (event.repeats > 0 && mustWait) {
      coalescedKeys += 1;
      return;
    }
    lastActAt = now();
    if (isActDrawn) {
      isActDrawn = false;
      onNextFrame(() => {
        isActDrawn = true;
      });
    }
    if (event.key !== 'ok') dropHeldOk();
    if (event.key === 'ok') {
      // A held OK is one press.
      if (event.repeats === 0) pressOk();
    } else if (isDirection(event.key)) {
      moveFocus(event.key, event);
    } else if (!(currentNode()?.onKey(event) || handledByHandlers(event)) && event.key === 'back') {
      if (event.repeats === 0) goBack();
    }
  };

  const isWaiting = () => currentNode()?.isPlaceholder ?? true;

  const replayWaitingKey = () => {
    if (isWaiting()) return;
    const event = waitingKeys.shift();
    if (!event) return;
    act(event);
    // It came up while it waited, or will be told again when it does.
    tellUp({ ...event, phase: 'up' });
    if (waitingKeys.length > 0) setTimeout(replayWaitingKey);
  };

  const tellUp = (event: RemoteKeyEvent) => {
    if (isDirection(event.key)) setHolding(false);
    if (!currentNode()?.onKey(event)) handledByHandlers(event);
  };

  const dispatch = (event: RemoteKeyEvent) => {
    if (event.key === 'ok') isOkDown = event.phase === 'down';
    if (event.key === 'ok' && event.phase === 'up') releaseOk();
    if (event.phase === 'up') return tellUp(event);
    const canWait = event.key === 'ok' || isDirection(event.key);
    if (canWait && (isWaiting() || waitingKeys.length > 0)) {
      if (event.repeats === 0 && waitingKeys.length < WAITING_KEYS_MAX) waitingKeys.push(event);
      return;
    }
    act(event);
  };

  // The browser itself drops the focus when the focused element goes away or the page is clicked beside everything.
  const handleFocusOut = (event: FocusEvent) => {
    if (event.relatedTarget === null) settleSoon();
  };

  const nextOrder = () => {
    order += 1;
    return order;
  };
  const push = <T>(list: T[], value: T): Unsubscribe => {
    list.push(value);
    return () => {
      const index = list.indexOf(value);
      if (index >= 0) list.splice(index, 1);
    };
  };

  return {
    /** Begins to listen; returns what ends it. */
    start(): Unsubscribe {
      document.addEventListener('focusout', handleFocusOut, true);
      const unsubscribe = keys.subscribe(dispatch);
      return () => {
        document.removeEventListener('focusout', handleFocusOut, true);
        unsubscribe();
      };
    },

    addNode(node: FocusNode): Unsubscribe {
      nodes.set(node.key, node);
      parents.set(node.key, node.parentKey);
      navigator.add({ key: node.key, parentKey: node.parentKey, element: node.element });
      settleSoon();
      return () => {
        if (nodes.get(node.key) !== node) return;
        nodes.delete(node.key);
        parents.delete(node.key);
        navigator.remove(node.key);
        settleSoon();
      };
    },

    addGroup(group: FocusGroupNode): Unsubscribe {
      parents.set(group.key, group.parentKey);
      navigator.add(group);
      return () => {
        parents.delete(group.key);
        navigator.remove(group.key);
        settleSoon();
      };
    },
    updateGroup: (group: FocusGroupNode) => navigator.setPreferred(group),

    /** A number above all that were given out. A scope asks while it renders, handlers when they are mounted. */
    nextOrder,
    /**
     * Holds the focus inside a group until it is taken back, whatever the order in which scopes end. Handlers that were
     * there before the scope was rendered are silent under it; who mounts with it, around it or in it, is heard.
     */
    addScope(key: string, scopeOrder: number): Unsubscribe {
      const scope = { key, order: scopeOrder, returnKey: navigator.currentKey() };
      const remove = push(scopes, scope);
      // Of two that came at once, the inner one is added first.
      scopes.sort((one, other) => one.order - other.order);
      settleSoon();
      return () => {
        remove();
        wantedKey = scope.returnKey;
        settleSoon();
      };
    },

    /** Hears keys that the focused node did not use, newest handler first; it answers whether it used the key. */
    addKeyHandler: (handle: (event: RemoteKeyEvent) => boolean) => push(keyHandlers, { order: nextOrder(), handle }),
    /** Hears what is typed while it is wanted, unless a dialog has come up since. */
    addTypingHandler(handle: (typed: Typed) => void): Unsubscribe {
      const own = nextOrder();
      return keys.subscribeTyping((typed) => {
        if (own >= (scopes[scopes.length - 1]?.order ?? 0)) handle(typed);
      });
    },
    /** Hears Back, newest handler first; it answers whether it went back. */
    addBackHandler: (handle: () => boolean) => push(backHandlers, handle),

    /** Enters a visit of a screen: what it remembers is focused as soon as it is there, else `initialKey`. */
    enterPlace(next: Place, nextInitialKey: string | null) {
      // What was pressed for a screen that one left is not for this one.
      const isNew = next !== place;
      if (isNew && !place.isStandIn) waitingKeys.length = 0;
      place = next;
      initialKey = nextInitialKey;
      // A menu that both screens have keeps nobody on it who opened the next screen there.
      wantedKey = next.focusKey ?? (isNew ? nextInitialKey : null);
      settleSoon();
    },

    focus(key: string) {
      wantedKey = null;
      navigator.focus(key);
    },
    /** Focuses what stands in for something: what was wanted is focused when it comes. */
    focusMeanwhile: (key: string) => navigator.focus(key),
    press(key: string) {
      nodes.get(key)?.onPress();
    },
    /** Where a node stands among those of its group, in the order of the document; null when it is alone. */
    placeOf(key: string): { readonly index: number; readonly count: number } | null {
      const parentKey = parents.get(key);
      const beside = [...nodes.values()].filter((node) => node.parentKey === parentKey && !node.isPlaceholder);
      const own = nodes.get(key);
      if (!own || beside.length < 2) return null;
      const before = beside.filter(
        ({ element }) => own.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING,
      );
      return { index: before.length, count: beside.length };
    },
    currentKey: () => navigator.currentKey(),
    isFocused: (key: string) => navigator.currentKey() === key,
    /** How many keys of a held button came sooner than it acts again, so far. */
    coalescedKeys: () => coalescedKeys,

    /** Whether an arrow is being held, so that pictures and animations can wait. */
    isHolding: () => isHolding,
    subscribeHolding(listener: (isHolding: boolean) => void): Unsubscribe {
      holdListeners.add(listener);
      return () => holdListeners.delete(listener);
    },
  };
}
