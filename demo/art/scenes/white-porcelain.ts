import { darker, lighter } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { barCloud, glow, sky, stars } from '../parts/sky.ts';
import { branch } from '../parts/trees.ts';
import { petals } from '../parts/weather.ts';
import { circle, clipped, ellipse, linear, many, path, place, radial, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** The outline of a moon jar: not quite round, with a seam where two bowls meet. Middle on the origin. */
const jarShape =
  'M-112 -262Q-100 -236 -122 -226C-236 -190 -300 -96 -296 6C-292 110 -220 196 -122 240L-116 268H120L124 240C226 200 300 110 300 4C300 -98 232 -192 124 -226Q104 -236 114 -262Z';

const jar = (white: string, shade: string, ink: string, gold: string) =>
  path(jarShape, white) +
  clipped(
    jarShape,
    ellipse(
      150,
      60,
      330,
      380,
      radial([-60, -80], 430, [
        [0, white, 0],
        [0.62, shade, 0.28],
        [1, shade, 0.9],
      ]),
    ) +
      path('M-296 10Q0 40 300 2', 'none', { stroke: shade, width: 5, opacity: 0.5 }) +
      path('M-150 -150Q-214 -90 -220 -10', 'none', { stroke: '#ffffff', width: 22, opacity: 0.9 }) +
      // A branch of plum in the blue of cobalt.
      path(
        'M-292 150Q-170 110 -120 30Q-60 -50 40 -60Q90 -66 128 -116M-120 30Q-60 40 -10 92M40 -60Q96 -30 150 -34',
        'none',
        { stroke: ink, width: 11 },
      ) +
      [
        [128, -120],
        [150, -36],
        [-8, 96],
        [-62, 34],
        [46, -100],
        [-150, 66],
        [84, -22],
      ]
        .map(
          ([x, y]) =>
            many(5, (index) => circle(x! + Math.cos(index * 1.257) * 15, y! + Math.sin(index * 1.257) * 15, 13, ink)) +
            circle(x!, y!, 6, white),
        )
        .join('') +
      path('M114 -262L70 -190L118 -130L60 -70L96 -14L30 60L76 116L24 190', 'none', { stroke: gold, width: 8 }) +
      path('M118 -130L196 -106M96 -14L170 30M30 60L-60 96', 'none', { stroke: gold, width: 6 }),
  ) +
  ellipse(1, -262, 113, 17, shade) +
  ellipse(1, -260, 96, 11, darker(ink, 0.3));

/** A thief who runs to the left with a bundle, 150 high. */
const thief = (colour: string, scarf: string) =>
  path(
    'M8 -126Q-22 -120 -30 -92L-64 -74L-58 -62L-24 -74L-20 -52L-58 -30L-84 4H-66L-40 -18L0 -40L26 -22L62 -30L66 -20L84 -32L78 -46L40 -40L24 -62L34 -96Q34 -120 8 -126Z',
    colour,
  ) +
  circle(-12, -136, 17, colour) +
  path('M2 -134Q40 -150 92 -128Q62 -126 44 -116Q70 -110 84 -96Q44 -104 0 -124Z', scarf) +
  circle(40, -96, 30, scarf) +
  path('M30 -122L52 -134L46 -116Z', scarf);

const tiles = (w: number, y: number, colour: string, edge: string) =>
  path(
    `M-10 1010V${y + 26}Q${w * 0.25} ${y + 40} ${w * 0.5} ${y + 18}Q${w * 0.76} ${y - 4} ${w + 10} ${y - 46}V1010Z`,
    colour,
  ) +
  many(Math.ceil(w / 46) + 1, (index) => {
    const x = index * 46;
    const top = y + 34 - (x / w) * 64 + Math.sin((x / w) * 3.1) * 14;
    return (
      rect(x - 9, top, 18, 320, edge, { opacity: 0.55 }) +
      circle(x, top + 130, 20, edge) +
      circle(x, top + 130, 11, colour)
    );
  }) +
  path(`M-10 ${y + 28}Q${w * 0.25} ${y + 42} ${w * 0.5} ${y + 20}Q${w * 0.76} ${y - 2} ${w + 10} ${y - 44}`, 'none', {
    stroke: edge,
    width: 20,
  });

export const whitePorcelain: TitleArt = {
  slug: 'white-porcelain',
  colours: {
    sky: ['#0a1230', '#16305e', '#3f6a9a'],
    light: '#fff6e6',
    layers: ['#2f5588', '#1d3866', '#122549', '#080f24'],
    accent: '#e8b04a',
  },
  moods: ['own', 'night', 'dusk', 'own', 'storm'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const y = poster ? 850 : 820;
    return (
      sky({ w, h }, tones, 0.9) +
      stars(random, { w, h: 520 }, w / 26, '#ffffff') +
      glow(x, 500, poster ? 520 : 640, lighter(tones[2], 0.5), 0.55) +
      barCloud(random, x - 320, 430, 460, tones[2], 0.5) +
      place(
        { x: x + (poster ? 20 : 0), y: poster ? 530 : 480, scale: poster ? 0.9 : 1.02 },
        jar(light, '#9fb2d4', '#27509a', accent),
      ) +
      barCloud(random, x + 250, 690, 420, layers[1], 0.85) +
      tiles(w, y, layers[2], layers[3]) +
      place(
        { x: x - (poster ? 150 : 270), y: y + (poster ? 20 : 4), scale: poster ? 1.12 : 1.2 },
        thief(layers[3], '#c23a4e'),
      ) +
      branch(random, w + 20, poster ? 20 : 10, poster ? 150 : 190, 160, {
        colour: layers[3],
        width: 18,
        blossom: '#ffffff',
        heart: accent,
        depth: 3,
      }) +
      petals(random, { w, h: 760 }, w / 46, ['#ffffff', '#ffd9de'], 9) +
      rect(
        0,
        960,
        w,
        50,
        linear(
          [0, 940],
          [0, 1000],
          [
            [0, layers[3], 0],
            [1, layers[3], 1],
          ],
        ),
      )
    );
  },
  name(frame) {
    if (isPoster(frame))
      return (
        column('백자', { x: 96, y: 66, size: 112, fill: '#ffffff', weight: 300, step: 1.06 }) +
        column('도둑', { x: 206, y: 150, size: 60, fill: '#e8b04a', weight: 800, step: 1.14 })
      );
    return (
      words('백자', { x: 96, y: 500, size: 220, fill: '#ffffff', weight: 300, spacing: 0.04 }) +
      words('도둑', { x: 110, y: 620, size: 92, fill: '#e8b04a', weight: 800, spacing: 0.3 })
    );
  },
};
