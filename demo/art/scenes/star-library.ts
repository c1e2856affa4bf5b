import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { glow, moonWithSeas, star, stars } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, line, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

export const starLibrary: TitleArt = {
  slug: 'star-library',
  colours: {
    sky: ['#120a3a', '#3a2490', '#8a6af0'],
    light: '#ffe9a8',
    layers: ['#6a4fd0', '#452f9c', '#2a1a68', '#140b38'],
    accent: '#ffd24a',
  },
  moods: ['own', 'night', 'dawn', 'own', 'dusk'],
  look: { y: 0.62 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const half = poster ? 128 : 150;
    const floor = 820;
    const arch = `M${x - half} ${floor}V330A${half} ${half} 0 0 1 ${x + half} 330V${floor}Z`;
    const spines = [layers[0], lighter(layers[0], 0.25), '#ff72b4', '#4e8eff', accent, '#b08cff', layers[1]];
    const shelf = (direction: number) =>
      many(3, (bay) => {
        const [near, far] = [half + 30 + bay * (poster ? 92 : 190), half + 108 + bay * (poster ? 96 : 200)];
        const slope = 0.42;
        const edge = (distance: number) => x + direction * distance;
        const up = (distance: number, share: number) =>
          120 - (distance - half) * slope + share * (floor - 120 + (distance - half) * slope * 1.55);
        const back = polygon(
          [
            [edge(near), up(near, 0)],
            [edge(far), up(far, 0)],
            [edge(far), up(far, 1)],
            [edge(near), up(near, 1)],
          ],
          bay % 2 === 0 ? layers[2] : darker(layers[2], 0.2),
        );
        const rows = many(7, (row) => {
          const [top, bottom] = [(row + 0.12) / 7, (row + 0.92) / 7];
          const books = Math.max(4, Math.round((far - near) / 12));
          return (
            many(books, (book) => {
              const [a, b] = [
                near + ((far - near) * (book + 0.12)) / books,
                near + ((far - near) * (book + 0.9)) / books,
              ];
              const short = random.between(0, 0.05);
              const tone = random.next() < 0.12 ? light : random.pick(spines);
              return polygon(
                [
                  [edge(a), up(a, top + short)],
                  [edge(b), up(b, top + short)],
                  [edge(b), up(b, bottom)],
                  [edge(a), up(a, bottom)],
                ],
                mix(tone, layers[3], 0.34 + bay * 0.1),
              );
            }) +
            polygon(
              [
                [edge(near), up(near, bottom)],
                [edge(far), up(far, bottom)],
                [edge(far), up(far, bottom + 0.016)],
                [edge(near), up(near, bottom + 0.016)],
              ],
              layers[1],
            )
          );
        });
        return (
          back +
          rows +
          polygon(
            [
              [edge(far), up(far, 0) - 10],
              [edge(far + 14), up(far + 14, 0) - 10],
              [edge(far + 14), up(far + 14, 1)],
              [edge(far), up(far, 1)],
            ],
            layers[1],
          )
        );
      });
    return (
      rect(-2, -2, w + 4, h + 4, layers[3]) +
      path(
        arch,
        linear(
          [0, 180],
          [0, floor],
          [
            [0, tones[0]],
            [0.6, tones[1]],
            [1, '#ff9fc0'],
          ],
        ),
      ) +
      place({ x: x - half * 0.85, y: 230 }, stars(random, { w: half * 1.7, h: 460 }, 46, '#ffffff')) +
      moonWithSeas(x + 26, 400, 62, '#fff4dc', '#ead4c0') +
      path(arch, 'none', { stroke: layers[0], width: 16 }) +
      line(
        [
          [x, 210],
          [x, floor],
        ],
        layers[0],
        8,
      ) +
      line(
        [
          [x - half, 520],
          [x + half, 520],
        ],
        layers[0],
        8,
      ) +
      shelf(-1) +
      shelf(1) +
      polygon(
        [
          [-20, 1002],
          [x - half, floor],
          [x + half, floor],
          [w + 20, 1002],
        ],
        mix(layers[1], layers[2], 0.5),
      ) +
      polygon(
        [
          [x - half, floor],
          [x + half, floor],
          [x + half * 2.5, 1002],
          [x - half * 2.5, 1002],
        ],
        linear(
          [0, floor],
          [0, 1002],
          [
            [0, '#ffb0d0', 0.6],
            [1, tones[2], 0.12],
          ],
        ),
      ) +
      glow(x, 560, 460, tones[2], 0.4) +
      [0, 1]
        .map((rail) =>
          line(
            [
              [x + half + 40 + rail * 42, 880 + rail * 14],
              [x + half + 2 + rail * 36, 260],
            ],
            '#c98a52',
            8,
          ),
        )
        .join('') +
      many(10, (rung) =>
        line(
          [
            [x + half + 38 - rung * 3.6, 850 - rung * 60],
            [x + half + 78 - rung * 3.8, 856 - rung * 60],
          ],
          '#c98a52',
          6,
        ),
      ) +
      place(
        { x: x - 34, y: 908, scale: 1.12 },
        standing(
          { coat: '#ff72b4', hair: layers[3], legs: layers[3], skin: '#f6cdb8', scarf: '#fff2cc', rim: light },
          'bun',
        ),
      ) +
      glow(x + 40, 700, 200, light, 0.9) +
      line(
        [
          [x - 2, 800],
          [x + 40, 728],
        ],
        '#f6cdb8',
        9,
      ) +
      star(x + 40, 700, 44, '#fffbe6') +
      star(x + 40, 700, 26, accent) +
      path(`M${x - 190} 896q-6 -40 10 -48q4 -13 9 0h12q5 -13 9 0q13 10 4 28q10 8 6 20z`, layers[3]) +
      circle(x - 172, 860, 3, accent) +
      circle(x - 160, 860, 3, accent) +
      many(7, (index) => {
        const [bx, by] = [x - 210 + index * 68 + random.between(-16, 16), 250 + ((index * 131) % 380)];
        return place(
          { x: bx, y: by, turn: random.between(-30, 30), scale: random.between(0.7, 1.15) },
          glow(0, 0, 60, light, 0.45) +
            path('M0 0Q-20 -14 -40 -4V-30Q-20 -40 0 -26Q20 -40 40 -30V-4Q20 -14 0 0Z', '#fff6e0') +
            line(
              [
                [0, -26],
                [0, 0],
              ],
              layers[1],
              2.5,
            ),
        );
      }) +
      sparks(random, { x: x - 300, y: 150, w: 600, h: 700 }, 40, light, 3.4)
    );
  },
  name(frame, { accent }) {
    if (isPoster(frame)) {
      return (
        words('별도서관의', {
          x: 333,
          y: 116,
          size: 96,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          outline: '#140b38',
          outlineWidth: 14,
        }) +
        words('야간 사서', {
          x: 333,
          y: 974,
          size: 66,
          fill: accent,
          weight: 800,
          anchor: 'middle',
          spacing: 0.24,
          outline: '#140b38',
          outlineWidth: 12,
        })
      );
    }
    return (
      words('별도서관의', { x: 104, y: 450, size: 152, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
      words('야간 사서', { x: 112, y: 590, size: 100, fill: accent, weight: 700, spacing: 0.12 })
    );
  },
};
