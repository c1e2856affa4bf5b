import { type Colours, darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { hills } from '../parts/land.ts';
import { disc, glow, rays, sky, stars } from '../parts/sky.ts';
import { fir, flower } from '../parts/trees.ts';
import { snow, sparks } from '../parts/weather.ts';
import { circle, ellipse, faded, line, linear, many, path, place, rect } from '../svg.ts';
import { type Frame, isPoster, type TitleArt } from '../title-art.ts';

/** A glass house: a great arch between two lower ones, light inside. Base on the origin, 2 * half wide. */
function glassHouse(half: number, height: number, iron: string, glass: string, lit: string): string {
  const arch = (x: number, width: number, tall: number) =>
    `M${x - width} 0V${-tall * 0.52}Q${x - width} ${-tall} ${x} ${-tall}Q${x + width} ${-tall} ${x + width} ${-tall * 0.52}V0Z`;
  const pane = linear(
    [0, -height],
    [0, 0],
    [
      [0, glass, 0.5],
      [1, lit, 0.95],
    ],
  );
  const ribs = (x: number, width: number, tall: number, count: number) =>
    many(count, (index) => {
      const share = (index + 1) / (count + 1);
      const top = -tall * (0.52 + 0.48 * Math.sqrt(1 - (share * 2 - 1) ** 2));
      return line(
        [
          [x - width + share * width * 2, 0],
          [x - width + share * width * 2, top],
        ],
        iron,
        5,
      );
    });
  const side = half * 0.5;
  return (
    [-1, 1]
      .map(
        (turn) =>
          path(arch(turn * half * 0.72, side, height * 0.58), pane) +
          ribs(turn * half * 0.72, side, height * 0.58, 4) +
          path(arch(turn * half * 0.72, side, height * 0.58), 'none', { stroke: iron, width: 9 }),
      )
      .join('') +
    path(arch(0, half * 0.62, height), darker(lit, 0.12)) +
    path(arch(0, half * 0.62, height), pane) +
    ribs(0, half * 0.62, height, 6) +
    [0.3, 0.52, 0.74]
      .map((share) =>
        line(
          [
            [-half * 0.6, -height * share],
            [half * 0.6, -height * share],
          ],
          iron,
          4,
        ),
      )
      .join('') +
    path(arch(0, half * 0.62, height), 'none', { stroke: iron, width: 11 }) +
    line(
      [
        [0, -height],
        [0, -height - 60],
      ],
      iron,
      8,
    ) +
    circle(0, -height - 66, 13, lit) +
    rect(-half * 0.16, -height * 0.34, half * 0.32, height * 0.34, lit) +
    path(`M${-half * 0.16} 0V${-height * 0.34}H${half * 0.16}V0M0 0V${-height * 0.34}`, 'none', {
      stroke: iron,
      width: 7,
    })
  );
}

/** A leaf as large as a person, veined; foot on the origin. */
const bigLeaf = (length: number, colour: string, vein: string) =>
  path(
    `M0 0C${length * 0.3} ${-length * 0.2} ${length * 0.28} ${-length * 0.72} 0 ${-length}C${-length * 0.28} ${-length * 0.72} ${-length * 0.3} ${-length * 0.2} 0 0Z`,
    colour,
  ) +
  path(
    `M0 0V${-length * 0.94}` +
      [0.24, 0.42, 0.6]
        .map(
          (s) =>
            `M0 ${-length * s}L${length * 0.17} ${-length * (s + 0.13)}M0 ${-length * s}L${-length * 0.17} ${-length * (s + 0.13)}`,
        )
        .join(''),
    'none',
    { stroke: vein, width: length * 0.016 },
  );

const jungle = (w: number, colours: Colours, spread: readonly (readonly [number, number, number])[]) =>
  spread
    .map(([x, turn, length], index) =>
      place(
        { x: x < 0 ? w + x : x, y: 1020, turn },
        bigLeaf(
          length,
          index % 2 === 0 ? colours.layers[3] : mix(colours.layers[2], colours.layers[3], 0.5),
          colours.layers[2],
        ),
      ),
    )
    .join('');

const potGirl = (coat: string, hair: string, skin: string, rim: string) =>
  standing({ coat, hair, legs: '#2a1a2c', skin, rim }, 'long') +
  path('M-16 -112H16L11 -84H-11Z', '#d0714a') +
  path('M0 -112V-140M0 -132Q-18 -136 -20 -150Q-4 -150 0 -132M0 -126Q16 -128 20 -142Q4 -144 0 -126', 'none', {
    stroke: '#37ca8d',
    width: 5,
  });

const scene = (frame: Frame, colours: Colours, winter: boolean) => {
  const { w, h, x, random, format } = frame;
  const { sky: tones, light, layers, accent } = colours;
  const poster = format === 'poster';
  const half = poster ? 270 : 350;
  const base = 850;
  return (
    sky({ w, h }, tones, 0.8) +
    stars(random, { w, h: 460 }, w / (winter ? 16 : 40), '#ffffff') +
    (winter
      ? disc(x - (poster ? 180 : 380), 236, 76, light, 3, 0.12)
      : rays(
          random,
          { x, y: base - 240 },
          { count: 11, length: 1100, start: 186, end: 354, colour: light, opacity: 0.34 },
        )) +
    hills(random, w, 690, 110, layers[0], 1.7) +
    (winter
      ? many(9, (index) =>
          fir(
            random,
            (w * (index + 0.5)) / 9 + random.between(-30, 30),
            790,
            random.between(190, 330),
            layers[2],
            layers[1],
          ),
        )
      : hills(random, w, 770, 90, layers[1], 2.4)) +
    glow(x, base - 240, 520, light, winter ? 0.75 : 0.5) +
    rect(-4, base - 14, w + 8, 180, winter ? mix(layers[0], '#ffffff', 0.5) : layers[2]) +
    place(
      { x, y: base },
      glassHouse(half, poster ? 470 : 530, darker(layers[3], 0.1), mix(tones[1], light, 0.3), light),
    ) +
    faded(
      0.9,
      place(
        { x: x - half * 0.42, y: base, scale: 0.3 },
        bigLeaf(560, layers[1], light) +
          place({ x: -90, turn: -30 }, bigLeaf(440, layers[2], light)) +
          place({ x: 90, turn: 28 }, bigLeaf(430, layers[2], light)),
      ),
    ) +
    faded(
      0.9,
      place(
        { x: x + half * 0.44, y: base, scale: 0.26 },
        bigLeaf(620, layers[1], light) + place({ x: 100, turn: 30 }, bigLeaf(470, layers[2], light)),
      ),
    ) +
    path(`M${x - half * 0.16} ${base}H${x + half * 0.16}L${x + half * 0.52} 1010H${x - half * 0.52}Z`, light, {
      opacity: 0.55,
    }) +
    place(
      { x: x + (winter ? 92 : -8), y: 968, scale: poster ? 1.12 : 1.2 },
      potGirl(winter ? '#b83a56' : '#ffffff', '#3a2030', '#f4cba8', light),
    ) +
    (winter
      ? place(
          { x: x - 100, y: 962, scale: 1.02 },
          standing(
            { coat: '#5b7fd0', hair: '#e6efff', legs: '#1f2b58', skin: '#f3dccb', scarf: '#cfe0ff', rim: light },
            'short',
          ),
        ) +
        many(6, (index) =>
          place({ x: x - 62, y: 858, turn: index * 60 }, path('M0 0L7 -20L0 -40L-7 -20Z', '#e8f6ff')),
        ) +
        snow(random, { w, h }, w / 9, '#ffffff', 7)
      : jungle(
          w,
          colours,
          poster
            ? [
                [20, 10, 440],
                [-20, -14, 500],
                [70, 40, 300],
                [-70, -42, 320],
              ]
            : [
                [-30, -14, 560],
                [-130, -40, 330],
                [60, 14, 420],
                [170, 36, 260],
              ],
        ) +
        many(9, (index) =>
          flower(
            random,
            x + (index % 2 === 0 ? -1 : 1) * random.between(half * 0.5, half * 1.02),
            random.between(880, 980),
            random.between(14, 24),
            [accent, '#ff8b3e', '#ffffff'][index % 3]!,
            '#ffd24a',
          ),
        ) +
        sparks(random, { x: x - half, y: 420, w: half * 2, h: 480 }, 26, light, 5)) +
    ellipse(x, 1004, half * 1.3, 16, layers[3], { opacity: 0.35 })
  );
};

export const glassWitch: TitleArt = {
  slug: 'glass-witch',
  colours: {
    sky: ['#073b3a', '#1f7a5a', '#d5e88a'],
    light: '#fff6b8',
    layers: ['#3f9a6a', '#1f7450', '#0f4a3a', '#062a26'],
    accent: '#ff72b4',
  },
  moods: ['own', 'dusk', 'night', 'noon', 'storm', 'dawn'],
  look: { y: 0.66 },
  draw: (frame, colours) => scene(frame, colours, false),
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        words('유리온실의', {
          x: 333,
          y: 146,
          size: 70,
          fill: light,
          weight: 600,
          anchor: 'middle',
          spacing: 0.28,
          outline: layers[3],
          outlineWidth: 9,
        }) +
        words('마녀', {
          x: 333,
          y: 292,
          size: 168,
          fill: '#ffffff',
          weight: 300,
          anchor: 'middle',
          spacing: 0.3,
          outline: layers[3],
          outlineWidth: 12,
        })
      );
    }
    return (
      words('유리온실의', { x: 108, y: 440, size: 84, fill: light, weight: 600, spacing: 0.2 }) +
      words('마녀', { x: 100, y: 616, size: 190, fill: '#ffffff', weight: 500, spacing: 0.16 })
    );
  },
};

export const glassWitchTwo: TitleArt = {
  slug: 'glass-witch-2',
  colours: {
    sky: ['#141a4a', '#3c4aa0', '#a9b8ee'],
    light: '#ffe0a0',
    layers: ['#8e9ad8', '#5664b4', '#2c3680', '#141a48'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'dawn', 'storm', 'dusk'],
  look: { y: 0.72 },
  draw: (frame, colours) => scene(frame, colours, true),
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        column('유리온실의', { x: 592, y: 70, size: 50, fill: lighter(light, 0.4), weight: 600, step: 1.16 }) +
        column('마녀', {
          x: 510,
          y: 70,
          size: 104,
          fill: '#ffffff',
          weight: 500,
          step: 1.1,
          outline: layers[3],
          outlineWidth: 8,
        }) +
        words('겨울 정원', {
          x: 60,
          y: 140,
          size: 62,
          fill: light,
          weight: 700,
          spacing: 0.06,
          outline: layers[3],
          outlineWidth: 9,
        })
      );
    }
    return (
      words('유리온실의 마녀', { x: 108, y: 446, size: 76, fill: '#ffffff', weight: 500, spacing: 0.06 }) +
      words('겨울 정원', { x: 102, y: 600, size: 150, fill: light, weight: 700, spacing: 0.02 })
    );
  },
};
