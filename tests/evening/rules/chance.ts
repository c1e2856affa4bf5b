/** Random choices that a seed repeats. */
export interface Chance {
  /** Uniform in [0, 1). */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the entries, each as likely as its weight. */
  weigh<T>(from: readonly (readonly [T, number])[]): T;
  /** A generator of its own, whose choices do not depend on how often this one was used. */
  fork(name: string): Chance;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The generator mulberry32. */
export function createChance(seed: string): Chance {
  let state = hashOf(seed);
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('nothing to choose from');
    return from[Math.floor(fraction() * from.length)]!;
  };
  return {
    fraction,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    happens: (probability) => fraction() < probability,
    pick,
    weigh(from) {
      let left = fraction() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [one, weight] of from) {
        left -= weight;
        if (left < 0) return one;
      }
      return pick(from)[0];
    },
    fork: (name) => createChance(`${seed}/${name}`),
  };
}
