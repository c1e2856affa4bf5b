import { lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { airship, farAirship, floatingIsland } from '../parts/airship.ts';
import { gull } from '../parts/boats.ts';
import { cloudLayer, cloudTower } from '../parts/clouds.ts';
import { disc, rays, sky } from '../parts/sky.ts';
import { many, place } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

export const cloudPierNine: TitleArt = {
  slug: 'cloud-pier-nine',
  colours: {
    sky: ['#1f5fd0', '#5fb0ff', '#ffe9c0'],
    light: '#fffbe6',
    layers: ['#e8f2ff', '#a9cdfb', '#5d8fe0', '#234a9c'],
    accent: '#ff8b3e',
  },
  moods: ['own', 'dawn', 'dusk', 'storm', 'night', 'noon'],
  look: { y: 0.42 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const island = {
      grass: '#37ca8d',
      rock: layers[3],
      lit: layers[2],
      tree: '#1b8f68',
      treeLit: '#62dba4',
      wall: '#fff6e6',
      roof: accent,
      window: '#ffd24a',
    };
    return (
      sky({ w, h }, tones, 0.75) +
      rays(
        random,
        { x: x + 120, y: 330 },
        { count: 18, length: 1400, start: 0, end: 360, colour: light, opacity: 0.4 },
      ) +
      disc(x + 120, 330, 130, light, 3, 0.2) +
      cloudTower(
        random,
        x - (poster ? 250 : 420),
        760,
        330,
        470,
        mix(layers[1], tones[1], 0.3),
        mix(layers[0], tones[1], 0.15),
      ) +
      cloudTower(
        random,
        x + (poster ? 290 : 460),
        760,
        300,
        330,
        mix(layers[1], tones[1], 0.3),
        mix(layers[0], tones[1], 0.15),
      ) +
      place({ x: x + 215, y: 560, scale: 0.14, mirrored: true }, farAirship(layers[3], light)) +
      place({ x: x - (poster ? 205 : 360), y: 640, scale: poster ? 0.52 : 0.66 }, floatingIsland(random, island)) +
      cloudLayer(random, w + 400, 760, 120, layers[1]) +
      place(
        { x: x + (poster ? 10 : 30), y: poster ? 470 : 450, scale: poster ? 0.78 : 0.98, turn: -6 },
        airship(
          {
            body: accent,
            light: lighter(accent, 0.4),
            shade: mix(accent, '#8c1f31', 0.55),
            stripe: '#fff2cc',
            hull: '#4a2448',
            window: '#ffe9a8',
          },
          0.06,
        ),
      ) +
      many(5, (index) =>
        gull(
          x - 170 + index * 52,
          690 + Math.sin(index * 2) * 30,
          16 + (index % 2) * 6,
          '#ffffff',
          index % 2 === 0 ? 0.5 : -0.3,
        ),
      ) +
      cloudLayer(random, w + 400, 856, 150, layers[0]) +
      cloudLayer(random, w + 400, 950, 160, mix(layers[0], layers[1], 0.5))
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame)) {
      return (
        words('구름항로', {
          x: 44,
          y: 148,
          size: 124,
          fill: '#ffffff',
          weight: 900,
          spacing: -0.02,
          outline: layers[3],
          outlineWidth: 14,
        }) +
        words('9번 부두', { x: 44, y: 952, size: 92, fill: layers[3], weight: 800 }) +
        words('PIER NO. 9', { x: 622, y: 952, size: 26, fill: layers[3], weight: 700, spacing: 0.24, anchor: 'end' })
      );
    }
    return (
      words('구름항로', { x: 104, y: 470, size: 190, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
      words('9번 부두', { x: 110, y: 612, size: 118, fill: '#fff2cc', weight: 700 })
    );
  },
};
