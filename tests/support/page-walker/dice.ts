/** A seeded pseudo-random generator. */
export function createDice(seed: number) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** From 0 (inclusive) to 1 (exclusive). */
    next,
    roll: (sides: number) => Math.floor(next() * sides),
    pick: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T,
  };
}
