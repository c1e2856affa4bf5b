import { type Colours, inMood, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { student } from '../parts/figures.ts';
import { disc, glow, sky, stars } from '../parts/sky.ts';
import { circle, clipped, ellipse, line, many, path, place, rect } from '../svg.ts';
import { type Frame, isPoster, type TitleArt } from '../title-art.ts';

/** The same school roof at one of its three hours, as tall as the frame. */
function hour(
  { w, h, random }: Frame,
  { sky: tones, light, layers, accent }: Colours,
  at: number,
  which: number,
  stand: number,
  scale: number,
): string {
  return (
    sky({ w, h }, tones, 0.8) +
    (which === 2 ? stars(random, { w, h: 600 }, w / 16, '#ffffff') : '') +
    disc(at, [300, 430, 250][which]!, [70, 120, 84][which]!, light, 3, 0.16) +
    glow(at, 520, 360, light, 0.3) +
    many(Math.ceil(w / 130) + 1, (index) => rect(index * 130 - 20, 690 - ((index * 37) % 90), 112, 400, layers[0])) +
    many(Math.ceil(w / 130) + 1, (index) =>
      many(3, (row) =>
        (index + row + which) % 3 === 0
          ? rect(index * 130 + 4, 720 - ((index * 37) % 90) + row * 44, 24, 26, light, { opacity: 0.6 })
          : '',
      ),
    ) +
    rect(-4, 860, w + 8, 150, layers[2]) +
    rect(-4, 856, w + 8, 12, layers[1]) +
    many(Math.ceil(w / 26), (index) =>
      line(
        [
          [index * 26, 700],
          [index * 26, 862],
        ],
        layers[3],
        3,
      ),
    ) +
    line(
      [
        [-4, 704],
        [w + 4, 704],
      ],
      layers[3],
      8,
    ) +
    line(
      [
        [-4, 780],
        [w + 4, 780],
      ],
      layers[3],
      5,
    ) +
    ellipse(at, stand, 70 * scale, 9, '#000000', { opacity: 0.35 }) +
    place(
      { x: at, y: stand, scale },
      student(
        {
          coat: mix(layers[3], '#ffffff', 0.86),
          hair: '#1d1428',
          legs: mix(layers[3], '#203070', 0.4),
          skin: '#f0c6a8',
          scarf: accent,
          rim: light,
        },
        'bob',
        'skirt',
      ),
    )
  );
}

/** A clock without numbers; angles in hours. */
const clock = (x: number, y: number, radius: number, face: string, ink: string, at: number) =>
  circle(x, y, radius, ink) +
  circle(x, y, radius * 0.9, face) +
  many(12, (index) =>
    place(
      { x, y, turn: index * 30 },
      rect(-radius * 0.025, -radius * 0.82, radius * 0.05, radius * (index % 3 === 0 ? 0.18 : 0.1), ink),
    ),
  ) +
  place(
    { x, y, turn: at * 30 },
    rect(-radius * 0.045, -radius * 0.48, radius * 0.09, radius * 0.54, ink, { radius: 4 }),
  ) +
  place(
    { x, y, turn: at * 360 },
    rect(-radius * 0.03, -radius * 0.72, radius * 0.06, radius * 0.8, ink, { radius: 3 }),
  ) +
  circle(x, y, radius * 0.07, '#f2495c');

export const thirdWednesday: TitleArt = {
  slug: 'third-wednesday',
  colours: {
    sky: ['#2a7a9a', '#8fd0d0', '#fff0c0'],
    light: '#fff8d8',
    layers: ['#6fb0b8', '#3f8090', '#235468', '#10293a'],
    accent: '#f2495c',
  },
  moods: ['own', 'noon', 'dusk', 'own', 'night', 'storm'],
  lettered: true,
  look: { y: 0.66 },
  draw(frame, colours) {
    const { w, h, x, format } = frame;
    const poster = format === 'poster';
    const reach = poster ? w / 3 : 300;
    const evening = inMood(
      { ...colours, sky: ['#5a2a7a', '#f0607a', '#ffc07a'], layers: ['#b85a80', '#7f3a70', '#4a2058', '#200c30'] },
      'own',
    );
    const night = inMood(
      { ...colours, sky: ['#0a0a2a', '#1c1a52', '#3f3a90'], layers: ['#34307a', '#221f58', '#15133c', '#090820'] },
      'own',
    );
    const left = x - reach * 1.5;
    const strip = (index: number) =>
      `M${left + reach * index + (index === 0 ? -2000 : 60)} -10H${left + reach * (index + 1) + (index === 2 ? 2000 : 60)}L${left + reach * (index + 1) + (index === 2 ? 2000 : -60)} 1010H${left + reach * index + (index === 0 ? -2000 : -60)}Z`;
    const edge = (index: number) =>
      line(
        [
          [left + reach * index + 60, -10],
          [left + reach * index - 60, 1010],
        ],
        '#ffffff',
        7,
      );
    const at = (index: number) => left + reach * (index + 0.5) - (poster ? 24 : 20);
    return (
      clipped(strip(0), hour(frame, colours, at(0), 0, 936, poster ? 1.34 : 1.4)) +
      clipped(strip(1), hour(frame, evening, at(1), 1, 936, poster ? 1.34 : 1.4)) +
      clipped(strip(2), hour(frame, night, at(2), 2, 936, poster ? 1.34 : 1.4)) +
      edge(1) +
      edge(2) +
      clock(at(0) + 40, poster ? 440 : 300, poster ? 78 : 92, '#ffffff', colours.layers[3], 8.2) +
      clock(at(1) + 36, poster ? 440 : 300, poster ? 78 : 92, '#fff2dc', '#3a123c', 5.4) +
      clock(at(2) + 30, poster ? 440 : 300, poster ? 78 : 92, '#cfd0ff', '#090820', 11.9) +
      rect(0, h - 40, w, 50, '#05030f', { opacity: 0.3 })
    );
  },
  name(frame) {
    const ink = '#10202e';
    if (isPoster(frame))
      return (
        words('수요일이', {
          x: 333,
          y: 166,
          size: 84,
          fill: '#ffffff',
          weight: 700,
          anchor: 'middle',
          outline: ink,
          outlineWidth: 12,
        }) +
        words('세 번', {
          x: 333,
          y: 296,
          size: 128,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          spacing: 0.08,
          outline: ink,
          outlineWidth: 15,
        }) +
        path('M196 322H470', 'none', { stroke: '#f2495c', width: 9 })
      );
    return (
      words('수요일이', { x: 106, y: 440, size: 104, fill: '#ffffff', weight: 600 }) +
      words('세 번', { x: 100, y: 616, size: 186, fill: '#ffffff', weight: 900, spacing: 0.06 }) +
      path('M108 652H470', 'none', { stroke: '#f2495c', width: 10 })
    );
  },
};
