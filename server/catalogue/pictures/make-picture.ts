import { PICTURE_SIZES, type PictureKind } from '#contract/console/title-editing.ts';
import { ServiceError } from '#server/lib/fail.ts';
import { fairQueue } from '#server/lib/queues.ts';
import { RefusedError } from '#server/lib/refused-error.ts';

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
/** Formats of pictures; all others, among them SVG and PDF, which can refer to other files, are refused. */
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'heif'];
const QUALITY: Record<PictureKind, number> = { poster: 88, wide: 88, backdrop: 84, still: 80 };
/** Height of a title's tile in Samsung's preview, which accepts no WebP. */
const TILE_HEIGHT = 250;
/** `retry-after` while others' pictures are decoded, in seconds. */
const RETRY_SECONDS = 10;

const unusable = (cause?: unknown) =>
  Object.assign(
    new RefusedError(
      'The file is no picture that can be used.',
      '쓸 수 없는 그림이에요. JPEG, PNG, WebP, AVIF 가운데 하나를 골라 주세요.',
    ),
    { cause },
  );

/** One picture at a time, because each may take hundreds of megabytes while it is decoded; few wait. */
const decoding = fairQueue(
  { atOnce: 1, waiters: 8, waitMs: 60_000 },
  () => new ServiceError('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }),
);

/**
 * Cuts a part out of an operator's picture and encodes it anew in the size that televisions draw, without metadata.
 * Loads the library with the first picture: it takes a fifth of the start of a command.
 *
 * @returns WebP, and for a wide picture its tile as JPEG.
 * @throws RefusedError when it is no picture, too large, or smaller than the part; ServiceError OVERLOADED when too many wait.
 */
export const makePicture = (
  kind: PictureKind,
  bytes: Buffer,
  crop: Crop,
): Promise<{ picture: Buffer; tile: Buffer | undefined }> =>
  decoding.run(async () => {
    // The library throws at once without bytes.
    if (bytes.length === 0) throw unusable();
    const { default: sharp } = await import('sharp');
    // Reads the head alone, so the limit of pixels comes afterwards.
    const found = await sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
      .metadata()
      .catch((error: unknown) => {
        throw unusable(error);
      });
    if (!FORMATS.includes(found.format)) throw unusable();
    const { width, height } = found.autoOrient;
    if (width * height > MOST_PIXELS)
      throw new RefusedError('The picture has too many pixels.', '그림이 너무 커요. 5천만 화소까지 쓸 수 있어요.');
    const isInside =
      Math.min(crop.width, crop.height) >= LEAST_SIDE &&
      crop.left + crop.width <= width &&
      crop.top + crop.height <= height;
    if (!isInside) throw new RefusedError('The part is not inside the picture.', '고른 부분이 그림 밖에 있어요.');
    const size = PICTURE_SIZES[kind];
    try {
      const pixels = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
        .timeout({ seconds: LONGEST_SECONDS })
        .autoOrient()
        .extract(crop)
        .resize(size.width, size.height, { fit: 'cover' })
        .flatten({ background: '#000' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const ready = () => sharp(pixels.data, { raw: pixels.info });
      return {
        picture: await ready().webp({ quality: QUALITY[kind] }).toBuffer(),
        tile:
          kind === 'wide' ? await ready().resize({ height: TILE_HEIGHT }).jpeg({ quality: 82 }).toBuffer() : undefined,
      };
    } catch (error) {
      throw unusable(error);
    }
  });
