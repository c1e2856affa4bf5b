import { standing } from '../../art/parts/figures.ts';
import { disc, sky } from '../../art/parts/sky.ts';
import { circle, line, many, path, place, polygon, rect } from '../../art/svg.ts';
import { seeded, stage } from '../film.ts';

const { w, h } = stage;

/** On the bridge: clouds move towards the bow, and the helm turns slightly. */
export function bridge(t: number): string {
  const sway = Math.sin(t * 0.9);
  const random = seeded('bridge');
  const clouds = many(26, (index) => {
    const [angle, start, size] = [random.between(-1, 1), random.next(), random.between(0.6, 1.3)];
    const age = (start + t * 0.085) % 1;
    const depth = age ** 2.6;
    const x = 889 + angle * (160 + depth * 1700) - sway * 60;
    const y = 470 + 40 + depth * 620 + (index % 3) * 12;
    const radius = (16 + depth * 300) * size;
    const colour = index % 2 === 0 ? '#ffffff' : '#ffe4dc';
    return (
      circle(x, y, radius, colour, { opacity: Math.min(1, age * 3) }) +
      circle(x + radius * 0.9, y + radius * 0.3, radius * 0.7, colour, { opacity: Math.min(1, age * 3) })
    );
  });
  const frame = '#4a2448';
  const helm = place(
    { x: 960, y: 770, turn: sway * 24 },
    many(8, (index) =>
      place({ turn: index * 45 }, rect(-7, -150, 14, 150, '#8a5638', { radius: 7 }) + circle(0, -152, 12, '#c98a52')),
    ) +
      path('M0 -104A104 104 0 1 1 -0.1 -104Z', 'none', { stroke: '#c98a52', width: 22 }) +
      circle(0, 0, 26, '#ffd24a'),
  );
  return (
    sky(stage, ['#4f86f0', '#ffb0a8', '#fff0d0'], 0.55) +
    disc(1180 - sway * 30, 330, 84, '#fffbe8', 3, 0.2) +
    rect(0, 500, w, 520, '#ffd8d0') +
    clouds +
    path(
      `M0 0H${w}V${h}H0ZM120 90Q120 60 150 60H540V760H60ZM580 60H1198V760H580ZM1238 60H1628Q1658 60 1658 90L1718 760H1238Z`,
      frame,
      { more: 'fill-rule="evenodd"' },
    ) +
    line(
      [
        [560, 40],
        [560, 780],
      ],
      '#6a3a60',
      14,
    ) +
    line(
      [
        [1218, 40],
        [1218, 780],
      ],
      '#6a3a60',
      14,
    ) +
    rect(0, 760, w, 250, '#3a1a3c') +
    rect(0, 752, w, 20, '#8a5638') +
    many(5, (index) => {
      const x = 130 + index * 92;
      return (
        circle(x, 860, 36, '#c98a52') +
        circle(x, 860, 28, '#fff2e0') +
        line(
          [
            [x, 860],
            [x + Math.cos(t * 0.7 + index) * 22, 860 - Math.abs(Math.sin(t * 0.7 + index)) * 22],
          ],
          '#f2495c',
          4,
        )
      );
    }) +
    many(
      6,
      (index) =>
        rect(1230 + index * 74, 836, 46, 60, index % 2 === 0 ? '#fff2e0' : '#ffe3cf', { radius: 4 }) +
        polygon(
          [
            [1230 + index * 74, 836],
            [1253 + index * 74, 862],
            [1276 + index * 74, 836],
          ],
          '#f2495c',
          { opacity: 0.75 },
        ),
    ) +
    helm +
    place(
      { x: 800, y: 1230 + Math.sin(t * 1.8) * 3, scale: 3.2, turn: sway * 0.8 },
      standing(
        {
          coat: '#2f4f9f',
          hair: '#2a1238',
          legs: '#1b1138',
          skin: '#f6cdb8',
          scarf: '#ffd24a',
          rim: '#ffd9c0',
        },
        'tail',
      ),
    )
  );
}
