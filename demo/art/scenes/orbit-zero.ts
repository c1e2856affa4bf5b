import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { glow, moonWithSeas, sky, stars } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, clipped, ellipse, line, linear, many, path, place, polygon, radial, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A lift's cabin on its cable, windows lit, people behind them; 380 high, middle on the origin. */
function cabin(shell: string, shade: string, window: string, stripe: string): string {
  const body =
    'M-96 -120C-96 -190 -56 -214 0 -214C56 -214 96 -190 96 -120V110C96 160 60 180 0 180C-60 180 -96 160 -96 110Z';
  return (
    rect(-30, -250, 60, 44, shade, { radius: 8 }) +
    rect(-24, 170, 48, 50, shade, { radius: 8 }) +
    path(body, shell) +
    clipped(
      body,
      rect(24, -230, 90, 440, shade, { opacity: 0.5 }) +
        rect(-110, -96, 220, 108, window) +
        [-52, 2, 56]
          .map((x, index) =>
            place(
              { x, y: 62, scale: 0.74 },
              standing(
                {
                  coat: darker(shade, 0.4),
                  hair: darker(shade, 0.55),
                  legs: darker(shade, 0.5),
                  skin: darker(shade, 0.3),
                },
                (['bob', 'short', 'bun'] as const)[index]!,
              ),
            ),
          )
          .join('') +
        rect(-110, 10, 220, 26, stripe) +
        rect(-110, 74, 220, 12, stripe),
    ) +
    rect(-100, -104, 200, 12, shade, { radius: 5 }) +
    [-36, 36].map((x) => rect(x - 5, -96, 10, 108, shade)).join('') +
    words('0', { x: 0, y: 146, size: 54, fill: stripe, weight: 900, anchor: 'middle' })
  );
}

export const orbitZero: TitleArt = {
  slug: 'orbit-zero',
  colours: {
    sky: ['#06081f', '#141a52', '#3a4fc0'],
    light: '#ffe6a0',
    layers: ['#4e8eff', '#2a5fd0', '#16348c', '#0a1644'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'night', 'dawn', 'dusk', 'own'],
  lettered: true,
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const planet = poster ? 900 : 1500;
    const top = poster ? 760 : 720;
    return (
      sky({ w, h }, tones, 1) +
      stars(random, { w, h: 900 }, w / 5, '#ffffff') +
      [1.16, 1.1, 1.05]
        .map((grow, index) => circle(x, top + planet, planet * grow, layers[0], { opacity: 0.1 + index * 0.1 }))
        .join('') +
      circle(
        x,
        top + planet,
        planet,
        radial([x, top + planet], planet, [
          [0.8, layers[2]],
          [0.96, layers[1]],
          [1, layers[0]],
        ]),
      ) +
      many(7, (index) =>
        ellipse(
          x + random.between(-0.5, 0.5) * w,
          top + 90 + index * 32,
          random.between(90, 240),
          random.between(6, 14),
          '#ffffff',
          { opacity: 0.26 },
        ),
      ) +
      path(
        `M${x - 150} ${top + 240}Q${x - 110} ${top + 120} ${x - 10} ${top + 130}Q${x + 90} ${top + 110} ${x + 120} ${top + 190}Q${x + 170} ${top + 260} ${x + 90} 1010H${x - 190}Q${x - 190} ${top + 280} ${x - 150} ${top + 240}Z`,
        mix(layers[1], '#37ca8d', 0.45),
      ) +
      polygon(
        [
          [x - 3, -10],
          [x + 3, -10],
          [x + 9, top + 160],
          [x - 9, top + 160],
        ],
        lighter(light, 0.3),
      ) +
      glow(x, 470, 380, light, 0.6) +
      many(5, (index) => rect(x - 16, 40 + index * 36, 32, 5, light, { opacity: 0.25 + index * 0.08 })) +
      place({ x, y: poster ? 520 : 440, scale: poster ? 0.92 : 1 }, cabin('#f4f1ff', '#9a94c8', light, accent)) +
      glow(x, top + 150, 60, accent, 0.9) +
      circle(x, top + 152, 8, '#ffffff')
    );
  },
  name(frame, { light }) {
    if (isPoster(frame)) {
      return (
        words('궤도', { x: 66, y: 136, size: 50, fill: '#ffffff', weight: 600 }) +
        words('엘리베이터', { x: 66, y: 196, size: 50, fill: '#ffffff', weight: 600 }) +
        words('0층', { x: 60, y: 336, size: 150, fill: light, weight: 900, spacing: -0.04 })
      );
    }
    return (
      words('궤도 엘리베이터', { x: 108, y: 430, size: 84, fill: '#ffffff', weight: 600 }) +
      words('0층', { x: 100, y: 640, size: 220, fill: light, weight: 900, spacing: -0.04 })
    );
  },
};

/** The film: seen from the station above, a cable that burns, one cabin on its way down. */
export const orbitZeroFilm: TitleArt = {
  slug: 'orbit-zero-film',
  colours: {
    sky: ['#0d0618', '#3d0f2c', '#b02a3c'],
    light: '#ffd9a0',
    layers: ['#f2695c', '#a82f4c', '#5c1838', '#22091c'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'night', 'dusk'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const planet = poster ? 520 : 640;
    const cx = x + (poster ? 120 : 60);
    const cy = poster ? 900 : 940;
    const [fx, fy] = [x - (poster ? 190 : 330), 150];
    return (
      sky({ w, h }, tones, 1.1) +
      stars(random, { w, h }, w / 6, '#ffffff') +
      place({ x: x + (poster ? 190 : 330), y: 250, scale: 0.42 }, moonWithSeas(0, 0, 120, '#ffe9d8', '#d8a898')) +
      [1.14, 1.08]
        .map((grow, index) => circle(cx, cy, planet * grow, accent, { opacity: 0.12 + index * 0.12 }))
        .join('') +
      circle(
        cx,
        cy,
        planet,
        linear(
          [cx - planet, cy - planet],
          [cx + planet * 0.4, cy + planet * 0.4],
          [
            [0, light],
            [0.16, layers[0]],
            [0.5, layers[1]],
            [1, layers[3]],
          ],
        ),
      ) +
      many(9, (index) =>
        path(`M${cx - planet * 0.6 + index * 60} ${cy - planet * 0.62 + index * 52}q90 -30 190 6`, 'none', {
          stroke: light,
          width: 5,
          opacity: 0.28,
        }),
      ) +
      line(
        [
          [cx - planet * 0.42, cy - planet * 0.55],
          [x - 20, 520],
        ],
        lighter(light, 0.2),
        7,
      ) +
      path(`M${fx} ${fy}Q${fx + 60} ${fy + 120} ${x - 60} 420`, 'none', { stroke: lighter(light, 0.2), width: 7 }) +
      path(`M${x - 60} 420q-30 6 -46 40M${x - 60} 420q16 14 10 46M${x - 20} 520q-4 -30 14 -52`, 'none', {
        stroke: light,
        width: 4,
      }) +
      glow(x - 40, 470, 260, accent, 0.95) +
      glow(x - 40, 470, 90, '#ffffff', 0.9) +
      sparks(random, { x: x - 240, y: 300, w: 420, h: 360 }, 44, light, 6) +
      place(
        { x: fx, y: fy - 40, turn: -20 },
        rect(-150, -26, 300, 52, layers[3], { radius: 20 }) +
          rect(-60, -60, 120, 120, layers[3], { radius: 26 }) +
          many(6, (index) => rect(-130 + index * 46, -8, 24, 14, light)) +
          rect(-230, -12, 90, 24, layers[2]) +
          rect(140, -12, 90, 24, layers[2]),
      ) +
      place(
        { x: x + 22, y: 610, turn: 34, scale: poster ? 0.42 : 0.46 },
        polygon(
          [
            [-70, -214],
            [70, -214],
            [26, -620],
            [-26, -620],
          ],
          linear(
            [0, -620],
            [0, -200],
            [
              [0, accent, 0],
              [1, light, 0.9],
            ],
          ),
        ) + cabin('#fff2e6', '#c98a80', light, accent),
      )
    );
  },
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        words('궤도 엘리베이터 0층', {
          x: 333,
          y: 800,
          size: 46,
          fill: light,
          weight: 600,
          anchor: 'middle',
          spacing: 0.06,
          outline: layers[3],
          outlineWidth: 8,
        }) +
        words('귀환', {
          x: 333,
          y: 926,
          size: 142,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          spacing: 0.2,
          outline: layers[3],
          outlineWidth: 14,
        })
      );
    }
    return (
      words('극장판 궤도 엘리베이터 0층', { x: 108, y: 420, size: 56, fill: light, weight: 600 }) +
      words('귀환', { x: 98, y: 620, size: 220, fill: '#ffffff', weight: 900, spacing: 0.1 })
    );
  },
};
