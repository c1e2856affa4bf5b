import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { glow, sky, stars } from '../parts/sky.ts';
import { circle, clipped, ellipse, line, path, place, polygon, radial, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

const bubble = (x: number, y: number, radius: number, tint: string) =>
  circle(
    x,
    y,
    radius,
    radial([x, y], radius, [
      [0, '#ffffff', 0.05],
      [0.7, tint, 0.2],
      [1, '#ffffff', 0.75],
    ]),
  ) + ellipse(x - radius * 0.36, y - radius * 0.42, radius * 0.22, radius * 0.14, '#ffffff', { opacity: 0.95 });

/** A space ship that is a washing machine: a round door with suds and socks behind it, 400 wide. */
const ship = (shell: string, shade: string, trim: string, water: string, flame: string) =>
  path('M-210 60L-290 150L-280 190L-170 150ZM210 60L290 150L280 190L170 150Z', trim) +
  path('M-90 196Q-110 300 -60 380Q-30 320 -20 200ZM90 196Q110 300 60 380Q30 320 20 200Z', flame) +
  path('M-74 196Q-80 260 -58 310Q-40 260 -36 200ZM74 196Q80 260 58 310Q40 260 36 200Z', '#fff6c0') +
  rect(-110, 176, 80, 40, '#4a4468', { radius: 8 }) +
  rect(30, 176, 80, 40, '#4a4468', { radius: 8 }) +
  rect(-210, -220, 420, 410, shell, { radius: 60 }) +
  path('M90 -220H150Q210 -220 210 -160V130Q210 190 150 190H70Q130 0 90 -220Z', shade) +
  rect(-176, -190, 352, 74, darker(shade, 0.12), { radius: 24 }) +
  rect(-150, -174, 120, 42, '#2b2452', { radius: 12 }) +
  words('거품', { x: -90, y: -141, size: 32, fill: '#7ef0c0', weight: 800, anchor: 'middle' }) +
  circle(60, -153, 24, '#ffffff') +
  rect(56, -174, 8, 24, trim, { radius: 4 }) +
  circle(126, -153, 14, trim) +
  circle(0, 38, 136, '#ffffff') +
  circle(0, 38, 136, 'none', { stroke: trim, width: 16 }) +
  clipped(
    'M-112 38A112 112 0 1 1 112 38A112 112 0 1 1 -112 38Z',
    rect(-120, -80, 240, 240, mix(water, '#1a1040', 0.55)) +
      path('M-120 40Q-70 4 -20 34T70 24T130 40V170H-120Z', water) +
      place(
        { x: -46, y: 56, turn: -30 },
        path('M-18 -50H18V10Q22 30 50 34Q60 60 30 62Q-16 60 -18 20Z', '#ffd24a') + rect(-20, -52, 40, 18, '#ffffff'),
      ) +
      place(
        { x: 44, y: 34, turn: 24 },
        path('M-40 -30L-14 -44Q0 -34 14 -44L40 -30L28 -4L20 -8V44H-20V-8L-28 -4Z', '#ff72b4'),
      ) +
      [
        [-70, 10, 18],
        [10, -4, 24],
        [70, 90, 20],
        [-20, 104, 28],
        [90, 0, 14],
        [-90, 80, 16],
      ]
        .map(([bx, by, br]) => bubble(bx!, by!, br!, '#ffffff'))
        .join(''),
  ) +
  path('M-84 -30Q-50 -76 4 -78', 'none', { stroke: '#ffffff', width: 14, opacity: 0.8 }) +
  line(
    [
      [0, -220],
      [0, -276],
    ],
    '#4a4468',
    8,
  ) +
  circle(0, -286, 16, '#f2495c');

const planet = (radius: number, fill: string, band: string, ringed: string | null) => {
  const shape = `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;
  return (
    path(shape, fill) +
    clipped(
      shape,
      rect(-radius, -radius * 0.3, radius * 2, radius * 0.24, band) +
        rect(-radius, radius * 0.24, radius * 2, radius * 0.14, band) +
        circle(radius * 0.5, radius * 0.34, radius * 1.1, '#1a1040', { opacity: 0.22 }),
    ) +
    (ringed === null
      ? ''
      : place(
          { turn: -18 },
          path(`M${-radius} 0A${radius * 1.7} ${radius * 0.42} 0 1 0 ${radius} 0`, 'none', {
            stroke: ringed,
            width: radius * 0.14,
          }),
        ))
  );
};

export const laundryShip: TitleArt = {
  slug: 'laundry-ship',
  colours: {
    sky: ['#2a1a6a', '#6a3fc0', '#ff9fc8'],
    light: '#fff0c0',
    layers: ['#a87ae0', '#7a4fc8', '#4a2f90', '#1f1450'],
    accent: '#37d6c0',
  },
  moods: ['own', 'night', 'dawn', 'own', 'dusk', 'noon'],
  lettered: true,
  look: { y: 0.56 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const peg = (px: number, py: number) => rect(px - 4, py - 16, 8, 26, '#ffd98a', { radius: 3 });
    const garments = [
      '<path d="M-50 0L-70 46L-48 56L-42 44V120H42V44L48 56L70 46L50 0Q0 22 -50 0Z" fill="#ff72b4"/>',
      '<path d="M-30 0H30L46 130H10L0 50L-10 130H-46Z" fill="#4e8eff"/>',
      '<path d="M-20 0H20V70Q24 92 58 96Q68 124 36 126Q-18 124 -20 80Z" fill="#ffd24a"/>',
      '<path d="M-46 0H46L70 120Q0 142 -70 120Z" fill="#37ca8d"/>',
      '<path d="M-24 0H24L30 40Q70 60 60 110Q40 130 34 90Q30 140 4 140Q-2 140 -4 92Q-14 140 -38 130Q-52 100 -36 84Q-60 80 -56 50Z" fill="#f2695c"/>',
    ];
    const lineAt = (share: number) =>
      [share * (w + 80) - 40, (poster ? 420 : 250) - share * 120 + 4 * 70 * share * (1 - share)] as const;
    const hung = poster ? [0.09, 0.3, 0.86] : [0.5, 0.58, 0.66, 0.86, 0.94];
    return (
      sky({ w, h }, tones, 1) +
      stars(random, { w, h }, w / 8, '#ffffff') +
      place(
        { x: x - (poster ? 250 : 520), y: poster ? 760 : 740 },
        planet(poster ? 130 : 150, '#ffb37a', '#ff8b5a', '#fff0c0'),
      ) +
      place({ x: x + (poster ? 250 : 400), y: poster ? 330 : 190 }, planet(70, '#7ee0e8', '#4fb8d0', null)) +
      place({ x: x + (poster ? 160 : 250), y: 1090 }, planet(poster ? 330 : 420, layers[1], layers[2], null)) +
      glow(x, 560, 460, light, 0.5) +
      line(
        Array.from({ length: 21 }, (_, index) => lineAt(index / 20)),
        '#ffffff',
        4,
      ) +
      hung
        .map((share, index) => {
          const [lx, ly] = lineAt(share);
          return (
            place(
              { x: lx, y: ly, turn: (index % 2 === 0 ? 1 : -1) * 7, scale: poster ? 0.9 : 0.86 },
              garments[index % garments.length]!,
            ) +
            peg(lx - 22, ly) +
            peg(lx + 22, ly)
          );
        })
        .join('') +
      place(
        { x: x + (poster ? 20 : 0), y: poster ? 610 : 540, turn: -10, scale: poster ? 0.98 : 1.06 },
        ship('#f4f1ff', '#c9bdf0', accent, '#6ad0f0', '#ff8b3e'),
      ) +
      [
        [-250, 520, 44],
        [-200, 620, 24],
        [240, 480, 34],
        [270, 620, 52],
        [-280, 420, 18],
        [190, 380, 20],
        [-120, 880, 38],
        [60, 940, 26],
        [-60, 950, 16],
        [150, 860, 18],
      ]
        .map(([bx, by, br]) => bubble(x + bx! * (poster ? 1 : 1.3), by! - (poster ? 0 : 40), br!, accent))
        .join('') +
      polygon(
        [
          [x - 6, 930],
          [x + 6, 930],
          [x + 2, 990],
          [x - 2, 990],
        ],
        lighter(tones[2], 0.4),
        { opacity: 0.5 },
      )
    );
  },
  name(frame, { layers, accent }) {
    if (isPoster(frame))
      return (
        words('세탁소 우주선', {
          x: 60,
          y: 134,
          size: 60,
          fill: '#ffffff',
          weight: 700,
          outline: layers[3],
          outlineWidth: 9,
        }) +
        words('거품호', {
          x: 54,
          y: 258,
          size: 126,
          fill: lighter(accent, 0.4),
          weight: 900,
          outline: layers[3],
          outlineWidth: 16,
        })
      );
    return (
      words('세탁소 우주선', { x: 106, y: 440, size: 84, fill: '#ffffff', weight: 700 }) +
      words('거품호', { x: 98, y: 606, size: 170, fill: lighter(accent, 0.4), weight: 900 })
    );
  },
};
