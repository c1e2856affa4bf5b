import type { Random } from '../random.ts';
import { circle, line, many, path, place } from '../svg.ts';
import type { Area } from './sky.ts';

export const snow = (random: Random, { w, h }: Area, count: number, colour = '#ffffff', largest = 6) =>
  many(count, () =>
    circle(random.between(0, w), random.between(0, h), 1.2 + random.next() ** 3 * largest, colour, {
      opacity: random.between(0.35, 0.95),
    }),
  );

export const rain = (random: Random, { w, h }: Area, count: number, colour = '#ffffff', slant = -0.16) =>
  many(count, () => {
    const [x, y] = [random.between(0, w * 1.15), random.between(-40, h)];
    const length = random.between(24, 90);
    return line(
      [
        [x, y],
        [x + length * slant, y + length],
      ],
      colour,
      random.between(1, 2.6),
      { opacity: random.between(0.12, 0.5) },
    );
  });

/** Petals or leaves on the wind. */
export const petals = (random: Random, { w, h }: Area, count: number, colours: readonly string[], size = 13) =>
  many(count, () => {
    const length = size * random.between(0.5, 1.25);
    return place(
      { x: random.between(0, w), y: random.between(0, h), turn: random.between(0, 360) },
      path(
        `M0 ${-length}Q${length * 0.8} ${-length * 0.3} 0 ${length}Q${-length * 0.8} ${-length * 0.3} 0 ${-length}Z`,
        random.pick(colours),
        { opacity: random.between(0.6, 1) },
      ),
    );
  });

/** Sparks of light: fireflies, embers, dust in a beam. */
export const sparks = (
  random: Random,
  area: Area & { x?: number; y?: number },
  count: number,
  colour: string,
  size = 4,
) =>
  many(count, () => {
    const [x, y] = [(area.x ?? 0) + random.between(0, area.w), (area.y ?? 0) + random.between(0, area.h)];
    const radius = size * random.between(0.35, 1);
    return (
      circle(x, y, radius * 2.6, colour, { opacity: 0.16 }) +
      circle(x, y, radius, colour, { opacity: random.between(0.6, 1) })
    );
  });
