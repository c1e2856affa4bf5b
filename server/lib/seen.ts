/** 2^32 divided by the golden ratio. The high bits of a product with it are spread evenly, also for ids like 100, 200, 300. */
const SPREAD = 0x9e3779b1;

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
    const slot = Math.floor(((Math.imul(id, SPREAD) >>> 0) / 2 ** 32) * slots);
    const isSeen = last[slot] === id;
    last[slot] = id;
    return isSeen;
  };
}
