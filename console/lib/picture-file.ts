import { MOST_PICTURE_BYTES, PICTURE_TYPES } from '#contract/console/title-editing.ts';

/** Why a file cannot become a picture; null if it can. */
export function pictureProblemOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'JPEG, PNG, WebP, AVIF 가운데 하나를 골라 주세요.';
  return size > MOST_PICTURE_BYTES ? '그림이 너무 커요. 20 MB까지 쓸 수 있어요.' : null;
}

interface Size {
  width: number;
  height: number;
}

/** The chosen part, in per cent, in pixels of the picture: inside of it after rounding, and never empty. */
export function inPixels(crop: Size & { x: number; y: number }, { width, height }: Size) {
  const left = Math.min(width - 1, Math.max(0, Math.round((crop.x / 100) * width)));
  const top = Math.min(height - 1, Math.max(0, Math.round((crop.y / 100) * height)));
  return {
    left,
    top,
    width: Math.min(width - left, Math.max(1, Math.round((crop.width / 100) * width))),
    height: Math.min(height - top, Math.max(1, Math.round((crop.height / 100) * height))),
  };
}
