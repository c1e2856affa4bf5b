import type { Random } from '../random.ts';
import { circle, linear, many, path, polygon, radial, rect } from '../svg.ts';

export interface Area {
  w: number;
  h: number;
}

export function sky({ w, h }: Area, [top, middle, bottom]: readonly [string, string, string], horizon = 0.7): string {
  const paint = linear(
    [0, 0],
    [0, h * horizon],
    [
      [0, top],
      [0.55, middle],
      [1, bottom],
    ],
  );
  return rect(-2, -2, w + 4, h + 4, paint);
}

/** Sun or moon: a flat disc with rings of light. */
export function disc(x: number, y: number, radius: number, colour: string, rings = 3, strength = 0.12): string {
  const halo = many(rings, (index) => {
    const step = rings - index;
    return circle(x, y, radius * (1 + step * 0.34), colour, { opacity: strength * (1 - (step - 1) / (rings + 1)) });
  });
  return halo + circle(x, y, radius, colour);
}

/** A soft light around a point. */
export const glow = (x: number, y: number, radius: number, colour: string, strength = 0.6) =>
  circle(
    x,
    y,
    radius,
    radial([x, y], radius, [
      [0, colour, strength],
      [0.35, colour, strength * 0.42],
      [1, colour, 0],
    ]),
  );

export function moonWithSeas(x: number, y: number, radius: number, colour: string, shade: string): string {
  const seas: readonly (readonly [number, number, number])[] = [
    [-0.35, -0.3, 0.26],
    [0.12, -0.42, 0.16],
    [0.36, 0.05, 0.22],
    [-0.18, 0.28, 0.18],
    [0.2, 0.52, 0.12],
    [-0.55, 0.12, 0.1],
    [-0.02, -0.05, 0.1],
  ];
  return (
    disc(x, y, radius, colour, 3, 0.1) +
    seas
      .map(([dx, dy, size]) => circle(x + dx * radius, y + dy * radius, size * radius, shade, { opacity: 0.45 }))
      .join('')
  );
}

export function stars(random: Random, { w, h }: Area, count: number, colour: string): string {
  return many(count, () => {
    const [x, y] = [random.between(0, w), random.between(0, h)];
    const size = 0.9 + random.next() ** 4 * 3.4;
    const opacity = random.between(0.35, 1) * (1 - (y / h) * 0.6);
    if (size < 3.2) return circle(x, y, size, colour, { opacity });
    return star(x, y, size * 2.6, colour, opacity);
  });
}

/** A star with four points. */
export const star = (x: number, y: number, size: number, colour: string, opacity = 1) =>
  path(
    `M${x} ${y - size}Q${x} ${y} ${x + size} ${y}Q${x} ${y} ${x} ${y + size}Q${x} ${y} ${x - size} ${y}Q${x} ${y} ${x} ${y - size}Z`,
    colour,
    { opacity },
  );

/** Broad flat beams from a point. Angles in degrees, clockwise from the right. */
export function rays(
  random: Random,
  from: { x: number; y: number },
  options: { count: number; length: number; start: number; end: number; colour: string; opacity: number },
): string {
  const { count, length, start, end, colour, opacity } = options;
  const step = (end - start) / count;
  const paint = radial([from.x, from.y], length, [
    [0, colour, 1],
    [1, colour, 0],
  ]);
  return many(count, (index) => {
    const middle = start + step * (index + 0.5) + random.between(-0.15, 0.15) * step;
    const half = step * random.between(0.16, 0.36);
    const at = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      return [from.x + Math.cos(angle) * length, from.y + Math.sin(angle) * length] as const;
    };
    return polygon([[from.x, from.y], at(middle - half), at(middle + half)], paint, { opacity });
  });
}

/** A cloud of long rounded bars in one path, so that a translucent cloud shows no overlaps. */
export function barCloud(random: Random, x: number, y: number, width: number, colour: string, opacity = 1): string {
  const thick = width * 0.055;
  const bars = [0.55, 1, 0.8, 0.4].map((share, index) => {
    const length = width * share * random.between(0.85, 1.15);
    const left = x - length / 2 + random.between(-0.16, 0.16) * width + thick / 2;
    const inner = (length - thick).toFixed(1);
    const half = (thick / 2).toFixed(1);
    return `M${left.toFixed(1)} ${(y + index * thick * 0.94).toFixed(1)}h${inner}a${half} ${half} 0 0 1 0 ${thick.toFixed(1)}h-${inner}a${half} ${half} 0 0 1 0 -${thick.toFixed(1)}Z`;
  });
  return path(bars.join(''), colour, { opacity });
}
