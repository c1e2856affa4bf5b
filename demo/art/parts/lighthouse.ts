import { circle, clipped, linear, many, path, polygon, rect } from '../svg.ts';

interface LighthouseColours {
  wall: string;
  shade: string;
  band: string;
  dark: string;
  lamp: string;
}

const tower = 'M-44 0L-29 -300H29L44 0Z';

/** A lighthouse 400 high on the origin; `lit` draws its lamp burning. */
export function lighthouse(colours: LighthouseColours, lit = true): string {
  const { wall, shade, band, dark, lamp } = colours;
  const bands =
    polygon(
      [
        [-41.5, -55],
        [-37, -110],
        [37, -110],
        [41.5, -55],
      ],
      band,
    ) +
    polygon(
      [
        [-34, -170],
        [-30.5, -225],
        [30.5, -225],
        [34, -170],
      ],
      band,
    );
  const shadow = path('M6 -300H29L44 0H16Z', shade, { opacity: 0.45 });
  const windows = many(3, (index) => rect(-9, -280 + index * 86, 15, 24, dark, { radius: 7 }));
  const door = path('M-12 0V-30A12 12 0 0 1 12 -30V0Z', dark);
  const gallery =
    rect(-44, -312, 88, 14, dark, { radius: 3 }) +
    many(8, (index) => rect(-42 + index * 11.6, -332, 3, 22, dark)) +
    rect(-44, -335, 88, 4, dark);
  const room = rect(-24, -364, 48, 52, lit ? lamp : shade) + rect(-2, -364, 4, 52, dark) + rect(-24, -342, 48, 3, dark);
  const roof =
    path('M-32 -362Q-26 -398 0 -402Q26 -398 32 -362Z', band) +
    path('M6 -401Q26 -396 32 -362H10Z', shade, { opacity: 0.4 }) +
    rect(-2.5, -424, 5, 24, dark) +
    circle(0, -424, 6, dark);
  return path(tower, wall) + clipped(tower, bands) + shadow + windows + door + gallery + room + roof;
}

/** Height of the lamp of a lighthouse at the origin. */
export const lampY = -338;

/** A beam of light from a point, `angle` degrees clockwise from the right. */
export function beam(
  x: number,
  y: number,
  length: number,
  angle: number,
  spread: number,
  colour: string,
  strength = 0.7,
): string {
  const at = (degrees: number) =>
    [x + Math.cos((degrees * Math.PI) / 180) * length, y + Math.sin((degrees * Math.PI) / 180) * length] as const;
  const end = at(angle);
  const paint = linear([x, y], end, [
    [0, colour, strength],
    [1, colour, 0],
  ]);
  return polygon([[x, y], at(angle - spread), at(angle + spread)], paint);
}
