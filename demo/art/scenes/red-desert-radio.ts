import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { hills, rolling, heightAt, peak } from '../parts/land.ts';
import { disc, glow, sky, stars } from '../parts/sky.ts';
import { circle, ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A dish antenna that looks up to the left, 420 high on the origin. */
const dish = (tone: string, shade: string, dark: string, lamp: string) =>
  polygon(
    [
      [-70, 0],
      [-16, -190],
      [16, -190],
      [70, 0],
      [50, 0],
      [0, -150],
      [-50, 0],
    ],
    dark,
  ) +
  line(
    [
      [-48, -62],
      [48, -62],
    ],
    dark,
    8,
  ) +
  line(
    [
      [-32, -118],
      [32, -118],
    ],
    dark,
    7,
  ) +
  place(
    { y: -226, turn: -38 },
    path('M-200 -34C-170 60 170 60 200 -34Z', shade) +
      ellipse(0, -34, 200, 34, tone) +
      ellipse(0, -32, 150, 22, shade, { opacity: 0.5 }) +
      line(
        [
          [-150, -36],
          [0, -176],
          [150, -36],
        ],
        dark,
        6,
      ) +
      circle(0, -180, 14, lamp) +
      rect(-14, 24, 28, 40, dark),
  );

/** Someone in a space suit from behind, 200 high. */
export const astronaut = (suit: string, shade: string, pack: string, glass: string) =>
  path('M-26 -76L-28 0H-4L-1 -66ZM26 -76L28 0H4L1 -66Z', shade) +
  path('M-30 -10H-2V4H-34ZM30 -10H2V4H34Z', pack) +
  path(
    'M-34 -142C-52 -136 -56 -104 -54 -80L-40 -78L-32 -112L-32 -70H32L32 -112L40 -78L54 -80C56 -104 52 -136 34 -142Z',
    suit,
  ) +
  rect(-27, -138, 54, 62, pack, { radius: 8 }) +
  rect(-18, -128, 36, 14, glass, { radius: 4 }) +
  circle(0, -168, 31, suit) +
  path('M10 -197A31 31 0 0 1 10 -139A44 44 0 0 0 10 -197Z', glass) +
  line(
    [
      [-22, -190],
      [-34, -226],
    ],
    pack,
    4,
  ) +
  circle(-34, -228, 5, glass);

export const redDesertRadio: TitleArt = {
  slug: 'red-desert-radio',
  colours: {
    sky: ['#2a0d14', '#8a2a22', '#ffb06a'],
    light: '#eaf4ff',
    layers: ['#d8683e', '#a8402a', '#70231e', '#330f12'],
    accent: '#7ad0ff',
  },
  moods: ['own', 'night', 'storm', 'dawn', 'own', 'dusk'],
  look: { y: 0.72 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const near = rolling(random, w, 880, 40, 1.3);
    const manX = x - (poster ? 110 : 160);
    const manY = heightAt(near, manX) + 6;
    return (
      sky({ w, h }, tones, 0.74) +
      stars(random, { w, h: 460 }, w / 10, '#ffe9dc') +
      glow(x - 120, 420, 330, '#cfe6ff', 0.6) +
      disc(x - 120, 420, 46, light, 4, 0.14) +
      circle(x + 190, 190, 70, mix(tones[1], '#ffd9b0', 0.4)) +
      circle(x + 206, 178, 70, tones[0], { opacity: 0.45 }) +
      peak(random, x + 260, 760, 560, 210, layers[1], layers[0]) +
      peak(random, x - 330, 760, 640, 170, mix(layers[1], tones[2], 0.2), mix(layers[0], tones[2], 0.3)) +
      hills(random, w, 760, 46, mix(layers[0], tones[2], 0.25), 1.4) +
      hills(random, w, 806, 44, layers[0], 1.8) +
      place(
        { x: x + (poster ? 120 : 190), y: 850, scale: poster ? 0.98 : 1.1 },
        dish('#fff0e2', '#d89a7e', layers[3], accent),
      ) +
      many(4, (index) =>
        path(
          `M${x - 20 - index * 54} ${430 - index * 30}A${70 + index * 62} ${70 + index * 62} 0 0 1 ${x + 78 - index * 14} ${384 - index * 64}`,
          'none',
          { stroke: accent, width: 6 - index, opacity: 0.8 - index * 0.17 },
        ),
      ) +
      rect(x + (poster ? 190 : 330), 790, 150, 66, '#f4dccb', { radius: 30 }) +
      rect(x + (poster ? 210 : 350), 806, 40, 24, '#ffd24a', { radius: 6 }) +
      rect(x + (poster ? 266 : 406), 806, 40, 24, '#ffd24a', { radius: 6 }) +
      hills(random, w, 858, 34, layers[1], 2.1) +
      path(`M${near.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L')}L${w + 40} 1002H-40Z`, layers[2]) +
      many(13, (index) => {
        const share = index / 13;
        const [fx, fy] = [manX - 6 - share * 250 - Math.sin(index) * 6, manY + 8 + share ** 1.2 * 130];
        return (
          ellipse(fx, fy, 7 + share * 9, 3 + share * 3, layers[3]) +
          ellipse(fx + 46 + share * 60, fy + 6, 7 + share * 9, 3 + share * 3, layers[3], { opacity: 0.75 })
        );
      }) +
      path(
        `M${manX} ${manY}C${manX + 60} ${manY + 40} ${manX + 200} ${manY + 60} ${manX + 420} ${manY + 130}H${manX + 260}C${manX + 120} ${manY + 80} ${manX + 40} ${manY + 40} ${manX - 20} ${manY}Z`,
        layers[3],
        { opacity: 0.6 },
      ) +
      place(
        { x: manX, y: manY + 4, scale: poster ? 1.02 : 1.1 },
        astronaut('#fff6ee', darker('#e0a88c', 0.1), '#5a2a2a', accent),
      ) +
      many(w / 70, (index) =>
        polygon(
          [
            [index * 70 - 12, 1002],
            [index * 70 + 6, 968 - ((index * 37) % 34)],
            [index * 70 + 40, 976],
            [index * 70 + 58, 1002],
          ],
          lighter(layers[3], 0.04),
        ),
      )
    );
  },
  name(frame, { accent }) {
    if (isPoster(frame)) {
      return (
        words('붉은 사막의', { x: 44, y: 110, size: 66, fill: '#ffffff', weight: 300, spacing: 0.06 }) +
        words('무전', { x: 36, y: 268, size: 168, fill: '#ffffff', weight: 900, spacing: 0.02 }) +
        words('SOL 214', { x: 44, y: 322, size: 28, fill: accent, weight: 700, spacing: 0.3 })
      );
    }
    return (
      words('붉은 사막의', { x: 112, y: 400, size: 108, fill: '#ffffff', weight: 300, spacing: 0.06 }) +
      words('무전', { x: 104, y: 640, size: 250, fill: '#ffffff', weight: 900 }) +
      words('SOL 214', { x: 114, y: 730, size: 44, fill: accent, weight: 700, spacing: 0.3 })
    );
  },
};
