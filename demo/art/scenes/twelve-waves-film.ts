import { darker, lighter, mix } from '../colours.ts';
import { column, lines, words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { gull, sailBoat } from '../parts/boats.ts';
import { barCloud, disc, rays, sky } from '../parts/sky.ts';
import { glitter, waves } from '../parts/water.ts';
import { line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** The tower half built, in its scaffold, 330 high on the origin. */
function unfinished(wall: string, shade: string, wood: string): string {
  return (
    path('M-46 0L-33 -250L-18 -246L-12 -262L4 -254L16 -268L33 -248L46 0Z', wall) +
    path('M8 -258L16 -268L33 -248L46 0H18Z', shade, { opacity: 0.5 }) +
    many(5, (index) => rect(-72, -52 - index * 58, 144, 7, wood)) +
    [-70, -24, 24, 66].map((x) => rect(x, -318, 6, 318, wood)).join('') +
    line(
      [
        [-70, -52],
        [66, -110],
      ],
      wood,
      4,
    ) +
    line(
      [
        [66, -168],
        [-70, -226],
      ],
      wood,
      4,
    ) +
    line(
      [
        [66, -316],
        [150, -340],
      ],
      wood,
      7,
    ) +
    line(
      [
        [146, -338],
        [146, -250],
      ],
      wood,
      2.5,
    ) +
    rect(132, -250, 28, 20, wood)
  );
}

export const twelveWavesFilm: TitleArt = {
  slug: 'twelve-waves-film',
  colours: {
    sky: ['#ff7e5c', '#ffab5e', '#ffe6a4'],
    light: '#fff6d6',
    layers: ['#f58a74', '#b8496f', '#7a2a68', '#3a1450'],
    accent: '#4e8eff',
  },
  moods: ['own', 'dawn', 'dusk', 'night'],
  look: { y: 0.66 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const sun = poster ? 250 : 300;
    return (
      sky({ w, h }, tones, 0.7) +
      rays(random, { x, y: 520 }, { count: 22, length: 1500, start: -185, end: 5, colour: light, opacity: 0.5 }) +
      disc(x, 520, sun, light, 3, 0.16) +
      barCloud(random, x - 330, 330, 380, lighter(tones[1], 0.35), 0.85) +
      barCloud(random, x + 340, 240, 420, lighter(tones[1], 0.3), 0.85) +
      many(6, (index) =>
        gull(
          x - 190 + index * 66,
          210 + Math.sin(index * 1.7) * 46,
          17 + (index % 3) * 6,
          layers[2],
          index % 2 === 0 ? 0.4 : -0.3,
        ),
      ) +
      waves(w, 668, 4, 300, layers[0], 1) +
      glitter(random, x, 676, 800, 300, light) +
      place({ x: x - 250, y: 690, scale: 0.62 }, sailBoat('#fff6e6', '#ffd9b8', layers[2])) +
      place({ x: x + 205, y: 702, scale: 0.4 }, sailBoat('#fff6e6', '#ffd9b8', layers[2])) +
      waves(w, 756, 10, 430, layers[1], 0.2) +
      place(
        { x: x + (poster ? 150 : 210), y: 846, scale: 1.18 },
        unfinished(mix('#fff2e6', layers[1], 0.3), layers[2], layers[3]),
      ) +
      path(
        `M${x - 330} 1002C${x - 230} 880 ${x - 130} 842 ${x + 20} 838C${x + 200} 832 ${x + 300} 860 ${x + 460} 850L${w + 20} 830V1002Z`,
        layers[3],
      ) +
      polygon(
        [
          [x - 330, 1002],
          [x - 150, 868],
          [x - 60, 846],
          [x - 150, 900],
          [x - 200, 1002],
        ],
        darker(layers[2], 0.1),
      ) +
      place(
        { x: x - 58, y: 846, scale: 0.92 },
        standing({ coat: '#fff2e6', hair: layers[3], legs: layers[3], skin: '#f2c0a4', rim: light }, 'short'),
      ) +
      place(
        { x: x + 12, y: 842, scale: 0.84 },
        standing(
          { coat: accent, hair: '#2b3f8f', legs: layers[3], skin: '#f2c0a4', scarf: '#dff0ff', rim: light },
          'long',
        ),
      )
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame)) {
      return (
        words('극장판', { x: 333, y: 92, size: 30, fill: layers[3], weight: 700, spacing: 0.5, anchor: 'middle' }) +
        words('등대지기와 열두 번의 파도', {
          x: 333,
          y: 146,
          size: 40,
          fill: layers[3],
          weight: 800,
          anchor: 'middle',
          spacing: -0.01,
        }) +
        words('첫 불빛', { x: 333, y: 952, size: 118, fill: '#ffffff', weight: 900, spacing: 0.12, anchor: 'middle' })
      );
    }
    return (
      column('첫 불빛', { x: 210, y: 150, size: 190, fill: '#ffffff', weight: 900 }) +
      lines(
        [
          ['극장판', 54],
          ['등대지기와', 62],
          ['열두 번의 파도', 62],
        ],
        { x: 350, y: 230, fill: layers[3], weight: 800, leading: 1.25 },
      )
    );
  },
};
