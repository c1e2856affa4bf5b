import { type Colours, darker, inMood } from './colours.ts';
import { createRandom } from './random.ts';
import { linear, rect } from './svg.ts';
import type { Frame, TitleArt } from './title-art.ts';

/** Sizes in pixels, and the quality of the WebP files. */
export const formats = {
  poster: { width: 320, height: 480, quality: 88 },
  wide: { width: 480, height: 270, quality: 88 },
  backdrop: { width: 1920, height: 1080, quality: 84 },
  still: { width: 480, height: 270, quality: 80 },
} as const;

const subjectAt: Record<Frame['format'], number> = { poster: 0.5, wide: 0.72, backdrop: 0.76, still: 0.5 };

export function frameOf(format: Frame['format'], seed: string, take = 0): Frame {
  const { width, height } = formats[format];
  const w = (1000 * width) / height;
  return { format, w, h: 1000, x: w * subjectAt[format], take, random: createRandom(`${seed} ${take}`) };
}

export function svgOf(frame: Pick<Frame, 'w' | 'h'>, size: { width: number; height: number }, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${frame.w} ${frame.h}" preserveAspectRatio="none">${inside}</svg>`;
}

export function keyArt(art: TitleArt, format: 'poster' | 'wide' | 'backdrop'): string {
  const frame = frameOf(format, art.slug);
  const name = format === 'backdrop' ? '' : art.name(frame, art.colours);
  return svgOf(frame, formats[format], art.draw(frame, art.colours) + calm(frame, art.colours) + name);
}

/** Darkens the left of wide pictures as a background for white text. */
function calm({ format, w, h }: Frame, { layers }: Colours): string {
  if (format === 'poster' || format === 'still') return '';
  const dark = darker(layers[3], 0.45);
  const strength = format === 'backdrop' ? 0.86 : 0.42;
  const reach = format === 'backdrop' ? 0.68 : 0.6;
  return rect(
    0,
    0,
    w,
    h,
    linear(
      [0, 0],
      [w * reach, 0],
      [
        [0, dark, strength],
        [0.55, dark, strength * 0.8],
        [1, dark, 0],
      ],
    ),
  );
}

/** Camera settings that episodes use in turn. Zooms around the point of interest. */
const cameras: readonly { zoom: number; at: number; dx: number; mirrored?: boolean }[] = [
  { zoom: 1, at: 0.5, dx: 0 },
  { zoom: 1.7, at: 0.5, dx: -0.14 },
  { zoom: 1.15, at: 0.3, dx: 0, mirrored: true },
  { zoom: 2.3, at: 0.5, dx: 0.08 },
  { zoom: 1.05, at: 0.72, dx: 0 },
  { zoom: 1.4, at: 0.42, dx: 0.1, mirrored: true },
  { zoom: 1.9, at: 0.6, dx: 0.2 },
];

/** The still of an episode, counted from 1: the scene with another camera and time of day. */
export function stillOf(art: TitleArt, order: number): string {
  const camera = cameras[(order - 1) % cameras.length] as (typeof cameras)[number];
  const colours: Colours = inMood(art.colours, art.moods[(order - 1) % art.moods.length] ?? 'own');
  const plain = frameOf('still', art.slug, order);
  const frame = { ...plain, x: plain.w * camera.at };
  const lookX = art.look?.x === undefined ? frame.x + camera.dx * frame.w * 0.5 : art.look.x * frame.w;
  const lookY = (art.look?.y ?? 0.6) * frame.h;
  const [left, top] = [inside(lookX, frame.w, camera.zoom), inside(lookY, frame.h, camera.zoom)];
  const mirror = camera.mirrored === true && art.lettered !== true ? `translate(${frame.w} 0) scale(-1 1) ` : '';
  const view = `${mirror}scale(${camera.zoom}) translate(${-left} ${-top})`;
  return svgOf(frame, formats.still, `<g transform="${view}">${art.draw(frame, colours)}</g>`);
}

/** The start of a zoomed view around `middle`, clamped to the range from 0 to `size`. */
const inside = (middle: number, size: number, zoom: number) =>
  Math.min(size - size / zoom, Math.max(0, middle - size / zoom / 2));
