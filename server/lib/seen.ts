/**
 * Tells whether a number was asked for lately, in a fixed amount of memory: each number has a slot that it shares with others,
 * and the last one of them is known. Caches use it to keep only what is asked for again: most objects of a large catalogue are
 * not, and the garbage collector copies each object that is in a cache.
 *
 * @param slots about twice as many as numbers should be remembered.
 */
export function createSeen(slots: number): (id: number) => boolean {
  const last = new Int32Array(slots);
  return (id) => {
    const slot = id % slots;
    const isSeen = last[slot] === id;
    last[slot] = id;
    return isSeen;
  };
}
