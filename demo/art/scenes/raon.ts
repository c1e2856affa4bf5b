import { darker, lighter, mix, type Colours } from '../colours.ts';
import { words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { hills, mountains } from '../parts/land.ts';
import { mecha, type MechaColours } from '../parts/mecha.ts';
import { disc, glow, moonWithSeas, rays, sky, stars } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, ellipse, many, path, place, polygon, rect } from '../svg.ts';
import { type Frame, isPoster, type TitleArt } from '../title-art.ts';

const machineOf = ({ layers, light, accent }: Colours): MechaColours => ({
  body: lighter(layers[0], 0.5),
  shade: layers[1],
  joint: layers[3],
  edge: accent,
  eye: light,
  crest: '#ffd24a',
});

/** Domes of the mining town, with lights. */
function domes(x: number, y: number, colour: string, light: string): string {
  return many(5, (index) => {
    const [left, radius] = [x + index * 112 - 220, 38 + ((index * 37) % 34)];
    return (
      path(`M${left - radius} ${y}A${radius} ${radius} 0 0 1 ${left + radius} ${y}Z`, colour) +
      rect(left - 3, y - radius - 26, 5, 28, colour) +
      many(4, (pane) => rect(left - radius * 0.6 + pane * radius * 0.36, y - 16, 7, 9, light))
    );
  });
}

const crater = (x: number, y: number, rx: number, dark: string, lit: string) =>
  ellipse(x, y, rx, rx * 0.2, lit) + ellipse(x, y + rx * 0.04, rx * 0.9, rx * 0.15, dark);

export const raon: TitleArt = {
  slug: 'raon-under-moon',
  colours: {
    sky: ['#060a24', '#12275e', '#3f74d8'],
    light: '#bff4ff',
    layers: ['#7f9ce0', '#3e5aa8', '#22356f', '#0b1230'],
    accent: '#f2495c',
  },
  moods: ['own', 'night', 'storm', 'own', 'dusk'],
  look: { y: 0.5 },
  draw({ w, h, x, random, format }, colours) {
    const { sky: tones, light, layers, accent } = colours;
    const poster = format === 'poster';
    return (
      sky({ w, h }, tones, 0.9) +
      stars(random, { w, h: 700 }, w / 6, '#ffffff') +
      glow(x, 480, 620, '#8fb8ff', 0.5) +
      moonWithSeas(x, poster ? 520 : 450, poster ? 300 : 340, '#eef4ff', '#c4d2ee') +
      mountains(random, w, 800, 130, layers[2]) +
      domes(x - (poster ? 90 : 480), 812, layers[2], '#ffe2a0') +
      hills(random, w, 850, 40, layers[1], 1.2) +
      ellipse(x, 884, 280, 24, darker(layers[2], 0.3)) +
      place({ x, y: 884, scale: poster ? 0.68 : 0.8 }, mecha(machineOf(colours))) +
      glow(x, 884 - 596 * (poster ? 0.68 : 0.8), 120, light, 0.7) +
      hills(random, w, 930, 30, layers[2], 1.6) +
      crater(x - 200, 962, 120, layers[3], layers[1]) +
      crater(x + 240, 950, 80, layers[3], layers[1]) +
      place(
        { x: x - 150, y: 944, scale: 0.34 },
        standing(
          { coat: accent, hair: layers[3], legs: layers[3], skin: '#f6cdb8', scarf: '#ffd24a', rim: light },
          'short',
        ),
      ) +
      hills(random, w, 992, 20, layers[3], 2)
    );
  },
  name(frame) {
    if (isPoster(frame)) {
      return (
        words('월하기갑', { x: 56, y: 116, size: 58, fill: '#ffffff', weight: 700, spacing: 0.16 }) +
        words('라온', {
          x: 46,
          y: 280,
          size: 178,
          fill: '#ffffff',
          weight: 900,
          spacing: -0.03,
          outline: '#0b1230',
          outlineWidth: 12,
        }) +
        words('RAON UNDER THE MOON', {
          x: 334,
          y: 952,
          size: 22,
          fill: '#bff4ff',
          weight: 700,
          spacing: 0.3,
          anchor: 'middle',
        })
      );
    }
    return (
      words('월하기갑', { x: 112, y: 400, size: 100, fill: '#bff4ff', weight: 700, spacing: 0.16 }) +
      words('라온', { x: 96, y: 660, size: 290, fill: '#ffffff', weight: 900, spacing: -0.03 })
    );
  },
};

export const raonTwo: TitleArt = {
  slug: 'raon-under-moon-2',
  colours: {
    sky: ['#1c0614', '#7a1830', '#ff7a3e'],
    light: '#ffe0a0',
    layers: ['#d85a4e', '#9a2b3c', '#551428', '#22060f'],
    accent: '#ffd24a',
  },
  moods: ['own', 'night', 'dusk', 'storm'],
  look: { y: 0.42 },
  draw(frame, colours) {
    const { w, h, x, random } = frame;
    const { sky: tones, light, layers } = colours;
    const poster = isPoster(frame);
    const igni: MechaColours = {
      body: mix(layers[0], '#f2495c', 0.5),
      shade: layers[1],
      joint: layers[3],
      edge: light,
      eye: '#fff6d8',
      crest: '#ffd24a',
    };
    return (
      sky({ w, h }, tones, 1) +
      stars(random, { w, h: 600 }, w / 9, '#ffe9d8') +
      rays(
        random,
        { x: x + 60, y: 420 },
        { count: 26, length: 1500, start: 0, end: 360, colour: '#ffb27a', opacity: 0.32 },
      ) +
      disc(x + (poster ? 90 : 170), 300, poster ? 170 : 200, '#fff0d0', 3, 0.12) +
      moonWithSeas(x - (poster ? 190 : 330), 210, poster ? 84 : 110, '#ffc48a', '#e8946a') +
      bust(frame, x, igni) +
      sparks(random, { x: x - 400, y: 300, w: 800, h: 700 }, 46, light, 4) +
      embersFloor(w, layers[3])
    );
  },
  name(frame) {
    if (isPoster(frame)) {
      return (
        words('월하기갑', { x: 334, y: 806, size: 62, fill: '#ffffff', weight: 700, spacing: 0.24, anchor: 'middle' }) +
        words('라온', { x: 290, y: 948, size: 156, fill: '#ffffff', weight: 900, anchor: 'middle', spacing: -0.03 }) +
        circle(512, 894, 56, '#ffd24a') +
        words('2', { x: 512, y: 925, size: 88, fill: '#551428', weight: 900, anchor: 'middle' })
      );
    }
    return (
      words('월하기갑', { x: 112, y: 400, size: 100, fill: '#ffe0a0', weight: 700, spacing: 0.16 }) +
      words('라온', { x: 96, y: 650, size: 270, fill: '#ffffff', weight: 900, spacing: -0.03 }) +
      circle(690, 560, 92, '#ffd24a') +
      words('2', { x: 690, y: 611, size: 144, fill: '#551428', weight: 900, anchor: 'middle' })
    );
  },
};

function bust({ format }: Frame, x: number, machine: MechaColours): string {
  const scale = format === 'poster' ? 1.28 : 1.35;
  return place({ x: x + 24, y: 340 + 700 * scale, scale }, mecha(machine));
}

const embersFloor = (w: number, colour: string) =>
  polygon(
    [
      [0, 1002],
      [0, 760],
      [w * 0.2, 800],
      [w * 0.5, 742],
      [w * 0.8, 806],
      [w, 750],
      [w, 1002],
    ],
    colour,
    { opacity: 0.92 },
  );
