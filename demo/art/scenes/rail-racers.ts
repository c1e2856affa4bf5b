import { darker, lighter, mix } from '../colours.ts';
import { words } from '../lettering.ts';
import { glow, sky } from '../parts/sky.ts';
import { sparks } from '../parts/weather.ts';
import { circle, ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A rail bike that comes straight at the viewer, its rider low behind the screen; 360 high. */
const racer = (shell: string, shade: string, glass: string, lamp: string, suit: string) =>
  path('M-150 0H-96L-76 -90H-120ZM150 0H96L76 -90H120Z', '#1a1528') +
  path('M-124 -6H-100V34H-124ZM124 -6H100V34H124Z', '#c7cede') +
  path('M-60 -260Q-130 -240 -164 -170L-150 -140L-76 -190ZM60 -260Q130 -240 164 -170L150 -140L76 -190Z', suit) +
  circle(-158, -150, 20, '#1a1528') +
  circle(158, -150, 20, '#1a1528') +
  path('M-62 -250C-60 -320 60 -320 62 -250L50 -210H-50Z', suit) +
  path('M-58 -300C-58 -372 58 -372 58 -300C58 -262 36 -246 0 -246C-36 -246 -58 -262 -58 -300Z', lighter(shell, 0.1)) +
  path('M-48 -306Q0 -328 48 -306L42 -272Q0 -256 -42 -272Z', '#140e20') +
  path('M-40 -304Q-10 -316 6 -314L-8 -268Q-30 -268 -38 -276Z', glass, { opacity: 0.85 }) +
  path('M-6 -362L6 -362L10 -322L-10 -322Z', '#ffffff') +
  path('M-176 -150L-96 -200H96L176 -150L140 -40L70 10H-70L-140 -40Z', shell) +
  path('M40 -200H96L176 -150L140 -40L70 10H30Q80 -90 40 -200Z', shade) +
  path('M-70 -200Q0 -270 70 -200L54 -146H-54Z', glass, { opacity: 0.9 }) +
  path('M-50 -196Q-10 -238 20 -232L-10 -150H-46Z', '#ffffff', { opacity: 0.4 }) +
  polygon(
    [
      [-150, -120],
      [-70, -104],
      [-84, -64],
      [-138, -84],
    ],
    lamp,
  ) +
  polygon(
    [
      [150, -120],
      [70, -104],
      [84, -64],
      [138, -84],
    ],
    lamp,
  ) +
  path('M-54 -60H54L36 -14H-36Z', '#140e20') +
  many(4, (index) => rect(-40 + index * 4, -54 + index * 11, 80 - index * 8, 4, shade)) +
  words('07', { x: 0, y: -92, size: 50, fill: '#ffffff', weight: 900, anchor: 'middle' });

export const railRacers: TitleArt = {
  slug: 'rail-racers',
  colours: {
    sky: ['#1a0f2a', '#5a1f3c', '#ff7a3a'],
    light: '#fff0b0',
    layers: ['#a83a3c', '#5e2440', '#2f1532', '#140a1c'],
    accent: '#35d6e0',
  },
  moods: ['own', 'night', 'dusk', 'storm', 'own', 'dawn'],
  lettered: true,
  look: { y: 0.62 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const far = { x, y: 500 };
    // Rings of the tunnel, from the mouth outwards.
    const ring = (index: number) => {
      const radius = 120 * 1.42 ** index;
      return `M${far.x - radius} ${far.y + radius * 0.62}V${far.y - radius * 0.1}A${radius} ${radius} 0 0 1 ${far.x + radius} ${far.y - radius * 0.1}V${far.y + radius * 0.62}Z`;
    };
    return (
      sky({ w, h }, [layers[3], layers[3], layers[3]], 1) +
      [7, 6, 5, 4, 3, 2, 1]
        .map(
          (index) =>
            path(ring(index), mix(layers[3], index % 2 === 0 ? layers[1] : layers[2], 1 - index * 0.09)) +
            path(ring(index), 'none', {
              stroke: index % 2 === 0 ? accent : mix(layers[1], accent, 0.2),
              width: 1 + index * 0.9,
              opacity: index % 2 === 0 ? 0.6 : 0.4,
            }),
        )
        .join('') +
      path(ring(0), mix(tones[2], light, 0.25)) +
      glow(far.x, far.y, 330, light, 0.9) +
      circle(far.x, far.y - 20, 74, '#ffffff') +
      polygon(
        [
          [far.x - 120, far.y + 74],
          [far.x + 120, far.y + 74],
          [x + 1100, 1010],
          [x - 1100, 1010],
        ],
        layers[2],
      ) +
      many(12, (index) => {
        const s = (index / 11) ** 2.2;
        const y = far.y + 80 + s * 430;
        return polygon(
          [
            [x - 90 - s * 420, y],
            [x + 90 + s * 420, y],
            [x + 96 + s * 440, y + 4 + s * 30],
            [x - 96 - s * 440, y + 4 + s * 30],
          ],
          mix(layers[1], layers[0], 0.3),
          { opacity: 0.8 },
        );
      }) +
      [-1, 1]
        .map((side) =>
          polygon(
            [
              [far.x + side * 30, far.y + 70],
              [far.x + side * 36, far.y + 70],
              [x + side * 330, 1010],
              [x + side * 270, 1010],
            ],
            lighter(tones[2], 0.35),
          ),
        )
        .join('') +
      many(26, (index) => {
        const angle = (index / 26) * Math.PI * 2 + random.between(-0.1, 0.1);
        const from = random.between(190, 420);
        const to = from + random.between(90, 420);
        const wide = 3 + random.next() * 4;
        return line(
          [
            [far.x + Math.cos(angle) * from, far.y + Math.sin(angle) * from * 0.9],
            [far.x + Math.cos(angle) * to, far.y + Math.sin(angle) * to * 0.9],
          ],
          index % 3 === 0 ? accent : light,
          wide,
          { opacity: 0.55 },
        );
      }) +
      place(
        { x: x + (poster ? 176 : 300), y: 730, scale: 0.5, turn: 5 },
        racer('#7a5ad0', '#4e25a6', '#35d6e0', '#ffd24a', '#2a1a4a'),
      ) +
      glow(x - 110, 860, 190, light, 0.7) +
      place(
        { x: x - (poster ? 40 : 60), y: 930, scale: poster ? 1.24 : 1.3, turn: -7 },
        racer('#f2495c', '#a82538', '#35d6e0', '#fff6d0', '#2a2440') +
          glow(-110, -92, 120, '#fff6d0', 0.8) +
          glow(110, -92, 120, '#fff6d0', 0.8),
      ) +
      sparks(random, { x: x - 260, y: 820, w: 420, h: 170 }, 34, light, 6) +
      ellipse(x - 40, 986, 240, 14, '#000000', { opacity: 0.4 })
    );
  },
  name(frame, { accent }) {
    const dark = darker('#2f1532', 0.3);
    const slant = (inside: string) => `<g transform="skewX(-12)">${inside}</g>`;
    if (isPoster(frame))
      return slant(
        words('폐역', { x: 96, y: 176, size: 130, fill: '#ffffff', weight: 900, outline: dark, outlineWidth: 16 }) +
          words('레이서즈', { x: 110, y: 278, size: 94, fill: accent, weight: 900, outline: dark, outlineWidth: 14 }),
      );
    return slant(
      words('폐역', { x: 196, y: 470, size: 180, fill: '#ffffff', weight: 900 }) +
        words('레이서즈', { x: 220, y: 606, size: 126, fill: accent, weight: 900 }),
    );
  },
};
