import { createRandom } from './random.ts';

/** Small builders of SVG text. All lengths are stage units: every stage is 1000 high. */

export type Point = readonly [x: number, y: number];

const short = (value: number) => String(Math.round(value * 10) / 10);
const pair = ([x, y]: Point) => `${short(x)} ${short(y)}`;

/** A flat colour, or a gradient made by {@link linear} or {@link radial}. */
export type Paint = string | { readonly id: string; readonly text: string };

const idOf = (text: string) => `p${Math.floor(createRandom(text).next() * 2 ** 40).toString(36)}`;

type Stop = readonly [offset: number, colour: string, opacity?: number];
const stopsText = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');

/** A gradient from one point to another, in stage units. */
export function linear(from: Point, to: Point, stops: readonly Stop[]): Paint {
  const body = `gradientUnits="userSpaceOnUse" x1="${short(from[0])}" y1="${short(from[1])}" x2="${short(to[0])}" y2="${short(to[1])}">${stopsText(stops)}</linearGradient>`;
  const id = idOf(body);
  return { id, text: `<linearGradient id="${id}" ${body}` };
}

export function radial(centre: Point, radius: number, stops: readonly Stop[]): Paint {
  const body = `gradientUnits="userSpaceOnUse" cx="${short(centre[0])}" cy="${short(centre[1])}" r="${short(radius)}">${stopsText(stops)}</radialGradient>`;
  const id = idOf(body);
  return { id, text: `<radialGradient id="${id}" ${body}` };
}

interface Look {
  opacity?: number;
  stroke?: string;
  width?: number;
  /** Raw attributes for the rare case. */
  more?: string;
}

const painted = (element: string, paint: Paint, look: Look = {}) => {
  const definition = typeof paint === 'string' ? '' : paint.text;
  const fill = typeof paint === 'string' ? paint : `url(#${paint.id})`;
  // Not `opacity`, which would create a compositing group for every shape.
  const seen = look.opacity === undefined ? undefined : Math.round(Math.max(0, look.opacity) * 1000) / 1000;
  const opacity = seen === undefined ? '' : ` fill-opacity="${seen}" stroke-opacity="${seen}"`;
  const stroke =
    look.stroke === undefined
      ? ''
      : ` stroke="${look.stroke}" stroke-width="${short(look.width ?? 2)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `${definition}<${element} fill="${fill}"${opacity}${stroke} ${look.more ?? ''}/>`;
};

export const path = (d: string, paint: Paint, look?: Look) => painted(`path d="${d}"`, paint, look);

export const circle = (x: number, y: number, radius: number, paint: Paint, look?: Look) =>
  painted(`circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"`, paint, look);

export const ellipse = (x: number, y: number, rx: number, ry: number, paint: Paint, look?: Look) =>
  painted(`ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}"`, paint, look);

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  paint: Paint,
  look?: Look & { radius?: number },
) =>
  painted(
    `rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, width))}" height="${short(Math.max(0, height))}" rx="${short(look?.radius ?? 0)}"`,
    paint,
    look,
  );

export const polygon = (points: readonly Point[], paint: Paint, look?: Look) =>
  path(`M${points.map(pair).join('L')}Z`, paint, look);

export const line = (points: readonly Point[], stroke: string, width: number, look?: Look) =>
  path(`M${points.map(pair).join('L')}`, 'none', { stroke, width, ...look });

/** A smooth curve through the points (Catmull-Rom), without the leading M. */
function curveThrough(points: readonly Point[]): string {
  let text = '';
  for (let index = 0; index + 1 < points.length; index += 1) {
    const here = points[index] as Point;
    const there = points[index + 1] as Point;
    const before = points[index - 1] ?? here;
    const after = points[index + 2] ?? there;
    const first: Point = [here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6];
    const second: Point = [there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6];
    text += `C${pair(first)} ${pair(second)} ${pair(there)}`;
  }
  return text;
}

export const curve = (points: readonly Point[], stroke: string, width: number, look?: Look) =>
  path(`M${pair(points[0] as Point)}${curveThrough(points)}`, 'none', { stroke, width, ...look });

/** The area between a line of points and `bottom`. */
export function groundUnder(
  points: readonly Point[],
  bottom: number,
  paint: Paint,
  smooth = true,
  look?: Look,
): string {
  const first = points[0] as Point;
  const last = points.at(-1) as Point;
  const top = smooth
    ? curveThrough(points)
    : points
        .slice(1)
        .map((point) => `L${pair(point)}`)
        .join('');
  return path(`M${pair(first)}${top}L${pair([last[0], bottom])}L${pair([first[0], bottom])}Z`, paint, look);
}

interface Placing {
  x?: number;
  y?: number;
  scale?: number;
  /** Degrees, clockwise. */
  turn?: number;
  mirrored?: boolean;
  opacity?: number;
}

/** Moves, scales and turns `inside` around its own origin. */
export function place(placing: Placing, inside: string): string {
  const { x = 0, y = 0, scale = 1, turn = 0, mirrored = false, opacity } = placing;
  const transform = `translate(${short(x)} ${short(y)}) rotate(${short(turn)}) scale(${(mirrored ? -scale : scale).toFixed(4)} ${scale.toFixed(4)})`;
  return `<g transform="${transform}"${opacity === undefined ? '' : ` opacity="${opacity.toFixed(3)}"`}>${inside}</g>`;
}

export const faded = (opacity: number, inside: string) => `<g opacity="${opacity.toFixed(3)}">${inside}</g>`;

/** `inside`, clipped to the shape `d`. */
export function clipped(d: string, inside: string): string {
  const id = idOf(`clip${d}`);
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${inside}</g>`;
}

/** Draws `count` things, each by its index. */
export const many = (count: number, draw: (index: number) => string) =>
  Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => draw(index)).join('');
