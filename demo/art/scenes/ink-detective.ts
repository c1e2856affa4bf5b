import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { wires } from '../parts/city.ts';
import { glow, rays, sky } from '../parts/sky.ts';
import { rain } from '../parts/weather.ts';
import { circle, curve, ellipse, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A man in hat and long coat, seen from behind, 300 high. */
const detective = (coat: string, edge: string, band: string) =>
  path('M-24 -70L-22 0H-2L0 -70ZM24 -70L22 0H4L0 -70Z', darker(coat, 0.4)) +
  path(
    'M-14 -246C-44 -240 -54 -220 -58 -190L-70 -96C-70 -84 -58 -82 -54 -92L-46 -140L-66 -44C-40 -30 40 -30 70 -46L46 -140L54 -92C58 -82 70 -84 70 -96L58 -190C54 -220 44 -240 14 -246Z',
    coat,
  ) +
  path('M14 -246C44 -240 54 -220 58 -190L70 -96C70 -84 58 -82 54 -92L50 -120L40 -190C36 -220 30 -236 14 -246Z', edge) +
  path('M46 -140L70 -46C60 -40 52 -38 44 -37L34 -140Z', edge) +
  rect(-2, -180, 3, 142, darker(coat, 0.5)) +
  rect(-48, -146, 96, 10, darker(coat, 0.45)) +
  rect(-10, -262, 20, 22, darker(coat, 0.3)) +
  ellipse(0, -272, 21, 24, darker(coat, 0.3)) +
  path(
    'M-52 -280C-30 -272 30 -272 52 -280C40 -292 30 -290 26 -294C26 -326 14 -332 0 -326C-14 -332 -26 -326 -26 -294C-30 -290 -40 -292 -52 -280Z',
    coat,
  ) +
  path('M-26 -296C-10 -290 10 -290 26 -296V-306C10 -300 -10 -300 -26 -306Z', band);

/** Houses on one side of an alley, smaller towards its end; side is -1 or 1. */
function side(
  x: number,
  vanish: number,
  reach: number,
  direction: number,
  tones: readonly [string, string, string],
  window: string,
): string {
  return many(4, (index) => {
    const [far, near] = [0.16 + index * 0.2, 0.36 + index * 0.22];
    const at = (share: number) => x + direction * (56 + reach * share);
    const top = (share: number) => vanish - 120 - 520 * share;
    const bottom = (share: number) => vanish + 60 + 330 * share;
    const tone = tones[Math.min(2, Math.floor(index * 0.8))] as string;
    const wall = polygon(
      [
        [at(far), top(far) + 40],
        [at(near), top(near)],
        [at(near), bottom(near)],
        [at(far), bottom(far)],
      ],
      tone,
    );
    const eaves = polygon(
      [
        [at(far) - direction * 14, top(far) + 44],
        [at(near) - direction * 34, top(near) - 6],
        [at(near) + direction * 10, top(near) - 44],
        [at(far), top(far) + 14],
      ],
      darker(tone, 0.5),
    );
    const panes = many(3, (pane) => {
      const [a, b] = [far + (near - far) * 0.3, far + (near - far) * 0.72];
      const y = (share: number) => top(share) + (bottom(share) - top(share)) * (0.2 + pane * 0.24);
      const tall = (share: number) => (bottom(share) - top(share)) * 0.14;
      return polygon(
        [
          [at(a), y(a)],
          [at(b), y(b)],
          [at(b), y(b) + tall(b)],
          [at(a), y(a) + tall(a)],
        ],
        (index + pane) % 3 === 0 ? window : darker(tone, 0.4),
      );
    });
    return wall + panes + eaves;
  });
}

export const inkDetective: TitleArt = {
  slug: 'ink-detective',
  colours: {
    sky: ['#15151b', '#3b3b46', '#c6c6cf'],
    light: '#fff2cc',
    layers: ['#787886', '#555562', '#33333d', '#101015'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'storm', 'own', 'dusk'],
  look: { y: 0.66 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const vanish = 520;
    const reach = poster ? 300 : 520;
    const shades = [layers[0], layers[1], layers[2]] as const;
    const lampX = x + (poster ? 118 : 170);
    return (
      sky({ w, h }, tones, 0.62) +
      circle(x - 60, 300, poster ? 150 : 170, lighter(tones[2], 0.6)) +
      many(5, (index) =>
        curve(
          [
            [x - 60 - 190, 300 + index * 9],
            [x - 60 - 120, 150 - index * 7],
            [x + 60, 118 + index * 8],
            [x + 130 - index * 6, 290],
            [x + 30, 460 - index * 5],
          ],
          tones[0],
          14 - index * 2,
          { opacity: 0.35 },
        ),
      ) +
      many(9, (index) =>
        rect(x - 330 + index * 82, 430 - ((index * 53) % 70), 74, 200, mix(layers[0], tones[2], 0.4)),
      ) +
      polygon(
        [
          [x - 56, vanish + 70],
          [x + 56, vanish + 70],
          [x + reach * 1.5, 1002],
          [x - reach * 1.5, 1002],
        ],
        layers[1],
      ) +
      rect(-2, 900, w + 4, 110, layers[1]) +
      rect(-2, -2, x - 56 - reach * 0.99, 1004, mix(layers[2], layers[3], 0.45)) +
      rect(x + 56 + reach * 0.99, -2, w, 1004, mix(layers[2], layers[3], 0.45)) +
      side(x, vanish, reach, -1, shades, light) +
      side(x, vanish, reach, 1, shades, light) +
      wires(x - reach * 0.62, 900, 700, w, layers[3]) +
      rect(lampX - 7, 396, 14, 470, layers[3]) +
      path(`M${lampX} 404Q${lampX} 360 ${lampX - 60} 364`, 'none', { stroke: layers[3], width: 11 }) +
      polygon(
        [
          [lampX - 78, 388],
          [lampX - 46, 388],
          [lampX + 120, 900],
          [lampX - 290, 900],
        ],
        linear(
          [lampX - 60, 388],
          [lampX - 60, 900],
          [
            [0, light, 0.75],
            [1, light, 0.08],
          ],
        ),
      ) +
      ellipse(lampX - 90, 900, 210, 30, light, { opacity: 0.3 }) +
      path(`M${lampX - 92} 358H${lampX - 32}L${lampX - 44} 392H${lampX - 80}Z`, layers[3]) +
      glow(lampX - 62, 396, 120, light, 0.9) +
      rays(
        random,
        { x: lampX - 62, y: 396 },
        { count: 5, length: 420, start: 60, end: 120, colour: light, opacity: 0.25 },
      ) +
      path(
        `M${x - 66} 906C${x - 130} 940 ${x - 320} 950 ${x - 470} 1002H${x - 120}C${x - 60} 970 ${x - 20} 930 ${x + 14} 908Z`,
        layers[3],
        { opacity: 0.92 },
      ) +
      many(6, (index) =>
        circle(x - 300 - index * 40 + ((index * 71) % 60), 930 + ((index * 37) % 60), 5 + (index % 3) * 5, layers[3]),
      ) +
      place({ x: x - 20, y: 908, scale: 1.05 }, detective(layers[3], layers[2], accent)) +
      rain(random, { w, h }, w / 9, '#ffffff')
    );
  },
  name(frame, { accent }) {
    if (isPoster(frame)) {
      return (
        column('먹그림자', {
          x: 92,
          y: 72,
          size: 104,
          fill: '#ffffff',
          weight: 900,
          step: 1.02,
          outline: '#101015',
          outlineWidth: 12,
        }) +
        rect(556, 80, 72, 176, accent, { radius: 6 }) +
        column('탐정', { x: 592, y: 92, size: 62, fill: '#ffffff', weight: 800, step: 1.16 })
      );
    }
    return (
      words('먹그림자', { x: 104, y: 520, size: 196, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
      rect(112, 580, 260, 104, accent, { radius: 8 }) +
      words('탐정', { x: 242, y: 660, size: 80, fill: '#ffffff', weight: 800, anchor: 'middle', spacing: 0.3 })
    );
  },
};
