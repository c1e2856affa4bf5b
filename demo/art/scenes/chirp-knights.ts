import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { blade } from '../parts/animals.ts';
import { disc, glow, rays, sky } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, ellipse, line, many, path, place, radial } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A grasshopper who stands upright in an acorn's cap, a pine needle for a lance; 300 high. */
const knight = (green: string, shade: string, armour: string, cape: string) =>
  path('M-30 -150Q-120 -110 -140 -10Q-100 -30 -84 -16Q-70 -40 -48 -24Q-40 -60 -10 -90Z', cape) +
  path('M-24 -64L-96 -116L-118 -20L-96 -8M24 -64L92 -112L104 -14L130 -8', 'none', { stroke: shade, width: 15 }) +
  path('M-14 -40L-26 0H-52M14 -40L22 0H48', 'none', { stroke: green, width: 13 }) +
  path('M0 -180C44 -180 48 -120 40 -70C34 -36 16 -24 0 -24C-16 -24 -34 -36 -40 -70C-48 -120 -44 -180 0 -180Z', green) +
  path('M-42 -156Q0 -132 42 -156L44 -88Q0 -56 -44 -88Z', armour) +
  path('M-42 -128Q0 -104 43 -128M-44 -100Q0 -74 44 -100', 'none', { stroke: darker(armour, 0.35), width: 5 }) +
  path('M36 -140Q80 -150 96 -176M-36 -140Q-66 -120 -58 -92', 'none', { stroke: green, width: 13 }) +
  line(
    [
      [70, -10],
      [122, -370],
    ],
    '#f6e7b0',
    8,
  ) +
  path('M118 -350L128 -412L132 -346Z', '#ffffff') +
  circle(96, -178, 12, lighter(green, 0.2)) +
  ellipse(0, -214, 54, 50, lighter(green, 0.14)) +
  ellipse(-24, -206, 15, 19, '#ffffff') +
  ellipse(26, -206, 15, 19, '#ffffff') +
  ellipse(-20, -204, 8, 12, '#1b2a1c') +
  ellipse(30, -204, 8, 12, '#1b2a1c') +
  path('M-6 -182q10 10 22 0', 'none', { stroke: '#1b2a1c', width: 5 }) +
  path('M-66 -232Q-62 -296 0 -298Q62 -296 66 -232Q0 -252 -66 -232Z', armour) +
  path('M-66 -232Q0 -252 66 -232L62 -218Q0 -238 -62 -218Z', darker(armour, 0.35)) +
  path('M0 -296Q-2 -320 14 -330', 'none', { stroke: darker(armour, 0.4), width: 10 }) +
  path('M-30 -290Q-70 -370 -130 -380M24 -292Q40 -380 96 -410', 'none', { stroke: shade, width: 5 });

const ladybird = (red: string, ink: string) =>
  ellipse(0, -34, 46, 38, red) +
  path('M-46 -34A46 38 0 0 0 -10 2V-70A46 38 0 0 0 -46 -34Z', ink) +
  circle(12, -52, 9, ink) +
  circle(28, -26, 9, ink) +
  circle(4, -16, 8, ink) +
  circle(-34, -38, 9, '#ffffff') +
  circle(-36, -37, 4, ink) +
  line(
    [
      [-20, 0],
      [-24, 14],
    ],
    ink,
    6,
  ) +
  line(
    [
      [16, 2],
      [18, 14],
    ],
    ink,
    6,
  );

const dew = (x: number, y: number, radius: number) =>
  circle(
    x,
    y,
    radius,
    radial([x - radius * 0.3, y - radius * 0.4], radius * 1.3, [
      [0, '#ffffff', 0.95],
      [0.5, '#d9fff0', 0.55],
      [1, '#9be8cf', 0.75],
    ]),
  ) + circle(x - radius * 0.36, y - radius * 0.4, radius * 0.22, '#ffffff');

export const chirpKnights: TitleArt = {
  slug: 'chirp-knights',
  colours: {
    sky: ['#2a7a3a', '#a8d84a', '#fff3a0'],
    light: '#fffbd0',
    layers: ['#86c63e', '#4a9a34', '#1f6a34', '#0b3a24'],
    accent: '#f2495c',
  },
  moods: ['own', 'dawn', 'dusk', 'night', 'noon', 'storm'],
  look: { y: 0.6 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    return (
      sky({ w, h }, tones, 0.95) +
      disc(x + (poster ? 110 : 160), 360, 150, light, 4, 0.16) +
      rays(
        random,
        { x: x + 120, y: 360 },
        { count: 16, length: 1500, start: 0, end: 360, colour: light, opacity: 0.4 },
      ) +
      many(Math.round(w / 30), (index) =>
        blade(
          index * 30 + random.between(-14, 14),
          1010,
          random.between(340, 720),
          random.between(-120, 120),
          random.between(20, 36),
          mix(layers[0], light, 0.25),
        ),
      ) +
      many(Math.round(w / 46), (index) =>
        blade(
          index * 46 + random.between(-16, 16),
          1010,
          random.between(260, 560),
          random.between(-110, 110),
          random.between(26, 46),
          layers[1],
        ),
      ) +
      glow(x, 620, 420, light, 0.6) +
      path(
        `M${x - 420} 940Q${x - 120} 720 ${x + 240} 820Q${x + 330} 846 ${x + 420} 800Q${x + 300} 930 ${x + 40} 930Q${x - 200} 940 ${x - 420} 1010Z`,
        layers[2],
      ) +
      path(`M${x - 400} 946Q${x - 100} 770 ${x + 400} 812`, 'none', { stroke: layers[1], width: 7 }) +
      place({ x: x - 10, y: 832, scale: poster ? 1.24 : 1.28 }, knight('#6cc24a', '#2f8a3a', '#b9783e', accent)) +
      place({ x: x + (poster ? 190 : 260), y: 830, scale: 1.05 }, ladybird(accent, '#1b1422')) +
      dew(x - (poster ? 200 : 260), 850, 34) +
      dew(x - (poster ? 140 : 190), 826, 17) +
      many(Math.round(w / 110), (index) =>
        blade(
          index * 110 + random.between(-30, 30) - 20,
          1020,
          (Math.abs(index * 110 - x) < 260 ? 0.34 : 1) * random.between(300, 640),
          random.between(-150, 150),
          random.between(50, 76),
          layers[3],
          layers[2],
        ),
      ) +
      sparks(random, { w, h }, w / 40, light, 5)
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        words('풀벌레', {
          x: 56,
          y: 176,
          size: 126,
          fill: '#ffffff',
          weight: 900,
          outline: layers[3],
          outlineWidth: 16,
        }) +
        words('기사단', {
          x: 60,
          y: 286,
          size: 92,
          fill: '#ffe36a',
          weight: 900,
          spacing: 0.1,
          outline: layers[3],
          outlineWidth: 14,
        })
      );
    return (
      words('풀벌레', { x: 100, y: 486, size: 176, fill: '#ffffff', weight: 900 }) +
      words('기사단', { x: 106, y: 622, size: 122, fill: '#ffe36a', weight: 900, spacing: 0.1 })
    );
  },
};
