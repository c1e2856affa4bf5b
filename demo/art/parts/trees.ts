import type { Random } from '../random.ts';
import { circle, curve, ellipse, many, path, polygon, type Point, rect } from '../svg.ts';
import { heightAt } from './land.ts';

/** A fir of stacked flat skirts, its foot at the origin. `lit`, when given, lights its left side. */
export function fir(random: Random, x: number, y: number, height: number, colour: string, lit?: string): string {
  const tiers = 5;
  const width = height * random.between(0.34, 0.44);
  const parts = rect(x - height * 0.02, y - height * 0.12, height * 0.04, height * 0.14, colour);
  return (
    parts +
    many(tiers, (index) => {
      const top = y - height + (height * 0.78 * index) / tiers;
      const bottom = top + height * 0.34;
      const half = (width / 2) * (0.34 + (0.66 * (index + 1)) / tiers);
      const droop = height * 0.03;
      const body = polygon(
        [
          [x, top],
          [x + half, bottom + droop],
          [x, bottom - droop * 0.6],
          [x - half, bottom + droop],
        ],
        colour,
      );
      const side =
        lit === undefined
          ? ''
          : polygon(
              [
                [x, top],
                [x - half, bottom + droop],
                [x - half * 0.35, bottom - droop],
              ],
              lit,
            );
      return body + side;
    })
  );
}

/** Firs along a line of ground. */
export function firsAlong(
  random: Random,
  ground: readonly Point[],
  options: { from: number; to: number; count: number; tall: number; colour: string; lit?: string },
): string {
  const { from, to, count, tall, colour, lit } = options;
  return many(count, (index) => {
    const x = from + ((to - from) * (index + random.between(0.1, 0.9))) / count;
    return fir(random, x, heightAt(ground, x) + tall * 0.06, tall * random.between(0.6, 1.1), colour, lit);
  });
}

/** A round tree: trunk and a crown of overlapping discs, lit from the upper left. */
export function roundTree(
  random: Random,
  x: number,
  y: number,
  height: number,
  trunk: string,
  crown: string,
  lit: string,
): string {
  const radius = height * 0.3;
  const [cx, cy] = [x, y - height * 0.64];
  const puffs = Array.from({ length: 8 }, (_, index) => {
    const angle = (index / 8) * Math.PI * 2 + random.between(-0.2, 0.2);
    return [
      cx + Math.cos(angle) * radius * 0.72,
      cy + Math.sin(angle) * radius * 0.55,
      radius * random.between(0.42, 0.6),
    ] as const;
  });
  return (
    path(
      `M${x - height * 0.035} ${y}L${x - height * 0.015} ${cy}H${x + height * 0.015}L${x + height * 0.04} ${y}Z`,
      trunk,
    ) +
    puffs.map(([px, py, size]) => circle(px, py, size, crown)).join('') +
    circle(cx, cy, radius * 0.8, crown) +
    puffs
      .slice(4, 7)
      .map(([px, py, size]) => circle(px - radius * 0.02, py + radius * 0.02, size * 0.66, lit, { opacity: 0.75 }))
      .join('')
  );
}

/** A mountain pine: a bent trunk with flat pads of needles. Foot at (x, y). */
export function pine(
  random: Random,
  x: number,
  y: number,
  height: number,
  trunk: string,
  needles: string,
  lean = 0.2,
): string {
  const top: Point = [x + height * lean, y - height];
  const bend: Point[] = [
    [x, y],
    [x - height * 0.06, y - height * 0.35],
    [x + height * lean * 0.9, y - height * 0.68],
    top,
  ];
  const pads: readonly (readonly [number, number, number])[] = [
    [lean + 0.02, 1.0, 0.34],
    [lean - 0.22, 0.86, 0.3],
    [lean + 0.24, 0.8, 0.32],
    [lean - 0.1, 0.7, 0.36],
    [lean + 0.12, 0.6, 0.3],
    [-0.26, 0.52, 0.26],
  ];
  const limbs = pads
    .map(([dx, dy]) =>
      curve(
        [
          [x + height * 0.02, y - height * (dy - 0.24)],
          [x + height * dx * 0.7, y - height * (dy - 0.05)],
          [x + height * dx, y - height * dy],
        ],
        trunk,
        height * 0.018,
      ),
    )
    .join('');
  return (
    curve(bend, trunk, height * 0.05) +
    limbs +
    pads
      .map(([dx, dy, size]) => {
        const [px, py, width] = [x + height * dx, y - height * dy, height * size * random.between(0.9, 1.1)];
        return path(
          `M${px - width / 2} ${py}Q${px - width * 0.42} ${py - width * 0.2} ${px - width * 0.12} ${py - width * 0.2}Q${px + width * 0.1} ${py - width * 0.32} ${px + width * 0.3} ${py - width * 0.16}Q${px + width * 0.5} ${py - width * 0.12} ${px + width / 2} ${py}Q${px} ${py + width * 0.1} ${px - width / 2} ${py}Z`,
          needles,
        );
      })
      .join('')
  );
}

/** A bare branch that divides, with blossoms at its ends. Angle in degrees, clockwise from the right. */
export function branch(
  random: Random,
  x: number,
  y: number,
  length: number,
  angle: number,
  options: { colour: string; width: number; blossom?: string; heart?: string; depth?: number },
): string {
  const { colour, width, blossom, heart, depth = 4 } = options;
  const radians = (angle * Math.PI) / 180;
  const end: Point = [x + Math.cos(radians) * length, y + Math.sin(radians) * length];
  const middle: Point = [
    (x + end[0]) / 2 + random.between(-0.12, 0.12) * length,
    (y + end[1]) / 2 + random.between(-0.12, 0.12) * length,
  ];
  const own = curve([[x, y], middle, end], colour, width);
  if (depth === 0)
    return (
      own +
      (blossom === undefined
        ? ''
        : flower(random, end[0], end[1], Math.max(7, length * 0.16), blossom, heart ?? colour))
    );
  const children = many(depth > 2 ? 2 : 3, (index) =>
    branch(
      random,
      end[0],
      end[1],
      length * random.between(0.6, 0.82),
      angle + [-26, 24, 2][index]! + random.between(-12, 12),
      { ...options, width: width * 0.62, depth: depth - 1 },
    ),
  );
  const bud =
    blossom !== undefined && random.next() < 0.7
      ? flower(random, middle[0], middle[1], Math.max(6, length * 0.11), blossom, heart ?? colour)
      : '';
  return own + children + bud;
}

/** A blossom of five petals. */
export function flower(random: Random, x: number, y: number, size: number, colour: string, heart: string): string {
  const start = random.between(0, 72);
  return (
    many(5, (index) => {
      const angle = ((start + index * 72) * Math.PI) / 180;
      return circle(x + Math.cos(angle) * size * 0.6, y + Math.sin(angle) * size * 0.6, size * 0.52, colour);
    }) + circle(x, y, size * 0.26, heart)
  );
}

/** Bushes in a row: overlapping discs that sit on a line. */
export function bushes(random: Random, from: number, to: number, y: number, size: number, colour: string): string {
  const count = Math.ceil((to - from) / (size * 0.9));
  return (
    many(count, (index) =>
      circle(
        from + ((to - from) * (index + random.between(0.2, 0.8))) / count,
        y + size * random.between(-0.1, 0.25),
        size * random.between(0.6, 1),
        colour,
      ),
    ) + ellipse((from + to) / 2, y + size * 0.8, (to - from) / 2 + size * 0.5, size * 0.7, colour)
  );
}
