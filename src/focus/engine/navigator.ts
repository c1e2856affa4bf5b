import {
  destroy,
  doesFocusableExist,
  getCurrentFocusKey,
  init,
  navigateByDirection,
  ROOT_FOCUS_KEY,
  setFocus,
  SpatialNavigation,
  type FocusableComponentLayout,
  type NextFocusResolver,
} from '@noriginmedia/norigin-spatial-navigation';

export type Direction = 'left' | 'up' | 'right' | 'down';

/** Arrangement of a group's children: arrows along the axis move among them, others leave the group. */
export type Axis = 'row' | 'column';

export const ROOT_KEY = ROOT_FOCUS_KEY;

export interface NavigatorNode {
  readonly key: string;
  readonly parentKey: string;
  readonly element: HTMLElement;
  /** Set on groups only. */
  readonly axis?: Axis;
  /** A column of rows in which up and down keep the column, as on a key pad. */
  readonly keepsColumn?: boolean;
  /** A group that the focus cannot leave by arrows. */
  readonly isBoundary?: boolean;
  /** The child of a group that is focused on first entry. */
  readonly preferredKey?: string;
}

const ignore = () => undefined;

const NO_LAYOUT: Omit<FocusableComponentLayout, 'node'> = {
  left: 0,
  top: 0,
  right: 0,
  bottom: 0,
  width: 0,
  height: 0,
  x: 0,
  y: 0,
};

const isAlong = (axis: Axis, direction: Direction) =>
  axis === 'row' ? direction === 'left' || direction === 'right' : direction === 'up' || direction === 'down';

const byDocument = (one: Element, other: Element) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

export interface Navigator {
  add(node: NavigatorNode): void;
  remove(key: string): void;
  setPreferred(node: NavigatorNode): void;
  focus(key: string): void;
  move(direction: Direction): void;
  has(key: string): boolean;
  currentKey(): string | null;
}

/**
 * Norigin as a tree of groups and leaves. It chooses among siblings and climbs; it never reads the layout, listens to
 * keys or touches elements: `onFocus` reports the focused node, and the owner moves the real focus.
 */
export function createNavigator(onFocus: (key: string) => void): Navigator {
  // Norigin is a page-wide singleton: remove the state of an earlier engine.
  destroy();
  init({
    // Norigin would focus the entry of a menu again when two screens share it, and the next screen would remember that.
    focusOnPresetKey: false,
    layoutAdapter: {
      addEventListeners: ignore,
      removeEventListeners: ignore,
      measureLayout: (component) => Promise.resolve({ ...NO_LAYOUT, node: component.node }),
      blurNode: ignore,
      focusNode: (component) => onFocus(component.focusKey),
    },
  });

  const nodes = new Map<string, NavigatorNode>();
  const childrenOf = (key: string) =>
    [...nodes.values()]
      .filter(({ parentKey }) => parentKey === key)
      .sort((one, other) => byDocument(one.element, other.element))
      .map((child) => child.key);

  /** Siblings are in document order, whatever the order of their mounts. */
  const createResolver =
    (axis: Axis, keepsColumn: boolean): NextFocusResolver =>
    (direction, focusKey, siblings) => {
      if (!isAlong(axis, direction)) return null;
      const ordered = [...siblings].sort((one, other) => byDocument(one.node, other.node));
      const index = ordered.findIndex((sibling) => sibling.focusKey === focusKey);
      const next = ordered[index + (direction === 'left' || direction === 'up' ? -1 : 1)];
      if (next && keepsColumn) {
        const column = childrenOf(focusKey).indexOf(ordered[index]?.lastFocusedChildKey ?? '');
        const row = childrenOf(next.focusKey);
        // Norigin enters a group at this child.
        next.lastFocusedChildKey = row[Math.min(Math.max(column, 0), row.length - 1)] ?? '';
      }
      return next ?? null;
    };

  const callbacks = {
    onEnterPress: ignore,
    onEnterRelease: ignore,
    onArrowPress: () => true,
    onArrowRelease: ignore,
    onFocus: ignore,
    onBlur: ignore,
  };
  const rulesOf = ({ axis, keepsColumn = false, isBoundary = false, preferredKey }: NavigatorNode) => ({
    focusable: true,
    isFocusBoundary: isBoundary,
    measureChildrenLayout: false,
    nextFocusResolver: createResolver(axis ?? 'row', keepsColumn),
    ...(preferredKey === undefined ? {} : { preferredChildFocusKey: preferredKey }),
  });

  return {
    add(node) {
      nodes.set(node.key, node);
      SpatialNavigation.addFocusable({
        ...callbacks,
        ...rulesOf(node),
        focusKey: node.key,
        parentFocusKey: node.parentKey,
        node: node.element,
        onUpdateFocus: ignore,
        onUpdateHasFocusedChild: ignore,
        saveLastFocusedChild: true,
        trackChildren: false,
        // The engine settles a lost focus at once, not after norigin's 300 ms.
        autoRestoreFocus: false,
        forceFocus: false,
      });
    },
    remove(key) {
      nodes.delete(key);
      SpatialNavigation.removeFocusable({ focusKey: key });
    },
    setPreferred: (node) =>
      SpatialNavigation.updateFocusable(node.key, { ...callbacks, ...rulesOf(node), node: node.element }),
    focus: (key) => void setFocus(key),
    move: (direction) => void navigateByDirection(direction),
    has: doesFocusableExist,
    currentKey: () => getCurrentFocusKey() || null,
  };
}
