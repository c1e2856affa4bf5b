import type { PicturePlace } from '#contract/rules/picture-cue.ts';
import type { Size } from './picture.ts';

/** The pictures of the film. */
export interface FilmSize extends Size {
  /** Of what viewers see, width by height. */
  readonly aspect: number;
}

/** Canvases of DVDs: their pixels are as wide as those of the film. */
const SD = { width: 720, height: 576 };
const WIDE = 16 / 9;
const NARROW = 4 / 3;

/**
 * Where a picture of a canvas is in the film. A canvas of another shape holds the film in its middle, with bars: discs have
 * canvases of 16:9 for films of all shapes.
 */
export function placeIn(place: Size & { x: number; y: number }, canvas: Size, film: FilmSize): PicturePlace {
  const [across, down] = reachOf(canvas, film);
  return {
    left: 50 + (place.x / canvas.width - 0.5) * 100 * across,
    top: 50 + (place.y / canvas.height - 0.5) * 100 * down,
    width: (place.width / canvas.width) * 100 * across,
    height: (place.height / canvas.height) * 100 * down,
  };
}

/** How much larger than the film a canvas is, across and down. */
function reachOf(canvas: Size, film: FilmSize): readonly [number, number] {
  if (canvas.width === film.width && canvas.height === film.height) return [1, 1];
  const isSd = canvas.width <= SD.width && canvas.height <= SD.height;
  // Half way between both, in proportion.
  const aspect = isSd ? (film.aspect > Math.sqrt(WIDE * NARROW) ? WIDE : NARROW) : canvas.width / canvas.height;
  return aspect > film.aspect ? [aspect / film.aspect, 1] : [1, film.aspect / aspect];
}
