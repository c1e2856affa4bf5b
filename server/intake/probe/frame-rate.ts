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

/** @returns undefined for what ffprobe prints when it does not know, such as `0/0`. */
export function parseFraction(text: string | undefined, separator: '/' | ':'): Fraction | undefined {
  const [numerator = 0, denominator = 0] = (text ?? '').split(separator).map(Number);
  const isFraction = [numerator, denominator].every((part) => Number.isInteger(part) && part > 0);
  return isFraction ? { numerator, denominator } : undefined;
}
