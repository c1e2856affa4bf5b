import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { mountains, peak } from '../parts/land.ts';
import { cloudLayer } from '../parts/clouds.ts';
import { barCloud, disc, glow, sky, stars } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, curve, ellipse, many, path, place, type Point, polygon } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A dragon's body along a curve, thick in the middle, with a comb of fins. */
function body(points: readonly Point[], scales: string, belly: string, fin: string, thick: number): string {
  const along = Array.from({ length: 60 }, (_, index) => {
    const share = index / 59;
    const at = share * (points.length - 1);
    const [from, to] = [points[Math.floor(at)]!, points[Math.min(points.length - 1, Math.floor(at) + 1)]!];
    const part = at - Math.floor(at);
    const smooth = part * part * (3 - 2 * part);
    return {
      x: from[0] + (to[0] - from[0]) * (part * 0.5 + smooth * 0.5),
      y: from[1] + (to[1] - from[1]) * (part * 0.5 + smooth * 0.5),
      share,
    };
  });
  return (
    curve(points, fin, thick * 1.12) +
    curve(points, scales, thick) +
    curve(
      points.map(([px, py]) => [px + thick * 0.06, py + thick * 0.24] as const),
      belly,
      thick * 0.36,
    ) +
    along
      .filter((_, index) => index % 2 === 0)
      .map(({ x, y, share }) =>
        circle(x, y - thick * 0.12, thick * (0.09 + 0.04 * Math.sin(share * 40)), lighter(scales, 0.22), {
          opacity: 0.8,
        }),
      )
      .join('')
  );
}

/** The head of a young dragon, looking left, about 300 wide, neck at the origin. */
const head = (scales: string, belly: string, mane: string, horn: string, ink: string) =>
  path('M30 -60Q110 -120 170 -60Q120 -50 130 0Q160 40 120 80Q70 60 30 40Z', mane) +
  path('M20 -96Q60 -190 150 -206Q96 -150 70 -88ZM-30 -104Q-10 -200 70 -236Q24 -170 14 -100Z', horn) +
  path(
    'M60 -70C40 -130 -60 -130 -110 -80C-150 -66 -220 -60 -232 -24C-236 10 -200 26 -150 26C-100 60 20 80 60 30Z',
    scales,
  ) +
  path('M-226 -8C-180 10 -120 0 -84 22C-40 60 30 60 60 30Q40 84 -60 66C-130 54 -216 40 -226 -8Z', belly) +
  ellipse(-78, -54, 32, 36, '#ffffff') +
  ellipse(-86, -50, 18, 26, ink) +
  circle(-92, -60, 7, '#ffffff') +
  path('M-120 -96Q-80 -122 -40 -100', 'none', { stroke: darker(scales, 0.35), width: 11 }) +
  circle(-206, -38, 7, darker(scales, 0.5)) +
  path('M-214 12Q-150 30 -110 18', 'none', { stroke: darker(scales, 0.5), width: 6 }) +
  path('M-216 -30Q-280 -60 -300 -130M-200 -20Q-290 10 -330 -30', 'none', { stroke: mane, width: 8 }) +
  circle(-36, -10, 15, '#ff9fb0', { opacity: 0.7 });

export const upsideDragon: TitleArt = {
  slug: 'upside-dragon',
  colours: {
    sky: ['#133a6a', '#4aa0c0', '#ffe6b0'],
    light: '#fff4cc',
    layers: ['#8fc0cc', '#4f8fa8', '#2a5f80', '#12304e'],
    accent: '#37ca8d',
  },
  moods: ['own', 'dawn', 'dusk', 'night', 'storm'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const k = poster ? 1 : 1.16;
    const ox = poster ? x + 56 : x + 30;
    const at = (px: number, py: number): Point => [ox + px * k, py];
    return (
      sky({ w, h }, tones, 0.8) +
      stars(random, { w, h: 300 }, w / 40, '#ffffff') +
      disc(x + (poster ? 150 : 250), 400, poster ? 120 : 140, light, 4, 0.16) +
      barCloud(random, x - 300, 420, 460, '#ffffff', 0.55) +
      mountains(random, w, 780, 200, layers[0]) +
      peak(random, ox, 900, 480 * k, 500, layers[2], layers[1]) +
      polygon([at(-62, 520), at(0, 400), at(66, 524), at(34, 506), at(8, 540), at(-24, 500)], '#ffffff') +
      body(
        [at(240, 850), at(-40, 820), at(-230, 760), at(-60, 690), at(170, 660)],
        accent,
        '#fff2b8',
        darker(accent, 0.45),
        84 * k * 0.9,
      ) +
      peak(random, ox + 20, 960, 330 * k, 300, layers[2], layers[1]) +
      body(
        [at(170, 660), at(240, 600), at(120, 548), at(-60, 540), at(-150, 470), at(-110, 400)],
        accent,
        '#fff2b8',
        darker(accent, 0.45),
        92 * k * 0.9,
      ) +
      place(
        { x: ox - 104 * k, y: 396, scale: 0.84 * k, turn: -6 },
        head(accent, '#fff2b8', '#ff9a4a', '#ffe2a0', '#0c2a30'),
      ) +
      place(
        { x: ox + 60 * k, y: 512, scale: 0.66 * k },
        standing(
          { coat: '#f2495c', hair: '#4a2a2c', legs: '#22305e', skin: '#f4cba8', scarf: '#ffd24a', rim: light },
          'tail',
        ),
      ) +
      place(
        { x: ox + 88 * k, y: 420 },
        path('M0 0L70 -26L74 22L4 44Z', '#fff2dc') +
          path('M10 10q20 6 30 -6t26 0', 'none', { stroke: '#f2495c', width: 4 }),
      ) +
      glow(ox - 320 * k, 410, 90, '#fff2b8', 0.7) +
      many(5, (index) =>
        circle(ox - (310 + index * 26) * k, 392 - index * 14, 12 - index * 1.6, '#ffffff', {
          opacity: 0.9 - index * 0.14,
        }),
      ) +
      many(6, (index) =>
        place(
          { x: ox - 200 + index * 90, y: 620 + (index % 3) * 80, turn: index * 50 },
          path('M0 -16Q14 0 0 16Q-14 0 0 -16Z', lighter(accent, 0.4), { opacity: 0.9 }),
        ),
      ) +
      place({ y: 20 }, cloudLayer(random, w + 200, 900, 90, mix('#ffffff', layers[0], 0.25))) +
      place({ y: 40 }, cloudLayer(random, w + 260, 950, 70, '#ffffff')) +
      sparks(random, { w, h: 700 }, w / 60, light, 5)
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        words('거꾸로 사는', {
          x: 60,
          y: 150,
          size: 74,
          fill: '#ffffff',
          weight: 600,
          outline: layers[3],
          outlineWidth: 9,
        }) +
        words('용', { x: 500, y: 176, size: 150, fill: '#fff2b8', weight: 900, outline: layers[3], outlineWidth: 16 })
      );
    return (
      words('거꾸로 사는', { x: 108, y: 450, size: 100, fill: '#ffffff', weight: 600 }) +
      words('용', { x: 100, y: 650, size: 210, fill: '#fff2b8', weight: 900 })
    );
  },
};
