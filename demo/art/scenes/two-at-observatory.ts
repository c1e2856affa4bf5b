import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { hills } from '../parts/land.ts';
import { glow, sky, star, stars } from '../parts/sky.ts';
import { firsAlong } from '../parts/trees.ts';
import { rolling } from '../parts/land.ts';
import { clipped, ellipse, groundUnder, line, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A dome with an open slit and the telescope in it, 360 wide, base on the origin. */
const dome = (shell: string, shade: string, inside: string, brass: string) =>
  rect(-170, -110, 340, 112, shade) +
  rect(-170, -110, 150, 112, mix(shell, shade, 0.4)) +
  rect(-186, -126, 372, 24, shell, { radius: 8 }) +
  path('M-174 -124A174 180 0 0 1 174 -124Z', shell) +
  clipped(
    'M-174 -124A174 180 0 0 1 174 -124Z',
    path('M40 -124Q60 -260 0 -310H180V-124Z', shade, { opacity: 0.55 }) + path('M-34 -124L8 -320H84L40 -124Z', inside),
  ) +
  place(
    { x: 24, y: -170, turn: 24 },
    rect(-22, -190, 44, 210, brass, { radius: 8 }) +
      rect(-30, -204, 60, 26, lighter(brass, 0.4), { radius: 6 }) +
      rect(-26, -96, 52, 14, darker(brass, 0.4)),
  ) +
  [-110, -40, 60].map((x) => rect(x, -84, 44, 54, inside, { radius: 22 })).join('');

export const twoAtObservatory: TitleArt = {
  slug: 'two-at-observatory',
  colours: {
    sky: ['#0a0a33', '#2d2377', '#c26aa8'],
    light: '#ffe9b8',
    layers: ['#6a3f96', '#44297a', '#291a58', '#120c30'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'night', 'dawn', 'own', 'dusk'],
  look: { y: 0.72 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const pole = { x: x - (poster ? 130 : 260), y: 330 };
    const near = rolling(random, w, 850, 60, 1.2);
    return (
      sky({ w, h }, tones, 0.86) +
      stars(random, { w, h: 760 }, w / 12, '#ffffff') +
      // The sky turns about its pole: arcs of one exposure.
      many(26, (index) => {
        const radius = 70 + index * (poster ? 34 : 42);
        const from = random.between(0, 360);
        const sweep = random.between(34, 84);
        const at = (degrees: number) =>
          `${(pole.x + Math.cos((degrees * Math.PI) / 180) * radius).toFixed(1)} ${(pole.y + Math.sin((degrees * Math.PI) / 180) * radius).toFixed(1)}`;
        return [0, 128, 236]
          .map((shift, turn) =>
            path(
              `M${at(from + shift)}A${radius} ${radius} 0 0 1 ${at(from + shift + sweep * (1 - turn * 0.2))}`,
              'none',
              {
                stroke: index % 5 === 0 ? light : '#ffffff',
                width: index % 3 === 0 ? 3.4 : 2,
                opacity: 0.62 - index * 0.014,
              },
            ),
          )
          .join('');
      }) +
      star(pole.x, pole.y, 26, '#ffffff') +
      glow(pole.x, pole.y, 130, light, 0.5) +
      hills(random, w, 720, 130, layers[0], 1.5) +
      hills(random, w, 790, 80, layers[1], 2.2) +
      groundUnder(near, 1002, layers[2]) +
      firsAlong(random, near, { from: -20, to: w + 20, count: Math.round(w / 80), tall: 130, colour: layers[3] }) +
      polygon(
        [
          [x + 76, 520],
          [x + 130, 540],
          [x + (poster ? 240 : 460), -40],
          [x + (poster ? 60 : 190), -60],
        ],
        linear(
          [x + 100, 560],
          [x + 200, 0],
          [
            [0, light, 0.5],
            [1, light, 0],
          ],
        ),
      ) +
      path(`M-10 1010V930Q${x - 300} 850 ${x} 846Q${x + 300} 850 ${w + 10} 930V1010Z`, layers[3]) +
      place({ x: x + 70, y: 860, scale: poster ? 1.1 : 1.16 }, dome('#e9dcf4', '#9a86c8', accent, '#d9a066')) +
      line(
        [
          [x - 280, 866],
          [x - 120, 866],
        ],
        light,
        5,
      ) +
      many(7, (index) => rect(x - 280 + index * 26, 866, 3, 50, light, { opacity: 0.8 })) +
      place(
        { x: x - 236, y: 868, scale: 0.8 },
        standing({ coat: '#f4f1ff', hair: '#2b1a3c', legs: '#1d1433', skin: '#f0c6a8', rim: light }, 'short'),
      ) +
      place(
        { x: x - 166, y: 868, scale: 0.76 },
        standing({ coat: accent, hair: '#4a2a2c', legs: '#1d1433', skin: '#f0c6a8', rim: light }, 'tail'),
      ) +
      ellipse(x - 200, 872, 100, 8, '#05030f', { opacity: 0.5 })
    );
  },
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        column('천문대의', {
          x: 588,
          y: 84,
          size: 72,
          fill: light,
          weight: 500,
          step: 1.2,
          outline: layers[3],
          outlineWidth: 7,
        }) +
        column('두 사람', {
          x: 494,
          y: 84,
          size: 72,
          fill: '#ffffff',
          weight: 800,
          step: 1.2,
          outline: layers[3],
          outlineWidth: 7,
        })
      );
    }
    return (
      words('천문대의', { x: 108, y: 440, size: 100, fill: light, weight: 500, spacing: 0.1 }) +
      words('두 사람', { x: 104, y: 600, size: 150, fill: '#ffffff', weight: 800, spacing: 0.04 })
    );
  },
};
