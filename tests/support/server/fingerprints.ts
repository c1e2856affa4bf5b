import { ITEM_SECONDS, middleOf, toItems, WINDOW_SECONDS } from '#server/intake/marks/fingerprint.ts';

/** A part of a made-up sound. */
export type Part = { seconds: number; seed: number } | { seconds: number; isSilent: true };

export const scene = (seed: number, seconds: number): Part => ({ seed, seconds });

const SILENT_ITEM = 627_964_279;
/** Probability that a bit changes from one item to the next: items overlap, so they resemble their neighbours. */
const CHANGE = 0.15;
/** Probability that a bit differs because each clip is encoded on its own. */
const NOISE = 0.04;

/** Mulberry32: the same numbers on every machine. */
function numbersOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e37_79b9);
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function flips(next: () => number, likelihood: number): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit += 1) if (next() < likelihood) bits |= 1 << bit;
  return bits;
}

/** Items as chromaprint would make of a part: the same for the same seed. */
export function itemsOf(part: Part): Uint32Array {
  const items = new Uint32Array(toItems(part.seconds));
  if ('isSilent' in part) return items.fill(SILENT_ITEM);
  const next = numbersOf(part.seed);
  let item = Math.floor(next() * 2 ** 32);
  for (let index = 0; index < items.length; index += 1) {
    item ^= flips(next, CHANGE);
    items[index] = item;
  }
  return items;
}

/** The fingerprint of parts one after the other, with the errors of an encoder. */
export function soundOf(parts: readonly Part[], encoder: number): Uint32Array {
  const next = numbersOf(encoder + 500_000);
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const sounds = parts.map(itemsOf);
  return Uint32Array.from({ length: Math.max(0, toItems(total - WINDOW_SECONDS)) }, (_, index) => {
    let seconds = middleOf(index);
    const place = parts.findIndex((part) => {
      if (seconds < part.seconds) return true;
      seconds -= part.seconds;
      return false;
    });
    const items = sounds[place]!;
    const item = items[Math.min(items.length - 1, Math.floor(seconds / ITEM_SECONDS))]!;
    return item === SILENT_ITEM ? item : item ^ flips(next, NOISE);
  });
}
