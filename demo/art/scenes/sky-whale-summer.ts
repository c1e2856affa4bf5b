import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { cloudTower } from '../parts/clouds.ts';
import { student } from '../parts/figures.ts';
import { hills } from '../parts/land.ts';
import { disc, sky } from '../parts/sky.ts';
import { roundTree } from '../parts/trees.ts';
import { petals } from '../parts/weather.ts';
import { ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';
import { whale } from './acorn-submarine.ts';

export const skyWhaleSummer: TitleArt = {
  slug: 'sky-whale-summer',
  colours: {
    sky: ['#1f86e0', '#7fd0f4', '#f4fbe0'],
    light: '#fffde8',
    layers: ['#8fd88a', '#4fb86a', '#23895a', '#0d4a42'],
    accent: '#ff8b3e',
  },
  moods: ['own'],
  look: { y: 0.42 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    return (
      sky({ w, h }, tones, 0.72) +
      disc(x + 180, 130, 74, light, 3, 0.22) +
      cloudTower(random, x - (poster ? 200 : 440), 700, 380, 440, mix('#ffffff', tones[1], 0.3), '#ffffff') +
      cloudTower(random, x + (poster ? 270 : 470), 700, 330, 300, mix('#ffffff', tones[1], 0.3), '#ffffff') +
      place(
        { x: x + 10, y: poster ? 372 : 360, scale: poster ? 0.74 : 0.98, turn: 6 },
        whale('#3a6fd0', '#e8f6ff', '#0d2a4a'),
      ) +
      many(9, (index) =>
        ellipse(x - 190 + index * 46, 520 + ((index * 53) % 60), 36 + (index % 3) * 14, 13, '#ffffff', {
          opacity: 0.8,
        }),
      ) +
      hills(random, w, 690, 100, mix(layers[1], tones[1], 0.45), 1.3) +
      hills(random, w, 730, 70, mix(layers[2], tones[1], 0.2), 1.9) +
      many(
        4,
        (row) =>
          path(
            `M-40 ${742 + row * 58}C${w * 0.3} ${716 + row * 56} ${w * 0.6} ${770 + row * 50} ${w + 40} ${726 + row * 62}V1002H-40Z`,
            row % 2 === 0 ? layers[0] : mix(layers[0], layers[1], 0.55),
          ) +
          many(w / 22, (index) =>
            line(
              [
                [index * 22 + row * 8, 770 + row * 58 + Math.sin(index * 0.4) * 8],
                [index * 22 + 8 + row * 8, 752 + row * 58 + Math.sin(index * 0.4) * 8],
              ],
              layers[1],
              4,
              { opacity: 0.7 },
            ),
          ),
      ) +
      ellipse(x - 20, 830, poster ? 250 : 400, 46, layers[3], { opacity: 0.3 }) +
      place(
        { x: x - (poster ? 236 : 520), y: 792 },
        rect(-60, -74, 120, 74, '#fff2e0') +
          polygon(
            [
              [-86, -70],
              [-50, -118],
              [50, -118],
              [86, -70],
            ],
            accent,
          ) +
          rect(-40, -54, 30, 30, '#7fb8e8') +
          rect(14, -56, 26, 56, '#8a5638'),
      ) +
      roundTree(random, x + (poster ? 240 : 360), 800, 210, darker(layers[3], 0.1), layers[2], layers[1]) +
      path(
        `M-40 950C${x * 0.6} 900 ${x} 905 ${x + 120} 925C${x + 300} 950 ${w} 920 ${w + 40} 930V1002H-40Z`,
        layers[2],
      ) +
      rect(x + 46, 716, 10, 206, '#8a5638') +
      rect(x + 146, 716, 10, 206, '#8a5638') +
      polygon(
        [
          [x + 22, 722],
          [x + 101, 676],
          [x + 180, 722],
        ],
        '#a8442c',
      ) +
      path(
        `M${x + 78} 800C${x + 80} 750 ${x + 86} 742 ${x + 101} 742C${x + 116} 742 ${x + 122} 750 ${x + 124} 800L${x + 132} 812H${x + 70}Z`,
        '#ffd24a',
      ) +
      rect(x + 97, 724, 8, 20, '#8a5638') +
      place(
        { x: x - 74, y: 930, scale: 1.06 },
        student(
          { coat: '#ffffff', hair: '#3a2218', legs: '#e84a5c', skin: '#f2b48a', scarf: '#c98a52', rim: light },
          'long',
          'skirt',
        ) +
          ellipse(0, -192, 42, 9, '#ffe08a') +
          path('M-20 -194Q-18 -220 0 -220Q18 -220 20 -194Z', '#ffe08a') +
          line(
            [
              [-20, -196],
              [20, -196],
            ],
            '#e84a5c',
            5,
          ),
      ) +
      place(
        { x: x - 6, y: 936, scale: 0.8 },
        student(
          { coat: '#4e8eff', hair: '#2a1a18', legs: '#34405c', skin: '#e8a87a', scarf: '#34405c', rim: light },
          'short',
          'trousers',
        ),
      ) +
      many(w / 12, (index) => {
        const tall = random.between(30, 80);
        const at = index * 12 + random.between(-6, 6);
        return polygon(
          [
            [at - 4, 1002],
            [at + 12, 996 - tall],
            [at + 5, 1002],
          ],
          index % 3 === 0 ? layers[3] : darker(layers[2], 0.2),
        );
      }) +
      petals(random, { w, h: 800 }, w / 60, ['#ffffff', lighter(layers[0], 0.4)], 9)
    );
  },
  name(frame) {
    if (isPoster(frame)) {
      return (
        words('하늘고래의', {
          x: 40,
          y: 92,
          size: 60,
          fill: '#ffffff',
          weight: 800,
          spacing: 0.02,
          outline: '#1a5fb4',
          outlineWidth: 10,
        }) +
        words('여름', { x: 36, y: 212, size: 124, fill: '#ffffff', weight: 900, outline: '#1a5fb4', outlineWidth: 14 })
      );
    }
    return (
      words('하늘고래의', { x: 112, y: 420, size: 116, fill: '#ffffff', weight: 700 }) +
      words('여름', { x: 104, y: 640, size: 230, fill: '#ffffff', weight: 900 }) +
      column('극장판', { x: 640, y: 480, size: 46, fill: '#ffffff', weight: 700 })
    );
  },
};
