import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { gull } from '../parts/boats.ts';
import { disc, sky } from '../parts/sky.ts';
import { glitter, waves } from '../parts/water.ts';
import { circle, ellipse, many, path, place } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** Someone on a board, knees bent, arms out, riding to the left; 220 high. */
const surfer = (suit: string, trim: string, hair: string, skin: string, board: string) =>
  path('M-170 14Q-190 2 -168 -4Q-20 -18 150 -2Q178 4 160 14Q0 30 -170 14Z', board) +
  path('M-150 8Q-20 18 150 6', 'none', { stroke: trim, width: 6 }) +
  path('M-54 -4L-74 -46L-26 -92L4 -110L40 -84L62 -36L76 -2H50L32 -36L2 -66L-30 -40L-26 -4Z', suit) +
  path('M-12 -176Q22 -180 30 -150L36 -92Q10 -78 -20 -94Q-30 -140 -12 -176Z', suit) +
  path('M30 -150L36 -92Q26 -86 14 -85Q24 -130 10 -178Q28 -170 30 -150Z', trim) +
  path('M-10 -168Q-66 -166 -112 -196L-120 -182Q-74 -140 -12 -146Z', skin) +
  path('M22 -166Q70 -168 112 -150L106 -134Q66 -142 24 -140Z', skin) +
  ellipse(-4, -206, 24, 27, skin) +
  path('M-28 -206Q-30 -240 2 -238Q30 -232 24 -196Q44 -190 66 -204Q54 -176 18 -180Q16 -212 -6 -216Z', hair);

export const waveScore: TitleArt = {
  slug: 'wave-score',
  colours: {
    sky: ['#ff8a9a', '#ffc08a', '#fff0b0'],
    light: '#fffbe0',
    layers: ['#5ed0c8', '#2aa6b4', '#16788f', '#0b4a66'],
    accent: '#ff5a7a',
  },
  moods: ['own', 'dawn', 'noon', 'dusk', 'storm', 'own'],
  look: { y: 0.6 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const s = poster ? 0.86 : 1;
    const foam = (points: readonly (readonly [number, number, number])[]) =>
      points.map(([px, py, radius]) => circle(px, py, radius, '#ffffff')).join('');
    // One great wave that curls over to the left, drawn about (0, 0) at the middle of its tube.
    const wave =
      path(
        'M-560 520C-420 380 -250 420 -150 330C-20 220 40 120 20 -10C0 -110 -80 -150 -170 -110C-110 -210 40 -300 190 -230C360 -150 420 60 520 190L900 520Z',
        layers[1],
      ) +
      path(
        'M-170 -110C-80 -150 0 -110 20 -10C40 120 -20 220 -150 330C60 260 140 130 110 -20C90 -120 0 -180 -170 -110Z',
        layers[2],
      ) +
      path(
        'M-560 520C-380 420 -230 440 -110 370C120 250 220 120 200 -30C190 -110 150 -180 90 -220C230 -250 330 -130 380 10C420 120 470 180 520 220L900 520Z',
        layers[0],
      ) +
      path('M240 -150Q330 -20 370 130M180 -190Q290 -60 300 120M130 -214Q240 -80 222 120', 'none', {
        stroke: '#ffffff',
        width: 8,
        opacity: 0.7,
      }) +
      foam([
        [-176, -104, 34],
        [-130, -138, 40],
        [-74, -168, 44],
        [-10, -204, 48],
        [60, -232, 44],
        [124, -244, 36],
        [-204, -64, 22],
        [-222, -22, 14],
        [-196, 8, 9],
        [-150, -70, 24],
        [-230, -90, 12],
        [-250, -50, 8],
      ]);
    return (
      sky({ w, h }, tones, 0.68) +
      disc(x - (poster ? 170 : 330), 480, poster ? 128 : 150, light, 4, 0.2) +
      gull(x - 260, 330, 26, darker(accent, 0.3), 0.3) +
      gull(x - 190, 372, 18, darker(accent, 0.3), -0.2) +
      waves(w, 640, 8, 420, mix(layers[1], tones[1], 0.35)) +
      glitter(random, x - (poster ? 170 : 330), 650, 830, 170, '#ffffff', 0.9) +
      place({ x: x + (poster ? 70 : 40), y: poster ? 590 : 560, scale: s }, wave) +
      place(
        { x: x - (poster ? 70 : 90), y: poster ? 832 : 826, scale: poster ? 0.86 : 0.96, turn: 8 },
        surfer('#22305e', '#ffd24a', '#3a1c2c', '#e0a47a', accent),
      ) +
      path(`M${x + 30} 846q120 -6 220 -70q-60 90 -220 92Z`, '#ffffff', { opacity: 0.85 }) +
      many(8, (index) => circle(x + 80 + index * 22, 830 - index * 7 + (index % 3) * 8, 10 - index * 0.7, '#ffffff')) +
      waves(w, 916, 22, 460, layers[2], 0.6) +
      waves(w, 962, 14, 320, layers[3], 2) +
      many(6, (index) =>
        ellipse((w * (index + 0.5)) / 6, 946 + (index % 2) * 26, 60, 4, lighter(layers[0], 0.5), { opacity: 0.7 }),
      )
    );
  },
  name(frame, { accent, layers }) {
    if (isPoster(frame))
      return (
        words('오늘의', {
          x: 60,
          y: 132,
          size: 58,
          fill: '#ffffff',
          weight: 700,
          outline: layers[3],
          outlineWidth: 8,
        }) +
        words('파도 점수', {
          x: 56,
          y: 240,
          size: 104,
          fill: '#ffffff',
          weight: 900,
          outline: layers[3],
          outlineWidth: 12,
        }) +
        circle(570, 132, 52, accent) +
        words('10', { x: 570, y: 152, size: 56, fill: '#ffffff', weight: 900, anchor: 'middle' })
      );
    return (
      words('오늘의', { x: 106, y: 400, size: 84, fill: '#ffffff', weight: 700, outline: layers[3], outlineWidth: 6 }) +
      words('파도 점수', {
        x: 100,
        y: 552,
        size: 146,
        fill: '#ffffff',
        weight: 900,
        outline: layers[3],
        outlineWidth: 8,
      })
    );
  },
};
