import { circle, path, polygon, rect } from '../svg.ts';

interface BoatColours {
  hull: string;
  stripe: string;
  cabin: string;
  shade: string;
  window: string;
  mast: string;
}

/** A small fishing boat that sails to the right, 300 long, its waterline on the origin. */
export function fishingBoat(colours: BoatColours): string {
  const { hull, stripe, cabin, shade, window, mast } = colours;
  return (
    path('M-30 -92V-250M-30 -240L120 -70M-30 -240L-140 -66', 'none', { stroke: mast, width: 4 }) +
    rect(-34, -262, 8, 190, mast) +
    polygon(
      [
        [-26, -258],
        [30, -244],
        [-26, -230],
      ],
      stripe,
    ) +
    path('M-96 -140H10Q16 -140 18 -134L30 -64H-100Z', cabin) +
    path('M-10 -140H10Q16 -140 18 -134L30 -64H-4Z', shade) +
    rect(-108, -150, 136, 14, hull, { radius: 6 }) +
    rect(-84, -124, 30, 28, window, { radius: 4 }) +
    rect(-44, -124, 26, 28, window, { radius: 4 }) +
    polygon(
      [
        [-6, -124],
        [12, -124],
        [18, -96],
        [-6, -96],
      ],
      window,
    ) +
    path('M-150 -70Q0 -58 164 -104Q150 -40 112 6H-118Q-146 -30 -150 -70Z', hull) +
    path('M-149 -58Q0 -44 158 -90L153 -74Q0 -30 -146 -43Z', stripe) +
    circle(-128, -30, 15, mast) +
    circle(-128, -30, 8, hull) +
    circle(-70, -22, 15, mast) +
    circle(-70, -22, 8, hull)
  );
}

/** A little sail boat, 120 high. */
export const sailBoat = (sail: string, shade: string, hull: string) =>
  polygon(
    [
      [-2, -118],
      [-2, -18],
      [-52, -18],
    ],
    sail,
  ) +
  polygon(
    [
      [4, -106],
      [4, -18],
      [44, -18],
    ],
    shade,
  ) +
  path('M-50 -12H52Q44 6 30 8H-34Q-46 4 -50 -12Z', hull);

/** A gull; `flap` from -1 to 1 lowers and raises its wings. */
export function gull(x: number, y: number, size: number, colour: string, flap = 0): string {
  const tip = -0.5 - flap * 0.5;
  const d = `M${x - size} ${y + size * tip * 0.7}Q${x - size * 0.45} ${y - size * (0.45 + flap * 0.2)} ${x} ${y}Q${x + size * 0.45} ${y - size * (0.45 + flap * 0.2)} ${x + size} ${y + size * tip * 0.7}Q${x + size * 0.45} ${y - size * (0.18 + flap * 0.1)} ${x} ${y + size * 0.2}Q${x - size * 0.45} ${y - size * (0.18 + flap * 0.1)} ${x - size} ${y + size * tip * 0.7}Z`;
  return path(d, colour);
}

/** Rock that juts out of the sea; its waterline is y. */
export const rock = (x: number, y: number, width: number, height: number, dark: string, lit: string) =>
  polygon(
    [
      [x - width / 2, y],
      [x - width * 0.42, y - height * 0.4],
      [x - width * 0.3, y - height * 0.46],
      [x - width * 0.2, y - height * 0.86],
      [x + width * 0.18, y - height],
      [x + width * 0.28, y - height * 0.62],
      [x + width * 0.4, y - height * 0.52],
      [x + width / 2, y],
    ],
    dark,
  ) +
  polygon(
    [
      [x - width / 2, y],
      [x - width * 0.42, y - height * 0.4],
      [x - width * 0.3, y - height * 0.46],
      [x - width * 0.2, y - height * 0.86],
      [x + width * 0.18, y - height],
      [x - width * 0.02, y - height * 0.7],
      [x - width * 0.08, y - height * 0.34],
      [x - width * 0.2, y],
    ],
    lit,
  );
