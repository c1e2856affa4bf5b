import { darker, lighter, mix } from '../colours.ts';
import { lines, words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { beam, lampY, lighthouse } from '../parts/lighthouse.ts';
import { rock } from '../parts/boats.ts';
import { disc, glow, sky, stars } from '../parts/sky.ts';
import { waves } from '../parts/water.ts';
import { circle, many, path, place } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A wave that breaks to the left: a body and a crest of foam. */
function breaker(x: number, y: number, size: number, body: string, foam: string): string {
  const s = size;
  return (
    path(
      `M${x + s * 1.5} ${y}C${x + s} ${y - s * 0.1} ${x + s * 0.6} ${y - s * 0.95} ${x - s * 0.05} ${y - s * 0.95}C${x - s * 0.5} ${y - s * 0.95} ${x - s * 0.66} ${y - s * 0.6} ${x - s * 0.56} ${y - s * 0.42}C${x - s * 0.42} ${y - s * 0.66} ${x - s * 0.1} ${y - s * 0.6} ${x - s * 0.12} ${y - s * 0.34}C${x - s * 0.16} ${y - s * 0.08} ${x - s * 0.7} ${y - s * 0.02} ${x - s * 1.2} ${y}Z`,
      body,
    ) +
    path(
      `M${x + s * 0.5} ${y - s * 0.62}C${x + s * 0.3} ${y - s * 0.9} ${x + s * 0.1} ${y - s * 0.97} ${x - s * 0.05} ${y - s * 0.95}C${x - s * 0.5} ${y - s * 0.95} ${x - s * 0.66} ${y - s * 0.6} ${x - s * 0.56} ${y - s * 0.42}C${x - s * 0.46} ${y - s * 0.74} ${x - s * 0.2} ${y - s * 0.84} ${x} ${y - s * 0.82}C${x + s * 0.2} ${y - s * 0.82} ${x + s * 0.34} ${y - s * 0.76} ${x + s * 0.5} ${y - s * 0.62}Z`,
      foam,
    ) +
    many(6, (index) =>
      circle(x - s * (0.62 + (index % 3) * 0.09), y - s * (0.3 + index * 0.1), s * (0.035 - index * 0.003), foam, {
        opacity: 0.9,
      }),
    )
  );
}

export const twelveWaves: TitleArt = {
  slug: 'twelve-waves',
  colours: {
    sky: ['#150d45', '#4a2fa6', '#ff9a9a'],
    light: '#ffeebc',
    layers: ['#7a5cc8', '#4f37a4', '#331f7c', '#190e4c'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'dusk', 'storm', 'dawn', 'noon'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format, take }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const [tx, ty, scale] = [x + (poster ? 96 : 40), poster ? 640 : 660, poster ? 1.02 : 1.12];
    const [ly, deep] = [ty + lampY * scale, layers[3]];
    const turn = -158 + ((take * 17) % 40);
    return (
      sky({ w, h }, tones, 0.72) +
      stars(random, { w, h: h * 0.5 }, w / 9, '#ffffff') +
      disc(tx - 210, 560, 84, lighter(tones[2], 0.45), 3, 0.12) +
      beam(tx, ly, 1500, turn, 8, light, 0.85) +
      beam(tx, ly, 900, turn + 176, 7, light, 0.45) +
      glow(tx, ly, 210, light, 0.9) +
      waves(w, 640, 8, 330, mix(layers[0], tones[2], 0.35), 1) +
      rock(tx + 30, 720, poster ? 430 : 560, 116, darker(deep, 0.25), layers[2]) +
      place(
        { x: tx, y: ty, scale },
        lighthouse({ wall: '#fff2e6', shade: layers[0], band: accent, dark: deep, lamp: light }),
      ) +
      place(
        { x: tx - 96, y: ty + 22, scale: 0.32 },
        standing({ coat: '#ffd24a', hair: deep, legs: deep, skin: '#f6cdb8', scarf: accent, rim: light }, 'long'),
      ) +
      waves(w, 716, 12, 400, layers[0], 2.2) +
      breaker(tx - (poster ? 230 : 420), 820, poster ? 190 : 230, layers[1], lighter(layers[0], 0.7)) +
      waves(w, 790, 16, 470, layers[1], 0.4) +
      breaker(tx + (poster ? 150 : 330), 905, poster ? 150 : 180, layers[2], lighter(layers[0], 0.55)) +
      waves(w, 872, 18, 560, layers[2], 3) +
      waves(w, 942, 18, 640, deep, 1.2)
    );
  },
  name(frame, { light }) {
    if (isPoster(frame)) {
      return (
        lines(
          [
            ['등대지기와', 62],
            ['열두 번의 파도', 92],
          ],
          { x: 333, y: 826, fill: '#ffffff', weight: 900, anchor: 'middle', leading: 1.06, spacing: -0.02 },
        ) +
        words('TWELVE WAVES', { x: 333, y: 972, size: 21, fill: light, weight: 700, spacing: 0.5, anchor: 'middle' })
      );
    }
    return lines(
      [
        ['등대지기와', 104],
        ['열두 번의', 150],
        ['파도', 150],
      ],
      { x: 110, y: 400, fill: '#ffffff', weight: 900, leading: 1.12, spacing: -0.02 },
    );
  },
};
