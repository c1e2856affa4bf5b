export interface SettlerOptions<V> {
  /** Sends the value; resolves with the confirmed one. */
  readonly send: (value: V) => Promise<V>;
  /** Whether two values mean the same to the server. */
  readonly isSame: (one: V, other: V) => boolean;
  readonly show: (value: V) => void;
  /** Called after a rollback. */
  readonly onFailure: (error: unknown) => void;
}

export interface Settler<V> {
  /** Shows a value at once and sends it. */
  want(value: V): void;
  /** The shown value while a call is pending. */
  readonly wanted: () => V;
}

/**
 * An optimistic value that the viewer changes faster than the server answers. The last choice is shown at once; one call is
 * in flight at a time, so that calls never overtake each other; when the last one fails, the last confirmed value is shown.
 *
 *   want a ──► show a, send a ─────────────► a is the last: show the confirmed value
 *   want b ──► show b,          after a: send b ──► fails: show the answer to a
 *
 * @param agreed the confirmed value before the first change.
 * @param onSettled called when the last pending call has ended.
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
      // Send a newer value also after a failure: the failed call may have arrived.
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

/** Settlers by name within an owner: the same name continues pending work. */
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
