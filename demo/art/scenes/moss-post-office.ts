import { darker, mix } from '../colours.ts';
import { lines, words } from '../lettering.ts';
import { hills } from '../parts/land.ts';
import { glow, rays, sky } from '../parts/sky.ts';
import { bushes } from '../parts/trees.ts';
import { sparks } from '../parts/weather.ts';
import { circle, ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** The post office under a mushroom's hat, 520 wide and 560 high on the origin. */
const office = (hat: string, hatDark: string, stem: string, stemDark: string, window: string, wood: string) =>
  path('M-130 0C-150 -120 -140 -230 -104 -330H104C140 -230 150 -120 130 0Z', stem) +
  path('M30 -330H104C140 -230 150 -120 130 0H50C80 -110 70 -230 30 -330Z', stemDark) +
  path('M-236 -296C-200 -320 200 -320 236 -296C180 -262 -180 -262 -236 -296Z', stemDark) +
  path('M-264 -300C-272 -450 -130 -560 0 -560C130 -560 272 -450 264 -300C180 -332 -180 -332 -264 -300Z', hat) +
  path('M60 -552C170 -530 272 -440 264 -300C236 -310 200 -318 160 -322C180 -410 140 -500 60 -552Z', hatDark) +
  [
    [-150, -410, 34],
    [-40, -490, 40],
    [70, -390, 30],
    [160, -440, 25],
    [-70, -372, 20],
  ]
    .map(([x, y, r]) => ellipse(x as number, y as number, r as number, (r as number) * 0.82, '#fff6ea'))
    .join('') +
  path('M-42 0V-92A42 42 0 0 1 42 -92V0Z', wood) +
  circle(24, -54, 6, '#ffd24a') +
  rect(-24, -108, 48, 34, window, { radius: 14 }) +
  circle(-84, -196, 32, wood) +
  circle(-84, -196, 24, window) +
  circle(84, -196, 32, wood) +
  circle(84, -196, 24, window) +
  line(
    [
      [-84, -220],
      [-84, -172],
    ],
    wood,
    5,
  ) +
  line(
    [
      [-108, -196],
      [-60, -196],
    ],
    wood,
    5,
  ) +
  line(
    [
      [84, -220],
      [84, -172],
    ],
    wood,
    5,
  ) +
  line(
    [
      [60, -196],
      [108, -196],
    ],
    wood,
    5,
  ) +
  rect(-74, -288, 148, 50, wood, { radius: 10 }) +
  rect(-34, -276, 68, 28, '#fff6ea', { radius: 3 }) +
  polygon(
    [
      [-34, -276],
      [0, -258],
      [34, -276],
    ],
    hat,
  );

const hedgehog = (spines: string, face: string, dark: string, cap: string) =>
  path(
    'M-62 -20C-76 -60 -66 -100 -30 -116L-24 -130L-8 -120L4 -134L14 -116L32 -122L34 -104L52 -100L46 -82C58 -60 56 -30 46 -6H-50Z',
    spines,
  ) +
  ellipse(-24, -44, 36, 42, face) +
  ellipse(-28, -82, 32, 28, face) +
  circle(-60, -80, 8, dark) +
  circle(-40, -90, 4.5, dark) +
  circle(-20, -90, 4.5, dark) +
  circle(-16, -78, 6, '#ff9a8a', { opacity: 0.6 }) +
  path('M-62 -100C-56 -130 0 -132 2 -104C-20 -112 -44 -112 -62 -100Z', cap) +
  path('M-66 -98Q-40 -112 -30 -106L-62 -90Z', darker(cap, 0.3)) +
  ellipse(-36, -4, 17, 8, dark) +
  ellipse(6, -4, 17, 8, dark);

const marten = (fur: string, throat: string, dark: string, bag: string) =>
  path('M46 -10C96 -20 120 -80 96 -128C130 -110 140 -40 92 -2C76 8 54 6 46 -10Z', fur) +
  path('M-40 0C-54 -60 -40 -110 0 -116C40 -110 54 -60 44 0Z', fur) +
  path('M-22 -20C-28 -60 -18 -92 0 -96C18 -92 28 -60 22 -20Z', throat) +
  circle(-28, -164, 15, fur) +
  circle(28, -164, 15, fur) +
  path('M-46 -134C-46 -166 46 -166 46 -134C44 -108 18 -100 0 -100C-18 -100 -44 -108 -46 -134Z', fur) +
  path('M-22 -124C-18 -108 18 -108 22 -124C12 -134 -12 -134 -22 -124Z', throat) +
  circle(-19, -138, 5, dark) +
  circle(19, -138, 5, dark) +
  ellipse(0, -124, 7, 5, dark) +
  line(
    [
      [-32, -106],
      [34, -46],
    ],
    bag,
    9,
  ) +
  rect(10, -58, 52, 42, bag, { radius: 7 }) +
  rect(20, -72, 28, 20, '#fff6ea') +
  ellipse(-20, 0, 18, 8, dark) +
  ellipse(22, 0, 18, 8, dark);

export const mossPostOffice: TitleArt = {
  slug: 'moss-post-office',
  colours: {
    sky: ['#0f5f52', '#37a878', '#e8f4a8'],
    light: '#fff8c8',
    layers: ['#4fb884', '#238a66', '#12614f', '#06322e'],
    accent: '#f2495c',
  },
  moods: ['own', 'dawn', 'night', 'noon', 'own', 'dusk'],
  look: { y: 0.66 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const trunk = (tx: number, width: number, tone: string) =>
      path(
        `M${tx - width / 2} 1002C${tx - width * 0.4} 600 ${tx - width * 0.42} 300 ${tx - width * 0.5} -20H${tx + width * 0.5}C${tx + width * 0.38} 300 ${tx + width * 0.44} 600 ${tx + width * 0.62} 1002Z`,
        tone,
      );
    const scale = poster ? 0.98 : 1.02;
    return (
      sky({ w, h }, tones, 0.8) +
      many(w / 62, (index) =>
        trunk(index * 62 + random.between(-20, 20), random.between(20, 40), mix(layers[0], tones[2], 0.5)),
      ) +
      glow(x, 360, 620, light, 0.6) +
      rays(
        random,
        { x: x - 220, y: -120 },
        { count: 11, length: 1300, start: 35, end: 110, colour: light, opacity: 0.5 },
      ) +
      bushes(random, -20, w + 20, 720, 90, mix(layers[0], tones[1], 0.4)) +
      many(w / 150, (index) => trunk(index * 150 + 40 + random.between(-30, 30), random.between(44, 70), layers[1])) +
      hills(random, w, 800, 50, layers[0], 1.4) +
      bushes(random, -20, x - 260, 800, 70, layers[1]) +
      bushes(random, x + 260, w + 20, 800, 70, layers[1]) +
      glow(x, 700, 400, '#ffe08a', 0.5) +
      place({ x, y: 858, scale }, office(accent, darker(accent, 0.22), '#fff0d8', '#e4c8a0', '#ffd24a', '#7a4a32')) +
      path(
        `M-40 900C${x - 300} 850 ${x - 150} 846 ${x} 850C${x + 160} 846 ${x + 300} 860 ${w + 40} 880V1002H-40Z`,
        layers[1],
      ) +
      path(
        `M${x - 44} 852H${x + 44}C${x + 60} 900 ${x + 160} 960 ${x + 220} 1002H${x - 150}C${x - 60} 960 ${x - 70} 900 ${x - 44} 852Z`,
        '#e8d8a0',
      ) +
      rect(x + 186, 780, 12, 110, '#7a4a32') +
      path(`M${x + 148} 790V744A44 44 0 0 1 ${x + 236} 744V790Z`, accent) +
      rect(x + 164, 748, 44, 8, '#ffffff', { radius: 4 }) +
      polygon(
        [
          [x + 236, 726],
          [x + 262, 716],
          [x + 262, 740],
        ],
        '#ffd24a',
      ) +
      place({ x: x - 150, y: 936, scale: 1.12 }, hedgehog('#6a4436', '#ffe4c4', '#2a1814', '#2f5fb4')) +
      place({ x: x + 96, y: 952, scale: 0.98 }, marten('#b8682e', '#fff0d0', '#2a1814', '#2f5fb4')) +
      many(w / 42, (index) =>
        place(
          { x: index * 42 + random.between(-16, 16), y: 1002, scale: random.between(0.7, 1.5) },
          many(5, (blade) =>
            polygon(
              [
                [-5, 0],
                [(blade - 2) * 15, -50 + Math.abs(blade - 2) * 10],
                [5, 0],
              ],
              index % 2 === 0 ? layers[3] : layers[2],
            ),
          ),
        ),
      ) +
      trunk(poster ? 8 : x + 560, 100, layers[3]) +
      trunk(poster ? w - 4 : x - 600, 110, layers[3]) +
      bushes(random, -40, w + 40, -30, 90, layers[3]) +
      sparks(random, { x: x - 330, y: 240, w: 660, h: 640 }, 34, light, 4.4)
    );
  },
  name(frame, { layers, light }) {
    if (isPoster(frame)) {
      return lines(
        [
          ['이끼숲', 122],
          ['우체국', 122],
        ],
        {
          x: 333,
          y: 184,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          leading: 0.98,
          spacing: 0.02,
          outline: layers[3],
          outlineWidth: 18,
        },
      );
    }
    return (
      words('이끼숲', { x: 108, y: 440, size: 170, fill: light, weight: 900 }) +
      words('우체국', { x: 108, y: 626, size: 170, fill: '#ffffff', weight: 900 })
    );
  },
};
