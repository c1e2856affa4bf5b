import { darker, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { skyline } from '../parts/city.ts';
import { standing } from '../parts/figures.ts';
import { glow, sky } from '../parts/sky.ts';
import { rain } from '../parts/weather.ts';
import { circle, ellipse, line, many, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A sign that hangs from a wall: letters of light in a box, from top to bottom. */
function sign(x: number, y: number, size: number, text: string, tone: string, dark: string): string {
  const height = text.length * size * 1.1 + size * 0.5;
  return (
    glow(x, y + height / 2, height * 0.8, tone, 0.4) +
    rect(x - size * 0.8, y, size * 1.6, height, dark, { radius: 10, stroke: tone, width: 5 }) +
    [...text]
      .map((letter, index) =>
        words(letter, { x, y: y + size * (1.02 + index * 1.1), size, fill: tone, weight: 800, anchor: 'middle' }),
      )
      .join('') +
    line(
      [
        [x - size * 0.4, y],
        [x - size * 0.4, y - 26],
      ],
      dark,
      6,
    ) +
    line(
      [
        [x + size * 0.4, y],
        [x + size * 0.4, y - 26],
      ],
      dark,
      6,
    )
  );
}

const pink = '#ff4fa8';
const cyan = '#4ee0ff';

export const neonErrands: TitleArt = {
  slug: 'neon-errands',
  colours: {
    sky: ['#0b0724', '#2a1060', '#8a2a9c'],
    light: cyan,
    layers: ['#4a1f86', '#2c1460', '#180b3e', '#080418'],
    accent: pink,
  },
  moods: ['own', 'own', 'storm', 'night', 'own', 'dusk'],
  lettered: true,
  look: { y: 0.64 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const street = 800;
    const gap = poster ? 150 : 190;
    const wall = (direction: number, depth: number, tone: string) => {
      const near = x + direction * (gap + depth * (poster ? 100 : 170));
      const far = direction < 0 ? -40 : w + 40;
      return polygon(
        [
          [near, -20 - depth * 20],
          [far, -200],
          [far, 1100],
          [near, street + depth * 70],
        ],
        tone,
      );
    };
    return (
      sky({ w, h }, tones, 0.85) +
      glow(x, 560, 560, accent, 0.55) +
      skyline(random, {
        from: x - gap * 1.6,
        to: x + gap * 1.6,
        base: 800,
        low: 280,
        high: 620,
        colour: layers[0],
        windows: light,
        lit: 0.35,
        narrow: 40,
        wide: 80,
      }) +
      skyline(random, {
        from: x - gap * 1.5,
        to: x + gap * 1.5,
        base: 810,
        low: 120,
        high: 380,
        colour: layers[1],
        windows: '#ffd24a',
        lit: 0.3,
        narrow: 40,
        wide: 70,
      }) +
      rect(-2, street, w + 4, 220, mix(layers[1], accent, 0.16)) +
      many(30, (index) => {
        const tone = [accent, light, '#ffd24a', '#b06aff'][index % 4]!;
        const at = x + (((index * 83) % 500) - 250);
        return rect(at, street + 12 + ((index * 47) % 150), 34 + ((index * 31) % 90), 5, tone, {
          radius: 2.5,
          opacity: 0.5,
        });
      }) +
      wall(-1, 0, layers[1]) +
      wall(1, 0, layers[1]) +
      wall(-1, 1, layers[2]) +
      wall(1, 1, layers[2]) +
      many(24, (index) => {
        const direction = index % 2 === 0 ? -1 : 1;
        const depth = gap + 20 + ((index * 61) % (poster ? 160 : 560));
        return rect(
          x + direction * depth - 12,
          90 + ((index * 137) % 620),
          26,
          34,
          index % 3 === 0 ? '#ffd98c' : darker(layers[0], 0.2),
          { radius: 3, opacity: 0.8 },
        );
      }) +
      sign(x - gap - 22, 190, 56, '심부름', accent, layers[3]) +
      sign(x + gap + 26, 180, 46, '국수', '#ffd24a', layers[3]) +
      sign(x + gap + 30, 390, 50, '전당포', light, layers[3]) +
      sign(x - gap - 26, 500, 40, '열쇠', '#7dffb0', layers[3]) +
      many(
        4,
        (index) =>
          `<path d="M${x - gap - 60} ${150 + index * 92}Q${x} ${230 + index * 100} ${x + gap + 60} ${110 + index * 120}" fill="none" stroke="${layers[3]}" stroke-width="3"/>`,
      ) +
      circle(x, 430, poster ? 92 : 104, 'none', { stroke: accent, width: 9 }) +
      circle(x, 430, poster ? 74 : 84, 'none', { stroke: light, width: 4 }) +
      words('24', { x, y: 462, size: 92, fill: '#ffffff', weight: 900, anchor: 'middle' }) +
      glow(x, 430, 220, accent, 0.5) +
      ellipse(x, 936, 230, 20, light, { opacity: 0.25 }) +
      place(
        { x: x - 70, y: 930, scale: 1.62 },
        standing(
          { coat: '#1a1238', hair: '#0c0820', legs: '#0c0820', skin: '#d8a890', scarf: accent, rim: light },
          'short',
        ),
      ) +
      place(
        { x: x + 74, y: 936, scale: 1.48 },
        standing({ coat: '#e8f4ff', hair: '#bfe8ff', legs: '#2a2060', skin: '#dfe8ff', rim: accent }, 'bob') +
          circle(0, -142, 6, light) +
          line(
            [
              [0, -142],
              [0, -60],
            ],
            light,
            2.4,
          ),
      ) +
      place(
        { x: x + 74, y: 945, scale: 1.48 },
        `<g transform="scale(1 -0.3)" opacity="0.28">${standing({ coat: '#e8f4ff', hair: '#bfe8ff', legs: '#2a2060', skin: '#dfe8ff' }, 'bob')}</g>`,
      ) +
      rain(random, { w, h }, w / 6, '#cfe8ff', -0.1)
    );
  },
  name(frame, { light, accent, layers }) {
    if (isPoster(frame)) {
      return (
        words('네온골목', {
          x: 333,
          y: 106,
          size: 108,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          spacing: -0.01,
          outline: accent,
          outlineWidth: 10,
        }) +
        rect(190, 944, 288, 44, layers[3], { radius: 8, stroke: light, width: 3 }) +
        words('심부름센터', { x: 333, y: 978, size: 34, fill: light, weight: 700, anchor: 'middle', spacing: 0.3 })
      );
    }
    return (
      words('네온골목', {
        x: 104,
        y: 470,
        size: 190,
        fill: '#ffffff',
        weight: 900,
        spacing: -0.02,
        outline: accent,
        outlineWidth: 12,
      }) +
      rect(108, 530, 470, 96, layers[3], { radius: 14, stroke: light, width: 5 }) +
      words('심부름센터', { x: 343, y: 600, size: 68, fill: light, weight: 700, anchor: 'middle', spacing: 0.14 })
    );
  },
};
