import { darker, lighter, mix } from '../colours.ts';
import { lines, words } from '../lettering.ts';
import { skyline, wires } from '../parts/city.ts';
import { barCloud, disc, glow, sky } from '../parts/sky.ts';
import { circle, ellipse, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

const loaf = (x: number, y: number, size: number, crust: string, lit: string, kind: number) =>
  kind === 0
    ? ellipse(x, y - size * 0.3, size * 0.6, size * 0.34, crust) +
      ellipse(x - size * 0.1, y - size * 0.4, size * 0.34, size * 0.14, lit)
    : kind === 1
      ? path(
          `M${x - size * 0.5} ${y}V${y - size * 0.5}Q${x - size * 0.6} ${y - size * 0.84} ${x} ${y - size * 0.84}Q${x + size * 0.6} ${y - size * 0.84} ${x + size * 0.5} ${y - size * 0.5}V${y}Z`,
          crust,
        ) + rect(x - size * 0.36, y - size * 0.62, size * 0.72, size * 0.5, lit, { radius: 6 })
      : path(
          `M${x - size * 0.74} ${y - size * 0.02}Q${x - size * 0.5} ${y - size * 0.62} ${x} ${y - size * 0.62}Q${x + size * 0.5} ${y - size * 0.62} ${x + size * 0.74} ${y - size * 0.02}Q${x} ${y - size * 0.34} ${x - size * 0.74} ${y - size * 0.02}Z`,
          crust,
        ) +
        many(3, (index) =>
          path(
            `M${x - size * 0.34 + index * size * 0.3} ${y - size * 0.56}L${x - size * 0.26 + index * size * 0.3} ${y - size * 0.2}`,
            'none',
            { stroke: lit, width: size * 0.07 },
          ),
        );

/** The baker behind the pane: from the waist up, 190 high. */
const baker = (shirt: string, apron: string, hair: string, skin: string, scarf: string) =>
  path('M-52 0C-54 -60 -44 -92 -12 -98H12C44 -92 54 -60 52 0Z', shirt) +
  path('M-28 0V-62H28V0Z', apron) +
  path('M-28 -62L-18 -98H-10L-16 -62ZM28 -62L18 -98H10L16 -62Z', apron) +
  rect(-10, -118, 20, 26, skin) +
  ellipse(0, -138, 27, 30, skin) +
  path('M-30 -132C-36 -184 36 -184 30 -132C26 -152 12 -158 -4 -156C-16 -156 -26 -148 -30 -132Z', hair) +
  path('M-32 -150C-26 -188 26 -188 32 -150C12 -164 -12 -164 -32 -150Z', scarf) +
  path('M-13 -136q4 -5 8 0M6 -136q4 -5 8 0M-6 -122q6 6 12 0', 'none', { stroke: hair, width: 2.6 }) +
  circle(-17, -127, 5, '#ff9a8a', { opacity: 0.7 }) +
  circle(17, -127, 5, '#ff9a8a', { opacity: 0.7 });

export const sunsetBakery: TitleArt = {
  slug: 'sunset-bakery',
  colours: {
    sky: ['#6a3aa8', '#ff7a6a', '#ffd08a'],
    light: '#ffe9b0',
    layers: ['#e8746a', '#b84a5c', '#7a2b4e', '#3d1638'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'dusk', 'dawn', 'own', 'noon', 'night'],
  lettered: true,
  look: { y: 0.68 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const half = poster ? 268 : 330;
    const [left, right, base] = [x - half, x + half, 900];
    const wall = mix('#fff0dc', layers[0], 0.16);
    const shelves = many(
      2,
      (row) =>
        many(6, (index) =>
          loaf(
            left + 76 + index * ((half * 1.06) / 5.2),
            742 + row * 94,
            52,
            ['#c9783a', '#e09a4e', '#d8863c'][(index + row) % 3]!,
            '#f6c47a',
            (index + row * 2) % 3,
          ),
        ) + rect(left + 40, 742 + row * 94, half * 1.2, 9, darker(layers[2], 0.1)),
    );
    return (
      sky({ w, h }, tones, 0.7) +
      disc(x - (poster ? 150 : 420), 400, poster ? 120 : 130, light, 3, 0.15) +
      barCloud(random, x + 170, 190, 380, lighter(tones[1], 0.4), 0.7) +
      barCloud(random, x - 250, 300, 420, lighter(tones[1], 0.3), 0.7) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 820,
        low: 180,
        high: 330,
        colour: layers[0],
        windows: light,
        lit: 0.25,
      }) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 860,
        low: 100,
        high: 240,
        colour: layers[1],
        windows: light,
        lit: 0.35,
      }) +
      wires(left - (poster ? 26 : 150), 900, 620, w, layers[3]) +
      rect(left, 470, half * 2, base - 470, wall) +
      rect(right - 60, 470, 60, base - 470, layers[1], { opacity: 0.22 }) +
      polygon(
        [
          [left - 34, 474],
          [left + 30, 372],
          [right - 30, 372],
          [right + 34, 474],
        ],
        layers[2],
      ) +
      many(9, (index) =>
        path(`M${left + 22 + index * (half / 4.4)} 374L${left - 16 + index * (half / 4.1)} 472`, 'none', {
          stroke: darker(layers[2], 0.2),
          width: 4,
        }),
      ) +
      rect(left + 50, 330, 46, 90, layers[2]) +
      many(4, (index) =>
        circle(left + 76 + index * 20, 310 - index * 42, 14 + index * 7, '#ffffff', { opacity: 0.42 - index * 0.09 }),
      ) +
      rect(x - 118, 486, 236, 66, layers[3], { radius: 12 }) +
      words('노을빵집', { x, y: 535, size: 46, fill: light, weight: 800, anchor: 'middle', spacing: 0.12 }) +
      rect(left + 30, 640, half * 1.26, 216, '#ffcf7a', { radius: 10 }) +
      glow(left + half * 0.66, 740, 300, '#fff4c8', 0.8) +
      shelves +
      place({ x: left + half * 0.98, y: 856, scale: 1.02 }, baker('#fff6ea', accent, '#5a2a2a', '#f8cda8', '#f2495c')) +
      rect(left + 30, 852, half * 1.26, 12, layers[2]) +
      path(`M${left + 30} 640H${left + 30 + half * 1.26}V856H${left + 30}Z`, 'none', { stroke: layers[2], width: 11 }) +
      rect(right - 168, 640, 124, 260, layers[2], { radius: 8 }) +
      rect(right - 152, 656, 92, 130, '#ffd98c', { radius: 6 }) +
      circle(right - 60, 806, 7, light) +
      rect(right - 128, 700, 44, 26, '#fff6ea', { radius: 4 }) +
      many(10, (index) =>
        path(
          `M${left - 22 + (index * (half * 2 + 44)) / 10} 566H${left - 22 + ((index + 1) * (half * 2 + 44)) / 10}V636a${(half + 22) / 10} 26 0 0 1 -${(half + 22) / 5} 0Z`,
          index % 2 === 0 ? '#fff6ea' : '#f2495c',
        ),
      ) +
      rect(left - 26, 556, half * 2 + 52, 14, layers[3], { radius: 5 }) +
      rect(-2, base, w + 4, 110, layers[2]) +
      rect(-2, base, w + 4, 12, lighter(layers[1], 0.2)) +
      ellipse(left + half * 0.7, 948, half * 0.8, 20, '#ffcf7a', { opacity: 0.4 }) +
      [left + 4, right - 18]
        .map(
          (px) =>
            path(`M${px - 30} 850H${px + 30}L${px + 22} 902H${px - 22}Z`, '#c96a4a') +
            circle(px, 826, 36, '#2f9a6a') +
            circle(px - 22, 838, 22, '#37ca8d') +
            circle(px + 16, 812, 9, '#ff72b4') +
            circle(px - 10, 822, 8, '#ff72b4'),
        )
        .join('')
    );
  },
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        words('노을빵집', {
          x: 333,
          y: 150,
          size: 128,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          spacing: -0.01,
          outline: layers[2],
          outlineWidth: 14,
        }) +
        words('오늘의 반죽', {
          x: 333,
          y: 218,
          size: 56,
          fill: light,
          weight: 700,
          anchor: 'middle',
          spacing: 0.14,
          outline: layers[2],
          outlineWidth: 9,
        })
      );
    }
    return (
      lines([['노을빵집', 190]], { x: 104, y: 480, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
      words('오늘의 반죽', { x: 112, y: 590, size: 84, fill: light, weight: 700, spacing: 0.14 })
    );
  },
};
