import { darker, lighter } from '../colours.ts';
import { words } from '../lettering.ts';
import { gull } from '../parts/boats.ts';
import { cloudTower } from '../parts/clouds.ts';
import { disc, rays, sky } from '../parts/sky.ts';
import { roundTree } from '../parts/trees.ts';
import { waves } from '../parts/water.ts';
import { circle, ellipse, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A small engine with a face, seen from the side, heading right; 200 high, wheels on the origin's line. */
const engine = (body: string, dark: string, trim: string, face: string) =>
  rect(-150, -190, 100, 150, body, { radius: 12 }) +
  rect(-162, -206, 124, 22, dark, { radius: 8 }) +
  rect(-134, -168, 68, 60, '#bfe6ff', { radius: 8 }) +
  rect(-60, -134, 150, 96, body, { radius: 10 }) +
  rect(-40, -134, 14, 96, trim) +
  rect(40, -134, 14, 96, trim) +
  path('M26 -134V-176H14L20 -200H66L72 -176H58V-134Z', dark) +
  circle(-14, -140, 17, trim) +
  circle(96, -86, 58, face) +
  circle(96, -86, 58, 'none', { stroke: dark, width: 10 }) +
  circle(80, -98, 8, dark) +
  circle(114, -98, 8, dark) +
  path('M76 -74q20 22 42 0', 'none', { stroke: dark, width: 6 }) +
  circle(66, -78, 9, '#ff9a8a', { opacity: 0.8 }) +
  circle(128, -78, 9, '#ff9a8a', { opacity: 0.8 }) +
  rect(-166, -44, 290, 20, dark, { radius: 8 }) +
  polygon(
    [
      [116, -30],
      [158, -2],
      [100, -2],
    ],
    trim,
  ) +
  [-118, -30, 54].map((x) => circle(x, -22, 27, dark) + circle(x, -22, 15, trim) + circle(x, -22, 5, dark)).join('');

const wagon = (body: string, dark: string, load: string) =>
  load +
  rect(-86, -100, 172, 64, body, { radius: 10 }) +
  rect(-86, -52, 172, 16, dark, { radius: 6 }) +
  [-48, 48].map((x) => circle(x, -22, 22, dark) + circle(x, -22, 10, lighter(body, 0.4))).join('');

const cottage = (wall: string, roof: string) =>
  rect(-40, -56, 80, 58, wall) +
  polygon(
    [
      [-54, -52],
      [0, -102],
      [54, -52],
    ],
    roof,
  ) +
  rect(-12, -30, 24, 32, roof) +
  rect(16, -44, 16, 16, '#bfe6ff');

export const puffingIsland: TitleArt = {
  slug: 'puffing-island',
  colours: {
    sky: ['#2f7df0', '#6cc0ff', '#e6f7ff'],
    light: '#fff0a8',
    layers: ['#7fd0f0', '#3aa0e0', '#1f6fc0', '#123f86'],
    accent: '#f2495c',
  },
  moods: ['own', 'noon', 'dawn', 'dusk', 'own', 'night', 'storm'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const radius = poster ? 330 : 380;
    const [cx, cy] = [x, poster ? 850 : 870];
    const around = (degrees: number, inside: string, lift = 0) => {
      const angle = ((degrees - 90) * Math.PI) / 180;
      return place(
        { x: cx + Math.cos(angle) * (radius + lift), y: cy + Math.sin(angle) * (radius + lift), turn: degrees },
        inside,
      );
    };
    return (
      sky({ w, h }, tones, 0.85) +
      rays(random, { x: cx, y: cy }, { count: 14, length: 1400, start: 182, end: 358, colour: light, opacity: 0.4 }) +
      disc(x + (poster ? 220 : 330), 330, 74, light, 3, 0.2) +
      cloudTower(random, x - (poster ? 260 : 520), 560, 190, 150, '#ffffff', '#ffffff') +
      cloudTower(random, x + (poster ? 290 : 420), 620, 150, 110, '#ffffff', '#ffffff') +
      gull(x - 180, 380, 30, '#ffffff', 0.4) +
      waves(w, 800, 12, 320, layers[0]) +
      circle(cx, cy, radius + 18, '#f6d79a') +
      circle(cx, cy, radius, '#49c26a') +
      circle(cx, cy, radius - 46, '#37a85c') +
      ellipse(cx - radius * 0.3, cy - radius * 0.34, radius * 0.26, radius * 0.11, '#6cc0ff') +
      ellipse(cx - radius * 0.34, cy - radius * 0.36, radius * 0.12, radius * 0.03, '#ffffff', { opacity: 0.7 }) +
      [
        [0.22, -0.5],
        [0.42, -0.3],
        [0.1, -0.2],
        [-0.52, -0.12],
        [0.5, -0.06],
      ]
        .map(([dx, dy]) =>
          place(
            { x: cx + radius * dx!, y: cy + radius * dy!, scale: 0.5 },
            ellipse(0, -30, 46, 32, '#ffffff') +
              circle(38, -44, 18, '#42342c') +
              rect(-22, -8, 9, 22, '#42342c') +
              rect(14, -8, 9, 22, '#42342c'),
          ),
        )
        .join('') +
      path(
        `M${cx - radius * 0.9} ${cy - 10}Q${cx - radius * 0.2} ${cy - radius * 0.16} ${cx + radius * 0.1} ${cy - 4}T${cx + radius * 0.94} ${cy - 30}V${cy + 200}H${cx - radius}Z`,
        '#2f964f',
      ) +
      around(poster ? -38 : -52, place({ scale: poster ? 0.8 : 1 }, cottage('#fff2dc', accent))) +
      around(-68, roundTree(random, 0, 0, 130, '#8a5a3a', '#2f8f4e', '#6fd07e')) +
      around(poster ? 46 : 54, place({ scale: poster ? 0.8 : 1 }, cottage('#ffffff', '#4e8eff'))) +
      around(68, cottage('#fff2dc', '#ff8b3e')) +
      around(poster ? 34 : 40, roundTree(random, 0, 0, 150, '#8a5a3a', '#2f8f4e', '#6fd07e')) +
      around(
        poster ? -50 : -40,
        rect(-16, -150, 32, 152, '#ffffff') +
          many(3, (index) => rect(-16, -130 + index * 46, 32, 22, accent)) +
          polygon(
            [
              [-24, -148],
              [0, -186],
              [24, -148],
            ],
            accent,
          ),
        -4,
      ) +
      circle(cx, cy, radius - 6, 'none', { stroke: '#8a6a4a', width: 12 }) +
      many(60, (index) => around(index * 6, rect(-5, -4, 10, 26, '#6e5238'))) +
      around(9, engine(accent, darker(accent, 0.55), '#ffd24a', '#fff2dc')) +
      around(
        -25,
        wagon(
          '#4e8eff',
          darker('#4e8eff', 0.5),
          [-44, 0, 44].map((at) => circle(at, -112, 30, '#ffffff') + circle(at + 16, -124, 13, '#42342c')).join(''),
        ),
      ) +
      many(5, (index) =>
        circle(cx + 20 - index * (poster ? 46 : 62), cy - radius - 236 - index * 26, 24 + index * 10, '#ffffff', {
          opacity: 0.95 - index * 0.12,
        }),
      ) +
      waves(w, 930, 14, 260, layers[1], 1.4) +
      waves(w, 972, 10, 220, layers[2], 0.4) +
      ellipse(x - 140, 956, 60, 5, '#ffffff', { opacity: 0.6 })
    );
  },
  name(frame, { layers }) {
    const style = { weight: 900 as const, outline: layers[3], outlineWidth: 20 };
    const letters = (text: string, x: number, y: number, size: number, step: number) =>
      [...text]
        .map((letter, index) =>
          words(letter, {
            x: x + index * step,
            y: y + (index % 2 === 0 ? 0 : -16),
            size,
            fill: ['#ffd24a', '#ffffff', '#ff9fb0'][index % 3]!,
            anchor: 'middle',
            ...style,
          }),
        )
        .join('');
    if (isPoster(frame))
      return (
        letters('뿌뿌섬', 190, 184, 150, 146) +
        words('꼬마 열차', { x: 333, y: 290, size: 84, fill: '#ffffff', anchor: 'middle', ...style })
      );
    return (
      letters('뿌뿌섬', 190, 480, 176, 170) +
      words('꼬마 열차', { x: 108, y: 620, size: 112, fill: '#ffffff', ...style })
    );
  },
};
