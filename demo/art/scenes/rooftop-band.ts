import { darker, lighter, mix } from '../colours.ts';
import { lines, words } from '../lettering.ts';
import { skyline } from '../parts/city.ts';
import { cloudTower } from '../parts/clouds.ts';
import { student } from '../parts/figures.ts';
import { disc, rays, sky } from '../parts/sky.ts';
import { circle, ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

const guitar = (tone: string, neck: string) =>
  place(
    { x: 8, y: -100, turn: -24 },
    rect(10, -6, 92, 10, neck) +
      rect(96, -10, 22, 18, neck, { radius: 4 }) +
      path('M-34 -24C-10 -34 6 -20 16 -22C32 -24 32 24 16 22C6 20 -10 34 -34 24C-56 14 -56 -14 -34 -24Z', tone) +
      circle(2, 0, 8, neck),
  );

const drums = (tone: string, rim: string) =>
  ellipse(0, -50, 62, 50, tone) +
  ellipse(0, -50, 46, 37, rim) +
  rect(-104, -92, 62, 44, tone, { radius: 6 }) +
  rect(44, -92, 62, 44, tone, { radius: 6 }) +
  ellipse(-73, -92, 31, 8, rim) +
  ellipse(75, -92, 31, 8, rim) +
  line(
    [
      [-126, 0],
      [-116, -136],
    ],
    rim,
    4,
  ) +
  ellipse(-116, -138, 40, 6, '#ffd24a') +
  line(
    [
      [128, 0],
      [120, -150],
    ],
    rim,
    4,
  ) +
  ellipse(120, -152, 42, 6, '#ffd24a');

export const rooftopBand: TitleArt = {
  slug: 'rooftop-band',
  colours: {
    sky: ['#2f5fe0', '#7aa8ff', '#ffd0c0'],
    light: '#fffbe8',
    layers: ['#8fb0f0', '#5a78d0', '#34479a', '#161f52'],
    accent: '#ff72b4',
  },
  moods: ['own', 'dusk', 'storm', 'noon', 'night', 'dawn'],
  look: { y: 0.7 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const floor = 880;
    const dark = layers[3];
    const skin = '#f2c0a4';
    const tankX = x + (poster ? 190 : 300);
    return (
      sky({ w, h }, tones, 0.75) +
      rays(
        random,
        { x: x - 150, y: 300 },
        { count: 14, length: 1200, start: 0, end: 360, colour: light, opacity: 0.3 },
      ) +
      disc(x - 150, 300, 84, light, 3, 0.2) +
      cloudTower(random, x + (poster ? 200 : 330), 760, 360, 560, mix('#ffffff', tones[1], 0.25), '#ffffff') +
      cloudTower(
        random,
        x - (poster ? 260 : 420),
        760,
        300,
        330,
        mix('#ffffff', tones[1], 0.35),
        mix('#ffffff', tones[2], 0.1),
      ) +
      skyline(random, { from: -20, to: w + 40, base: 800, low: 60, high: 190, colour: layers[0] }) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 830,
        low: 20,
        high: 110,
        colour: layers[1],
        windows: lighter(layers[0], 0.5),
        lit: 0.3,
      }) +
      many(w / 26, (index) => rect(index * 26, 712, 5, 150, layers[2])) +
      rect(-2, 706, w + 4, 9, layers[2]) +
      rect(-2, 780, w + 4, 6, layers[2]) +
      [-58, 58]
        .map((leg) =>
          line(
            [
              [tankX + leg, floor],
              [tankX + leg * 0.8, 660],
            ],
            dark,
            11,
          ),
        )
        .join('') +
      line(
        [
          [tankX - 56, 860],
          [tankX + 50, 690],
        ],
        dark,
        6,
      ) +
      rect(tankX - 92, 500, 184, 170, '#f4f0ff', { radius: 18 }) +
      rect(tankX + 20, 500, 72, 170, layers[0], { radius: 18 }) +
      rect(tankX - 92, 560, 184, 8, layers[1], { opacity: 0.5 }) +
      rect(tankX - 92, 610, 184, 8, layers[1], { opacity: 0.5 }) +
      path(`M${tankX - 96} 506Q${tankX} 440 ${tankX + 96} 506Z`, accent) +
      rect(-2, floor - 24, w + 4, 160, mix(layers[0], '#ffffff', 0.35)) +
      polygon(
        [
          [-2, floor - 24],
          [w + 2, floor - 24],
          [w + 2, floor - 12],
          [-2, floor - 12],
        ],
        layers[2],
      ) +
      many(6, (index) =>
        line(
          [
            [x - 600 + index * 240, 1002],
            [x - 300 + index * 120, floor],
          ],
          layers[0],
          4,
        ),
      ) +
      place(
        { x: x + 70, y: floor + 6, scale: 1.08 },
        place(
          { x: 0, y: -40, scale: 0.94 },
          student(
            { coat: '#fff6ea', hair: '#5a2a2a', legs: dark, skin, scarf: '#ffd24a', rim: light },
            'cap',
            'trousers',
          ),
        ) + drums(accent, '#fff2e4'),
      ) +
      place(
        { x: x - 178, y: floor + 16, scale: 1.2 },
        student({ coat: '#ffffff', hair: dark, legs: '#34479a', skin, scarf: dark, rim: light }, 'short', 'trousers') +
          guitar('#f2495c', dark),
      ) +
      place(
        { x: x + (poster ? 218 : 250), y: floor + 26, scale: 1.24 },
        student(
          { coat: '#ffffff', hair: '#3a1a4e', legs: '#34479a', skin, scarf: '#8a4a2a', rim: light },
          'long',
          'skirt',
        ) + place({ mirrored: true }, guitar('#37ca8d', dark)),
      ) +
      place(
        { x: x - 46, y: floor + 52, scale: 1.52 },
        student(
          { coat: '#ffffff', hair: '#2a1238', legs: darker(accent, 0.2), skin, scarf: '#2a1238', rim: light },
          'tail',
          'skirt',
        ) +
          line(
            [
              [-34, 0],
              [-34, -168],
            ],
            dark,
            4,
          ) +
          line(
            [
              [-34, -168],
              [-18, -180],
            ],
            dark,
            8,
          ),
      ) +
      rect(x - 290, floor - 20, 84, 96, dark, { radius: 8 }) +
      circle(x - 248, floor + 38, 25, layers[2]) +
      circle(x - 248, floor + 38, 10, dark)
    );
  },
  name(frame, { layers, accent }) {
    if (isPoster(frame)) {
      return (
        lines(
          [
            ['옥상 밴드', 62],
            ['여름비', 158],
          ],
          {
            x: 44,
            y: 100,
            fill: '#ffffff',
            weight: 900,
            leading: 1.0,
            spacing: -0.02,
            outline: layers[2],
            outlineWidth: 14,
          },
        ) + path('M52 290q40 -26 80 0t80 0t80 0t80 0t80 0', 'none', { stroke: accent, width: 10 })
      );
    }
    return (
      words('옥상 밴드', { x: 112, y: 410, size: 108, fill: '#ffffff', weight: 600 }) +
      words('여름비', { x: 100, y: 640, size: 240, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
      path('M116 700q50 -30 100 0t100 0t100 0t100 0', 'none', { stroke: accent, width: 14 })
    );
  },
};
