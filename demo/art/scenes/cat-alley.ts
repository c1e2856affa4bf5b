import { type Colours, darker, lighter, mix } from '../colours.ts';
import { lines, words } from '../lettering.ts';
import { catFromBehind, loafCat, sittingCat } from '../parts/animals.ts';
import { skyline, wires } from '../parts/city.ts';
import { barCloud, disc, glow, sky, stars } from '../parts/sky.ts';
import { petals } from '../parts/weather.ts';
import { circle, line, many, path, place, polygon, rect } from '../svg.ts';
import { type Frame, isPoster, type TitleArt } from '../title-art.ts';

const tabby = { fur: '#ffab4a', shade: '#e2803a', light: '#fff3df', ink: '#3a1c2c' };
const tuxedo = { fur: '#342b48', shade: '#221b33', light: '#ffffff', ink: '#120d1c' };
const mackerel = { fur: '#8f95b8', shade: '#6a7099', light: '#f2f3ff', ink: '#22213c' };
const calico = { fur: '#fff1e2', shade: '#d98a52', light: '#ffffff', ink: '#3a1c2c' };

/** Houses that climb a hill, one roof above the other, with a stair between them. */
function hillside({ random, w }: Frame, { layers, light }: Colours, base: number): string {
  return many(4, (row) => {
    const y = base - 330 + row * 110;
    const wall = mix(layers[0], layers[2], row / 3);
    return many(Math.ceil(w / 190) + 1, (index) => {
      const x = index * 190 - 90 + (row % 2) * 80 + random.between(-22, 22);
      const width = random.between(140, 178);
      const roof = mix(darker(wall, 0.26), layers[3], random.next() * 0.4);
      return (
        rect(x, y - 30, width, 200, wall) +
        polygon(
          [
            [x - 16, y - 26],
            [x + 22, y - 78],
            [x + width - 22, y - 78],
            [x + width + 16, y - 26],
          ],
          roof,
        ) +
        (random.next() < 0.62 ? rect(x + width * 0.24, y + 10, 34, 40, light, { opacity: 0.9, radius: 4 }) : '') +
        (random.next() < 0.34 ? rect(x + width * 0.6, y + 10, 34, 40, light, { opacity: 0.55, radius: 4 }) : '')
      );
    });
  });
}

const wall = (w: number, y: number, face: string, cap: string, joint: string) =>
  rect(-4, y, w + 8, 1010 - y, face) +
  many(Math.ceil((1000 - y) / 64), (row) =>
    many(Math.ceil(w / 150) + 1, (index) =>
      rect(index * 150 - (row % 2) * 75, y + 40 + row * 64, 140, 54, joint, { opacity: 0.22, radius: 6 }),
    ),
  ) +
  rect(-4, y - 14, w + 8, 34, cap, { radius: 8 });

const first: Colours = {
  sky: ['#2b2a78', '#7d62c9', '#ffb59c'],
  light: '#ffe7a8',
  layers: ['#8f70c4', '#654aa5', '#453083', '#22174f'],
  accent: '#ffab4a',
};

export const catAlley: TitleArt = {
  slug: 'cat-alley',
  colours: first,
  moods: ['own', 'dawn', 'noon', 'night', 'dusk', 'own', 'storm'],
  look: { y: 0.66 },
  draw(frame, colours) {
    const { w, h, x, random } = frame;
    const { sky: tones, light, layers } = colours;
    const poster = frame.format === 'poster';
    const y = poster ? 830 : 800;
    const at = poster ? [-236, -96, 96, 236] : [-330, -150, 150, 330];
    return (
      sky({ w, h }, tones, 0.72) +
      stars(random, { w, h: 380 }, w / 22, '#ffffff') +
      disc(x + (poster ? 190 : 200), poster ? 420 : 330, poster ? 84 : 120, light, 3, 0.14) +
      barCloud(random, x - 260, 250, 420, mix(tones[1], light, 0.3), 0.6) +
      hillside(frame, colours, y) +
      wires(x - (poster ? 270 : 560), y, 560, w, layers[3]) +
      wall(w, y, layers[2], lighter(layers[1], 0.16), layers[3]) +
      glow(x, y - 60, 420, light, 0.28) +
      place({ x: x + at[0]!, y: y - 6, scale: 0.78 }, sittingCat(tuxedo)) +
      place({ x: x + at[3]!, y: y - 6, scale: 0.8, mirrored: true }, loafCat(mackerel)) +
      place({ x: x + at[1]!, y: y - 6, scale: 0.72 }, sittingCat(calico, true)) +
      place({ x: x + at[2]!, y: y - 6, scale: 0.84, mirrored: true }, sittingCat(mackerel)) +
      rect(x - 118, y + 62, 236, 150, '#d9a066', { radius: 6 }) +
      polygon(
        [
          [x - 118, y + 64],
          [x - 164, y + 20],
          [x - 60, y + 20],
          [x, y + 64],
        ],
        '#c28850',
      ) +
      polygon(
        [
          [x + 118, y + 64],
          [x + 164, y + 20],
          [x + 60, y + 20],
          [x, y + 64],
        ],
        '#b57a46',
      ) +
      place({ x, y: y + 108, scale: 1.06 }, sittingCat(tabby)) +
      rect(x - 118, y + 84, 236, 128, '#e0ab72', { radius: 6 }) +
      rect(x - 26, y + 84, 52, 40, '#f4d2a0')
    );
  },
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        words('고양이 골목', {
          x: 333,
          y: 186,
          size: 122,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          outline: layers[3],
          outlineWidth: 16,
        }) +
        words('자치회', {
          x: 333,
          y: 296,
          size: 104,
          fill: light,
          weight: 900,
          anchor: 'middle',
          spacing: 0.16,
          outline: layers[3],
          outlineWidth: 16,
        })
      );
    }
    return (
      words('고양이 골목', { x: 104, y: 470, size: 136, fill: '#ffffff', weight: 900 }) +
      words('자치회', { x: 106, y: 610, size: 124, fill: light, weight: 900, spacing: 0.14 })
    );
  },
};

/** The second year: on the roof of the comic shop, against the evening sun. */
export const catAlleyTwo: TitleArt = {
  slug: 'cat-alley-2',
  colours: {
    sky: ['#5a2a8a', '#f0607a', '#ffd27a'],
    light: '#fff0b8',
    layers: ['#c04a78', '#8f2f6a', '#5e1f58', '#2c0f38'],
    accent: '#37ca8d',
  },
  moods: ['own', 'dusk', 'night', 'noon', 'own', 'dawn'],
  lettered: true,
  look: { y: 0.56 },
  draw(frame, { sky: tones, light, layers, accent }) {
    const { w, h, x, random } = frame;
    const poster = frame.format === 'poster';
    const half = poster ? 300 : 400;
    const ridge = 610;
    return (
      sky({ w, h }, tones, 0.7) +
      disc(x, 470, poster ? 210 : 250, light, 3, 0.16) +
      barCloud(random, x - 260, 300, 420, lighter(tones[1], 0.3), 0.8) +
      barCloud(random, x + 280, 400, 380, lighter(tones[2], 0.3), 0.8) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 900,
        low: 140,
        high: 330,
        colour: layers[0],
        windows: light,
        lit: 0.2,
      }) +
      polygon(
        [
          [x - half - 70, 760],
          [x - half + 60, ridge],
          [x + half - 60, ridge],
          [x + half + 70, 760],
        ],
        layers[2],
      ) +
      many(7, (row) =>
        rect(x - half - 64 + (6 - row) * 18, ridge + 8 + row * 21, half * 2 + 128 - (6 - row) * 36, 4, layers[3], {
          opacity: 0.4,
        }),
      ) +
      rect(x - half, 756, half * 2, 260, mix(layers[1], light, 0.12)) +
      rect(x - half + 40, 790, half * 1.1, 250, '#ffd98c', { radius: 8 }) +
      glow(x - half * 0.4, 900, 320, '#fff2c0', 0.7) +
      many(
        2,
        (row) =>
          many(13, (index) =>
            rect(
              x - half + 56 + index * ((half * 1.04) / 13),
              812 + row * 92 + ((index * 7) % 3) * 6,
              half / 17,
              72 - ((index * 7) % 3) * 6,
              [layers[0], accent, '#4e8eff', '#f2495c', layers[2]][(index * 3 + row) % 5]!,
            ),
          ) + rect(x - half + 46, 886 + row * 92, half * 1.08, 8, layers[2]),
      ) +
      rect(x + half * 0.3, 772, half * 0.62, 86, accent, { radius: 12 }) +
      words('만화방', {
        x: x + half * 0.61,
        y: 834,
        size: 54,
        fill: '#ffffff',
        weight: 900,
        anchor: 'middle',
        spacing: 0.08,
      }) +
      rect(x + half * 0.42, 880, half * 0.4, 130, layers[2], { radius: 6 }) +
      rect(x + half * 0.48, 896, half * 0.28, 74, '#ffe7a8', { radius: 4 }) +
      rect(x + half - 150, ridge - 94, 62, 110, layers[3]) +
      many(3, (index) =>
        circle(x + half - 118 + index * 26, ridge - 118 - index * 44, 16 + index * 8, '#ffffff', {
          opacity: 0.4 - index * 0.1,
        }),
      ) +
      place({ x: x - half * 0.62, y: ridge + 6, scale: 0.94 }, catFromBehind(layers[3], light, -1)) +
      place({ x: x - half * 0.22, y: ridge + 6, scale: 0.7 }, catFromBehind(layers[3], light)) +
      place({ x: x + half * 0.12, y: ridge + 6, scale: 1.08 }, catFromBehind(layers[3], light))
    );
  },
  name(frame, { light, layers }) {
    if (isPoster(frame)) {
      return (
        words('고양이 골목', {
          x: 300,
          y: 166,
          size: 100,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          outline: layers[3],
          outlineWidth: 13,
        }) +
        words('자치회', {
          x: 300,
          y: 268,
          size: 96,
          fill: light,
          weight: 900,
          anchor: 'middle',
          spacing: 0.14,
          outline: layers[3],
          outlineWidth: 13,
        }) +
        circle(548, 234, 52, '#37ca8d') +
        words('2', { x: 548, y: 259, size: 72, fill: '#ffffff', weight: 900, anchor: 'middle' })
      );
    }
    return (
      words('고양이 골목', { x: 104, y: 470, size: 128, fill: '#ffffff', weight: 900 }) +
      words('자치회', { x: 106, y: 606, size: 116, fill: light, weight: 900, spacing: 0.14 }) +
      circle(560, 566, 56, '#37ca8d') +
      words('2', { x: 560, y: 593, size: 78, fill: '#ffffff', weight: 900, anchor: 'middle' })
    );
  },
};

const crane = (x: number, y: number, height: number, reach: number, colour: string) =>
  path(`M${x - 14} ${y}V${y - height}H${x + 14}V${y}Z`, 'none', { stroke: colour, width: 6 }) +
  many(Math.floor(height / 44), (index) =>
    line(
      [
        [x - 14, y - index * 44],
        [x + 14, y - index * 44 - 44],
      ],
      colour,
      4,
    ),
  ) +
  line(
    [
      [x - reach * 0.36, y - height + 6],
      [x + reach, y - height - 4],
    ],
    colour,
    12,
  ) +
  line(
    [
      [x - reach * 0.36, y - height + 6],
      [x, y - height - 78],
      [x + reach * 0.8, y - height - 2],
    ],
    colour,
    4,
  ) +
  rect(x - reach * 0.36 - 18, y - height, 52, 44, colour) +
  line(
    [
      [x + reach * 0.7, y - height],
      [x + reach * 0.7, y - height + 190],
    ],
    colour,
    3,
  ) +
  rect(x + reach * 0.7 - 26, y - height + 190, 52, 30, colour);

/** The third year: the alley is to be built over; a yellow line hangs across the morning. */
export const catAlleyThree: TitleArt = {
  slug: 'cat-alley-3',
  colours: {
    sky: ['#0e4a5c', '#3fa79a', '#ffe6a6'],
    light: '#fff6d0',
    layers: ['#5fae9c', '#2f7a78', '#1b5058', '#0a262e'],
    accent: '#ffd24a',
  },
  moods: ['own', 'dawn', 'dusk', 'storm', 'noon', 'own'],
  look: { y: 0.72 },
  draw(frame, { sky: tones, light, layers, accent }) {
    const { w, h, x, random } = frame;
    const poster = frame.format === 'poster';
    const ground = 880;
    const tape = (y: number, tilt: number) =>
      place(
        { x, y, turn: tilt },
        rect(-w, -27, w * 2, 54, accent) +
          many(Math.ceil(w / 30), (index) =>
            polygon(
              [
                [index * 66 - w, -27],
                [index * 66 - w + 30, -27],
                [index * 66 - w + 4, 27],
                [index * 66 - w - 26, 27],
              ],
              layers[3],
            ),
          ),
      );
    return (
      sky({ w, h }, tones, 0.78) +
      disc(x - (poster ? 130 : 260), 560, poster ? 150 : 170, light, 3, 0.18) +
      crane(x + (poster ? 40 : 20), ground, poster ? 500 : 610, poster ? 260 : 380, layers[1]) +
      crane(x - (poster ? 250 : 520), ground, 380, 240, mix(layers[0], light, 0.2)) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: ground,
        low: 60,
        high: 210,
        colour: layers[0],
        narrow: 90,
        wide: 170,
      }) +
      skyline(random, {
        from: -20,
        to: w * 0.34,
        base: ground,
        low: 110,
        high: 240,
        colour: layers[1],
        windows: light,
        lit: 0.12,
        narrow: 90,
        wide: 150,
      }) +
      path(
        `M-10 1010V${ground}H${x - 200}L${x - 170} ${ground - 70}L${x - 120} ${ground - 60}L${x - 80} ${ground - 20}L${x + 110} ${ground - 10}L${x + 160} ${ground - 84}L${x + 230} ${ground - 76}L${x + 260} ${ground}H${w + 10}V1010Z`,
        layers[2],
      ) +
      rect(-10, ground + 70, w + 20, 60, layers[3]) +
      tape(ground + 14, -4) +
      place({ x: x - 150, y: ground + 82, scale: 0.94 }, sittingCat(tuxedo)) +
      place({ x: x + 20, y: ground + 92, scale: 1.1 }, sittingCat(tabby)) +
      place(
        { x: x + 158, y: ground + 84, scale: 0.56 },
        sittingCat({ ...mackerel, fur: '#f7d9a8', shade: '#e0b276' }),
      ) +
      place({ x: x + 226, y: ground - 80, scale: 0.62 }, catFromBehind(layers[3], light)) +
      petals(random, { w, h: 700 }, w / 60, [accent, light], 9)
    );
  },
  name(frame, { layers }) {
    if (isPoster(frame)) {
      return (
        lines(
          [
            ['고양이 골목', 92],
            ['자치회', 92],
          ],
          { x: 60, y: 160, fill: '#ffffff', weight: 900, leading: 1.12, outline: layers[3], outlineWidth: 12 },
        ) +
        words('3기', { x: 372, y: 263, size: 66, fill: '#ffd24a', weight: 900, outline: layers[3], outlineWidth: 10 })
      );
    }
    return (
      words('고양이 골목', { x: 104, y: 470, size: 128, fill: '#ffffff', weight: 900 }) +
      words('자치회 3기', { x: 106, y: 606, size: 110, fill: '#ffd24a', weight: 900, spacing: 0.04 })
    );
  },
};
