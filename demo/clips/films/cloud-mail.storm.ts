import { airship } from '../../art/parts/airship.ts';
import { glow, stars } from '../../art/parts/sky.ts';
import { faded, line, many, path, place, rect } from '../../art/svg.ts';
import { ease, once, seeded, stage } from '../film.ts';
import { cloudSea, ship, skyOf } from './cloud-mail.sea.ts';

const { w, h } = stage;
const nightStars = once(() => stars(seeded('after the storm'), { w, h: 600 }, 110, '#ffffff'));
const flashes: readonly (readonly [at: number, x: number])[] = [
  [2.2, 420],
  [5.1, 1380],
  [7.4, 760],
];

/** Through the thunder clouds and out again. */
export function thunder(t: number): string {
  const clearing = ease(t, 7.5, 11);
  const flash = Math.max(0, ...flashes.map(([at]) => (t >= at ? 1 - (t - at) / 0.55 : 0)));
  const bolts = flashes
    .map(([at, x]) =>
      t >= at && t < at + 0.35
        ? path(
            `M${x} 0L${x - 60} 220L${x + 14} 210L${x - 70} 430L${x + 40} 400L${x - 40} 660L${x + 96} 350L${x + 24} 362L${x + 96} 170L${x + 30} 180L${x + 70} 0Z`,
            '#fff6d8',
          ) + glow(x, 320, 520, '#fff6d8', 0.7)
        : '',
    )
    .join('');
  const random = seeded('storm');
  const drops = many(70, () => {
    const [x0, y0, depth] = [random.next() * (w + 400), random.next() * h, random.between(0.5, 1)];
    const y = (y0 + t * 1500 * depth) % (h + 160);
    const x = x0 - y * 0.2;
    return line(
      [
        [x, y - 80],
        [x - 14, y - 80 + 70 * depth],
      ],
      '#cfd8ff',
      1.6 + depth,
      { opacity: 0.42 * (1 - clearing) * depth },
    );
  });
  return (
    skyOf(['#191b3c', '#343a68', '#5a6090'], ['#161042', '#3a2a86', '#8a6ac8'], clearing) +
    (clearing > 0.02 ? faded(clearing, nightStars()) : '') +
    rect(0, 0, w, h, '#e8ecff', { opacity: flash * 0.35 }) +
    bolts +
    cloudSea(t, [['storm far', 640, 150, '#3a4070', 40]]) +
    cloudSea(t, [['storm middle', 780, 170, '#2a2f5a', 90]]) +
    place(
      {
        x: 840 + Math.sin(t * 0.7) * 40,
        y: 500 + Math.sin(t * 2.1) * 26 * (1 - clearing),
        scale: 0.92,
        turn: Math.sin(t * 1.7) * 5 * (1 - clearing) - 2,
      },
      airship({ ...ship, body: '#c83a58', light: '#e06a70', shade: '#8a2048', hull: '#3a1640' }, t * 4),
    ) +
    glow(960, 680, 220, '#ffe2a0', 0.35) +
    cloudSea(t, [
      ['storm near', 890, 190, '#1d2146', 190],
      ['storm nearest', 985, 210, '#141734', 330],
    ]) +
    drops
  );
}
