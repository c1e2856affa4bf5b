import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { cyclist } from '../parts/cyclist.ts';
import { hills, mountains, peak } from '../parts/land.ts';
import { barCloud, disc, sky } from '../parts/sky.ts';
import { firsAlong } from '../parts/trees.ts';
import { line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

export const ridgeSprint: TitleArt = {
  slug: 'ridge-sprint',
  colours: {
    sky: ['#18a0a8', '#6fd8b4', '#fff0b0'],
    light: '#fffbe0',
    layers: ['#58b89a', '#2a8f78', '#14614f', '#083a34'],
    accent: '#ffd24a',
  },
  moods: ['own', 'dawn', 'storm', 'noon', 'dusk'],
  look: { y: 0.66 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const rise = poster ? 0.34 : 0.2;
    const roadY = (at: number) => 860 - (at - x) * rise;
    const angle = -(Math.atan(rise) * 180) / Math.PI;
    const ground = Array.from(
      { length: 12 },
      (_, index) => [-40 + (index * (w + 80)) / 11, roadY(-40 + (index * (w + 80)) / 11) - 44] as const,
    );
    const rider = (px: number, scale: number, jersey: string, helmet: string) =>
      place(
        { x: px, y: roadY(px) + 4, scale, turn: angle },
        cyclist({
          jersey,
          shade: darker(jersey, 0.3),
          shorts: '#14242c',
          skin: '#f2b48a',
          helmet,
          frame: '#ffffff',
          wheel: '#0c2028',
          shoe: '#ffffff',
        }),
      );
    return (
      sky({ w, h }, tones, 0.7) +
      disc(x - 80, 420, poster ? 170 : 190, light, 3, 0.2) +
      barCloud(random, x + 180, 300, 380, '#ffffff', 0.75) +
      barCloud(random, x - 300, 410, 340, '#ffffff', 0.65) +
      peak(random, x + 150, 760, 640, 420, mix(layers[0], tones[2], 0.2), mix(layers[0], light, 0.5)) +
      peak(random, x - 260, 760, 520, 300, mix(layers[0], tones[2], 0.35), mix(layers[0], light, 0.6)) +
      mountains(random, w, 760, 180, layers[0]) +
      path(
        `M${x - 60} 800C${x + 240} 770 ${x + 260} 726 ${x + 60} 716C${x - 100} 706 ${x - 60} 668 ${x + 90} 660C${x + 190} 652 ${x + 180} 630 ${x + 120} 622`,
        'none',
        { stroke: lighter(layers[0], 0.7), width: 11 },
      ) +
      hills(random, w, 800, 90, layers[1], 1.5) +
      firsAlong(random, ground, {
        from: -30,
        to: w + 30,
        count: w / 44,
        tall: 170,
        colour: layers[2],
        lit: layers[1],
      }) +
      polygon(
        [
          [-40, roadY(-40) - 56],
          [w + 40, roadY(w + 40) - 56],
          [w + 40, 1400],
          [-40, 1400],
        ],
        layers[2],
      ) +
      polygon(
        [
          [-40, roadY(-40) - 22],
          [w + 40, roadY(w + 40) - 22],
          [w + 40, roadY(w + 40) + 64],
          [-40, roadY(-40) + 64],
        ],
        '#3d5560',
      ) +
      many(16, (index) => {
        const at = (index * w) / 12 - 60;
        return polygon(
          [
            [at, roadY(at) + 18],
            [at + 66, roadY(at + 66) + 18],
            [at + 66, roadY(at + 66) + 25],
            [at, roadY(at) + 25],
          ],
          '#ffffff',
          { opacity: 0.85 },
        );
      }) +
      many(18, (index) => {
        const at = (index * (w + 60)) / 17 - 30;
        return rect(at - 4, roadY(at) - 66, 8, 46, '#f4f4f6');
      }) +
      line(
        [
          [-40, roadY(-40) - 58],
          [w + 40, roadY(w + 40) - 58],
        ],
        '#ffffff',
        9,
      ) +
      many(7, (index) => {
        const [sx, sy] = [x - 210 - index * 46, roadY(x - 210 - index * 46) - 60 - ((index * 67) % 230)];
        return line(
          [
            [sx, sy],
            [sx - 150, sy + 150 * rise],
          ],
          '#ffffff',
          4,
          { opacity: 0.5 },
        );
      }) +
      rider(x - (poster ? 230 : 300), 0.62, '#4e8eff', '#ffffff') +
      rider(x + (poster ? 40 : 30), poster ? 1.12 : 1.15, accent, '#f2495c') +
      polygon(
        [
          [-40, roadY(-40) + 64],
          [w + 40, roadY(w + 40) + 64],
          [w + 40, 1400],
          [-40, 1400],
        ],
        layers[3],
      ) +
      many(w / 16, (index) => {
        const at = index * 16 + random.between(-8, 8);
        const tall = random.between(18, 54);
        return polygon(
          [
            [at - 4, roadY(at) + 72],
            [at + 14, roadY(at) + 66 - tall],
            [at + 5, roadY(at) + 72],
          ],
          layers[3],
        );
      })
    );
  },
  name(frame, { layers, accent }) {
    const slanted = (inside: string) => `<g transform="skewX(-10)">${inside}</g>`;
    if (isPoster(frame)) {
      return slanted(
        words('고갯마루', {
          x: 52,
          y: 142,
          size: 118,
          fill: '#ffffff',
          weight: 900,
          spacing: -0.03,
          outline: layers[3],
          outlineWidth: 12,
        }) +
          words('스프린트', {
            x: 96,
            y: 258,
            size: 118,
            fill: accent,
            weight: 900,
            spacing: -0.03,
            outline: layers[3],
            outlineWidth: 12,
          }),
      );
    }
    return slanted(
      words('고갯마루', { x: 180, y: 440, size: 180, fill: '#ffffff', weight: 900, spacing: -0.03 }) +
        words('스프린트', { x: 212, y: 620, size: 180, fill: accent, weight: 900, spacing: -0.03 }),
    );
  },
};
