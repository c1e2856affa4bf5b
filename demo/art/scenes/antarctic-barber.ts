import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { penguin } from '../parts/animals.ts';
import { mountains } from '../parts/land.ts';
import { glow, sky, stars } from '../parts/sky.ts';
import { snow } from '../parts/weather.ts';
import { clipped, ellipse, linear, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

const curtain = (x: number, y: number, w: number, height: number, colour: string, lean: number) =>
  path(
    `M${x} ${y}C${x + w * 0.3} ${y - 90} ${x + w * 0.6} ${y + 110} ${x + w} ${y - 20}L${x + w + lean} ${y - height}C${x + w * 0.6 + lean} ${y - height + 120} ${x + w * 0.3 + lean} ${y - height - 90} ${x + lean} ${y - height}Z`,
    linear(
      [0, y],
      [0, y - height],
      [
        [0, colour, 0.85],
        [1, colour, 0],
      ],
    ),
  );

const pole = (height: number) => {
  const shape = `M-24 0V${-height}H24V0Z`;
  return (
    path(shape, '#ffffff') +
    clipped(
      shape,
      many(8, (index) =>
        polygon(
          [
            [-40, -index * 56 + 10],
            [40, -index * 56 - 44],
            [40, -index * 56 - 22],
            [-40, -index * 56 + 32],
          ],
          index % 2 === 0 ? '#f2495c' : '#4e8eff',
        ),
      ),
    ) +
    rect(-34, -height - 18, 68, 26, '#c7cede', { radius: 8 }) +
    rect(-34, -6, 68, 26, '#c7cede', { radius: 8 }) +
    ellipse(0, -height - 26, 22, 16, '#e9eefc')
  );
};

export const antarcticBarber: TitleArt = {
  slug: 'antarctic-barber',
  colours: {
    sky: ['#061a3a', '#0d4460', '#4fc3a8'],
    light: '#ffe2a0',
    layers: ['#5fa8c4', '#2f6f9a', '#a9d6e6', '#0b2440'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'dawn', 'storm', 'own', 'dusk'],
  lettered: true,
  look: { y: 0.72 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const half = poster ? 208 : 290;
    const base = 850;
    const hx = x + (poster ? 20 : 60);
    return (
      sky({ w, h }, tones, 0.9) +
      stars(random, { w, h: 620 }, w / 9, '#ffffff') +
      curtain(-60, 520, w * 0.8, 430, '#37ca8d', 120) +
      curtain(w * 0.24, 430, w * 0.9, 420, '#7ef0c0', -90) +
      curtain(w * 0.05, 330, w * 0.6, 300, '#9366fb', 160) +
      mountains(random, w, 720, 220, layers[1]) +
      mountains(random, w, 790, 130, layers[0]) +
      path(
        `M-10 1010V${base - 10}Q${w * 0.3} ${base - 50} ${w * 0.6} ${base - 16}T${w + 10} ${base - 30}V1010Z`,
        layers[2],
      ) +
      // The hut on stilts, red against the ice.
      many(4, (index) => rect(hx - half + 26 + index * ((half * 2 - 70) / 3), base - 70, 18, 100, layers[3])) +
      rect(hx - half, base - 300, half * 2, 240, accent, { radius: 16 }) +
      rect(hx + half - 84, base - 300, 84, 240, darker(accent, 0.28), { radius: 16 }) +
      rect(hx - half - 22, base - 330, half * 2 + 44, 46, '#f4f8ff', { radius: 20 }) +
      many(5, (index) =>
        path(`M${hx - half + 20 + index * (half * 0.42)} ${base - 288}l12 0l-6 ${26 + (index % 2) * 18}Z`, '#dff1fb'),
      ) +
      rect(hx - half + 34, base - 240, half * 0.86, 130, light, { radius: 14 }) +
      glow(hx - half * 0.46, base - 176, 270, light, 0.6) +
      place(
        { x: hx - half + 34 + half * 0.34, y: base - 110, scale: 0.62 },
        path('M-34 0V-60Q-34 -92 0 -92Q34 -92 34 -60V0Z', '#ffffff') +
          ellipse(0, -116, 24, 27, '#e8b894') +
          path('M-27 -118C-30 -160 30 -160 27 -118Q14 -134 -27 -118Z', '#3a2030'),
      ) +
      place(
        { x: hx - half + 34 + half * 0.6, y: base - 110, scale: 0.7 },
        path('M-30 0V-84Q-28 -118 0 -118Q28 -118 30 -84V0Z', '#2f6f9a') +
          path('M-24 -96L-70 -92L-72 -78L-22 -76Z', '#2f6f9a') +
          path('M-74 -86l-24 -12M-74 -84l-26 4', 'none', { stroke: '#5a6a80', width: 5 }) +
          ellipse(0, -142, 24, 27, '#e8b894') +
          path('M-26 -150C-22 -180 22 -180 26 -150Z', '#8a8fa8'),
      ) +
      rect(hx - half + 34, base - 110, half * 0.86, 12, darker(accent, 0.4)) +
      rect(hx + 30, base - 232, 104, 172, darker(accent, 0.42), { radius: 10 }) +
      rect(hx + 46, base - 214, 72, 66, light, { radius: 8 }) +
      polygon(
        [
          [hx + 30, base - 60],
          [hx + 134, base - 60],
          [hx + 150, base + 10],
          [hx + 14, base + 10],
        ],
        layers[3],
      ) +
      rect(hx - half + 30, base - 404, 300, 78, layers[3], { radius: 12 }) +
      words('남극이발소', {
        x: hx - half + 180,
        y: base - 348,
        size: 50,
        fill: '#ffffff',
        weight: 900,
        anchor: 'middle',
        spacing: 0.04,
      }) +
      place({ x: hx + half + 52, y: base - 30, scale: 0.8 }, pole(250)) +
      place(
        { x: x - (poster ? 196 : 300), y: base + 84, scale: poster ? 1.0 : 1.08 },
        penguin('#1b2440', '#ffffff', '#ffb03e', '#10162c') +
          path('M-66 -110Q0 -86 66 -110L92 -20Q0 18 -92 -20Z', '#e9f2ff') +
          path('M-66 -110Q0 -86 66 -110L64 -96Q0 -72 -64 -96Z', '#4e8eff'),
      ) +
      place(
        { x: x - (poster ? 60 : 130), y: base + 104, scale: 0.66 },
        penguin('#26304f', '#ffffff', '#ffb03e', '#10162c'),
      ) +
      place(
        { x: x + (poster ? 40 : 6), y: base + 112, scale: 0.42 },
        penguin('#8a94b8', '#ffffff', '#5a6284', '#10162c'),
      ) +
      ellipse(x - 120, base + 118, 260, 12, mix(layers[2], layers[1], 0.6), { opacity: 0.5 }) +
      snow(random, { w, h }, w / 16, '#ffffff', 6) +
      rect(0, 976, w, 40, lighter(layers[2], 0.4), { opacity: 0.4 })
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame))
      return (
        words('남극기지', {
          x: 60,
          y: 148,
          size: 66,
          fill: '#ffffff',
          weight: 600,
          spacing: 0.12,
          outline: layers[3],
          outlineWidth: 8,
        }) +
        words('이발소', {
          x: 54,
          y: 284,
          size: 136,
          fill: '#ffffff',
          weight: 900,
          outline: layers[3],
          outlineWidth: 13,
        })
      );
    return (
      words('남극기지', { x: 108, y: 430, size: 96, fill: '#ffffff', weight: 600, spacing: 0.1 }) +
      words('이발소', { x: 100, y: 606, size: 180, fill: '#ffffff', weight: 900 })
    );
  },
};
