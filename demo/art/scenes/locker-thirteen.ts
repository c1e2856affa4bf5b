import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { student } from '../parts/figures.ts';
import { glow } from '../parts/sky.ts';
import { circle, ellipse, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

export const lockerThirteen: TitleArt = {
  slug: 'locker-thirteen',
  colours: {
    sky: ['#08181c', '#123a3c', '#2f7a6e'],
    light: '#ff5a4e',
    layers: ['#3f8a7c', '#24605a', '#123c3c', '#061418'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'own', 'storm'],
  lettered: true,
  look: { y: 0.6 },
  draw({ w, h, x, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const [vx, vy] = [x + (poster ? 30 : 0), 470];
    // `depth` is the way to the vanishing point: 0 at the picture's edge, 1 at the end of the corridor.
    const at = (px: number, py: number, depth: number) =>
      [vx + (px - vx) * (1 - depth), vy + (py - vy) * (1 - depth)] as const;
    const end = 0.86;
    const [left, right] = [x - (poster ? 400 : 700), x + (poster ? 420 : 640)];
    const lockers = (edge: number, direction: number) =>
      many(7, (index) => {
        const [near, far] = [0.05 + index * 0.115, 0.05 + (index + 0.94) * 0.115];
        const open = direction > 0 && index === 3;
        const [top, bottom] = [170, 1080];
        const tone = index % 2 === 0 ? layers[1] : mix(layers[1], layers[2], 0.35);
        const door = polygon(
          [at(edge, top, near), at(edge, top, far), at(edge, bottom, far), at(edge, bottom, near)],
          open ? darker(accent, 0.15) : mix(tone, layers[3], near * 0.5),
        );
        const slits = open
          ? ''
          : many(3, (slit) =>
              polygon(
                [
                  at(edge, top + 120 + slit * 44, near + 0.025),
                  at(edge, top + 120 + slit * 44, far - 0.025),
                  at(edge, top + 136 + slit * 44, far - 0.025),
                  at(edge, top + 136 + slit * 44, near + 0.025),
                ],
                layers[3],
              ),
            );
        const handle = open ? '' : circle(...at(edge, 640, far - 0.02), 9 * (1 - near), lighter(layers[0], 0.4));
        return door + slits + handle;
      });
    const [openNear, openFar] = [0.05 + 3 * 0.115, 0.05 + 3.94 * 0.115];
    const mouth = at(right, 640, (openNear + openFar) / 2);
    return (
      rect(-2, -2, w + 4, h + 4, tones[0]) +
      polygon(
        [at(left, -260, 0), at(right, -260, 0), at(right, -260, end), at(left, -260, end)],
        darker(tones[1], 0.35),
      ) +
      polygon(
        [at(left, 1080, 0), at(right, 1080, 0), at(right, 1080, end), at(left, 1080, end)],
        linear(
          [0, 560],
          [0, 1002],
          [
            [0, tones[2]],
            [0.4, layers[2]],
            [1, layers[3]],
          ],
        ),
      ) +
      many(8, (index) =>
        polygon(
          [
            at(left, 1080, index * 0.12),
            at(right, 1080, index * 0.12),
            at(right, 1080, index * 0.12 + 0.012),
            at(left, 1080, index * 0.12 + 0.012),
          ],
          layers[3],
          { opacity: 0.5 },
        ),
      ) +
      polygon([at(left, -260, 0), at(left, -260, end), at(left, 1080, end), at(left, 1080, 0)], layers[2]) +
      polygon(
        [at(right, -260, 0), at(right, -260, end), at(right, 1080, end), at(right, 1080, 0)],
        mix(layers[2], layers[3], 0.3),
      ) +
      many(5, (index) =>
        polygon(
          [
            at(vx - 120, -250, index * 0.17 + 0.05),
            at(vx + 120, -250, index * 0.17 + 0.05),
            at(vx + 120, -250, index * 0.17 + 0.12),
            at(vx - 120, -250, index * 0.17 + 0.12),
          ],
          index === 1 ? layers[2] : '#d8fff0',
          { opacity: index === 1 ? 1 : 0.85 },
        ),
      ) +
      polygon([at(left, -260, end), at(right, -260, end), at(right, 1080, end), at(left, 1080, end)], tones[2]) +
      glow(vx, vy + 10, 190, '#d8fff0', 0.7) +
      rect(vx - 34, vy - 40, 68, 128, '#e8fff4') +
      rect(vx - 2, vy - 40, 4, 128, layers[1]) +
      lockers(left, -1) +
      lockers(right, 1) +
      polygon(
        [
          at(right, 170, openNear),
          at(right, 1080, openNear),
          [mouth[0] - (poster ? 120 : 170), at(right, 1080, openNear)[1] + 24],
          [mouth[0] - (poster ? 120 : 170), at(right, 170, openNear)[1] - 26],
        ],
        layers[1],
      ) +
      words('13', {
        x: mouth[0] - (poster ? 84 : 128),
        y: 470,
        size: poster ? 44 : 54,
        fill: light,
        weight: 900,
        anchor: 'middle',
      }) +
      polygon(
        [at(right, 200, openNear), at(right, 200, openFar), at(right, 1050, openFar), at(right, 1050, openNear)],
        linear(
          [mouth[0] - 40, 0],
          [mouth[0] + 60, 0],
          [
            [0, '#fff0c8'],
            [1, light],
          ],
        ),
      ) +
      polygon(
        [
          at(right, 1050, openFar),
          at(right, 1050, openNear),
          [x - (poster ? 220 : 330), 1002],
          [x - (poster ? 330 : 470), 900],
        ],
        linear(
          [mouth[0], 760],
          [x - 300, 960],
          [
            [0, light, 0.75],
            [1, light, 0],
          ],
        ),
      ) +
      glow(mouth[0] - 20, mouth[1], 300, light, 0.5) +
      many(6, (index) =>
        path(
          `M${mouth[0] - 20 - index * 5} ${560 + index * 40}C${mouth[0] - 90} ${540 + index * 40} ${mouth[0] - 110 + index * 6} ${600 + index * 30} ${mouth[0] - 170 + index * 12} ${570 + index * 38}`,
          'none',
          { stroke: layers[3], width: 9 - index, opacity: 0.9 },
        ),
      ) +
      ellipse(x - 70, 946, 130, 15, layers[3], { opacity: 0.7 }) +
      path(`M${x - 90} 944L${x - 330} 1002H${x - 190}L${x - 50} 946Z`, layers[3], { opacity: 0.75 }) +
      place(
        { x: x - 74, y: 944, scale: poster ? 1.9 : 1.8, mirrored: true },
        student(
          { coat: layers[3], hair: '#020808', legs: '#020c0e', skin: '#c8e0d4', scarf: '#3a1218', rim: light },
          'bob',
          'skirt',
        ),
      )
    );
  },
  name(frame, { accent }) {
    if (isPoster(frame)) {
      return (
        words('복도 끝', { x: 44, y: 92, size: 54, fill: '#e8fff4', weight: 300, spacing: 0.2 }) +
        words('13', { x: 36, y: 262, size: 190, fill: accent, weight: 900, spacing: -0.05 }) +
        words('번 사물함', {
          x: 252,
          y: 262,
          size: 78,
          fill: '#ffffff',
          weight: 800,
          spacing: -0.02,
          outline: '#061418',
          outlineWidth: 10,
        })
      );
    }
    return (
      words('복도 끝', { x: 112, y: 360, size: 90, fill: '#e8fff4', weight: 300, spacing: 0.2 }) +
      words('13', { x: 96, y: 640, size: 310, fill: accent, weight: 900, spacing: -0.05 }) +
      words('번 사물함', {
        x: 470,
        y: 636,
        size: 124,
        fill: '#ffffff',
        weight: 800,
        spacing: -0.02,
        outline: '#061418',
        outlineWidth: 16,
      })
    );
  },
};
