import { MOST_PICTURE_BYTES, PICTURE_TYPES } from '#contract/console/title-editing.ts';

/** Why a file cannot become a picture; null if it can. */
export function pictureProblemOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'JPEG, PNG, WebP, AVIF 가운데 하나를 골라 주세요.';
  return size > MOST_PICTURE_BYTES ? '그림이 너무 커요. 20 MB까지 쓸 수 있어요.' : null;
}
