import { palette } from '../colours.ts';
import { moonWithSeas, star } from '../parts/sky.ts';
import { flower } from '../parts/trees.ts';
import { lighthouse } from '../parts/lighthouse.ts';
import { createRandom } from '../random.ts';
import { circle, ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { cheeks, droopEars, eyes, head, longEars, muzzle, pointedEars, roundEars, smile, stripes } from './faces.ts';

interface ProfileArt {
  /** The name of the file. */
  slug: string;
  ground: string;
  /** A lighter disc behind the figure. */
  disc: string;
  figure: string;
}

const p = palette;
const ink = '#2a1a34';
const random = createRandom('profiles');

/** All profile pictures, in the order of their ids. */
export const profileArt: readonly ProfileArt[] = [
  {
    slug: 'fox',
    ground: p.purple[600],
    disc: p.purple[400],
    figure:
      pointedEars('#ff8b3e', '#4a2030') +
      path('M-66 4C-60 -40 60 -40 66 4C56 34 26 66 0 66C-26 66 -56 34 -66 4Z', '#ff8b3e') +
      path('M-66 4C-50 10 -30 16 -12 38Q0 46 12 38C30 16 50 10 66 4C56 34 26 66 0 66C-26 66 -56 34 -66 4Z', '#fff4e6') +
      eyes(26, 4) +
      ellipse(0, 46, 8, 6, ink),
  },
  {
    slug: 'whale',
    ground: p.blue[700],
    disc: p.blue[500],
    figure:
      path(
        'M-74 16C-74 -32 -30 -44 6 -40C40 -36 50 -8 54 0C60 -10 60 -24 50 -34C66 -34 76 -24 76 -8C78 22 44 56 -6 56C-48 56 -74 44 -74 16Z',
        '#bcd6ff',
      ) +
      path('M-74 16C-50 30 -10 34 40 28C30 46 8 56 -12 56C-48 56 -74 44 -74 16Z', '#ffffff') +
      circle(-40, 8, 7, ink) +
      circle(-42, 6, 2.5, '#fff') +
      path('M-64 26Q-54 34 -44 28', 'none', { stroke: ink, width: 3.5 }) +
      path('M-14 -46q0 -18 -16 -20M-14 -46q0 -18 16 -20', 'none', { stroke: '#ffffff', width: 6 }),
  },
  {
    slug: 'cat',
    ground: p.pink[700],
    disc: p.pink[500],
    figure:
      pointedEars('#3d3552', '#ff9fc8') +
      head('#3d3552') +
      path('M-10 -44L0 -18L10 -44Z', '#fff4e6') +
      eyes(26, 2, 9, '#ffd24a') +
      [-26, 26].map((x) => ellipse(x, 2, 3, 8, ink)).join('') +
      muzzle('#fff4e6', 30, 22, 16, '#ff72b4') +
      [-1, 1]
        .map(
          (s) =>
            line(
              [
                [s * 34, 26],
                [s * 66, 20],
              ],
              '#fff4e6',
              2.4,
            ) +
            line(
              [
                [s * 34, 34],
                [s * 66, 38],
              ],
              '#fff4e6',
              2.4,
            ),
        )
        .join(''),
  },
  {
    slug: 'owl',
    ground: p.purple[800],
    disc: p.purple[600],
    figure:
      path('M-58 -60Q-40 -40 0 -44Q40 -40 58 -60C70 -10 66 66 0 68C-66 66 -70 -10 -58 -60Z', '#a8744a') +
      path('M-34 20Q0 -4 34 20Q36 62 0 64Q-36 62 -34 20Z', '#f0d8b0') +
      circle(-25, -10, 26, '#fff4e0') +
      circle(25, -10, 26, '#fff4e0') +
      circle(-25, -10, 14, ink) +
      circle(25, -10, 14, ink) +
      circle(-29, -15, 5, '#fff') +
      circle(21, -15, 5, '#fff') +
      polygon(
        [
          [-9, 4],
          [9, 4],
          [0, 22],
        ],
        '#ff8b3e',
      ) +
      many(5, (i) =>
        path(`M${-20 + (i % 3) * 16 + (i > 2 ? 8 : 0)} ${34 + (i > 2 ? 14 : 0)}q6 7 12 0`, 'none', {
          stroke: '#a8744a',
          width: 3,
        }),
      ),
  },
  {
    slug: 'bear',
    ground: p.green[700],
    disc: p.green[500],
    figure:
      roundEars('#8a5638', '#e8b48a') + head('#8a5638') + eyes(24, 0) + muzzle('#f0d0a8', 28, 28, 21) + cheeks(42, 22),
  },
  {
    slug: 'rabbit',
    ground: p.red[700],
    disc: p.red[500],
    figure:
      longEars('#fff4f0', '#ffb0c0') +
      ellipse(0, 16, 54, 50, '#fff4f0') +
      eyes(22, 10) +
      cheeks(34, 28) +
      ellipse(0, 24, 6, 4.5, '#ff7a90') +
      path('M0 28V34M-8 33Q-4 40 0 34Q4 40 8 33', 'none', { stroke: ink, width: 3 }),
  },
  {
    slug: 'penguin',
    ground: p.blue[500],
    disc: '#9cc4ff',
    figure:
      path('M-56 66C-66 -10 -50 -72 0 -72C50 -72 66 -10 56 66Q0 84 -56 66Z', '#26304f') +
      path('M-38 60C-46 10 -44 -30 -20 -34Q-6 -34 0 -22Q6 -34 20 -34C44 -30 46 10 38 60Q0 76 -38 60Z', '#ffffff') +
      eyes(19, -10) +
      polygon(
        [
          [-12, 2],
          [12, 2],
          [0, 18],
        ],
        '#ff8b3e',
      ) +
      cheeks(32, 8) +
      path('M-46 26Q0 46 46 26L44 44Q0 62 -44 44Z', '#f2495c'),
  },
  {
    slug: 'tiger',
    ground: '#8a4a12',
    disc: p.yellow[500],
    figure:
      roundEars('#ff9a3e', '#fff0dc', 48, -42, 20) +
      head('#ff9a3e') +
      stripes('#4a2418') +
      eyes(25, 2) +
      muzzle('#fff4e6', 28, 28, 20, '#c8405a'),
  },
  {
    slug: 'puppy',
    ground: p.purple[500],
    disc: p.purple[300],
    figure:
      head('#ffe4c0') +
      path('M4 -42C44 -46 66 -20 60 14C40 26 14 16 8 -6Z', '#c98a52') +
      droopEars('#a8683a') +
      eyes(24, 4) +
      muzzle('#fffaf2', 30, 27, 20) +
      path('M-7 44Q0 64 9 44Z', '#ff7a90'),
  },
  {
    slug: 'raccoon',
    ground: '#1f5a4a',
    disc: '#5ab89a',
    figure:
      roundEars('#6a6478', '#2f2a3c', 46, -42, 20) +
      head('#8f889e') +
      path('M-62 6C-46 -22 -14 -16 0 0C14 -16 46 -22 62 6C50 34 22 24 0 10C-22 24 -50 34 -62 6Z', '#2f2a3c') +
      path('M-40 -34Q-20 -46 -8 -20Q-26 -28 -44 -16ZM40 -34Q20 -46 8 -20Q26 -28 44 -16Z', '#ffffff') +
      eyes(26, 4, 8, '#ffffff') +
      circle(-26, 4, 4.5, ink) +
      circle(26, 4, 4.5, ink) +
      muzzle('#f4f0fa', 32, 22, 17),
  },
  {
    slug: 'otter',
    ground: '#0f5f7a',
    disc: '#58c0d8',
    figure:
      roundEars('#7a5238', '#5a3a28', 50, -34, 14) +
      head('#7a5238', 60, 56, 6) +
      path('M-44 24C-44 0 -20 2 0 8C20 2 44 0 44 24C44 54 20 62 0 62C-20 62 -44 54 -44 24Z', '#f0d8b8') +
      eyes(25, -4) +
      ellipse(0, 14, 12, 8, ink) +
      smile(28, 9) +
      many(3, (i) => circle(-24 + i * 0, 26 + i * 8, 1.8, '#7a5238') + circle(24, 26 + i * 8, 1.8, '#7a5238')),
  },
  {
    slug: 'chick',
    ground: '#b86a10',
    disc: '#ffe9a0',
    figure:
      circle(0, 8, 58, '#ffd24a') +
      path('M-6 -48Q-18 -68 -2 -72Q-4 -60 6 -58Q10 -72 20 -66Q10 -58 8 -46Z', '#ffb83e') +
      eyes(24, 0) +
      polygon(
        [
          [-12, 10],
          [0, 4],
          [12, 10],
          [0, 22],
        ],
        '#ff7a3e',
      ) +
      cheeks(40, 16) +
      path('M-58 14Q-76 22 -66 40Q-56 40 -48 34ZM58 14Q76 22 66 40Q56 40 48 34Z', '#ffb83e'),
  },
  {
    slug: 'robot',
    ground: p.darkGray[700],
    disc: p.blue[500],
    figure:
      line(
        [
          [0, -46],
          [0, -68],
        ],
        '#c6c6cf',
        5,
      ) +
      circle(0, -72, 8, '#f2495c') +
      rect(-74, -12, 14, 36, '#787886', { radius: 6 }) +
      rect(60, -12, 14, 36, '#787886', { radius: 6 }) +
      rect(-60, -48, 120, 100, '#e9e9ed', { radius: 26 }) +
      rect(-46, -30, 92, 50, '#1b1b22', { radius: 18 }) +
      circle(-20, -6, 10, '#6fe8ff') +
      circle(20, -6, 10, '#6fe8ff') +
      path('M-12 8Q0 16 12 8', 'none', { stroke: '#6fe8ff', width: 4 }) +
      many(4, (i) => rect(-24 + i * 13, 30, 8, 12, '#a0a0ad', { radius: 2 })),
  },
  {
    slug: 'astronaut',
    ground: '#120a3a',
    disc: p.purple[700],
    figure:
      path('M-60 80C-58 50 -40 44 0 44C40 44 58 50 60 80Z', '#e6dbff') +
      circle(0, -2, 58, '#f4f0ff') +
      path('M-42 2A42 40 0 0 1 42 2C42 26 24 36 0 36C-24 36 -42 26 -42 2Z', '#2a1a68') +
      path('M-32 -8Q-26 -28 -6 -32', 'none', { stroke: '#ffffff', width: 7, opacity: 0.8 }) +
      star(18, 6, 12, '#ffd24a') +
      star(-6, 18, 6, '#ffffff') +
      rect(-66, -12, 12, 28, '#ff8b3e', { radius: 5 }) +
      rect(54, -12, 12, 28, '#ff8b3e', { radius: 5 }),
  },
  {
    slug: 'ghost',
    ground: p.purpleGray[700],
    disc: p.purpleGray[500],
    figure:
      path('M-52 60V-6C-52 -82 52 -82 52 -6V60Q40 44 26 58Q13 70 0 58Q-13 70 -26 58Q-40 44 -52 60Z', '#ffffff') +
      path('M24 -52C44 -44 52 -26 52 -6V60Q44 50 36 52C42 10 38 -26 24 -52Z', '#d8d0ee') +
      eyes(19, -12, 8) +
      cheeks(32, 6, '#ff9fc8') +
      ellipse(0, 10, 7, 9, ink),
  },
  {
    slug: 'goblin',
    ground: '#5a1440',
    disc: '#c8406a',
    figure:
      path('M-10 -46L-2 -80L12 -46Z', '#ffe9a8') +
      path('M-62 -8L-78 -24L-66 10ZM62 -8L78 -24L66 10Z', '#e0604a') +
      head('#f2785a', 60, 56, 8) +
      path('M-58 -4C-56 -52 56 -52 58 -4C40 -26 20 -22 8 -32C-6 -20 -40 -26 -58 -4Z', '#3a1a2a') +
      eyes(24, 8) +
      path('M-34 -8L-14 -2M34 -8L14 -2', 'none', { stroke: '#3a1a2a', width: 6 }) +
      path('M-22 34Q0 54 22 34Z', '#5a1424') +
      polygon(
        [
          [-14, 35],
          [-6, 36],
          [-10, 46],
        ],
        '#fff',
      ) +
      polygon(
        [
          [14, 35],
          [6, 36],
          [10, 46],
        ],
        '#fff',
      ),
  },
  {
    slug: 'mushroom',
    ground: '#12614f',
    disc: '#6fd0a0',
    figure:
      path('M-34 10H34C40 40 42 62 28 70H-28C-42 62 -40 40 -34 10Z', '#fff0d8') +
      path('M-76 14C-76 -46 -34 -70 0 -70C34 -70 76 -46 76 14C40 24 -40 24 -76 14Z', '#f2495c') +
      circle(-38, -18, 13, '#fff6ea') +
      circle(4, -42, 15, '#fff6ea') +
      circle(42, -14, 11, '#fff6ea') +
      circle(0, 0, 9, '#fff6ea') +
      eyes(14, 38, 6) +
      smile(48, 6) +
      cheeks(25, 48),
  },
  {
    slug: 'cactus',
    ground: '#a84a2a',
    disc: '#ffc08a',
    figure:
      path('M-40 -2Q-62 -2 -62 -22V-34M40 8Q64 8 64 -12V-26', 'none', { stroke: '#2a9a6a', width: 20 }) +
      rect(-30, -66, 60, 112, '#37b87d', { radius: 30 }) +
      line(
        [
          [-12, -46],
          [-12, -30],
        ],
        '#1f7a56',
        4,
      ) +
      line(
        [
          [14, -36],
          [14, -22],
        ],
        '#1f7a56',
        4,
      ) +
      polygon(
        [
          [-42, 40],
          [42, 40],
          [34, 80],
          [-34, 80],
        ],
        '#d8683e',
      ) +
      rect(-46, 34, 92, 14, '#f08a56', { radius: 5 }) +
      eyes(12, -6, 6) +
      smile(6, 6) +
      flower(random, 6, -68, 14, '#ff72b4', '#ffd24a'),
  },
  {
    slug: 'moon',
    ground: '#150d45',
    disc: '#2f2080',
    figure:
      moonWithSeas(0, 0, 54, '#ffe9b0', '#f0c888') +
      path('M-26 0Q-18 8 -10 0M10 0Q18 8 26 0', 'none', { stroke: '#8a5a2a', width: 4 }) +
      smile(18, 7, '#8a5a2a') +
      cheeks(34, 14, '#ff9a6a'),
  },
  {
    slug: 'star',
    ground: p.blue[900],
    disc: p.blue[700],
    figure:
      path('M0 -76L22 -30L72 -24L36 12L45 62L0 38L-45 62L-36 12L-72 -24L-22 -30Z', '#ffd24a', {
        stroke: '#ffd24a',
        width: 16,
      }) +
      eyes(17, -4) +
      smile(12, 8) +
      cheeks(32, 12, '#ff8b3e'),
  },
  {
    slug: 'lighthouse',
    ground: '#3a2490',
    disc: '#ff9a8a',
    figure:
      place(
        { y: 72, scale: 0.37 },
        lighthouse({ wall: '#fff2e6', shade: '#8f6fb8', band: '#f2495c', dark: '#2a1950', lamp: '#ffe9a8' }),
      ) + path('M-80 66Q-40 50 0 62T80 62L60 90H-60Z', '#34209a'),
  },
  {
    slug: 'bun',
    ground: '#c2541e',
    disc: '#ffb87a',
    figure:
      path('M-66 34C-66 -26 -30 -52 0 -52C30 -52 66 -26 66 34C62 58 -62 58 -66 34Z', '#fff6ea') +
      path('M-14 -48Q0 -30 14 -48M0 -54V-36', 'none', { stroke: '#e8c8a0', width: 4 }) +
      eyes(22, 14) +
      smile(24, 7) +
      cheeks(38, 26) +
      path('M-34 -66q6 -10 0 -20M34 -66q6 -10 0 -20', 'none', { stroke: '#ffffff', width: 5, opacity: 0.8 }),
  },
  {
    slug: 'riceball',
    ground: '#136b4b',
    disc: '#a8e8c8',
    figure:
      path('M0 -66C18 -66 72 24 68 44C62 62 -62 62 -68 44C-72 24 -18 -66 0 -66Z', '#ffffff') +
      rect(-30, 24, 60, 36, '#1b2a2a', { radius: 4 }) +
      eyes(20, 4) +
      smile(10, 6) +
      cheeks(36, 12) +
      circle(0, -40, 8, '#f2495c'),
  },
  {
    slug: 'tangerine',
    ground: '#2f7a3e',
    disc: '#c8f0a8',
    figure:
      ellipse(0, 12, 64, 56, '#ff9a3e') +
      path('M20 -40C56 -30 64 0 62 24C56 54 24 68 0 68C40 56 50 0 20 -40Z', '#f07a24') +
      path('M0 -42Q14 -74 46 -66Q36 -42 0 -42Z', '#37a85a') +
      line(
        [
          [0, -42],
          [-3, -58],
        ],
        '#7a4a2a',
        6,
      ) +
      eyes(22, 12) +
      smile(22, 8) +
      cheeks(38, 26, '#ff5a3e'),
  },
];
