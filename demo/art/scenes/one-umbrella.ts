import { lighter, mix } from '../colours.ts';
import { lines, words } from '../lettering.ts';
import { skyline } from '../parts/city.ts';
import { student } from '../parts/figures.ts';
import { glow, sky } from '../parts/sky.ts';
import { rain } from '../parts/weather.ts';
import { circle, ellipse, line, many, path, place, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** An open umbrella seen from behind, 300 wide, its handle's end on the origin. */
const umbrella = (tone: string, shade: string, lit: string) =>
  line(
    [
      [0, 0],
      [0, -230],
    ],
    '#fff6ea',
    6,
  ) +
  path(
    'M-160 -160C-150 -270 -70 -316 0 -318C70 -316 150 -270 160 -160C132 -184 106 -184 80 -162C54 -186 26 -186 0 -162C-26 -186 -54 -186 -80 -162C-106 -184 -132 -184 -160 -160Z',
    tone,
  ) +
  path('M0 -318C70 -316 150 -270 160 -160C132 -184 106 -184 80 -162C78 -230 50 -290 0 -318Z', shade) +
  path('M0 -318C-70 -316 -150 -270 -160 -160C-132 -184 -106 -184 -80 -162C-78 -230 -50 -290 0 -318Z', lit) +
  rect(-3, -338, 6, 24, '#fff6ea', { radius: 3 });

export const oneUmbrella: TitleArt = {
  slug: 'one-umbrella',
  colours: {
    sky: ['#232a6e', '#5a6fd0', '#ffb0cc'],
    light: '#fff0d0',
    layers: ['#7a86d8', '#4f5bb4', '#353f8c', '#161c4c'],
    accent: '#ff72b4',
  },
  moods: ['own', 'storm', 'dusk', 'noon', 'night', 'dawn'],
  look: { y: 0.66 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const scale = poster ? 1.6 : 1.7;
    const base = 900;
    return (
      sky({ w, h }, tones, 0.75) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 760,
        low: 190,
        high: 420,
        colour: mix(layers[0], tones[2], 0.35),
        windows: light,
        lit: 0.3,
        narrow: 60,
        wide: 130,
      }) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 780,
        low: 90,
        high: 260,
        colour: layers[1],
        windows: light,
        lit: 0.4,
      }) +
      many(w / 46, () =>
        circle(
          random.between(0, w),
          random.between(500, 770),
          random.between(10, 34),
          random.pick([light, accent, '#9fd0ff', '#ffd24a']),
          { opacity: random.between(0.12, 0.42) },
        ),
      ) +
      rect(-2, 770, w + 4, 240, layers[2]) +
      many(9, (index) =>
        rect(x - 420 + index * 96 + (index % 2) * 8, 800, 54, 190, lighter(layers[1], 0.5), {
          opacity: 0.34,
          more: `transform="skewX(${(index - 4) * -7})" transform-origin="${x - 400 + index * 96} 800"`,
        }),
      ) +
      glow(x, 640, 420, light, 0.55) +
      ellipse(x, base + 6, 190, 18, layers[3], { opacity: 0.55 }) +
      place(
        { x, y: base + 12, scale: scale * 0.98 },
        `<g transform="scale(1 -0.42)" opacity="0.25">${umbrella(accent, accent, accent)}</g>`,
      ) +
      place(
        { x: x - 62, y: base, scale: scale * 1.02 },
        student(
          { coat: '#f4f0ff', hair: layers[3], legs: layers[3], skin: '#f2c8b0', scarf: '#ffd24a', rim: light },
          'bob',
          'skirt',
        ),
      ) +
      place(
        { x: x + 66, y: base, scale: scale * 1.1 },
        student(
          { coat: '#34409a', hair: '#2b1c3c', legs: '#222a66', skin: '#f2c8b0', scarf: '#c98a52', rim: light },
          'short',
          'trousers',
        ),
      ) +
      place(
        { x: x + 8, y: base - (poster ? 186 : 232), scale: poster ? 1.3 : 1.4, turn: -5 },
        umbrella(accent, mix(accent, layers[2], 0.4), lighter(accent, 0.35)),
      ) +
      many(w / 30, () =>
        ellipse(random.between(0, w), random.between(820, 990), random.between(8, 26), random.between(2, 5), 'none', {
          stroke: lighter(layers[0], 0.5),
          width: 2,
          opacity: 0.6,
        }),
      ) +
      rain(random, { w, h }, w / 5, '#ffffff', -0.12)
    );
  },
  name(frame, { accent }) {
    if (isPoster(frame)) {
      return (
        lines(
          [
            ['우산 하나,', 112],
            ['우리 둘', 112],
          ],
          { x: 48, y: 134, fill: '#ffffff', weight: 300, leading: 1.12, spacing: -0.02 },
        ) + rect(50, 290, 60, 8, accent, { radius: 4 })
      );
    }
    return (
      words('우산 하나,', { x: 116, y: 460, size: 156, fill: '#ffffff', weight: 300, spacing: -0.02 }) +
      words('우리 둘', { x: 116, y: 640, size: 156, fill: '#ffffff', weight: 700, spacing: -0.02 })
    );
  },
};
