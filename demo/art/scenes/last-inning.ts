import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { skyline } from '../parts/city.ts';
import { cloudTower } from '../parts/clouds.ts';
import { disc, glow, rays, sky } from '../parts/sky.ts';
import { circle, ellipse, line, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A pitcher at the top of the throw, from the side, facing left; about 400 high, standing foot on the origin. */
const pitcher = (shirt: string, trim: string, trousers: string, skin: string, dark: string) =>
  path('M-6 -176L-96 -190L-150 -116L-178 -60L-156 -50L-116 -106L-80 -142L10 -118Z', trousers) +
  path('M-178 -64L-206 -34L-168 -34L-150 -54Z', dark) +
  path('M-10 -176L36 -176L64 -96L96 -6L72 2L30 -86L-8 -128Z', trousers) +
  path('M70 -6L100 -14L122 2H66Z', dark) +
  path('M30 -180L64 -96L72 -98L44 -180Z', trim) +
  path('M-24 -312Q22 -336 58 -300L52 -172Q10 -160 -24 -174Q-36 -250 -24 -312Z', shirt) +
  path('M20 -326Q52 -316 58 -300L52 -172Q36 -168 24 -167Q44 -250 20 -326Z', darker(shirt, 0.14)) +
  rect(-26, -186, 80, 14, dark) +
  path('M-10 -302Q-70 -300 -116 -252L-104 -236Q-66 -266 -6 -262Z', shirt) +
  path('M-102 -262Q-146 -262 -158 -228Q-150 -204 -122 -214Q-98 -226 -96 -250Z', '#a4582e') +
  path('M-150 -240L-128 -224M-140 -250L-116 -232', 'none', { stroke: darker('#a4582e', 0.4), width: 4 }) +
  path('M40 -306Q92 -330 112 -384L132 -376Q118 -304 52 -268Z', shirt) +
  path('M112 -384L124 -434L142 -430L134 -376Z', skin) +
  circle(134, -440, 15, skin) +
  circle(144, -456, 17, '#ffffff') +
  path('M132 -462q12 6 12 20M156 -448q-10 -4 -10 -20', 'none', { stroke: '#f2495c', width: 3 }) +
  words('1', { x: 14, y: -214, size: 74, fill: trim, weight: 900, anchor: 'middle' }) +
  rect(-2, -340, 26, 26, skin) +
  ellipse(2, -364, 35, 38, skin) +
  path('M-34 -372Q-32 -412 6 -410Q42 -408 40 -366Q30 -380 8 -378Z', dark) +
  path('M-36 -376Q-34 -416 6 -414Q44 -410 42 -372L-30 -374L-68 -362Q-66 -376 -36 -380Z', trim) +
  circle(-20, -358, 4, dark);

const floodlight = (x: number, y: number, height: number, dark: string, light: string) =>
  rect(x - 7, y - height, 14, height, dark) +
  rect(x - 74, y - height - 92, 148, 96, dark, { radius: 8 }) +
  glow(x, y - height - 44, 240, light, 0.8) +
  many(8, (index) => circle(x - 52 + (index % 4) * 35, y - height - 66 + Math.floor(index / 4) * 44, 14, '#ffffff'));

export const lastInning: TitleArt = {
  slug: 'last-inning',
  colours: {
    sky: ['#123a9a', '#3f8af0', '#ffd79a'],
    light: '#fff3cc',
    layers: ['#3aa0d8', '#2a74b8', '#2f9a5a', '#12294a'],
    accent: '#f2495c',
  },
  moods: ['own', 'noon', 'dusk', 'own', 'night', 'dawn', 'storm'],
  lettered: true,
  look: { y: 0.62 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const horizon = 660;
    const sea = mix(layers[0], tones[0], 0.2);
    return (
      sky({ w, h }, tones, 0.7) +
      disc(x - (poster ? 120 : 240), 470, 110, light, 3, 0.16) +
      rays(
        random,
        { x: x - 120, y: 470 },
        { count: 10, length: 1300, start: 190, end: 350, colour: light, opacity: 0.3 },
      ) +
      cloudTower(random, x + (poster ? 240 : 380), horizon, 260, 280, '#ffffff', '#ffffff') +
      cloudTower(random, x - (poster ? 330 : 640), horizon, 200, 150, '#fff2e6', '#ffffff') +
      rect(-4, horizon - 20, w + 8, 90, sea) +
      many(10, (index) =>
        ellipse((w * (index + 0.5)) / 10, horizon + 4 + (index % 3) * 14, 46, 3, '#ffffff', { opacity: 0.7 }),
      ) +
      path(
        `M${x + 120} ${horizon - 16}Q${x + 220} ${horizon - 90} ${x + 340} ${horizon - 40}L${x + 420} ${horizon - 16}Z`,
        mix(layers[2], layers[1], 0.5),
      ) +
      skyline(random, {
        from: -20,
        to: x - (poster ? 210 : 420),
        base: horizon + 40,
        low: 30,
        high: 90,
        colour: mix(layers[1], tones[2], 0.25),
        narrow: 60,
        wide: 110,
      }) +
      floodlight(x - (poster ? 270 : 480), 760, poster ? 300 : 420, darker(layers[1], 0.5), light) +
      floodlight(x + (poster ? 270 : 360), 760, poster ? 300 : 420, darker(layers[1], 0.5), light) +
      rect(-4, horizon + 50, w + 8, 70, '#1b5a44') +
      many(Math.ceil(w / 44), (index) =>
        line(
          [
            [index * 44, horizon + 52],
            [index * 44, horizon + 120],
          ],
          '#2f8a62',
          3,
        ),
      ) +
      rect(x + 70, horizon + 20, 230, 96, '#123a2c', { radius: 6 }) +
      words('9회 말  2 : 2', {
        x: x + 185,
        y: horizon + 82,
        size: 38,
        fill: '#ffe36a',
        weight: 700,
        anchor: 'middle',
      }) +
      rect(
        -4,
        horizon + 116,
        w + 8,
        240,
        linear(
          [0, 780],
          [0, 1000],
          [
            [0, lighter(layers[2], 0.16)],
            [1, darker(layers[2], 0.2)],
          ],
        ),
      ) +
      many(7, (index) =>
        polygon(
          [
            [x - 700 + index * 230, horizon + 116],
            [x - 600 + index * 230, horizon + 116],
            [x - 780 + index * 340, 1010],
            [x - 950 + index * 340, 1010],
          ],
          '#ffffff',
          { opacity: 0.08 },
        ),
      ) +
      ellipse(x, 972, poster ? 330 : 470, 74, '#8a4a2c') +
      ellipse(x - 20, 950, poster ? 230 : 320, 44, '#a86a44') +
      rect(x + 6, 944, 84, 12, '#ffffff', { radius: 4 }) +
      ellipse(x + 10, 956, 190, 14, '#4a2616', { opacity: 0.5 }) +
      place(
        { x: x + 10, y: 952, scale: poster ? 1.14 : 1.2 },
        pitcher('#ffffff', accent, '#e9eefc', '#f0bd94', '#1c2248'),
      ) +
      many(5, (index) =>
        path(
          `M${x + 200 + index * 8} ${430 + index * 22}q${70 - index * 6} ${50 - index * 4} ${40 - index * 4} ${130 - index * 10}`,
          'none',
          { stroke: '#ffffff', width: 5 - index * 0.7, opacity: 0.6 },
        ),
      )
    );
  },
  name(frame, { layers }) {
    const ink = layers[3];
    const slant = (inside: string) => `<g transform="skewX(-8)">${inside}</g>`;
    if (isPoster(frame))
      return slant(
        words('마지막 이닝은', {
          x: 86,
          y: 162,
          size: 88,
          fill: '#ffffff',
          weight: 900,
          outline: ink,
          outlineWidth: 13,
        }) +
          words('끝나지 않는다', {
            x: 100,
            y: 262,
            size: 88,
            fill: '#ffe36a',
            weight: 900,
            outline: ink,
            outlineWidth: 13,
          }),
      );
    return slant(
      words('마지막 이닝은', { x: 166, y: 470, size: 112, fill: '#ffffff', weight: 900 }) +
        words('끝나지 않는다', { x: 184, y: 596, size: 112, fill: '#ffe36a', weight: 900 }),
    );
  },
};
