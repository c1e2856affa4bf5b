import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { hills, mountains } from '../parts/land.ts';
import { glow, moonWithSeas, sky, stars } from '../parts/sky.ts';
import { fir } from '../parts/trees.ts';
import { snow } from '../parts/weather.ts';
import { circle, ellipse, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A bear as large as a hill, asleep on its side, head to the left; the origin under its belly, 900 wide. */
const hill = (fur: string, lit: string, snowy: string, ink: string) =>
  path(
    'M-440 20C-470 -60 -440 -140 -360 -170C-330 -220 -280 -220 -250 -190C-160 -330 60 -400 240 -300C380 -220 440 -80 430 20Z',
    fur,
  ) +
  path(
    'M-250 -190C-160 -330 60 -400 240 -300C330 -250 390 -170 414 -90C330 -190 200 -250 60 -230C-60 -214 -170 -180 -250 -190Z',
    snowy,
  ) +
  path('M-360 -170C-330 -220 -280 -220 -250 -190Q-290 -176 -318 -150Q-340 -164 -360 -170Z', lighter(fur, 0.12)) +
  path('M-398 -184A44 44 0 1 1 -330 -206Q-368 -196 -398 -184Z', fur) +
  circle(-372, -196, 18, lit) +
  path('M-250 -214A42 42 0 0 1 -196 -176Q-220 -196 -250 -214Z', fur) +
  ellipse(-352, -70, 108, 96, fur) +
  ellipse(-398, -40, 56, 42, lit) +
  ellipse(-430, -54, 19, 14, ink) +
  path('M-430 -40V-22Q-410 -10 -392 -22', 'none', { stroke: ink, width: 6 }) +
  path('M-388 -96q18 14 38 2', 'none', { stroke: ink, width: 8 }) +
  path('M-300 20Q-330 -50 -250 -70Q-170 -64 -160 20Z', lighter(fur, 0.1)) +
  many(3, (index) => ellipse(-262 + index * 34, 8, 15, 12, lit)) +
  circle(-330, -40, 22, '#ff9a8a', { opacity: 0.5 });

const inn = (wall: string, dark: string, light: string, roof: string) =>
  rect(-110, -150, 220, 152, wall) +
  rect(-110, -150, 220, 12, dark) +
  [-1, 0, 1]
    .map((at) => rect(at * 66 - 20, -118, 40, 46, light, { radius: 4 }) + rect(at * 66 - 2, -118, 4, 46, dark))
    .join('') +
  rect(-24, -54, 48, 56, dark, { radius: 5 }) +
  rect(-74, -50, 36, 34, light, { radius: 4 }) +
  rect(40, -50, 36, 34, light, { radius: 4 }) +
  polygon(
    [
      [-150, -142],
      [-80, -228],
      [80, -228],
      [150, -142],
    ],
    roof,
  ) +
  path(
    'M-156 -146L-84 -238H84L156 -146Q130 -158 112 -146Q90 -162 64 -148Q36 -164 8 -148Q-24 -164 -52 -148Q-80 -162 -104 -146Q-130 -158 -156 -146Z',
    '#ffffff',
  ) +
  rect(50, -284, 34, 60, dark) +
  rect(46, -292, 42, 14, '#ffffff', { radius: 6 });

export const hibernationInn: TitleArt = {
  slug: 'hibernation-inn',
  colours: {
    sky: ['#101a4a', '#34408f', '#8f7fc8'],
    light: '#ffdf9a',
    layers: ['#6a78b8', '#47549a', '#c9d4f4', '#141a40'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'night'],
  look: { y: 0.6 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const k = poster ? 0.66 : 1.0;
    const bx = poster ? x + 46 : x - 10;
    const base = poster ? 800 : 830;
    return (
      sky({ w, h }, tones, 0.85) +
      stars(random, { w, h: 600 }, w / 9, '#ffffff') +
      place(
        { x: x + (poster ? 150 : 260), y: poster ? 330 : 220 },
        moonWithSeas(0, 0, poster ? 92 : 110, '#fff4dc', '#e3cfc4'),
      ) +
      mountains(random, w, 720, 240, layers[1]) +
      hills(random, w, 770, 100, layers[0], 2.2) +
      many(Math.round(w / 100), (index) =>
        fir(
          random,
          index * 100 + random.between(-30, 30),
          830,
          random.between(130, 230),
          darker(layers[1], 0.3),
          mix(layers[1], '#ffffff', 0.3),
        ),
      ) +
      glow(bx + 60 * k, base - 420 * k, 360, light, 0.75) +
      place(
        { x: bx, y: base + 30, scale: k },
        hill('#5a4668', '#c9a890', '#eef2ff', '#1c1428') +
          place({ x: 70, y: -296, turn: 4, scale: 1.1 }, inn('#a8683e', '#4a2a2c', light, '#7a3f3a')),
      ) +
      many(4, (index) =>
        circle(bx + (150 + index * 22) * k, base - (640 + index * 54) * k, 15 + index * 8, '#ffffff', {
          opacity: 0.4 - index * 0.08,
        }),
      ) +
      [0, 1, 2]
        .map((index) =>
          words('Z', {
            x: bx - (430 - index * 34) * k,
            y: base - (170 + index * 70) * k,
            size: 44 + index * 18,
            fill: '#ffffff',
            weight: 900,
            opacity: 0.9 - index * 0.22,
          }),
        )
        .join('') +
      path(
        `M-10 1010V${base + 20}Q${w * 0.25} ${base - 20} ${w * 0.5} ${base + 24}T${w + 10} ${base}V1010Z`,
        layers[2],
      ) +
      path(
        `M-10 1010V${base + 100}Q${w * 0.3} ${base + 60} ${w * 0.6} ${base + 96}T${w + 10} ${base + 90}V1010Z`,
        '#eef2ff',
      ) +
      // A guest with a suitcase and a lantern: a small bear of the usual size.
      place(
        { x: x + (poster ? 130 : 220), y: base + 130, scale: 0.86 },
        ellipse(0, -4, 70, 8, '#7a86b8', { opacity: 0.5 }) +
          path('M-34 0Q-50 -70 -26 -98H26Q50 -70 34 0H8V-14H-8V0Z', accent) +
          circle(-24, -142, 13, '#8a5a3c') +
          circle(24, -142, 13, '#8a5a3c') +
          circle(0, -120, 34, '#8a5a3c') +
          path('M-34 -98Q0 -84 34 -98L32 -82Q0 -68 -32 -82Z', '#37ca8d') +
          rect(40, -46, 50, 40, '#6a3f2a', { radius: 6 }) +
          path('M54 -46V-56H76V-46', 'none', { stroke: '#6a3f2a', width: 5 }) +
          path('M-34 -76L-66 -60', 'none', { stroke: accent, width: 15 }) +
          glow(-74, -36, 90, light, 0.9) +
          rect(-86, -54, 24, 32, light, { radius: 6 }),
      ) +
      many(7, (index) => ellipse(x + (poster ? 150 : 260) + index * 26, base + 140 + index * 8, 9, 4, '#b8c4ea')) +
      fir(random, x - (poster ? 330 : 640), 1010, poster ? 190 : 330, layers[3], mix(layers[1], '#ffffff', 0.2)) +
      fir(random, x + (poster ? 320 : 480), 1010, 380, layers[3], mix(layers[1], '#ffffff', 0.2)) +
      snow(random, { w, h }, w / 11, '#ffffff', 7)
    );
  },
  name(frame, { light }) {
    if (isPoster(frame))
      return (
        column('겨울잠', { x: 100, y: 76, size: 96, fill: '#ffffff', weight: 800, step: 1.1 }) +
        column('여관', { x: 196, y: 84, size: 54, fill: light, weight: 500, step: 1.2 })
      );
    return (
      words('겨울잠', { x: 100, y: 490, size: 186, fill: '#ffffff', weight: 800 }) +
      words('여관', { x: 108, y: 616, size: 104, fill: light, weight: 500, spacing: 0.3 })
    );
  },
};
