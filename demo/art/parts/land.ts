import type { Random } from '../random.ts';
import { groundUnder, type Paint, type Point, polygon } from '../svg.ts';

/** A jagged line from left to right by midpoint displacement with decreasing amplitude. */
function jagged(random: Random, w: number, y: number, height: number, rounds = 6, roughness = 0.52): Point[] {
  let heights = [random.between(-0.3, 0.3), random.between(0.4, 1), random.between(-0.2, 0.5)];
  let reach = 0.6;
  for (let round = 0; round < rounds; round += 1) {
    heights = heights.flatMap((value, index) => {
      const following = heights[index + 1];
      return following === undefined ? [value] : [value, (value + following) / 2 + random.between(-reach, reach)];
    });
    reach *= roughness;
  }
  const step = (w + 80) / (heights.length - 1);
  return heights.map((value, index) => [-40 + index * step, y - value * height] as const);
}

/** Mountains with sharp edges. */
export const mountains = (random: Random, w: number, y: number, height: number, paint: Paint, bottom = 1002) =>
  groundUnder(jagged(random, w, y, height), bottom, paint, false);

/** A peak with a lit side. `lit` is on the left unless mirrored. */
export function peak(
  random: Random,
  x: number,
  y: number,
  width: number,
  height: number,
  dark: string,
  lit: string,
): string {
  const steps = 7;
  const left: Point[] = [];
  const right: Point[] = [];
  const ridge: Point[] = [];
  for (let index = 0; index <= steps; index += 1) {
    const share = index / steps;
    const wobble = index === 0 ? 0 : width * 0.028;
    left.push([x - (width / 2) * share ** 1.12 + random.between(-wobble, wobble), y - height + height * share]);
    right.push([x + (width / 2) * share ** 1.12 + random.between(-wobble, wobble), y - height + height * share]);
    ridge.push([
      x + width * 0.1 * share * (index % 2 === 0 ? 1 : -0.35) + width * 0.05 * share,
      y - height + height * share,
    ]);
  }
  return polygon([...left, ...[...right].reverse()], dark) + polygon([...left, ...[...ridge].reverse()], lit);
}

/** A smooth rolling line from left to right. */
export function rolling(random: Random, w: number, y: number, height: number, waves = 2): Point[] {
  const terms = [1, 2.1, 3.7].map((factor, index) => ({
    factor,
    size: 0.55 / (index + 1),
    phase: random.between(0, Math.PI * 2),
  }));
  const steps = Math.max(8, Math.round(w / 60));
  return Array.from({ length: steps + 1 }, (_, index) => {
    const share = index / steps;
    const value = terms.reduce(
      (sum, term) => sum + term.size * Math.sin(share * waves * Math.PI * term.factor + term.phase),
      0,
    );
    return [-40 + share * (w + 80), y - value * height] as const;
  });
}

export const hills = (random: Random, w: number, y: number, height: number, paint: Paint, waves = 2, bottom = 1002) =>
  groundUnder(rolling(random, w, y, height, waves), bottom, paint);

/** The height of the line at x. */
export function heightAt(points: readonly Point[], x: number): number {
  for (let index = 0; index + 1 < points.length; index += 1) {
    const [ax, ay] = points[index] as Point;
    const [bx, by] = points[index + 1] as Point;
    if (x >= ax && x <= bx) return ay + ((by - ay) * (x - ax)) / Math.max(1, bx - ax);
  }
  return (points.at(-1) as Point)[1];
}
