import type { Fraction } from './source.ts';

/** The rates of film and television. */
const STANDARD: readonly Fraction[] = [
  { numerator: 12, denominator: 1 },
  { numerator: 15, denominator: 1 },
  { numerator: 24000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
];

/** Relative distance at which a measured rate is a standard one: 23.976 and 24 differ by a thousandth. */
const NEAR = 0.0004;

export const rateOf = ({ numerator, denominator }: Fraction): number => numerator / denominator;

/** The rate of a measured distance between frames: a standard one if it is near, else in thousandths. */
export function frameRateOf(stepSeconds: number): Fraction {
  const rate = 1 / stepSeconds;
  const standard = STANDARD.find((one) => Math.abs(rateOf(one) - rate) < rate * NEAR);
  return standard ?? { numerator: Math.max(1, Math.round(rate * 1000)), denominator: 1000 };
}

/** Pictures that may share a frame: containers round their times. */
const TOLERATED_LOSS = 0.001;
/** Shorter by this share, a distance is not a rounded one. */
const SHORTER = 0.1;

/**
 * The rate at which every picture has a frame of its own: film with credits in the rate of television needs the latter.
 *
 * @param seconds when the pictures are shown, ascending
 * @param usual the rate of the most frequent distance; kept while nearly no distance is shorter
 */
export function keepingRate(seconds: Float64Array, usual: Fraction): Fraction {
  const shortest = (1 - SHORTER) / rateOf(usual);
  let shorter = 0;
  for (let index = 1; index < seconds.length; index += 1)
    if ((seconds[index] ?? 0) - (seconds[index - 1] ?? 0) < shortest) shorter += 1;
  const tolerated = seconds.length * TOLERATED_LOSS;
  if (shorter <= tolerated) return usual;
  const candidates = [usual, ...STANDARD].filter((one) => rateOf(one) >= rateOf(usual));
  const found = candidates.find((rate) => lostAt(seconds, rateOf(rate)) <= tolerated);
  return found ?? candidates.at(-1) ?? usual;
}

/** How many pictures fall into the frame of another one. */
function lostAt(seconds: Float64Array, rate: number): number {
  let lost = 0;
  let last = -1;
  for (const time of seconds) {
    const frame = Math.round(time * rate);
    if (frame === last) lost += 1;
    last = frame;
  }
  return lost;
}

/** @returns undefined for what ffprobe prints when it does not know, such as `0/0`. */
export function parseFraction(text: string | undefined, separator: '/' | ':'): Fraction | undefined {
  const [numerator = 0, denominator = 0] = (text ?? '').split(separator).map(Number);
  const isFraction = [numerator, denominator].every((part) => Number.isInteger(part) && part > 0);
  return isFraction ? { numerator, denominator } : undefined;
}
