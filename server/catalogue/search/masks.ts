/*
 * Sets of characters as two numbers of 30 bits: how many characters of a typed text a name cannot have is known without
 * looking at the name. Different characters may share a bit, so the set only rules names out.
 */

const BITS = 30;

export interface Mask {
  readonly low: number;
  readonly high: number;
}

export function maskOf(text: string): Mask {
  let [low, high] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === ' ') continue;
    const bit = (Math.imul(text.charCodeAt(at), 0x9e3779b1) >>> 16) % (2 * BITS);
    if (bit < BITS) low |= 1 << bit;
    else high |= 1 << (bit - BITS);
  }
  return { low, high };
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many of the characters are certainly not in the other set; at least. */
export const countMissing = (wanted: Mask, { low, high }: Mask): number =>
  countBits(wanted.low & ~low) + countBits(wanted.high & ~high);
