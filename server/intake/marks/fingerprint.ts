import { z } from 'zod';

/*
 * A raw fingerprint of chromaprint: one item of 32 bits for each step of the sound. Items of the same sound differ in few
 * bits, also after encoding it again; those of other sounds in about half of them.
 *
 *     seconds  0         1         2         3
 *     item 0   |---------------------------|
 *     item 1     |---------------------------|        0.124 s later
 */

/** From one item to the next: a third of 4096 samples at 11025 Hz. */
export const ITEM_SECONDS = 1365 / 11_025;

/** The sound that one item is made of: 20 frames. */
export const WINDOW_SECONDS = (19 * 1365 + 4096) / 11_025;

/** From the start of an item to where another scene must begin for half of its bits to change. Measured. */
const MIDDLE_SECONDS = 1.08;

export const middleOf = (item: number): number => item * ITEM_SECONDS + MIDDLE_SECONDS;

export const toItems = (seconds: number): number => Math.round(seconds / ITEM_SECONDS);

/** Number of bits in which two items differ. */
export function differingBits(one: number, other: number): number {
  let bits = one ^ other;
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const fpcalcSchema = z.object({ fingerprint: z.array(z.number()) });

/** Reads what `fpcalc -raw -json` prints. @throws ZodError, SyntaxError */
export const readFpcalc = (output: string): Uint32Array =>
  Uint32Array.from(fpcalcSchema.parse(JSON.parse(output)).fingerprint);

const ITEM_BYTES = 4;

/** Encodes a fingerprint as base64 of its items, each in four bytes, little-endian. */
export function writeFingerprint(items: Uint32Array): string {
  const bytes = Buffer.alloc(items.length * ITEM_BYTES);
  items.forEach((item, index) => bytes.writeUInt32LE(item, index * ITEM_BYTES));
  return bytes.toString('base64');
}

export function readFingerprint(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64');
  return Uint32Array.from({ length: Math.floor(bytes.length / ITEM_BYTES) }, (_, index) =>
    bytes.readUInt32LE(index * ITEM_BYTES),
  );
}
