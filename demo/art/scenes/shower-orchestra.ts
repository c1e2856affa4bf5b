import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { glow, sky } from '../parts/sky.ts';
import { rain } from '../parts/weather.ts';
import { circle, ellipse, line, many, path, place, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A conductor from behind, arms up, the tails of the coat in the wind; 330 high. */
const conductor = (coat: string, hair: string, skin: string, baton: string) =>
  path('M-26 -140L-34 0H-8L0 -120L8 0H34L26 -140Z', darker(coat, 0.3)) +
  path(
    'M-52 -262C-96 -268 -118 -320 -132 -366L-116 -374C-98 -332 -74 -304 -34 -292ZM52 -262C104 -264 138 -308 158 -344L144 -356C122 -322 88 -300 34 -292Z',
    coat,
  ) +
  circle(-125, -378, 13, skin) +
  circle(154, -356, 13, skin) +
  line(
    [
      [154, -356],
      [236, -440],
    ],
    baton,
    5,
  ) +
  path(
    'M-18 -296C-56 -288 -58 -240 -50 -186L-44 -130Q-62 -84 -74 -56Q-40 -66 -14 -112H14Q40 -66 74 -56Q62 -84 44 -130L50 -186C58 -240 56 -288 18 -296Z',
    coat,
  ) +
  rect(-11, -314, 22, 26, skin) +
  ellipse(0, -340, 30, 34, hair) +
  path(
    'M-28 -346C-46 -320 -44 -276 -20 -262Q-26 -300 -8 -312H14C30 -290 24 -262 34 -258C46 -290 44 -326 28 -346Z',
    hair,
  );

/** A violin with its bow, upright, 200 high. */
const violin = (wood: string, dark: string) =>
  path(
    'M0 -110C30 -110 36 -86 24 -72C14 -60 16 -52 26 -42C44 -22 34 8 0 8C-34 8 -44 -22 -26 -42C-16 -52 -14 -60 -24 -72C-36 -86 -30 -110 0 -110Z',
    wood,
  ) +
  rect(-6, -190, 12, 120, dark) +
  circle(0, -194, 12, dark) +
  path('M-10 -58Q-18 -46 -10 -32M10 -58Q18 -46 10 -32', 'none', { stroke: dark, width: 4 });

export const showerOrchestra: TitleArt = {
  slug: 'shower-orchestra',
  colours: {
    sky: ['#123a5e', '#2f86a8', '#bfe8dc'],
    light: '#ffe27a',
    layers: ['#4aa3b4', '#2a6f8c', '#174a68', '#0a2438'],
    accent: '#ffd24a',
  },
  moods: ['own', 'storm', 'dusk', 'dawn', 'night'],
  look: { y: 0.55 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const base = 1000;
    const shell = poster ? 620 : 780;
    // Five lines of music blow across the sky; the rain hangs on them as notes.
    const staff = (index: number) => {
      const y = 210 + index * 30;
      return `M-40 ${y + 170}C${w * 0.25} ${y - 120} ${w * 0.5} ${y + 210} ${w * 0.78} ${y + 40}S${w} ${y - 90} ${w + 60} ${y - 60}`;
    };
    return (
      sky({ w, h }, tones, 0.85) +
      many(6, (index) =>
        path(
          `M${x - shell + index * 84} ${base}A${shell - index * 84} ${(shell - index * 84) * 0.92} 0 0 1 ${x + shell - index * 84} ${base}Z`,
          mix(layers[2], index % 2 === 0 ? layers[1] : layers[0], 0.3 + index * 0.12),
        ),
      ) +
      glow(x, 760, 460, light, 0.75) +
      rain(random, { w, h }, w / 7, '#ffffff', -0.14) +
      many(5, (index) => path(staff(index), 'none', { stroke: '#ffffff', width: 4, opacity: 0.9 })) +
      [
        [0.12, 284, 0],
        [0.27, 268, 1],
        [0.4, 330, 0],
        [0.62, 372, 2],
        [0.76, 262, 1],
        [0.9, 228, 0],
      ]
        .map(([share, y, kind], index) => {
          const nx = share! * w;
          const colour = index % 2 === 0 ? accent : '#ffffff';
          const drop = place({ x: nx, y: y!, turn: -18 }, ellipse(0, 0, 26, 19, colour));
          const stem = line(
            [
              [nx + 22, y! - 6],
              [nx + 22, y! - 104],
            ],
            colour,
            6,
          );
          return (
            drop +
            stem +
            (kind === 1 ? path(`M${nx + 22} ${y! - 104}q34 18 26 58`, 'none', { stroke: colour, width: 7 }) : '') +
            (kind === 2 ? circle(nx + 52, y!, 6, colour) : '')
          );
        })
        .join('') +
      many(9, (index) => {
        const px = x + (index - 4) * (poster ? 76 : 104);
        const py = 836 + Math.abs(index - 4) * 10;
        if (index === 4) return '';
        return (
          place(
            { x: px, y: py, scale: 0.9 },
            path('M-34 60C-36 0 -22 -30 0 -34C22 -30 36 0 34 60Z', layers[3]) +
              circle(0, -54, 21, darker(layers[3], 0.1)),
          ) +
          place(
            { x: px + 22, y: py + 10, turn: 24, scale: 0.5 + (index % 3) * 0.12 },
            violin(['#d9783a', '#c25a34', '#e29a4a'][index % 3]!, '#4a1f16'),
          )
        );
      }) +
      rect(-4, 900, w + 8, 110, layers[3]) +
      many(Math.ceil(w / 60), (index) =>
        ellipse(index * 60 + random.between(-18, 18), random.between(914, 990), random.between(14, 30), 4, '#ffffff', {
          opacity: 0.22,
        }),
      ) +
      path(`M${x - 110} 1002L${x - 90} 944H${x + 90}L${x + 110} 1002Z`, lighter(layers[2], 0.1)) +
      place({ x, y: 950, scale: poster ? 0.98 : 1.06 }, conductor('#1a1a38', '#3a2030', '#f4cba8', '#ffffff')) +
      glow(x + 232, 514, 80, accent, 0.9)
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        words('소나기', {
          x: 60,
          y: 168,
          size: 108,
          fill: '#ffd24a',
          weight: 900,
          outline: layers[3],
          outlineWidth: 13,
        }) +
        words('교향악단', {
          x: 388,
          y: 168,
          size: 56,
          fill: '#ffffff',
          weight: 800,
          outline: layers[3],
          outlineWidth: 11,
        })
      );
    return (
      words('소나기', { x: 100, y: 480, size: 176, fill: '#ffd24a', weight: 900 }) +
      words('교향악단', { x: 108, y: 606, size: 104, fill: '#ffffff', weight: 700, spacing: 0.12 })
    );
  },
};
