import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { ninetails } from '../parts/fox.ts';
import { hills } from '../parts/land.ts';
import { barCloud, disc, glow, sky, stars } from '../parts/sky.ts';
import { pine } from '../parts/trees.ts';
import { petals, sparks } from '../parts/weather.ts';
import { circle, ellipse, line, many, path, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A red gate of two posts and a comb of spikes, as before old shrines and palaces. */
function gate(x: number, y: number, width: number, height: number, red: string, dark: string): string {
  const half = width / 2;
  const top = y - height;
  const spikes = many(13, (index) => {
    const sx = x - half + 14 + ((width - 28) * index) / 12;
    return (
      line(
        [
          [sx, top + 66],
          [sx, top - 30 - (index % 2) * 10],
        ],
        red,
        8,
      ) +
      polygon(
        [
          [sx - 7, top - 26],
          [sx, top - 58 - (index % 2) * 10],
          [sx + 7, top - 26],
        ],
        red,
      )
    );
  });
  return (
    spikes +
    rect(x - half - 30, top, width + 60, 15, red) +
    rect(x - half - 30, top + 54, width + 60, 15, red) +
    rect(x - half - 30, top + 66, width + 60, 5, dark) +
    circle(x, top + 34, 30, red) +
    path(
      `M${x - 19} ${top + 34}A19 19 0 0 1 ${x + 19} ${top + 34}A9.5 9.5 0 0 1 ${x} ${top + 34}A9.5 9.5 0 0 0 ${x - 19} ${top + 34}Z`,
      lighter(red, 0.75),
    ) +
    [-1, 1]
      .map(
        (side) =>
          rect(x + side * half - 15, top - 20, 30, height + 20, red) +
          rect(x + side * half + 4, top - 20, 11, height + 20, dark) +
          rect(x + side * half - 24, y - 34, 48, 38, darker(dark, 0.4), { radius: 4 }),
      )
      .join('')
  );
}

const lantern = (x: number, y: number, size: number, red: string, light: string) =>
  line(
    [
      [x, y - size * 2.4],
      [x, y - size],
    ],
    darker(red, 0.6),
    3,
  ) +
  glow(x, y, size * 3.6, light, 0.6) +
  ellipse(x, y, size * 0.86, size, red) +
  ellipse(x, y, size * 0.42, size, light, { opacity: 0.75 }) +
  rect(x - size * 0.4, y - size * 1.1, size * 0.8, size * 0.2, darker(red, 0.5)) +
  rect(x - size * 0.4, y + size * 0.9, size * 0.8, size * 0.2, darker(red, 0.5)) +
  line(
    [
      [x, y + size],
      [x, y + size * 1.8],
    ],
    light,
    3,
  );

export const lanternFox: TitleArt = {
  slug: 'lantern-fox',
  colours: {
    sky: ['#2a0f3a', '#7a1f4a', '#ff7a4e'],
    light: '#ffdf9a',
    layers: ['#9a2f52', '#66204c', '#42163f', '#200a26'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'dusk', 'storm', 'dawn'],
  look: { y: 0.62 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const base = 852;
    const wide = poster ? 400 : 460;
    return (
      sky({ w, h }, tones, 0.8) +
      stars(random, { w, h: 420 }, w / 14, light) +
      disc(x, 430, poster ? 220 : 250, light, 3, 0.12) +
      barCloud(random, x - 210, 470, 420, mix(tones[2], light, 0.35), 0.9) +
      barCloud(random, x + 250, 356, 360, mix(tones[2], light, 0.2), 0.9) +
      hills(random, w, 720, 120, layers[0], 1.6) +
      hills(random, w, 790, 90, layers[1], 2.2) +
      gate(x, base, wide, 500, accent, darker(accent, 0.35)) +
      path(
        `M-20 1002V${base + 20}Q${x * 0.5} ${base - 70} ${x - 170} ${base - 8}H${x + 170}Q${(x + w) / 2} ${base - 70} ${w + 20} ${base + 20}V1002Z`,
        layers[2],
      ) +
      many(5, (index) =>
        polygon(
          [
            [x - 150 - index * 34, base + index * 32],
            [x + 150 + index * 34, base + index * 32],
            [x + 168 + index * 34, base + 22 + index * 32],
            [x - 168 - index * 34, base + 22 + index * 32],
          ],
          mix(layers[1], light, 0.3 - index * 0.05),
        ),
      ) +
      glow(x, base - 90, 380, light, 0.4) +
      `<g transform="translate(${x} ${base + 12}) scale(${poster ? 0.94 : 1})">${ninetails('#ff9a52', '#cf5a34', '#fff4e6', layers[3])}</g>` +
      lantern(x - wide * 0.5 - 12, 560, 36, accent, light) +
      lantern(x + wide * 0.5 + 12, 560, 36, accent, light) +
      pine(random, x - (poster ? 400 : 520), 1030, 520, layers[3], darker(layers[3], 0.2), 0.24) +
      pine(random, x + (poster ? 410 : 480), 1030, 460, layers[3], darker(layers[3], 0.2), -0.22) +
      sparks(random, { x: x - 300, y: 480, w: 600, h: 460 }, 22, light, 4) +
      petals(random, { w, h }, w / 40, [accent, light, '#ff9f8a'], 12)
    );
  },
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        column('초롱고개', {
          x: 90,
          y: 84,
          size: 80,
          fill: '#fff4e6',
          weight: 900,
          outline: layers[3],
          outlineWidth: 10,
        }) +
        column('여우손님', { x: 576, y: 84, size: 80, fill: light, weight: 900, outline: layers[3], outlineWidth: 10 })
      );
    }
    return (
      words('초롱고개', { x: 110, y: 440, size: 120, fill: '#fff4e6', weight: 700, spacing: 0.08 }) +
      words('여우손님', { x: 106, y: 600, size: 156, fill: light, weight: 900 })
    );
  },
};
