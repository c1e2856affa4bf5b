import type { Unsubscribe } from '#platform/platform.ts';

/** A group that traps the focus, such as a dialog. */
export interface Scope {
  readonly key: string;
  readonly order: number;
  /** Handlers that mounted with the scope have a lower number, later ones outside of it a higher one. */
  lastOrder: number;
  /** The node that gets the focus when the scope ends. */
  returnKey: string | null;
}

export type FocusScopes = ReturnType<typeof createFocusScopes>;

/** Adds a value to a list until the returned function is called. */
export function addTo<T>(list: T[], value: T): Unsubscribe {
  list.push(value);
  return () => {
    const index = list.indexOf(value);
    if (index >= 0) list.splice(index, 1);
  };
}

/** The tree of nodes and groups by their keys, and the scopes that are open in it. */
export function createFocusScopes() {
  const parents = new Map<string, string>();
  /** The innermost scope is last. */
  const scopes: Scope[] = [];
  let order = 0;

  const innermost = (): Scope | undefined => scopes[scopes.length - 1];
  const isInside = (key: string) => {
    const scope = innermost();
    if (!scope) return true;
    for (let at: string | undefined = key; at !== undefined; at = parents.get(at)) {
      if (at === scope.key) return true;
    }
    return false;
  };

  return {
    innermost,
    /** Whether a node or group is in the innermost scope; true without scopes. */
    isInside,
    isNested: () => scopes.length > 1,
    parentOf: (key: string) => parents.get(key),
    /** Calls `see` with each group around a node, innermost first, and the child through which it contains the node. */
    forEachGroup(key: string, see: (group: string, child: string) => void) {
      for (let child = key, group = parents.get(key); group !== undefined; child = group, group = parents.get(group))
        see(group, child);
    },
    addKey: (key: string, parentKey: string) => void parents.set(key, parentKey),
    removeKey: (key: string) => void parents.delete(key),

    /** A number above all earlier ones. */
    nextOrder() {
      order += 1;
      return order;
    },
    /** Opens a scope until the returned function is called. */
    add(scope: Scope): Unsubscribe {
      const remove = addTo(scopes, scope);
      // React mounts inner elements first, so the inner one of two new scopes is added first.
      scopes.sort((one, other) => one.order - other.order);
      return remove;
    },
    /** Ends the mount of new scopes: handlers that are added from now on did not come with them. */
    endMount() {
      for (const scope of scopes) scope.lastOrder = Math.min(scope.lastOrder, order);
    },
    /** Whether a handler is active: those under a dialog, and later ones outside of it, are not; those that came with it are. */
    isHeard({ order: own, parentKey }: { readonly order: number; readonly parentKey: string }) {
      const scope = innermost();
      return !scope || (own >= scope.order && (own <= scope.lastOrder || isInside(parentKey)));
    },
  };
}
