import { fishingBoat } from '../../art/parts/boats.ts';
import { ellipse, many, path, place, polygon, rect } from '../../art/svg.ts';
import { once, seeded } from '../film.ts';

export const boat = (hull: string, stripe: string, cabin: string, shade: string, window: string) =>
  fishingBoat({ hull, stripe, cabin, shade, window, mast: hull === '#f4ecf6' ? '#6a4a78' : hull });

const roofs = ['#f2495c', '#ff8b3e', '#4e8eff', '#7b46f1', '#37ca8d', '#e86a8f'];
const walls = ['#fff2e4', '#ffe0c4', '#f4dff0', '#e4e6ff', '#fff6d8'];

const houses = once(() => {
  const random = seeded('harbor town');
  return many(3, (row) =>
    many(13, (index) => {
      const width = random.between(92, 128);
      const height = random.between(80, 132);
      const x = 560 + index * 104 - row * 34 + random.between(-14, 14);
      const y = 600 + row * 76 - Math.sin(index / 4) * 26;
      const roof = random.pick(roofs);
      return (
        rect(x, y - height, width, height + 90, random.pick(walls)) +
        rect(x + width * 0.62, y - height, width * 0.38, height + 90, '#8a5a8a', { opacity: 0.22 }) +
        polygon(
          [
            [x - 8, y - height + 2],
            [x + width * 0.5, y - height - 46],
            [x + width + 8, y - height + 2],
          ],
          roof,
        ) +
        many(4, (pane) =>
          rect(
            x + 16 + (pane % 2) * (width - 54),
            y - height + 18 + Math.floor(pane / 2) * 42,
            20,
            24,
            random.next() < 0.3 ? '#ffd24a' : '#6a5a9a',
            { radius: 3 },
          ),
        )
      );
    }),
  );
});

/** Houses up the hill, with smoke from a chimney. */
export function harborTown(t: number): string {
  const smoke = many(5, (index) => {
    const age = (t * 0.16 + index / 5) % 1;
    return ellipse(1180 + age * 70 + Math.sin(age * 6) * 12, 420 - age * 190, 12 + age * 34, 10 + age * 26, '#ffffff', {
      opacity: 0.4 * (1 - age),
    });
  });
  return smoke + houses() + rect(480, 716, 1320, 40, '#8a6a86') + rect(480, 716, 1320, 9, '#d8b8b8');
}

/** Boats at the quay, each on its own wave. */
export const moored = (t: number) =>
  many(4, (index) => {
    const x = [300, 720, 1120, 1540][index]!;
    const hull = ['#2f4f9f', '#f4f0ff', '#b8324c', '#2a6a5f'][index]!;
    const stripe = ['#ffd24a', '#4e8eff', '#fff2e4', '#ff8b3e'][index]!;
    const y = 850 + (index % 2) * 34 + Math.sin(t * 1.3 + index * 1.7) * 6;
    return (
      ellipse(x, y + 14, 150, 12, '#1d418f', { opacity: 0.4 }) +
      place(
        {
          x,
          y,
          scale: 0.86 + (index % 2) * 0.16,
          turn: Math.sin(t * 1.1 + index * 2) * 1.8,
          mirrored: index % 2 === 1,
        },
        boat(hull, stripe, '#fff6ec', '#d0b4cc', '#5a6aa8'),
      ) +
      path(`M${x + 90} ${y - 40}Q${x + 130} ${y + 30} ${x + 170} 940`, 'none', { stroke: '#43264a', width: 3 })
    );
  });
