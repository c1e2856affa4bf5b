import type { Size } from '../pictures/picture.ts';

/** From this alpha on, a pixel belongs to the picture. */
const OPAQUE = 128;
/** Lighter and darker pixels that are nearer to each other have one colour, in steps of brightness. */
const LEAST_CONTRAST = 64;
/** A frame lies around what it frames: of the letters within it, at most this share of the frame's is at an edge. */
const INNER_SHARE = 0.5;

/** The brighter and the darker pixels of a picture: how bright they are, and the share of them at an edge. */
interface Tone {
  readonly brightness: number;
  readonly edgeShare: number;
}

interface Sum {
  count: number;
  brightness: number;
  edges: number;
}

/**
 * Letters of a picture as programs read them: black (255) on white (0). Letters of discs are bright with a dark frame, or the
 * other way round; what lies within the frame is the letters.
 *
 * @param pixels red, green, blue and alpha.
 */
export function inkOf(pixels: Uint8Array, size: Size): Uint8Array {
  const brightness = brightnessOf(pixels);
  const [dark, bright] = tonesOf(pixels, brightness, size);
  const ink = new Uint8Array(brightness.length);
  const alphaAt = (at: number) => pixels[at * 4 + 3] ?? 0;
  const isTwo =
    bright.brightness - dark.brightness >= LEAST_CONTRAST &&
    Math.min(dark.edgeShare, bright.edgeShare) <= Math.max(dark.edgeShare, bright.edgeShare) * INNER_SHARE;
  if (!isTwo) return ink.map((_, at) => alphaAt(at));
  const [letters, frame] = bright.edgeShare < dark.edgeShare ? [bright, dark] : [dark, bright];
  const reach = letters.brightness - frame.brightness;
  return ink.map((_, at) => {
    const share = ((brightness[at] ?? 0) - frame.brightness) / reach;
    return Math.round(Math.min(1, Math.max(0, share)) * alphaAt(at));
  });
}

function brightnessOf(pixels: Uint8Array): Uint8Array {
  const brightness = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < brightness.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3);
    brightness[at] = Math.round(red * 0.299 + green * 0.587 + blue * 0.114);
  }
  return brightness;
}

/** The darker and the brighter pixels. */
function tonesOf(pixels: Uint8Array, brightness: Uint8Array, { width, height }: Size): readonly [Tone, Tone] {
  const isOpaque = (at: number) => (pixels[at * 4 + 3] ?? 0) >= OPAQUE;
  const counts = new Uint32Array(256);
  brightness.forEach((value, at) => {
    if (isOpaque(at)) counts[value]! += 1;
  });
  const threshold = thresholdOf(counts);
  const sums: [Sum, Sum] = [
    { count: 0, brightness: 0, edges: 0 },
    { count: 0, brightness: 0, edges: 0 },
  ];
  brightness.forEach((value, at) => {
    if (!isOpaque(at)) return;
    const sum = sums[value > threshold ? 1 : 0];
    const [column, row] = [at % width, Math.floor(at / width)];
    const isEdge =
      column === 0 ||
      row === 0 ||
      column === width - 1 ||
      row === height - 1 ||
      !(isOpaque(at - 1) && isOpaque(at + 1) && isOpaque(at - width) && isOpaque(at + width));
    sum.count += 1;
    sum.brightness += value;
    if (isEdge) sum.edges += 1;
  });
  const toneOf = ({ count, brightness: sum, edges }: Sum): Tone => ({
    brightness: count === 0 ? 0 : sum / count,
    edgeShare: count === 0 ? 1 : edges / count,
  });
  return [toneOf(sums[0]), toneOf(sums[1])];
}

/** The brightness that parts the pixels into two groups which differ most (Otsu). */
function thresholdOf(counts: Uint32Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const whole = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, belowSum, best, threshold] = [0, 0, -1, 0];
  for (let value = 0; value < counts.length; value += 1) {
    below += counts[value] ?? 0;
    belowSum += (counts[value] ?? 0) * value;
    const above = all - below;
    if (below === 0) continue;
    if (above === 0) break;
    const difference = belowSum / below - (whole - belowSum) / above;
    const between = below * above * difference * difference;
    if (between > best) [best, threshold] = [between, value];
  }
  return threshold;
}
