import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { standing } from '../parts/figures.ts';
import { skyline } from '../parts/city.ts';
import { glow, rays, sky } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A cog with `teeth` teeth and spokes. */
function cog(radius: number, teeth: number, colour: string, hub: string): string {
  const depth = radius * 0.14;
  const points = Array.from({ length: teeth * 4 }, (_, index) => {
    const angle = ((index + 0.5) / (teeth * 4)) * Math.PI * 2;
    const reach = index % 4 < 2 ? radius : radius - depth;
    return [Math.cos(angle) * reach, Math.sin(angle) * reach] as const;
  });
  return (
    polygon(points, colour) +
    circle(0, 0, radius * 0.66, hub) +
    many(6, (index) =>
      place({ turn: index * 60 }, rect(-radius * 0.07, -radius * 0.7, radius * 0.14, radius * 0.7, colour)),
    ) +
    circle(0, 0, radius * 0.22, colour) +
    circle(0, 0, radius * 0.09, hub)
  );
}

/** A knight in plates with a dial for a heart; 440 high. */
const knight = (steel: string, shade: string, brass: string, dark: string, plume: string) =>
  path('M-110 -330Q-190 -120 -150 0H150Q190 -120 110 -330Z', plume) +
  path('M-64 -160L-74 0H-20L-6 -140L6 -140L20 0H74L64 -160Z', shade) +
  path('M-78 -14H-16V6H-90ZM16 -14H78L90 6H16Z', dark) +
  path('M-82 -330H82L70 -150Q0 -120 -70 -150Z', steel) +
  path('M14 -330H82L70 -150Q50 -140 24 -136Q50 -240 14 -330Z', shade) +
  path(
    'M-82 -334C-150 -340 -160 -280 -150 -250L-90 -262ZM82 -334C150 -340 160 -280 150 -250L90 -262Z',
    lighter(steel, 0.15),
  ) +
  path('M-148 -254L-160 -150L-118 -146L-100 -256ZM148 -254L160 -150L118 -146L100 -256Z', shade) +
  circle(-140, -134, 24, steel) +
  circle(140, -134, 24, steel) +
  circle(0, -246, 46, brass) +
  circle(0, -246, 37, '#fff2cc') +
  line(
    [
      [0, -246],
      [0, -272],
    ],
    dark,
    6,
  ) +
  line(
    [
      [0, -246],
      [18, -236],
    ],
    dark,
    6,
  ) +
  path('M-52 -350C-58 -450 58 -450 52 -350L40 -330H-40Z', steel) +
  path('M10 -424Q54 -424 52 -350L40 -330H12Q30 -370 10 -424Z', shade) +
  path('M-44 -384H44V-366H-44Z', dark) +
  rect(-3, -384, 6, 54, dark) +
  path('M-6 -420Q-10 -500 60 -520Q20 -470 14 -420Z', plume) +
  path('M132 -136L146 -130L152 30L140 60L128 30Z', lighter(steel, 0.3)) +
  rect(112, -142, 56, 14, brass, { radius: 5 });

export const clockworkCity: TitleArt = {
  slug: 'clockwork-city',
  colours: {
    sky: ['#241a1c', '#6e4a2c', '#e0b060'],
    light: '#fff0c0',
    layers: ['#a8783c', '#6e4a2a', '#40281c', '#1a0f0e'],
    accent: '#c23a2e',
  },
  moods: ['own'],
  look: { y: 0.6 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    return (
      sky({ w, h }, tones, 0.9) +
      rays(random, { x, y: 470 }, { count: 18, length: 1300, start: 0, end: 360, colour: light, opacity: 0.22 }) +
      place(
        { x, y: 470, turn: 6 },
        cog(poster ? 330 : 420, 28, mix(layers[0], light, 0.25), mix(tones[2], light, 0.4)),
      ) +
      circle(x, 470, poster ? 214 : 272, '#fff4d6') +
      many(12, (index) =>
        place(
          { x, y: 470, turn: index * 30 },
          rect(-6, poster ? -206 : -262, 12, index % 3 === 0 ? 46 : 26, layers[2]),
        ),
      ) +
      place(
        { x, y: 470, turn: -38 },
        polygon(
          [
            [-9, 30],
            [9, 30],
            [4, poster ? -170 : -220],
            [-4, poster ? -170 : -220],
          ],
          layers[2],
        ),
      ) +
      place(
        { x, y: 470, turn: 62 },
        polygon(
          [
            [-11, 30],
            [11, 30],
            [5, -130],
            [-5, -130],
          ],
          layers[2],
        ),
      ) +
      place({ x: x - (poster ? 290 : 520), y: 700, turn: 12 }, cog(150, 16, layers[1], layers[2])) +
      place({ x: x + (poster ? 300 : 470), y: 640, turn: 3 }, cog(120, 14, layers[1], layers[2])) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 960,
        low: 120,
        high: 360,
        colour: layers[1],
        windows: light,
        lit: 0.3,
        narrow: 40,
        wide: 90,
      }) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 990,
        low: 60,
        high: 200,
        colour: layers[2],
        windows: light,
        lit: 0.22,
        narrow: 50,
        wide: 110,
      }) +
      glow(x, 800, 360, light, 0.4) +
      path(`M-10 1010V950Q${x - 200} 930 ${x - 160} 900H${x + 190}Q${x + 240} 930 ${w + 10} 950V1010Z`, layers[3]) +
      place(
        { x: x + 70, y: 906, scale: poster ? 0.96 : 1.04 },
        knight('#8a8078', '#5a504c', '#e0a83a', '#1a0f0e', accent),
      ) +
      place(
        { x: x - 110, y: 906, scale: 1.02 },
        standing({ coat: '#f4e6cc', hair: '#5a2a1c', legs: '#2a1812', skin: '#f0c6a8', rim: light }, 'tail'),
      ) +
      place(
        { x: x - 66, y: 806, turn: 60 },
        circle(0, -30, 15, 'none', { stroke: '#e0a83a', width: 8 }) +
          rect(-4, -16, 8, 66, '#e0a83a') +
          rect(0, 30, 20, 8, '#e0a83a') +
          rect(0, 44, 14, 8, '#e0a83a'),
      ) +
      sparks(random, { w, h }, w / 36, light, 4) +
      [0, 1].map((side) => rect(side * (w - 16), 0, 16, h, layers[3], { opacity: 0.4 })).join('')
    );
  },
  name(frame, { light, layers }) {
    const ink = darker(layers[3], 0.1);
    if (isPoster(frame))
      return (
        words('태엽도시', {
          x: 333,
          y: 150,
          size: 112,
          fill: light,
          weight: 900,
          anchor: 'middle',
          spacing: 0.06,
          outline: ink,
          outlineWidth: 16,
        }) +
        words('연 대 기', {
          x: 333,
          y: 222,
          size: 50,
          fill: '#ffffff',
          weight: 500,
          anchor: 'middle',
          spacing: 0.2,
          outline: ink,
          outlineWidth: 9,
        })
      );
    return (
      words('태엽도시', { x: 100, y: 490, size: 152, fill: light, weight: 900, spacing: 0.04 }) +
      words('연대기', { x: 108, y: 600, size: 86, fill: '#ffffff', weight: 500, spacing: 0.4 })
    );
  },
};
