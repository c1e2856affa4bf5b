import sharp from 'sharp';
import { PICTURE_SIZES, type PictureKind } from '#contract/console/title-editing.ts';
import { pictureFormatOf } from '#server/lib/picture-format.ts';

/** A part of a picture, in its pixels after it was turned upright. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Largest picture in pixels: what decodes to more is refused before it is decoded. */
const MOST_PIXELS = 50_000_000;
/** Smallest part, in pixels of each side. */
const LEAST_SIDE = 16;
/** Longest decoding, in seconds. */
const LONGEST_SECONDS = 20;
/** Pictures of titles, and the face of a profile. */
export type MadeKind = PictureKind | 'face';
const SIZES: Record<MadeKind, { width: number; height: number }> = {
  ...PICTURE_SIZES,
  face: { width: 320, height: 320 },
};
const QUALITY: Record<MadeKind, number> = { poster: 88, wide: 88, backdrop: 84, still: 80, face: 88 };
/** Height of a title's tile in Samsung's preview, which accepts no WebP. */
const TILE_HEIGHT = 250;

/** All that sharp can load without these: SVG and PDF unpack themselves and refer to other files. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** `large` is for panels of 4K, where the given picture has enough pixels. */
export type MadePicture = { picture: Buffer; tile: Buffer | undefined; large: Buffer | undefined };

/** How much larger the picture for panels of 4K is. A given picture with less than `LEAST_LARGE` as many pixels a side has none. */
const LARGE = 2;
const LEAST_LARGE = 1.5;
/** Why a picture is refused. */
export type PictureFault = 'unusable' | 'pixels' | 'outside' | 'shape';

/** A part in whole pixels misses its shape by less than this. */
const ROUNDED_PX = 2;

/** Whether a part has the shape that televisions draw: otherwise it would be cut once more, and nobody sees where. */
function isOfShape(crop: Crop, { width, height }: { readonly width: number; readonly height: number }): boolean {
  return (
    Math.abs(crop.width - (crop.height * width) / height) <= ROUNDED_PX ||
    Math.abs(crop.height - (crop.width * height) / width) <= ROUNDED_PX
  );
}

/**
 * Crops a picture and re-encodes it in the size that televisions draw, without metadata. Decoding
 * takes hundreds of megabytes and the file may be crafted, so only `picture-program.ts` calls this, in a process of its own.
 *
 * @param crop null for the middle of the picture, as large as its shape allows.
 * @returns WebP, and for a wide picture its tile as JPEG.
 */
export async function decodePicture(
  kind: MadeKind,
  bytes: Buffer,
  crop: Crop | null,
): Promise<MadePicture | PictureFault> {
  if (pictureFormatOf(bytes) === undefined) return 'unusable';
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  sharp.concurrency(2);
  try {
    // Reads the head alone, so the limit of pixels comes afterwards.
    const found = await sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 }).metadata();
    const { width, height } = found.autoOrient;
    if (width * height > MOST_PIXELS) return 'pixels';
    const isInside =
      crop === null ||
      (Math.min(crop.width, crop.height) >= LEAST_SIDE &&
        crop.left + crop.width <= width &&
        crop.top + crop.height <= height);
    if (!isInside) return 'outside';
    const size = SIZES[kind];
    if (crop !== null && !isOfShape(crop, size)) return 'shape';
    const upright = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: LONGEST_SECONDS })
      .autoOrient();
    const part = crop ?? { width, height };
    const isLarge = Math.min(part.width / size.width, part.height / size.height) >= LEAST_LARGE;
    const scale = isLarge ? LARGE : 1;
    const pixels = await (crop === null ? upright : upright.extract(crop))
      .resize(size.width * scale, size.height * scale, { fit: 'cover' })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const whole = () => sharp(pixels.data, { raw: pixels.info });
    const ready = () => (isLarge ? whole().resize(size.width, size.height) : whole());
    return {
      picture: await ready().webp({ quality: QUALITY[kind] }).toBuffer(),
      tile:
        kind === 'wide' ? await whole().resize({ height: TILE_HEIGHT }).jpeg({ quality: 82 }).toBuffer() : undefined,
      large: isLarge ? await whole().webp({ quality: QUALITY[kind] }).toBuffer() : undefined,
    };
  } catch (error) {
    // Read by the operator of the machine, as the cause of the refusal.
    console.error(error);
    return 'unusable';
  }
}
