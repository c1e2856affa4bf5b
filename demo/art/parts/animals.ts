import { circle, ellipse, line, path } from '../svg.ts';

/** Animals, standing on the origin. */

interface Fur {
  fur: string;
  shade: string;
  /** Chest, muzzle, paws. */
  light: string;
  ink: string;
}

/** A cat that sits and faces the viewer, 230 high. Asleep when its eyes are shut. */
export function sittingCat({ fur, shade, light, ink }: Fur, asleep = false): string {
  const eye = (x: number) =>
    asleep
      ? path(`M${x - 13} -164q13 12 26 0`, 'none', { stroke: ink, width: 5 })
      : ellipse(x, -166, 10, 13, '#ffe9a0') + ellipse(x, -165, 4, 11, ink);
  return (
    path('M52 -16C116 -8 132 -74 96 -112', 'none', { stroke: shade, width: 21 }) +
    path('M-64 0C-84 -64 -60 -124 -34 -136H34C60 -124 84 -64 64 0Z', fur) +
    path('M20 -134H34C60 -124 84 -64 64 0H22Q44 -70 20 -134Z', shade) +
    path('M-28 -132Q0 -44 28 -132Z', light) +
    ellipse(-24, -8, 23, 13, light) +
    ellipse(24, -8, 23, 13, light) +
    path('M-54 -170L-50 -232L-10 -204ZM54 -170L50 -232L10 -204Z', fur) +
    path('M-44 -186L-42 -214L-22 -202ZM44 -186L42 -214L22 -202Z', '#ff9fb0') +
    ellipse(0, -164, 60, 48, fur) +
    path('M-16 -211L-9 -184L0 -208L9 -184L16 -211Q0 -216 -16 -211Z', shade) +
    ellipse(0, -144, 27, 19, light) +
    path('M-7 -154H7L0 -146Z', '#e8607a') +
    path('M0 -146V-140M0 -140q-8 8 -15 1M0 -140q8 8 15 1', 'none', { stroke: ink, width: 3 }) +
    path('M-34 -146L-78 -154M-34 -140L-76 -136M34 -146L78 -154M34 -140L76 -136', 'none', { stroke: light, width: 2 }) +
    eye(-28) +
    eye(28)
  );
}

/** A cat from behind in one colour, its tail hanging down, 200 high. */
export const catFromBehind = (colour: string, rim: string, tail = 1) =>
  path(`M${tail * 30} -10C${tail * 66} 20 ${tail * 40} 70 ${tail * 74} 96`, 'none', { stroke: colour, width: 17 }) +
  path(
    'M-58 0C-74 -58 -50 -112 -28 -122L-40 -144L-46 -196L-16 -176H16L46 -196L40 -144L28 -122C50 -112 74 -58 58 0Z',
    colour,
  ) +
  path('M-46 -196L-16 -176H16L46 -196', 'none', { stroke: rim, width: 4 }) +
  path('M-58 0C-74 -58 -50 -112 -28 -122', 'none', { stroke: rim, width: 4 });

/** A cat that has tucked its paws in, facing left, 110 high. */
export const loafCat = ({ fur, shade, light, ink }: Fur) =>
  path('M88 -20C130 -16 132 -54 108 -62', 'none', { stroke: shade, width: 18 }) +
  path('M-104 0C-118 -44 -96 -76 -50 -80C20 -92 104 -84 108 0Z', fur) +
  path('M30 -84C84 -80 106 -52 108 0H50Q60 -48 30 -84Z', shade) +
  path('M-108 -84L-112 -126L-82 -108ZM-44 -84L-36 -124L-66 -108Z', fur) +
  ellipse(-76, -78, 44, 36, fur) +
  ellipse(-82, -64, 20, 14, light) +
  path('M-100 -82q9 8 18 0M-70 -82q9 8 18 0', 'none', { stroke: ink, width: 4 }) +
  path('M-87 -70H-77L-82 -64Z', '#e8607a');

/** A penguin that faces the viewer, 200 high. */
export const penguin = (coat: string, belly: string, beak: string, ink: string) =>
  path('M-22 0H-58Q-40 -22 -22 -12ZM22 0H58Q40 -22 22 -12Z', beak) +
  path('M-62 -60C-96 -40 -94 -10 -82 0Q-66 -40 -54 -100ZM62 -60C96 -40 94 -10 82 0Q66 -40 54 -100Z', coat) +
  path('M0 -202C54 -202 70 -140 70 -80C70 -26 46 -6 0 -6C-46 -6 -70 -26 -70 -80C-70 -140 -54 -202 0 -202Z', coat) +
  path('M0 -124C38 -150 54 -110 52 -74C50 -30 30 -14 0 -14C-30 -14 -50 -30 -52 -74C-54 -110 -38 -150 0 -124Z', belly) +
  path('M-4 -130C-44 -176 -56 -140 -48 -122Q-24 -110 -4 -130ZM4 -130C44 -176 56 -140 48 -122Q24 -110 4 -130Z', belly) +
  circle(-22, -152, 7, ink) +
  circle(22, -152, 7, ink) +
  circle(-20, -155, 2.4, '#ffffff') +
  circle(24, -155, 2.4, '#ffffff') +
  path('M-14 -140Q0 -150 14 -140Q6 -122 0 -122Q-6 -122 -14 -140Z', beak);

/** A goose on the wing, flying right; `flap` from -1 (down) to 1 (up). About 240 long. */
export function goose(flap: number, body: string, wing: string, head: string): string {
  const tip = -120 * flap;
  return (
    path(`M-10 -6Q-30 ${tip * 0.7} -92 ${tip * 0.86}Q-50 ${tip * 0.25} -48 2Z`, wing) +
    path('M-104 8Q-60 -22 10 -16Q54 -16 74 -30L82 -20Q60 4 30 14Q-30 30 -104 8Z', body) +
    path('M60 -24Q86 -44 108 -46L112 -34Q92 -28 78 -12Z', head) +
    circle(114, -42, 12, head) +
    path('M122 -48L146 -40L122 -34Z', '#ff8b3e') +
    path(`M22 -8Q2 ${tip} -56 ${tip * 1.3}Q-22 ${tip * 0.4} -24 4Z`, wing)
  );
}

/** A teddy bear that sits, 300 high. */
export const teddy = ({ fur, shade, light, ink }: Fur) =>
  ellipse(-96, -30, 52, 40, fur) +
  ellipse(96, -30, 52, 40, fur) +
  ellipse(-116, -30, 26, 30, light) +
  ellipse(116, -30, 26, 30, light) +
  path('M-78 -4C-104 -80 -84 -150 -44 -166H44C84 -150 104 -80 78 -4Q0 16 -78 -4Z', fur) +
  path('M44 -166C84 -150 104 -80 78 -4Q60 2 40 5Q84 -80 44 -166Z', shade) +
  ellipse(0, -66, 50, 56, light, { opacity: 0.85 }) +
  path('M-62 -150C-110 -140 -134 -96 -122 -74Q-100 -64 -88 -84Q-84 -118 -54 -126Z', fur) +
  path('M62 -150C110 -140 134 -96 122 -74Q100 -64 88 -84Q84 -118 54 -126Z', shade) +
  circle(-70, -282, 36, fur) +
  circle(70, -282, 36, shade) +
  circle(-70, -282, 18, light) +
  circle(70, -282, 18, light) +
  ellipse(0, -228, 94, 82, fur) +
  ellipse(0, -204, 44, 34, light) +
  ellipse(0, -218, 15, 10, ink) +
  path('M0 -208V-196q-12 12 -24 2M0 -196q12 12 24 2', 'none', { stroke: ink, width: 4 });

/** A row of whiskers of grass, foot at y. */
export const blade = (
  x: number,
  y: number,
  height: number,
  lean: number,
  width: number,
  colour: string,
  vein?: string,
) =>
  path(
    `M${x - width / 2} ${y}Q${x - width * 0.3 + lean * 0.3} ${y - height * 0.6} ${x + lean} ${y - height}Q${x + width * 0.6 + lean * 0.3} ${y - height * 0.5} ${x + width / 2} ${y}Z`,
    colour,
  ) +
  (vein === undefined
    ? ''
    : path(`M${x} ${y}Q${x + width * 0.1 + lean * 0.3} ${y - height * 0.55} ${x + lean} ${y - height}`, 'none', {
        stroke: vein,
        width: 3,
      }));

/** A string between two points with lights on it. */
export const lightString = (
  from: readonly [number, number],
  to: readonly [number, number],
  sag: number,
  count: number,
  wire: string,
  bulb: (x: number, y: number, index: number) => string,
) => {
  const at = (share: number) =>
    [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share + sag * 4 * share * (1 - share)] as const;
  const points = Array.from({ length: 13 }, (_, index) => at(index / 12));
  return (
    line(points, wire, 3) +
    Array.from({ length: count }, (_, index) => {
      const [x, y] = at((index + 0.5) / count);
      return bulb(x, y, index);
    }).join('')
  );
};
