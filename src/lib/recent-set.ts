/** A set that drops its oldest entry when it holds more than `capacity`. */
export function createRecentSet<T>(capacity: number) {
  const entries = new Set<T>();
  return {
    has: (entry: T) => entries.has(entry),
    add(entry: T) {
      entries.delete(entry);
      entries.add(entry);
      for (const oldest of entries) {
        if (entries.size <= capacity) return;
        entries.delete(oldest);
      }
    },
  };
}
