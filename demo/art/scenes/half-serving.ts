import { type Colours, darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { circle, clipped, ellipse, line, linear, many, path, place, polygon, rect } from '../svg.ts';
import { type Frame, isPoster, type TitleArt } from '../title-art.ts';

/** An object on a table from above, with a flat shadow of light from the upper left. */
const onTable = (x: number, y: number, scale: number, shadow: string, outline: string, inside: string) =>
  place({ x: x + 26 * scale, y: y + 34 * scale, scale }, path(outline, shadow, { opacity: 0.32 })) +
  place({ x, y, scale }, inside);

const disc = (radius: number) =>
  `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;

/** A plate with half a serving. */
const plate = (rim: string, well: string) =>
  circle(0, 0, 250, rim) +
  circle(0, 0, 236, '#ffffff') +
  circle(0, 0, 236, 'none', { stroke: rim, width: 5 }) +
  circle(0, 0, 172, well) +
  clipped(
    'M-260 -260H0V260H-260Z',
    circle(0, 0, 156, '#e8743a') +
      circle(0, 0, 140, '#f08a48') +
      [
        [-60, -76],
        [-104, -14],
        [-44, -6],
        [-84, 66],
        [-28, 74],
        [-20, -120],
        [-126, 44],
      ]
        .map(
          ([px, py], index) =>
            rect(px! - 32, py! - 24, 64, 48, index % 2 === 0 ? '#ffd98a' : '#f6c46a', { radius: 14 }) +
            rect(px! - 24, py! - 18, 30, 14, '#fff0c4', { radius: 7 }),
        )
        .join('') +
      many(12, (index) =>
        rect(-140 + ((index * 47) % 130), -110 + ((index * 71) % 220), 18, 8, index % 3 === 0 ? '#f2495c' : '#37a85c', {
          radius: 3,
        }),
      ),
  ) +
  path('M0 -156V156', 'none', { stroke: mix('#e8743a', '#ffffff', 0.4), width: 4, more: 'stroke-dasharray="14 16"' });

const bowl = (rim: string, soup: string) =>
  circle(0, 0, 130, rim) +
  circle(0, 0, 114, darker(rim, 0.25)) +
  circle(0, 6, 106, soup) +
  [
    [-40, -30],
    [30, 20],
    [-16, 50],
    [50, -34],
  ]
    .map(([px, py]) => rect(px! - 20, py! - 20, 40, 40, '#fff6e0', { radius: 7 }))
    .join('') +
  many(
    7,
    (index) =>
      circle(-60 + ((index * 37) % 120), -50 + ((index * 53) % 100), 9, '#37a85c') +
      circle(-60 + ((index * 37) % 120), -50 + ((index * 53) % 100), 4, soup),
  );

const mandarin = (fill: string) =>
  circle(0, 0, 62, fill) +
  circle(-14, -16, 34, lighter(fill, 0.2)) +
  path('M0 -20Q30 -60 62 -44Q46 -12 0 -20Z', '#2f8f4e') +
  circle(0, -18, 8, '#1f5a34');

function table({ w, x, format }: Frame, { sky: tones, light, layers, accent }: Colours): string {
  const poster = format === 'poster';
  const [px, py, ps] = poster ? [333, 560, 1.06] : [x, 500, 1.22];
  const shadow = layers[3];
  const leaf = (lx: number, ly: number, turn: number, size: number) =>
    place({ x: lx, y: ly, turn, scale: size }, path('M0 0Q90 -60 200 -20Q120 60 0 0Z', shadow, { opacity: 0.14 }));
  return (
    rect(
      -2,
      -2,
      w + 4,
      1004,
      linear(
        [0, 0],
        [w, 1000],
        [
          [0, tones[2]],
          [1, tones[1]],
        ],
      ),
    ) +
    many(Math.ceil(w / 180) + 1, (index) =>
      line(
        [
          [index * 180, -10],
          [index * 180, 1010],
        ],
        tones[0],
        3,
        { opacity: 0.35 },
      ),
    ) +
    // The shadow of a window, and of a plant behind it.
    polygon(
      [
        [px - 560, -20],
        [px - 60, -20],
        [px + 560, 1020],
        [px - 60, 1020],
      ],
      light,
      { opacity: 0.5 },
    ) +
    line(
      [
        [px - 320, -20],
        [px + 240, 1020],
      ],
      tones[1],
      22,
      { opacity: 0.7 },
    ) +
    line(
      [
        [px - 430, 330],
        [px + 320, 240],
      ],
      tones[1],
      18,
      { opacity: 0.5 },
    ) +
    leaf(px - 420, 160, 20, 1.2) +
    leaf(px - 300, 70, 60, 1.1) +
    leaf(px + 250, 900, -40, 1.3) +
    onTable(px, py, ps, shadow, disc(250), plate(accent, '#fff6ea')) +
    onTable(
      px + (poster ? 206 : 372),
      py - (poster ? 330 : 270),
      poster ? 0.78 : 0.96,
      shadow,
      disc(130),
      bowl(layers[2], '#d98a3a'),
    ) +
    onTable(
      px - (poster ? 228 : 420),
      py + (poster ? 330 : 290),
      poster ? 0.9 : 1,
      shadow,
      disc(62),
      mandarin('#ff9a3a'),
    ) +
    onTable(
      px - (poster ? 120 : 300),
      py + (poster ? 378 : 350),
      poster ? 0.84 : 0.94,
      shadow,
      disc(62),
      mandarin('#ffa94a'),
    ) +
    place(
      { x: px + (poster ? 170 : 360), y: py + (poster ? 330 : 180), turn: poster ? -34 : -58 },
      place(
        { x: 20, y: 24 },
        rect(-180, -18, 380, 10, shadow, { radius: 5, opacity: 0.3 }) +
          rect(-180, 14, 380, 10, shadow, { radius: 5, opacity: 0.3 }),
      ) +
        rect(-180, -18, 380, 12, layers[1], { radius: 6 }) +
        rect(-180, 14, 380, 12, layers[1], { radius: 6 }) +
        rect(-180, -18, 90, 12, accent, { radius: 6 }) +
        rect(-180, 14, 90, 12, accent, { radius: 6 }),
    ) +
    place(
      { x: px + (poster ? 190 : 330), y: py + (poster ? 250 : 400), turn: 9 },
      rect(-96, -60, 200, 132, shadow, { opacity: 0.2 }) +
        rect(-106, -72, 200, 132, '#ffffff') +
        rect(-106, -72, 200, 26, '#ffe36a') +
        words('잘 먹었어요!', { x: -6, y: 8, size: 30, fill: '#3a2440', weight: 600, anchor: 'middle' }) +
        line(
          [
            [-70, 34],
            [60, 34],
          ],
          '#d8c8d8',
          4,
        ),
    ) +
    ellipse(px - ps * 120, py - ps * 170, 60, 16, '#ffffff', { opacity: 0.7 })
  );
}

export const halfServing: TitleArt = {
  slug: 'half-serving',
  colours: {
    sky: ['#e0a83a', '#f6c24a', '#ffe08a'],
    light: '#fff6d0',
    layers: ['#c8803a', '#8f5030', '#4e6fd0', '#4a2430'],
    accent: '#4e8eff',
  },
  moods: ['own', 'noon', 'dusk', 'dawn', 'own', 'night'],
  lettered: true,
  look: { y: 0.5 },
  draw: (frame, colours) => table(frame, colours),
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        words('0.5', { x: 52, y: 186, size: 160, fill: layers[3], weight: 900, spacing: -0.04 }) +
        words('인분', { x: 60, y: 262, size: 62, fill: layers[3], weight: 800 }) +
        words('식탁', { x: 196, y: 262, size: 62, fill: layers[3], weight: 500, spacing: 0.04 })
      );
    return (
      words('0.5', { x: 96, y: 480, size: 240, fill: '#ffffff', weight: 900, spacing: -0.04 }) +
      words('인분 식탁', { x: 108, y: 606, size: 104, fill: '#ffffff', weight: 700 })
    );
  },
};
