import type { Random } from '../random.ts';
import { circle, many, rect } from '../svg.ts';

/** A seamless layer of clouds, `period` wide: round tops over a flat body. */
export function cloudLayer(random: Random, period: number, y: number, size: number, colour: string): string {
  const count = Math.round(period / (size * 0.62));
  const tops = Array.from({ length: count }, (_, index) => ({
    x: (period * (index + random.between(0.1, 0.9))) / count,
    y: y + random.between(-0.34, 0.2) * size,
    radius: size * random.between(0.42, 0.86),
  }));
  const puffs = tops.flatMap((top) => [
    circle(top.x, top.y, top.radius, colour),
    top.x < size ? circle(top.x + period, top.y, top.radius, colour) : '',
    top.x > period - size ? circle(top.x - period, top.y, top.radius, colour) : '',
  ]);
  return puffs.join('') + rect(-1, y, period + 2, 1100 - y, colour);
}

/** A tall cloud like a tower of discs: base at (x, y), lit from the upper left. */
export function cloudTower(
  random: Random,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  lit: string,
): string {
  const puffs = Array.from({ length: 16 }, (_, index) => {
    const share = index / 15;
    return {
      x: x + random.between(-0.5, 0.5) * width * (1 - share * 0.72),
      y: y - height * share * 0.86,
      radius: width * (0.27 - share * 0.12) * random.between(0.8, 1.15),
    };
  });
  return (
    puffs.map((puff) => circle(puff.x, puff.y, puff.radius, colour)).join('') +
    puffs
      .map((puff) => circle(puff.x - puff.radius * 0.2, puff.y - puff.radius * 0.2, puff.radius * 0.72, lit))
      .join('') +
    many(7, (index) => circle(x + (index / 6 - 0.5) * width, y, width * 0.16, colour))
  );
}
