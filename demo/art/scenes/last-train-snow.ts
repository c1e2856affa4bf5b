import { darker, lighter } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { heightAt, mountains, rolling } from '../parts/land.ts';
import { glow, moonWithSeas, sky, stars } from '../parts/sky.ts';
import { fir } from '../parts/trees.ts';
import { snow } from '../parts/weather.ts';
import { circle, groundUnder, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A locomotive from the front, 300 wide and 330 high on the origin. */
function front(body: string, dark: string, edge: string, light: string): string {
  return (
    path('M-150 0V-230Q-150 -330 -60 -334H60Q150 -330 150 -230V0Z', body) +
    path('M-150 0V-230Q-150 -330 -60 -334H-40Q-110 -310 -110 -220V0Z', edge) +
    path('M-104 -168V-240Q-104 -286 -60 -288H60Q104 -286 104 -240V-168Z', light) +
    rect(-5, -290, 10, 124, body) +
    path('M-104 -168V-240Q-104 -262 -94 -272L-20 -168Z', '#ffffff', { opacity: 0.5 }) +
    rect(-150, -140, 300, 20, edge) +
    rect(-34, -330, 68, 24, light, { radius: 8 }) +
    polygon(
      [
        [-170, 0],
        [-150, -52],
        [150, -52],
        [170, 0],
      ],
      dark,
    ) +
    polygon(
      [
        [-60, 16],
        [0, -40],
        [60, 16],
      ],
      edge,
    ) +
    [-96, 96].map((x) => circle(x, -88, 36, dark) + circle(x, -88, 27, '#fffdf2')).join('')
  );
}

export const lastTrainSnow: TitleArt = {
  slug: 'last-train-snow',
  colours: {
    sky: ['#0d1e4c', '#274a9c', '#8fb4f4'],
    light: '#ffe6a0',
    layers: ['#5f86d6', '#34579f', '#1d3a7c', '#0c1a44'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'dusk', 'dawn', 'storm'],
  look: { y: 0.62 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const [tx, ty, scale] = [x - (poster ? 40 : 0), 760, poster ? 0.82 : 0.9];
    const field = rolling(random, w, 690, 26, 2);
    const white = lighter(tones[2], 0.78);
    const lampAt = (side: number) => [tx + side * 96 * scale, ty - 88 * scale] as const;
    const side = (direction: number) =>
      many(6, (index) => {
        const near = index / 5;
        const left = tx + direction * (210 + near * (poster ? 190 : 260) + random.between(-20, 30));
        return fir(
          random,
          left,
          720 + near * 210,
          240 + near * 330,
          index % 2 === 0 ? layers[2] : layers[3],
          near > 0.3 ? lighter(layers[1], 0.25) : layers[1],
        );
      });
    return (
      sky({ w, h }, tones, 0.7) +
      stars(random, { w, h: 480 }, w / 9, '#ffffff') +
      glow(tx - 150, 210, 380, '#dfe8ff', 0.5) +
      moonWithSeas(tx - 150, 210, 78, '#fffaf0', '#dcd8e8') +
      mountains(random, w, 640, 230, layers[0]) +
      mountains(random, w, 690, 150, layers[1]) +
      many(w / 34, (index) =>
        fir(
          random,
          index * 34 + random.between(-8, 8),
          heightAt(field, index * 34) + 12,
          random.between(70, 130),
          layers[2],
        ),
      ) +
      groundUnder(
        field,
        1002,
        linear(
          [0, 680],
          [0, 1000],
          [
            [0, tones[2]],
            [0.45, white],
            [1, white],
          ],
        ),
      ) +
      polygon(
        [
          [tx - 60, 740],
          [tx + 60, 740],
          [tx + 330, 1002],
          [tx - 330, 1002],
        ],
        lighter(layers[0], 0.25),
      ) +
      many(7, (index) => {
        const y = 772 + index ** 1.5 * 15;
        const half = 96 + (y - 740) * 0.95;
        return rect(tx - half, y, half * 2, 6 + index * 2, layers[1]);
      }) +
      polygon(
        [
          [tx - 78, 745],
          [tx - 66, 745],
          [tx - 210, 1002],
          [tx - 246, 1002],
        ],
        layers[3],
      ) +
      polygon(
        [
          [tx + 78, 745],
          [tx + 66, 745],
          [tx + 210, 1002],
          [tx + 246, 1002],
        ],
        layers[3],
      ) +
      glow(tx, ty - 120, 420, light, 0.55) +
      place({ x: tx, y: ty, scale }, front(darker(accent, 0.12), layers[3], lighter(accent, 0.15), light)) +
      [-1, 1]
        .map(
          (s) =>
            glow(...lampAt(s), 130, '#fff6d8', 0.95) +
            polygon(
              [lampAt(s), [tx + s * 420 - 190, 1002], [tx + s * 420 + 190, 1002]],
              linear(
                lampAt(s),
                [tx + s * 420, 1002],
                [
                  [0, light, 0.75],
                  [1, light, 0],
                ],
              ),
            ),
        )
        .join('') +
      side(-1) +
      side(1) +
      snow(random, { w, h }, w / 5, '#ffffff', 7)
    );
  },
  name(frame, { light }) {
    if (isPoster(frame)) {
      return (
        column('막차는', { x: 588, y: 84, size: 66, fill: '#ffffff', weight: 500, step: 1.12 }) +
        column('눈을 싣고', { x: 498, y: 150, size: 80, fill: light, weight: 800, step: 1.1 })
      );
    }
    return (
      words('막차는', { x: 120, y: 420, size: 110, fill: '#ffffff', weight: 500, spacing: 0.06 }) +
      words('눈을 싣고', { x: 120, y: 590, size: 170, fill: light, weight: 800, spacing: -0.01 })
    );
  },
};
