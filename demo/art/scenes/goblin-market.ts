import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { lightString } from '../parts/animals.ts';
import { standing } from '../parts/figures.ts';
import { disc, glow, sky } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A goblin behind his stall: a bulk with one horn and lit eyes, 320 high. */
const goblin = (skin: string, shade: string, eye: string, horns: 1 | 2) =>
  path('M-120 0C-132 -120 -112 -190 -60 -212H60C112 -190 132 -120 120 0Z', shade) +
  path('M-86 0C-92 -90 -70 -150 0 -150C70 -150 92 -90 86 0Z', skin, { opacity: 0.55 }) +
  ellipse(0, -240, 84, 78, skin) +
  (horns === 1
    ? path('M-24 -306Q-2 -392 16 -400Q18 -340 26 -304Z', '#ffe2a0')
    : path('M-62 -296Q-82 -350 -70 -384Q-44 -346 -26 -312ZM62 -296Q82 -350 70 -384Q44 -346 26 -312Z', '#ffe2a0')) +
  path('M-84 -250Q-122 -262 -124 -230Q-110 -212 -82 -222ZM84 -250Q122 -262 124 -230Q110 -212 82 -222Z', skin) +
  ellipse(-30, -250, 17, 20, eye) +
  ellipse(32, -250, 17, 20, eye) +
  ellipse(-27, -248, 6, 12, '#1a0a1c') +
  ellipse(35, -248, 6, 12, '#1a0a1c') +
  path('M-58 -286L-12 -270M60 -286L14 -270', 'none', { stroke: darker(skin, 0.6), width: 10 }) +
  path('M-46 -208Q0 -176 48 -208Q40 -178 0 -176Q-40 -178 -46 -208Z', '#3a0c1c') +
  path('M-36 -203L-28 -184L-20 -199ZM36 -203L28 -184L20 -199Z', '#ffffff');

const paperLantern = (x: number, y: number, size: number, colour: string) =>
  glow(x, y, size * 3.4, colour, 0.55) +
  ellipse(x, y, size, size * 1.12, colour) +
  many(3, (index) => ellipse(x, y, size * (0.9 - index * 0.32), size * 1.12, '#ffffff', { opacity: 0.16 })) +
  rect(x - size * 0.4, y - size * 1.24, size * 0.8, size * 0.2, '#2a0f24') +
  rect(x - size * 0.4, y + size * 1.04, size * 0.8, size * 0.2, '#2a0f24');

export const goblinMarket: TitleArt = {
  slug: 'goblin-market',
  colours: {
    sky: ['#0c1a26', '#12404a', '#2f7a6a'],
    light: '#ffcf6a',
    layers: ['#1f5a58', '#163f48', '#102a38', '#08141f'],
    accent: '#ff5a3e',
  },
  moods: ['own', 'night', 'dusk'],
  lettered: true,
  look: { y: 0.66 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const stall = (side: number, depth: number) => {
      const near = poster ? 330 : 520;
      const sx = x + side * (near - depth * near * 0.22);
      const scale = 1 - depth * 0.2;
      const top = 430 + depth * 66;
      const width = 190 * scale;
      const colour = [accent, '#37ca8d', '#ae8aff', '#ffd24a'][(depth + (side < 0 ? 0 : 2)) % 4]!;
      return (
        rect(sx - width / 2, top, width, 520 * scale, mix(layers[3], layers[1], depth * 0.3)) +
        many(6, (index) =>
          path(
            `M${sx - width * 0.62 + index * width * 0.207} ${top - 20}h${width * 0.207}v${66 * scale}a${width * 0.104} ${18 * scale} 0 0 1 ${-width * 0.207} 0Z`,
            index % 2 === 0 ? colour : mix(colour, '#1a0a1c', 0.55),
          ),
        ) +
        rect(sx - width * 0.44, top + 90 * scale, width * 0.88, 150 * scale, light, { opacity: 0.85 }) +
        place(
          { x: sx, y: top + 300 * scale, scale: 0.5 * scale, mirrored: side > 0 },
          goblin(
            [accent, '#4e8eff', '#37ca8d', '#ae8aff'][(depth * 2 + (side > 0 ? 1 : 0)) % 4]!,
            layers[3],
            '#fff2a0',
            depth % 2 === 0 ? 1 : 2,
          ),
        ) +
        rect(sx - width / 2 - 10, top + 240 * scale, width + 20, 300 * scale, mix(layers[3], colour, 0.18)) +
        many(5, (index) =>
          circle(
            sx - width * 0.36 + index * width * 0.18,
            top + 232 * scale,
            15 * scale,
            ['#ffd24a', '#ff72b4', '#ffffff', '#37ca8d'][(index + depth) % 4]!,
          ),
        )
      );
    };
    return (
      sky({ w, h }, tones, 0.9) +
      disc(x, 420, poster ? 130 : 150, lighter(light, 0.3), 4, 0.12) +
      many(5, (index) =>
        polygon(
          [
            [x - 460 + index * 190, 700],
            [x - 420 + index * 190, 590 + (index % 2) * 30],
            [x - 270 + index * 190, 590 + (index % 3) * 16],
            [x - 230 + index * 190, 700],
          ],
          layers[0],
          { opacity: 0.7 },
        ),
      ) +
      polygon(
        [
          [x - 60, 640],
          [x + 60, 640],
          [x + (poster ? 360 : 620), 1010],
          [x - (poster ? 360 : 620), 1010],
        ],
        mix(layers[1], light, 0.2),
      ) +
      glow(x, 660, 340, light, 0.8) +
      [3, 2, 1, 0].map((depth) => stall(-1, depth) + stall(1, depth)).join('') +
      [0, 1, 2]
        .map((row) =>
          lightString(
            [x - (poster ? 380 : 640) + row * 110, 250 + row * 84],
            [x + (poster ? 380 : 640) - row * 110, 250 + row * 84],
            30 - row * 6,
            5 - (row > 1 ? 1 : 0),
            '#08141f',
            (lx, ly, index) => paperLantern(lx, ly + 34 - row * 8, 30 - row * 7, index % 2 === 0 ? accent : light),
          ),
        )
        .join('') +
      place(
        { x, y: 946, scale: poster ? 1.2 : 1.3 },
        standing(
          { coat: '#f4efe0', hair: '#120a18', legs: '#2a1a2c', skin: '#f0c6a8', scarf: accent, rim: light },
          'short',
        ) +
          place(
            { x: 52, y: -70 },
            line(
              [
                [-24, -20],
                [0, -36],
              ],
              '#2a1a2c',
              5,
            ) +
              rect(-16, -36, 32, 44, light, { radius: 8 }) +
              glow(0, -14, 90, light, 0.8),
          ),
      ) +
      ellipse(x, 950, 90, 10, '#000000', { opacity: 0.45 }) +
      sparks(random, { x: x - 320, y: 420, w: 640, h: 520 }, 30, light, 5)
    );
  },
  name(frame, { light }) {
    if (isPoster(frame))
      return (
        words('심야 도깨비', {
          x: 333,
          y: 136,
          size: 76,
          fill: '#ffffff',
          weight: 800,
          anchor: 'middle',
          spacing: 0.06,
          outline: '#08141f',
          outlineWidth: 10,
        }) +
        words('시장', {
          x: 333,
          y: 238,
          size: 98,
          fill: light,
          weight: 900,
          anchor: 'middle',
          spacing: 0.4,
          outline: '#08141f',
          outlineWidth: 12,
        })
      );
    return (
      column('심야', { x: 150, y: 300, size: 84, fill: '#ffffff', weight: 500 }) +
      words('도깨비', { x: 230, y: 452, size: 150, fill: '#ffffff', weight: 900 }) +
      words('시장', { x: 232, y: 606, size: 142, fill: light, weight: 900, spacing: 0.2 })
    );
  },
};
