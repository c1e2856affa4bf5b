export interface SettlerOptions<V> {
  /** Tells the server; answers what it agreed to. */
  readonly send: (value: V) => Promise<V>;
  /** Whether two values ask the server for the same. */
  readonly isSame: (one: V, other: V) => boolean;
  readonly show: (value: V) => void;
  /** Told after what failed was put back. */
  readonly onFailure: (error: unknown) => void;
}

export interface Settler<V> {
  /** Shows a value at once and tells the server. */
  want(value: V): void;
  /** What is shown now, while something is under way. */
  readonly wanted: () => V;
}

/**
 * A value that the viewer changes faster than the server answers. What was wanted last is shown at once; one call is under way
 * at a time, so that calls never overtake each other; when the last one fails, what the server agreed to last is shown again.
 *
 *   want a ──► show a, send a ─────────────► a is the last: show what the server agreed to
 *   want b ──► show b,          after a: send b ──► fails: show what a was answered with
 *
 * @param agreed what is shown and true before the first change.
 * @param onSettled told when nothing is under way any more.
 */
export function createSettler<V>(options: SettlerOptions<V>, agreed: V, onSettled: () => void): Settler<V> {
  const { send, isSame, show, onFailure } = options;
  let wanted = agreed;
  let isSending = false;

  const settle = async () => {
    isSending = true;
    for (;;) {
      const sent = wanted;
      let failure: { error: unknown } | null = null;
      try {
        agreed = await send(sent);
      } catch (error) {
        failure = { error };
      }
      // A newer one is sent also after a failure: the call before may have arrived all the same.
      if (!isSame(wanted, sent)) continue;
      isSending = false;
      wanted = agreed;
      show(agreed);
      onSettled();
      if (failure) onFailure(failure.error);
      return;
    }
  };

  return {
    want(value) {
      wanted = value;
      show(value);
      if (!isSending) void settle();
    },
    wanted: () => wanted,
  };
}

/** Settlers by name within an owner: the same name continues what is under way, wherever it was begun. */
export function createSettling<V>() {
  const owners = new WeakMap<object, Map<string, Settler<V>>>();
  return (owner: object, name: string, agreed: V, options: SettlerOptions<V>): Settler<V> => {
    const settlers = owners.get(owner) ?? new Map<string, Settler<V>>();
    owners.set(owner, settlers);
    const known = settlers.get(name);
    if (known) return known;
    const settler = createSettler(options, agreed, () => settlers.delete(name));
    settlers.set(name, settler);
    return settler;
  };
}
