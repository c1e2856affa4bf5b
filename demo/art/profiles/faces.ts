import { circle, ellipse, line, path } from '../svg.ts';

/** Parts of faces on a square of 200, centred on the origin. All stay inside a circle with the radius 100. */

export const eyes = (x: number, y: number, size = 7, colour = '#2a1a34') =>
  [-1, 1]
    .map(
      (side) =>
        circle(side * x, y, size, colour) + circle(side * x - size * 0.3, y - size * 0.35, size * 0.34, '#ffffff'),
    )
    .join('');

export const cheeks = (x: number, y: number, colour = '#ff8f8a') =>
  [-1, 1].map((side) => ellipse(side * x, y, 9, 6, colour, { opacity: 0.65 })).join('');

export const smile = (y: number, width = 10, colour = '#2a1a34') =>
  path(`M${-width} ${y}Q0 ${y + width} ${width} ${y}`, 'none', { stroke: colour, width: 4 });

const both = (draw: string) => draw + `<g transform="scale(-1 1)">${draw}</g>`;

export const pointedEars = (fur: string, inner: string) =>
  both(path('M-62 -6L-54 -72Q-50 -80 -42 -74L-8 -40Z', fur) + path('M-52 -22L-48 -58L-24 -38Z', inner));
export const roundEars = (fur: string, inner: string, x = 46, y = -46, size = 22) =>
  both(circle(-x, y, size, fur) + circle(-x, y, size * 0.55, inner));
export const longEars = (fur: string, inner: string) =>
  both(
    path('M-12 -40C-40 -60 -46 -96 -30 -98C-12 -98 -4 -60 -6 -38Z', fur) +
      path('M-16 -46C-32 -62 -36 -86 -29 -88C-20 -88 -12 -62 -12 -46Z', inner),
  );
export const droopEars = (fur: string) => both(path('M-36 -48C-70 -50 -80 0 -66 26C-52 30 -44 0 -40 -20Z', fur));
export const head = (fur: string, rx = 62, ry = 54, y = 8) => ellipse(0, y, rx, ry, fur);
export const muzzle = (colour: string, y = 26, rx = 26, ry = 19, nose = '#2a1a34') =>
  ellipse(0, y, rx, ry, colour) +
  ellipse(0, y - ry * 0.45, 8, 6, nose) +
  path(`M0 ${y - 2}V${y + 5}M-9 ${y + 4}Q-4 ${y + 11} 0 ${y + 5}Q4 ${y + 11} 9 ${y + 4}`, 'none', {
    stroke: nose,
    width: 3.4,
  });
export const stripes = (colour: string) =>
  line(
    [
      [0, -44],
      [0, -28],
    ],
    colour,
    8,
  ) +
  line(
    [
      [-16, -42],
      [-12, -28],
    ],
    colour,
    7,
  ) +
  line(
    [
      [16, -42],
      [12, -28],
    ],
    colour,
    7,
  ) +
  both(
    line(
      [
        [-60, 8],
        [-44, 10],
      ],
      colour,
      7,
    ) +
      line(
        [
          [-58, 26],
          [-44, 24],
        ],
        colour,
        7,
      ),
  );
