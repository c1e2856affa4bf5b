import type { Random } from '../random.ts';
import { ellipse, groundUnder, many, type Point } from '../svg.ts';

/** A row of waves from left to right. `phase` moves it; a full turn is one wavelength. */
export function swell(w: number, y: number, height: number, length: number, phase = 0): Point[] {
  const step = length / 6;
  const count = Math.ceil((w + 160) / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const x = -80 + index * step;
    const turn = (x / length) * Math.PI * 2 + phase;
    return [x, y - Math.sin(turn) * height - Math.sin(turn * 0.5 + 1.3) * height * 0.55] as const;
  });
}

export const waves = (w: number, y: number, height: number, length: number, colour: string, phase = 0, bottom = 1002) =>
  groundUnder(swell(w, y, height, length, phase), bottom, colour);

/** The reflection of sun or moon: dashes that widen towards the viewer. */
export function glitter(
  random: Random,
  x: number,
  from: number,
  to: number,
  width: number,
  colour: string,
  opacity = 0.85,
  shift = 0,
): string {
  const rows = Math.round((to - from) / 13);
  return many(rows, (index) => {
    const share = index / rows;
    const y = from + (to - from) * share ** 1.15;
    const reach = width * (0.4 + share * 0.9);
    const pieces = 1 + Math.floor(random.next() * 3);
    return many(pieces, () => {
      const length = reach * random.between(0.16, 0.5);
      const centre = x + random.between(-0.5, 0.5) * reach + Math.sin(shift + index * 1.7) * 6;
      return ellipse(centre, y, length / 2, 1.4 + share * 3.2, colour, {
        opacity: opacity * random.between(0.4, 1) * (1 - share * 0.45),
      });
    });
  });
}
