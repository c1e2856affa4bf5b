import { darker, lighter, mix } from '../colours.ts';
import { lines, words } from '../lettering.ts';
import { glow, rays, sky } from '../parts/sky.ts';
import { circle, curve, ellipse, line, many, path, place, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A submarine like an acorn on its side, to the right, 420 long about the origin. */
const acorn = (shell: string, shade: string, cap: string, glass: string, metal: string) =>
  line(
    [
      [-30, -116],
      [-30, -190],
      [20, -190],
    ],
    metal,
    14,
  ) +
  circle(26, -190, 15, glass) +
  rect(-92, -150, 124, 60, cap, { radius: 18 }) +
  path('M-60 -120C60 -128 190 -84 226 0C190 84 60 128 -60 120C-110 80 -110 -80 -60 -120Z', shell) +
  path('M226 0C190 84 60 128 -60 120C-84 100 -96 60 -98 24C20 50 140 40 226 0Z', shade) +
  path('M-50 -138C-130 -134 -196 -80 -200 0C-196 80 -130 134 -50 138C-20 90 -20 -90 -50 -138Z', cap) +
  many(4, (row) =>
    many(5, (column) => circle(-172 + row * 36, -84 + column * 42 + (row % 2) * 16, 9, darker(cap, 0.2))),
  ) +
  path('M-200 -10L-262 -72V72L-200 10Z', metal) +
  ellipse(-268, 0, 10, 74, lighter(metal, 0.3)) +
  [20, 110]
    .map(
      (x) =>
        circle(x, -18, 46, metal) +
        circle(x, -18, 35, glass) +
        path(`M${x - 24} -30A30 30 0 0 1 ${x + 4} -48L${x - 18} -6A30 30 0 0 1 ${x - 24} -30Z`, '#ffffff', {
          opacity: 0.6,
        }),
    )
    .join('') +
  circle(20, -8, 19, '#f6cdb8') +
  path('M0 -12Q4 -40 24 -34Q42 -32 40 -10Q30 -24 0 -12Z', '#5a2a2a') +
  circle(110, -8, 19, '#f6cdb8') +
  path('M91 -8Q90 -36 110 -36Q130 -36 129 -8Q122 -24 110 -22Q98 -24 91 -8Z', '#2a1a3a') +
  circle(14, -6, 2.6, '#2a1a3a') +
  circle(27, -6, 2.6, '#2a1a3a') +
  circle(104, -6, 2.6, '#2a1a3a') +
  circle(117, -6, 2.6, '#2a1a3a') +
  circle(206, 30, 17, '#fff6d0') +
  rect(-20, 112, 150, 18, metal, { radius: 9 });

const jelly = (x: number, y: number, size: number, tone: string) =>
  glow(x, y, size * 2.2, tone, 0.35) +
  path(
    `M${x - size} ${y}A${size} ${size * 0.95} 0 0 1 ${x + size} ${y}Q${x + size * 0.66} ${y + size * 0.24} ${x + size * 0.33} ${y}Q${x} ${y + size * 0.24} ${x - size * 0.33} ${y}Q${x - size * 0.66} ${y + size * 0.24} ${x - size} ${y}Z`,
    tone,
    { opacity: 0.9 },
  ) +
  many(4, (index) =>
    curve(
      [
        [x - size * 0.6 + index * size * 0.4, y + size * 0.1],
        [x - size * 0.72 + index * size * 0.44, y + size * 0.7],
        [x - size * 0.5 + index * size * 0.36, y + size * 1.5],
      ],
      tone,
      size * 0.09,
      { opacity: 0.7 },
    ),
  ) +
  ellipse(x - size * 0.3, y - size * 0.5, size * 0.24, size * 0.14, '#ffffff', { opacity: 0.5 });

/** A great whale to the left, 900 long about the origin. */
export const whale = (tone: string, belly: string, eye: string) =>
  path(
    'M-440 20C-430 -110 -250 -170 -60 -150C120 -132 250 -70 340 -30C370 -70 430 -110 480 -106C462 -76 430 -40 420 -8C440 20 470 50 480 86C430 84 380 50 346 22C220 92 20 150 -160 146C-330 142 -440 110 -440 20Z',
    tone,
  ) +
  path('M-440 20C-380 60 -200 70 -60 60C60 52 160 44 250 60C140 116 0 148 -160 146C-330 142 -440 110 -440 20Z', belly) +
  many(6, (index) =>
    path(
      `M${-400 + index * 26} ${52 + index * 7}C${-320 + index * 26} ${86 + index * 8} ${-200 + index * 20} ${100 + index * 6} ${-90 + index * 16} ${96 + index * 4}`,
      'none',
      { stroke: tone, width: 3.5, opacity: 0.5 },
    ),
  ) +
  path('M-150 70C-130 140 -60 210 20 220C10 160 -30 90 -70 62Z', tone) +
  circle(-290, 14, 11, eye) +
  circle(-293, 11, 4, '#ffffff');

const kelp = (x: number, height: number, tone: string, lean: number) =>
  curve(
    [
      [x, 1010],
      [x + lean, 1000 - height * 0.35],
      [x - lean, 1000 - height * 0.7],
      [x + lean * 0.6, 1000 - height],
    ],
    tone,
    13,
  ) +
  many(6, (index) =>
    ellipse(
      x + (index % 2 === 0 ? 20 : -20) + Math.sin(index) * lean * 0.5,
      1000 - height * (0.16 + index * 0.14),
      23,
      9,
      tone,
      { more: `transform="rotate(${index % 2 === 0 ? -28 : 28} ${x} ${1000 - height * (0.16 + index * 0.14)})"` },
    ),
  );

export const acornSubmarine: TitleArt = {
  slug: 'acorn-submarine',
  colours: {
    sky: ['#7fe0ea', '#1f8fd0', '#0e3f96'],
    light: '#f0fffb',
    layers: ['#2c8fd4', '#1b5fb4', '#123f8a', '#081f54'],
    accent: '#ffb83e',
  },
  moods: ['own', 'noon', 'night', 'own', 'storm', 'dusk'],
  look: { y: 0.56 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    return (
      sky({ w, h }, tones, 1) +
      rays(
        random,
        { x: x - 80, y: -160 },
        { count: 15, length: 1200, start: 30, end: 150, colour: light, opacity: 0.42 },
      ) +
      place(
        { x: x - (poster ? 10 : 200), y: poster ? 420 : 350, scale: poster ? 0.66 : 0.86 },
        whale(mix(layers[0], tones[1], 0.35), mix(layers[0], tones[0], 0.4), layers[3]),
      ) +
      path(`M-20 860Q${w * 0.2} 770 ${w * 0.42} 850T${w * 0.8} 820T${w + 40} 860V1002H-20Z`, layers[1]) +
      many(9, (index) =>
        jelly(
          x - 260 + ((index * 173) % 560) + (index > 5 ? 30 : -30),
          290 + ((index * 97) % 480),
          20 + (index % 3) * 13,
          ['#ff9fd0', '#ffd98c', '#b8a0ff'][index % 3]!,
        ),
      ) +
      glow(x + 20, 660, 380, '#fff2b0', 0.4) +
      path(`M${x + 180} 706L${x + 760} 560V960Z`, '#fff6d0', { opacity: 0.22 }) +
      place(
        { x: x - 10, y: 664, scale: poster ? 0.98 : 1.1, turn: 5 },
        acorn(accent, mix(accent, '#c2541e', 0.6), '#a8542c', '#d8f6ff', '#5a3a2e'),
      ) +
      many(12, (index) =>
        circle(x - 300 - ((index * 29) % 90), 640 - index * 38, 6 + (index % 4) * 4, 'none', {
          stroke: '#ffffff',
          width: 3,
          opacity: 0.7,
        }),
      ) +
      path(`M-20 930Q${w * 0.25} 850 ${w * 0.5} 922T${w + 40} 900V1002H-20Z`, layers[2]) +
      many(w / 74, (index) =>
        kelp(
          index * 74 + random.between(-20, 20),
          random.between(70, 240),
          index % 2 === 0 ? '#1b9a7a' : '#127a6e',
          random.between(8, 22),
        ),
      ) +
      many(w / 120, (index) =>
        place(
          { x: 40 + index * 120 + random.between(-20, 20), y: 1000 },
          many(5, (arm) =>
            curve(
              [
                [0, 0],
                [(arm - 2) * 14, -34],
                [(arm - 2) * 22, -50 - (arm % 2) * 26],
              ],
              index % 2 === 0 ? '#ff7a8a' : '#ff9fd0',
              11,
            ),
          ),
        ),
      ) +
      path(`M-20 975Q${w * 0.3} 940 ${w * 0.6} 975T${w + 40} 960V1002H-20Z`, layers[3])
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame)) {
      return (
        words('잠수정', {
          x: 333,
          y: 122,
          size: 72,
          fill: '#ffffff',
          weight: 800,
          anchor: 'middle',
          spacing: 0.3,
          outline: layers[2],
          outlineWidth: 12,
        }) +
        words('도토리호', {
          x: 333,
          y: 244,
          size: 134,
          fill: '#ffe08a',
          weight: 900,
          anchor: 'middle',
          spacing: -0.02,
          outline: layers[2],
          outlineWidth: 18,
        })
      );
    }
    return lines(
      [
        ['잠수정', 116],
        ['도토리호', 190],
      ],
      { x: 104, y: 420, fill: '#ffffff', weight: 900, leading: 1.06, outline: layers[2], outlineWidth: 16 },
    );
  },
};
