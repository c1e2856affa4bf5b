import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { teddy } from '../parts/animals.ts';
import { glow } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, ellipse, line, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

const reel = (x: number, y: number, colour: string, wood: string) =>
  rect(x - 22, y - 56, 44, 12, wood, { radius: 5 }) +
  rect(x - 22, y - 12, 44, 12, wood, { radius: 5 }) +
  rect(x - 16, y - 46, 32, 36, colour, { radius: 4 }) +
  many(4, (index) =>
    line(
      [
        [x - 15, y - 40 + index * 8],
        [x + 15, y - 36 + index * 8],
      ],
      darker(colour, 0.25),
      2,
    ),
  );

const button = (x: number, y: number, radius: number, colour: string) =>
  circle(x, y, radius, colour) +
  circle(x, y, radius * 0.72, darker(colour, 0.16)) +
  [-1, 1]
    .map(
      (side) =>
        circle(x + side * radius * 0.24, y - radius * 0.24, radius * 0.13, darker(colour, 0.6)) +
        circle(x + side * radius * 0.24, y + radius * 0.24, radius * 0.13, darker(colour, 0.6)),
    )
    .join('');

const rabbit = (fur: string, ink: string, bow: string) =>
  path('M-26 -110Q-52 -220 -30 -232Q-4 -220 -8 -116ZM26 -110Q44 -190 76 -196Q92 -170 34 -108Z', fur) +
  path('M-46 0Q-60 -74 0 -80Q60 -74 46 0Z', fur) +
  ellipse(0, -100, 50, 42, fur) +
  circle(-18, -104, 6, ink) +
  path('M12 -110l12 12m0 -12l-12 12', 'none', { stroke: ink, width: 5 }) +
  path('M-6 -88L6 -88L0 -82Z', bow) +
  path('M0 -62L-30 -76V-46ZM0 -62L30 -76V-46Z', bow) +
  circle(0, -62, 8, darker(bow, 0.2));

export const dollHospital: TitleArt = {
  slug: 'doll-hospital',
  colours: {
    sky: ['#4a2a3c', '#8a4a4a', '#e2a06a'],
    light: '#ffe6b0',
    layers: ['#c0785a', '#8f5048', '#5e3038', '#2a1420'],
    accent: '#37ca8d',
  },
  moods: ['own', 'dusk', 'dawn', 'night', 'own', 'storm'],
  lettered: true,
  look: { y: 0.56 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const bench = 830;
    const wx = x + (poster ? 110 : 170);
    return (
      rect(
        -2,
        -2,
        w + 4,
        h + 4,
        linear(
          [0, 0],
          [0, h],
          [
            [0, tones[0]],
            [1, layers[2]],
          ],
        ),
      ) +
      many(Math.ceil(w / 120), (index) => rect(index * 120, 0, 60, bench, tones[1], { opacity: 0.16 })) +
      // The window, and its light across the room.
      rect(wx - 190, 150, 380, 440, layers[3], { radius: 10 }) +
      rect(
        wx - 172,
        168,
        344,
        404,
        linear(
          [0, 168],
          [0, 572],
          [
            [0, '#ffb98a'],
            [1, light],
          ],
        ),
      ) +
      polygon(
        [
          [wx - 172, 520],
          [wx - 90, 440],
          [wx - 20, 500],
          [wx + 60, 420],
          [wx + 172, 520],
          [wx + 172, 572],
          [wx - 172, 572],
        ],
        mix(layers[0], light, 0.2),
      ) +
      rect(wx - 8, 168, 16, 404, layers[3]) +
      rect(wx - 172, 360, 344, 14, layers[3]) +
      glow(wx, 370, 520, light, 0.6) +
      polygon(
        [
          [wx - 172, 572],
          [wx + 172, 572],
          [x + (poster ? 60 : 40), 1010],
          [x - (poster ? 460 : 640), 1010],
        ],
        linear(
          [wx, 560],
          [x - 200, 1010],
          [
            [0, light, 0.4],
            [1, light, 0.04],
          ],
        ),
      ) +
      // Patients wait on the shelf.
      rect(x - (poster ? 330 : 520), 486, poster ? 230 : 300, 16, layers[3]) +
      place({ x: x - (poster ? 258 : 470), y: 488, scale: 0.62 }, rabbit('#f2e2e6', '#2a1420', '#ff72b4')) +
      place(
        { x: x - (poster ? 160 : 360), y: 488, scale: 0.62 },
        path('M-34 0L-20 -74H20L34 0Z', '#4e8eff') +
          circle(0, -100, 30, '#f4cba8') +
          path('M-32 -96Q-34 -138 0 -138Q34 -138 32 -96Q18 -120 -32 -96Z', '#ffd24a') +
          circle(-10, -98, 4, '#2a1420') +
          circle(12, -98, 4, '#2a1420'),
      ) +
      (poster ? '' : place({ x: x - 262, y: 488, scale: 0.5 }, rabbit('#b8a4d8', '#2a1420', '#ffd24a'))) +
      rect(-4, bench, w + 8, 190, layers[2]) +
      rect(-4, bench, w + 8, 20, lighter(layers[1], 0.2)) +
      ellipse(x + 10, bench + 20, 300, 22, layers[3], { opacity: 0.4 }) +
      place(
        { x: x + 6, y: bench + 16, scale: poster ? 1.42 : 1.5 },
        teddy({ fur: '#d99a5a', shade: '#b8743c', light: '#ffe2b4', ink: '#2a1420' }) +
          circle(-36, -240, 13, '#2a1420') +
          circle(-32, -245, 4, '#ffffff') +
          path('M20 -252l32 26m0 -26l-32 26', 'none', { stroke: '#2a1420', width: 7 }) +
          path('M-98 -262Q-20 -330 96 -268L92 -244Q-20 -302 -94 -240Z', '#ffffff') +
          path('M-70 -286L-60 -262M-30 -302L-24 -276M12 -300L12 -276', 'none', { stroke: '#e0d4d8', width: 3 }) +
          path('M-40 -110L-40 -28M-52 -100L-28 -92M-52 -78L-28 -70M-52 -56L-28 -48', 'none', {
            stroke: '#8a4a2a',
            width: 5,
          }) +
          path('M118 -96L128 -60M108 -84L136 -74', 'none', { stroke: '#ffffff', width: 11 }),
      ) +
      line(
        [
          [x + 190, bench - 30],
          [x + 60, bench - 330],
        ],
        '#e9eefc',
        5,
      ) +
      path(`M${x + 60} ${bench - 330}Q${x - 30} ${bench - 420} ${x + 40} ${bench - 350}`, 'none', {
        stroke: accent,
        width: 4,
      }) +
      path(`M${x + 190} ${bench - 30}Q${x + 270} ${bench - 120} ${x + 236} ${bench + 10}`, 'none', {
        stroke: accent,
        width: 5,
      }) +
      reel(x + 244, bench + 44, accent, '#e8c08a') +
      reel(x - (poster ? 246 : 290), bench + 70, '#f2495c', '#e8c08a') +
      button(x - 170, bench + 92, 26, '#4e8eff') +
      button(x - 96, bench + 116, 20, '#ffd24a') +
      button(x + 140, bench + 104, 24, '#ff72b4') +
      sparks(random, { x: x - 260, y: 200, w: 520, h: 560 }, 26, light, 4)
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        rect(56, 76, 92, 92, '#ffffff', { radius: 18 }) +
        rect(90, 92, 24, 60, '#f2495c') +
        rect(72, 110, 60, 24, '#f2495c') +
        words('인형 병원', {
          x: 172,
          y: 156,
          size: 92,
          fill: '#ffffff',
          weight: 900,
          outline: layers[3],
          outlineWidth: 12,
        }) +
        words('201호', {
          x: 176,
          y: 222,
          size: 46,
          fill: '#ffe6b0',
          weight: 600,
          spacing: 0.2,
          outline: layers[3],
          outlineWidth: 7,
        })
      );
    return (
      words('인형 병원', { x: 102, y: 490, size: 128, fill: '#ffffff', weight: 900 }) +
      words('201호', { x: 108, y: 600, size: 90, fill: '#ffe6b0', weight: 500, spacing: 0.2 })
    );
  },
};
