import { darker, lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { rays } from '../parts/sky.ts';
import { swell } from '../parts/water.ts';
import { circle, ellipse, groundUnder, line, linear, many, path, place, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A diving woman who swims down to the left: round mask, dark suit, fins, a hook in her hand; 420 long. */
const diver = (suit: string, lit: string, trim: string, skin: string) =>
  path('M60 -30Q150 -70 214 -62L226 -40Q150 -30 80 10ZM70 0Q150 10 206 40L204 64Q130 56 56 34Z', suit) +
  path('M206 -66Q270 -104 322 -100Q300 -56 222 -36ZM196 38Q260 60 296 108Q244 112 192 66Z', trim) +
  path('M-96 -44Q-20 -84 70 -34Q92 0 62 36Q-20 60 -100 24Z', suit) +
  path('M-96 -44Q-20 -84 70 -34Q0 -58 -98 -22Z', lit) +
  path('M-80 10Q-130 60 -176 96L-160 110Q-100 84 -46 40Z', suit) +
  circle(-170, 104, 15, skin) +
  path('M-180 106Q-226 132 -214 164Q-202 150 -196 132', 'none', { stroke: '#c7cede', width: 8 }) +
  path('M-90 -30Q-150 -60 -196 -50L-192 -32Q-140 -30 -84 -6Z', suit) +
  circle(-196, -42, 14, skin) +
  rect(-14, -60, 22, 96, trim, { radius: 6 }) +
  ellipse(-124, -14, 50, 48, suit) +
  path('M-160 -36Q-120 -70 -84 -40Q-110 -52 -160 -20Z', lit) +
  ellipse(-140, -4, 34, 33, '#c7cede') +
  ellipse(-142, -3, 27, 26, '#9fe0e8') +
  ellipse(-142, 2, 19, 18, skin) +
  path('M-152 0q5 5 10 0M-138 0q5 5 10 0', 'none', { stroke: '#3a2030', width: 3 }) +
  path('M-160 -16L-138 -24', 'none', { stroke: '#ffffff', width: 5 });

const fish = (x: number, y: number, size: number, colour: string) =>
  path(
    `M${x} ${y}Q${x + size * 0.5} ${y - size * 0.42} ${x + size} ${y}L${x + size * 1.36} ${y - size * 0.3}V${y + size * 0.3}L${x + size} ${y}Q${x + size * 0.5} ${y + size * 0.42} ${x} ${y}Z`,
    colour,
  ) + circle(x + size * 0.22, y - size * 0.06, size * 0.06, '#ffffff');

const weed = (x: number, y: number, height: number, sway: number, colour: string) =>
  path(
    `M${x - 16} ${y}C${x - 30 + sway} ${y - height * 0.3} ${x + 30 - sway} ${y - height * 0.6} ${x + sway * 1.2} ${y - height}C${x + 50 - sway} ${y - height * 0.6} ${x + 6 + sway} ${y - height * 0.3} ${x + 16} ${y}Z`,
    colour,
  );

export const haenyeoBreath: TitleArt = {
  slug: 'haenyeo-breath',
  colours: {
    sky: ['#ffd9a0', '#ffb07a', '#fff0d0'],
    light: '#e6fff0',
    layers: ['#3fc0b0', '#148a90', '#0a5a70', '#062e46'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'dawn', 'dusk'],
  look: { y: 0.6 },
  draw({ w, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const surface = poster ? 330 : 280;
    const bx = x + (poster ? 60 : 90);
    const top = swell(w, surface, 12, 380, 0.4);
    return (
      rect(
        -2,
        -2,
        w + 4,
        surface + 60,
        linear(
          [0, 0],
          [0, surface],
          [
            [0, tones[1]],
            [1, tones[2]],
          ],
        ),
      ) +
      circle(x - (poster ? 190 : 420), surface - 70, 64, '#fff6dc') +
      path(
        `M-10 ${surface + 20}V${surface - 66}Q${w * 0.08} ${surface - 90} ${w * 0.14} ${surface - 40}L${w * 0.2} ${surface + 20}Z`,
        mix(layers[2], tones[1], 0.4),
      ) +
      path(
        `M${w * 0.62} ${surface + 20}Q${w * 0.8} ${surface - 160} ${w + 10} ${surface - 60}V${surface + 20}Z`,
        mix(layers[1], tones[2], 0.55),
      ) +
      groundUnder(
        top,
        1002,
        linear(
          [0, surface],
          [0, 1000],
          [
            [0, layers[0]],
            [0.4, layers[1]],
            [0.75, layers[2]],
            [1, layers[3]],
          ],
        ),
      ) +
      groundUnder(
        top.map(([px, py]) => [px, py] as const),
        surface + 16,
        lighter(layers[0], 0.6),
        true,
        { opacity: 0.5 },
      ) +
      rays(
        random,
        { x: x - 60, y: surface - 180 },
        { count: 9, length: 1000, start: 48, end: 138, colour: light, opacity: 0.34 },
      ) +
      // The float with its net, at the surface; the breath goes up beside it.
      place(
        { x: bx, y: surface },
        path('M-50 10Q-46 90 0 120Q46 90 50 10Z', 'none', { stroke: darker(accent, 0.2), width: 4 }) +
          many(4, (index) =>
            line(
              [
                [-44 + index * 26, 20],
                [-30 + index * 20, 100 - Math.abs(index - 1.5) * 14],
              ],
              darker(accent, 0.2),
              3,
            ),
          ) +
          circle(-14, 78, 16, '#8f5048') +
          circle(14, 86, 14, '#6a3a5a') +
          ellipse(0, -2, 66, 52, accent) +
          path('M-56 -20Q-30 -56 20 -46', 'none', { stroke: '#ffd9b0', width: 10 }) +
          rect(-66, -6, 132, 9, darker(accent, 0.3)),
      ) +
      path(`M${bx - 10} ${surface + 110}Q${bx - 120} ${surface + 180} ${x + 40} ${poster ? 590 : 540}`, 'none', {
        stroke: lighter(layers[0], 0.5),
        width: 3,
      }) +
      many(11, (index) =>
        circle(
          x - 150 + Math.sin(index * 1.9) * 24 + index * 9,
          (poster ? 590 : 560) - index * ((poster ? 240 : 250) / 11),
          7 + (index % 3) * 6,
          '#ffffff',
          { opacity: 0.75 - index * 0.03 },
        ),
      ) +
      place(
        { x: x + 20, y: poster ? 650 : 590, scale: poster ? 1.02 : 1.12, turn: -24 },
        diver('#16233c', '#3f6a8a', accent, '#e8b894'),
      ) +
      many(9, (index) =>
        fish(
          x - 320 + ((index * 83) % 400),
          470 + ((index * 61) % 150),
          30 + (index % 3) * 8,
          index % 2 === 0 ? '#ffe6a0' : lighter(layers[0], 0.4),
        ),
      ) +
      path(`M-10 1010V920Q${w * 0.2} 850 ${w * 0.4} 900T${w * 0.75} 890T${w + 10} 860V1010Z`, darker(layers[3], 0.1)) +
      many(Math.round(w / 90), (index) =>
        weed(
          index * 90 + random.between(-24, 24),
          1000,
          random.between(140, 330),
          random.between(-34, 34),
          index % 2 === 0 ? mix(layers[3], '#136b4b', 0.55) : mix(layers[2], '#37ca8d', 0.3),
        ),
      ) +
      many(6, (index) => {
        const sx = x - 300 + index * 120;
        return (
          ellipse(sx, 950 + (index % 2) * 20, 30, 20, index % 2 === 0 ? '#5a2f5c' : '#8f5048') +
          path(
            `M${sx - 22} ${946 + (index % 2) * 20}Q${sx} ${930 + (index % 2) * 20} ${sx + 22} ${946 + (index % 2) * 20}`,
            'none',
            { stroke: '#c98a80', width: 4 },
          )
        );
      })
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        column('숨비소리', {
          x: 100,
          y: 420,
          size: 92,
          fill: '#ffffff',
          weight: 600,
          step: 1.2,
          outline: layers[2],
          outlineWidth: 5,
        }) + words('극장판', { x: 60, y: 116, size: 34, fill: '#6a2f2a', weight: 700, spacing: 0.3 })
      );
    return (
      words('숨비소리', {
        x: 100,
        y: 560,
        size: 176,
        fill: '#ffffff',
        weight: 600,
        spacing: 0.06,
        outline: layers[2],
        outlineWidth: 5,
      }) + words('극장판', { x: 110, y: 640, size: 44, fill: '#ffffff', weight: 600, spacing: 0.4 })
    );
  },
};
