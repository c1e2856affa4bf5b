import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { glow, sky } from '../parts/sky.ts';
import { petals, sparks } from '../parts/weather.ts';
import { circle, clipped, ellipse, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

const face =
  'M0 -330C150 -330 214 -250 218 -120C222 40 190 150 118 238C80 284 40 306 0 306C-40 306 -80 284 -118 238C-190 150 -222 40 -218 -120C-214 -250 -150 -330 0 -330Z';

/** A dance mask that laughs with narrow eyes; one half in the dark. 640 high, middle on the origin. */
const mask = (red: string, shade: string, deep: string, bone: string) =>
  path(face, red) +
  clipped(face, path('M20 -340Q-30 -120 24 20Q60 160 0 320H240V-340Z', shade)) +
  many(9, (index) =>
    circle(Math.cos(index * 1.9) * 130, -250 + (index % 3) * 26, 7 + (index % 3) * 3, deep, { opacity: 0.5 }),
  ) +
  path('M-176 -150Q-110 -224 -34 -168Q-110 -190 -166 -132Z', deep) +
  path('M176 -150Q110 -224 34 -168Q110 -190 166 -132Z', deep) +
  path('M-166 -84Q-100 -146 -38 -84Q-100 -108 -166 -84Z', deep) +
  path('M-166 -84Q-100 -108 -38 -84Q-100 -66 -166 -84Z', '#050208') +
  path('M166 -84Q100 -146 38 -84Q100 -108 166 -84Z', deep) +
  path('M166 -84Q100 -108 38 -84Q100 -66 166 -84Z', '#050208') +
  path('M-20 -130Q-16 -20 -54 34Q-56 66 0 68Q56 66 54 34Q16 -20 20 -130Q0 -150 -20 -130Z', lighter(red, 0.12)) +
  path('M4 -138Q16 -20 54 34Q56 66 0 68Q30 40 14 -20Z', shade) +
  path('M-150 20Q-120 -10 -84 18M150 20Q120 -10 84 18', 'none', { stroke: deep, width: 9 }) +
  path('M-132 104Q0 176 132 104Q120 216 0 222Q-120 216 -132 104Z', '#0a0308') +
  path('M-118 118Q0 178 118 118L112 138Q0 192 -112 138Z', bone) +
  many(5, (index) => rect(-66 + index * 32, 134 + Math.abs(index - 2) * -6, 3, 26, deep)) +
  circle(0, -258, 24, deep) +
  circle(-150, 70, 34, deep, { opacity: 0.55 }) +
  circle(150, 70, 34, deep, { opacity: 0.7 }) +
  path('M-40 262Q0 280 40 262', 'none', { stroke: deep, width: 8 });

export const redMask: TitleArt = {
  slug: 'red-mask',
  colours: {
    sky: ['#0a0508', '#1c080f', '#3a0c17'],
    light: '#ffd9c0',
    layers: ['#6a1522', '#420c16', '#22060c', '#0c0306'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'own', 'dusk'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const dancer = (at: number, y: number, scale: number, mirrored: boolean) =>
      place(
        { x: at, y, scale, mirrored },
        path(
          'M-20 -150Q-96 -160 -176 -220Q-150 -160 -96 -128Q-150 -110 -170 -80Q-110 -92 -40 -104L-34 -60L-60 0H-28L0 -50L24 0H58L30 -64L36 -104Q110 -110 180 -60Q160 -120 90 -136Q150 -180 164 -232Q100 -170 20 -150Z',
          layers[3],
        ) +
          ellipse(0, -178, 25, 30, accent) +
          path('M-14 -182q6 -6 10 0M4 -182q6 -6 10 0M-12 -166q12 9 24 0', 'none', { stroke: '#0c0306', width: 4 }),
      );
    return (
      sky({ w, h }, tones, 1) +
      glow(x, 480, poster ? 560 : 700, accent, 0.5) +
      many(13, (index) =>
        place(
          { x, y: 480, turn: index * 27.7 },
          polygon(
            [
              [-6, -330],
              [6, -330],
              [60 + (index % 3) * 20, -1300],
              [-60, -1300],
            ],
            index % 2 === 0 ? layers[0] : layers[1],
            { opacity: 0.3 },
          ),
        ),
      ) +
      path(
        `M${x - 250} 330Q${x - 330} 700 ${x - 240} 1010H${x + 240}Q${x + 330} 700 ${x + 250} 330Q${x} 140 ${x - 250} 330Z`,
        '#070205',
      ) +
      place(
        { x, y: poster ? 500 : 470, scale: poster ? 1.06 : 1.12 },
        mask('#d8323f', '#8c1526', '#3a0712', mix(light, '#ffffff', 0.3)),
      ) +
      path(
        `M${x - 30} ${poster ? 150 : 110}Q${x - 330} 200 ${x - 270} 620Q${x - 300} 300 ${x - 120} 190ZM${x + 30} ${poster ? 150 : 110}Q${x + 330} 200 ${x + 270} 620Q${x + 300} 300 ${x + 120} 190Z`,
        '#070205',
      ) +
      path(`M-10 1010V930Q${x - 200} 880 ${x} 900Q${x + 240} 870 ${w + 10} 930V1010Z`, layers[2]) +
      dancer(x - (poster ? 210 : 360), 960, 0.74, false) +
      dancer(x + (poster ? 206 : 340), 956, 0.7, true) +
      dancer(x, 980, 0.62, false) +
      sparks(random, { w, h }, w / 36, accent, 5) +
      petals(random, { w, h }, w / 60, [darker(accent, 0.3), accent], 10)
    );
  },
  name(frame) {
    if (isPoster(frame))
      return (
        column('붉은', { x: 94, y: 72, size: 66, fill: '#ffffff', weight: 300, step: 1.16 }) +
        column('탈', { x: 560, y: 72, size: 132, fill: '#f2495c', weight: 900 })
      );
    return (
      words('붉은', { x: 110, y: 430, size: 110, fill: '#ffffff', weight: 300, spacing: 0.2 }) +
      words('탈', { x: 100, y: 640, size: 236, fill: '#f2495c', weight: 900 })
    );
  },
};
