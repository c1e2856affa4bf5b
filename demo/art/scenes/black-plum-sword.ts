import { lighter, mix } from '../colours.ts';
import { column, words } from '../lettering.ts';
import { swordsman } from '../parts/figures.ts';
import { hills, mountains } from '../parts/land.ts';
import { barCloud, disc, sky } from '../parts/sky.ts';
import { branch } from '../parts/trees.ts';
import { petals, snow } from '../parts/weather.ts';
import { ellipse, path, place } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

export const blackPlumSword: TitleArt = {
  slug: 'black-plum-sword',
  colours: {
    sky: ['#1a1a20', '#4a1820', '#c4303e'],
    light: '#f2495c',
    layers: ['#b8a8ac', '#6a4a52', '#34202a', '#0d0a0e'],
    accent: '#ffffff',
  },
  moods: ['own', 'night', 'storm', 'own', 'dusk'],
  look: { y: 0.72 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers }) {
    const poster = format === 'poster';
    const snowy = '#f4eeee';
    const moonX = x - (poster ? 40 : 60);
    return (
      sky({ w, h }, tones, 0.85) +
      disc(moonX, 400, poster ? 248 : 280, light, 2, 0.1) +
      barCloud(random, moonX - 220, 440, 400, mix(tones[1], light, 0.35)) +
      barCloud(random, moonX + 230, 310, 360, mix(tones[1], light, 0.3)) +
      mountains(random, w, 760, 170, mix(layers[1], tones[2], 0.35)) +
      mountains(random, w, 800, 120, layers[2]) +
      hills(random, w, 860, 44, layers[0], 1.1) +
      path(
        `M-40 960C${x * 0.5} 930 ${x - 160} 858 ${x + 20} 846C${x + 180} 842 ${x + 260} 900 ${w + 40} 890V1002H-40Z`,
        snowy,
      ) +
      path(
        `M${x + 20} 846C${x + 180} 842 ${x + 260} 900 ${w + 40} 890V1002H${x + 120}C${x + 40} 940 ${x + 80} 880 ${x + 20} 846Z`,
        mix(snowy, layers[0], 0.6),
      ) +
      ellipse(x + 40, 856, 120, 10, layers[1], { opacity: 0.5 }) +
      place({ x: x - 2, y: 856, scale: poster ? 1.62 : 1.6 }, swordsman(layers[3], layers[2], '#ffffff', light)) +
      branch(random, w + 30, poster ? 60 : 40, poster ? 190 : 210, 158, {
        colour: layers[3],
        width: 34,
        blossom: '#191319',
        heart: light,
        depth: 4,
      }) +
      branch(random, w + 20, poster ? 330 : 260, poster ? 120 : 160, 170, {
        colour: layers[3],
        width: 20,
        blossom: '#241a22',
        heart: light,
        depth: 3,
      }) +
      snow(random, { w, h }, w / 12, '#ffffff', 4) +
      petals(random, { w, h }, w / 22, [layers[3], layers[3], light, lighter(light, 0.3)], 15)
    );
  },
  name(frame) {
    if (isPoster(frame)) {
      return column('흑매검', { x: 104, y: 84, size: 144, fill: '#ffffff', weight: 900, step: 1.08 });
    }
    return (
      words('흑매검', { x: 100, y: 590, size: 270, fill: '#ffffff', weight: 900, spacing: -0.02 }) +
      words('BLACK PLUM', { x: 112, y: 690, size: 42, fill: '#ff8a96', weight: 700, spacing: 0.46 })
    );
  },
};
