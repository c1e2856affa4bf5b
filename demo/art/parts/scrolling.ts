import type { Random } from '../random.ts';
import { groundUnder, many, type Paint, type Point } from '../svg.ts';

/**
 * Layers that scroll without a seam. A layer is `period` wide and repeats as often as the stage needs:
 *
 *     |-- period --|-- period --|-- period --|
 *          [ stage .............. ]
 */
export function scroll(period: number, distance: number, w: number, layer: string): string {
  const offset = ((distance % period) + period) % period;
  const copies = Math.ceil(w / period) + 2;
  return many(
    copies,
    (index) => `<g transform="translate(${((index - 1) * period + (period - offset)).toFixed(1)} 0)">${layer}</g>`,
  );
}

/** Rolling ground that repeats without a seam. */
export function loopingLine(random: Random, period: number, y: number, height: number, waves: number): Point[] {
  const terms = [1, 2, 3, 5].map((factor, index) => ({
    turns: waves * factor,
    size: 0.6 / (index + 1),
    phase: random.between(0, 6.28),
  }));
  const steps = Math.max(12, Math.round(period / 50));
  return Array.from({ length: steps + 1 }, (_, index) => {
    const share = index / steps;
    return [
      share * period,
      y -
        height *
          terms.reduce((sum, { turns, size, phase }) => sum + size * Math.sin(share * turns * Math.PI * 2 + phase), 0),
    ] as const;
  });
}

/** The same for sharp mountains. */
export function loopingRidge(random: Random, period: number, y: number, height: number, peaks: number): Point[] {
  const points: Point[] = [];
  const first = random.between(0.1, 0.4);
  for (let index = 0; index < peaks * 2; index += 1) {
    const value = index === 0 ? first : index % 2 === 1 ? random.between(0.55, 1) : random.between(0.05, 0.45);
    const x = (period * (index + (index === 0 ? 0 : random.between(-0.28, 0.28)))) / (peaks * 2);
    points.push([x, y - value * height]);
    if (index % 2 === 1) points.push([x + period / peaks / 8, y - value * height * random.between(0.7, 0.85)]);
  }
  points.push([period, y - first * height]);
  return points.sort((a, b) => a[0] - b[0]);
}

/** The ground under a looping line; it overlaps both ends, so that no seam shows. */
export function loopingGround(line: readonly Point[], paint: Paint, smooth = true, bottom = 1002): string {
  const [first, last] = [line[0] as Point, line.at(-1) as Point];
  return groundUnder([[first[0] - 2, first[1]], ...line, [last[0] + 2, last[1]]], bottom, paint, smooth);
}
