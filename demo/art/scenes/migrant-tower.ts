import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { goose } from '../parts/animals.ts';
import { hills } from '../parts/land.ts';
import { barCloud, disc, glow, sky } from '../parts/sky.ts';
import { circle, ellipse, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A control tower: a shaft with a glass cabin on top, one person in it; 620 high. */
const tower = (shaft: string, shade: string, glass: string, dark: string) =>
  path('M-52 0L-34 -430H34L52 0Z', shaft) +
  path('M8 0L6 -430H34L52 0Z', shade) +
  many(4, (index) => rect(-13, -90 - index * 96, 26, 40, dark, { radius: 12 })) +
  path('M-74 -430H74L96 -478H-96Z', shade) +
  rect(-112, -500, 224, 24, shaft, { radius: 6 }) +
  path('M-104 -498L-130 -596H130L104 -498Z', glass) +
  path('M-20 -498V-548Q-20 -556 -12 -558Q-20 -578 0 -580Q18 -578 11 -558Q22 -556 22 -546V-498Z', dark) +
  path('M-117 -546H-40M40 -546H117M-66 -498L-80 -596M62 -498L78 -596', 'none', { stroke: shaft, width: 7 }) +
  path('M-146 -594H146L120 -630H-120Z', shaft) +
  rect(-4, -712, 8, 84, dark) +
  circle(0, -716, 9, '#f2495c');

export const migrantTower: TitleArt = {
  slug: 'migrant-tower',
  colours: {
    sky: ['#164a6a', '#f2907a', '#ffe3b0'],
    light: '#fff2cc',
    layers: ['#c8788a', '#7c4f80', '#45346a', '#1c1a40'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'dusk', 'night'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const tx = poster ? x + 170 : x + 240;
    const birds = poster ? 9 : 13;
    const lead = poster ? { x: 430, y: 380 } : { x: x + 20, y: 250 };
    return (
      sky({ w, h }, tones, 0.8) +
      disc(x - (poster ? 90 : 160), 610, poster ? 210 : 240, light, 4, 0.14) +
      barCloud(random, x - 60, 520, 520, lighter(tones[1], 0.3), 0.75) +
      barCloud(random, x - 330, 640, 420, lighter(tones[2], 0.2), 0.8) +
      hills(random, w, 790, 60, layers[0], 2.6) +
      hills(random, w, 830, 40, layers[1], 1.4) +
      rect(-4, 846, w + 8, 160, layers[2]) +
      polygon(
        [
          [x - 70, 850],
          [x - 40, 850],
          [x + (poster ? 60 : 20), 1010],
          [x - (poster ? 420 : 560), 1010],
        ],
        darker(layers[3], 0.1),
      ) +
      many(9, (index) => {
        const share = (index / 8) ** 1.7;
        const y = 854 + share * 150;
        return (
          [-1, 1]
            .map((side) => {
              const middle = x - 55 + (poster ? -125 : -215) * share;
              const px = middle + side * (18 + share * (poster ? 236 : 284));
              return glow(px, y, 12 + share * 46, accent, 0.8) + circle(px, y, 3 + share * 8, '#ffffff');
            })
            .join('') +
          rect(x - 58 + (poster ? -125 : -215) * share - 2 - share * 6, y, 4 + share * 12, 2 + share * 16, '#ffffff', {
            opacity: 0.75,
          })
        );
      }) +
      glow(tx, 280, 300, light, 0.55) +
      place(
        { x: tx, y: 900, scale: poster ? 0.9 : 1.04 },
        tower(mix('#ffffff', tones[2], 0.2), mix(layers[0], '#ffffff', 0.2), '#ffe49a', layers[3]),
      ) +
      many(birds, (index) => {
        const row = Math.ceil(index / 2);
        const side = index % 2 === 0 ? -1 : 1;
        const scale = (poster ? 0.54 : 0.62) - row * 0.035;
        return place(
          {
            x: lead.x - row * (poster ? 62 : 82),
            y: lead.y + (side < 0 ? row * (poster ? 52 : 46) : -row * 12),
            scale,
            turn: -8,
          },
          goose(
            index % 3 === 0 ? 0.9 : index % 3 === 1 ? 0.3 : -0.7,
            layers[3],
            mix(layers[2], layers[3], 0.4),
            darker(layers[3], 0.4),
          ),
        );
      }) +
      ellipse(tx, 902, 130, 12, layers[3], { opacity: 0.5 })
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        words('철새', { x: 56, y: 180, size: 140, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
        words('관제탑', { x: 62, y: 258, size: 66, fill: '#ffe3b0', weight: 600, spacing: 0.14 })
      );
    return (
      words('철새', { x: 98, y: 490, size: 200, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
      words('관제탑', {
        x: 108,
        y: 612,
        size: 100,
        fill: '#ffe3b0',
        weight: 600,
        spacing: 0.14,
        outline: layers[3],
        outlineWidth: 4,
      })
    );
  },
};
