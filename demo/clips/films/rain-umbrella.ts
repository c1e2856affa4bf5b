import { standing } from '../../art/parts/figures.ts';
import { circle, line, many, path, place, rect } from '../../art/svg.ts';
import { between, clamp, ease, stage } from '../film.ts';
import { advertisement, jingle, nameCard } from './advertisement.ts';

const { w, h } = stage;
const panels = ['#f2495c', '#ff8b3e', '#ffd24a', '#37ca8d', '#4e8eff', '#9366fb'];

/** Six panels of colour; `open` from 0 (closed) to 1. */
function umbrella(open: number): string {
  const half = between(30, 300, open);
  const rise = between(420, 190, open);
  const at = (index: number) => -half + (half * 2 * index) / panels.length;
  return (
    rect(-8, -40, 16, 470, '#5a3a2a', { radius: 8 }) +
    path('M0 420V452Q0 500 -44 500Q-84 500 -84 460', 'none', { stroke: '#5a3a2a', width: 16 }) +
    many(panels.length, (index) => {
      const [from, to] = [at(index), at(index + 1)];
      return path(
        `M0 ${-rise}Q${from * 0.9} ${-rise * 0.86} ${from} 0Q${(from + to) / 2} ${-44 * open} ${to} 0Q${to * 0.9} ${-rise * 0.86} 0 ${-rise}Z`,
        panels[index] as string,
      );
    }) +
    circle(0, -rise - 8, 12, '#5a3a2a')
  );
}

const drops = (t: number, colour: string, count = 60) =>
  many(count, (index) => {
    const x = (index * 137.3) % (w + 120);
    const y = ((index * 211.7 + t * (900 + (index % 5) * 120)) % (h + 120)) - 60;
    return line(
      [
        [x, y],
        [x - 10, y + 46],
      ],
      colour,
      4,
      { opacity: 0.5 },
    );
  });

const street = (t: number) =>
  rect(0, 0, w, h, '#3d3552') +
  many(7, (index) =>
    rect(index * 270 - 60, 250 + ((index * 97) % 190), 220, 620, index % 2 === 0 ? '#2a233c' : '#332b48'),
  ) +
  many(10, (index) =>
    rect(40 + index * 180, 420 + ((index * 71) % 200), 40, 54, '#ffd24a', { opacity: 0.5, radius: 4 }),
  ) +
  rect(0, 840, w, 160, '#1b1629') +
  drops(t, '#cfc8df', 90) +
  place(
    { x: 889 + Math.sin(t * 9) * 5, y: 900, scale: 2.5 },
    standing({ coat: '#7d7295', legs: '#2a233c', hair: '#1b1629', skin: '#f6cdb8' }),
  );

const opening = (t: number) => {
  const open = ease(t, 0.5, 1.5) * (1 + 0.08 * Math.exp(-Math.max(0, t - 1.5) * 3) * Math.sin(t * 12));
  return (
    rect(0, 0, w, h, '#4e8eff') +
    many(12, (index) =>
      place(
        { x: 889, y: 560, turn: index * 30 + t * 12 },
        path('M0 0L-90 -1300H90Z', '#7aaaff', { opacity: 0.5 * clamp(open) }),
      ),
    ) +
    drops(t, '#dae7ff', Math.round(60 * (1 - clamp(open) * 0.7))) +
    place({ x: 889, y: 520, scale: 1.25, turn: Math.sin(t * 2) * 4 }, umbrella(clamp(open, 0, 1.1)))
  );
};

export const rainUmbrella = advertisement(
  'rain-umbrella',
  [
    street,
    opening,
    (t) =>
      nameCard(t, {
        name: '또르비 우산',
        promise: '비 오는 날이 기다려져요',
        ground: '#fff2cc',
        colour: '#4e25a6',
        product: place({ x: 430, y: 470, turn: -12 + Math.sin(t * 2.2) * 5, scale: 0.95 }, umbrella(1)),
      }),
  ],
  jingle(62, [12, 14, 16, 19, 16, 14, 12, 7, 12, 14, 16, 21, 19, 16, 14, 16, 12, 24]),
);
