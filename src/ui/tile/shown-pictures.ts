import { createRecentSet } from '#src/lib/recent-set.ts';
import { panelPixels, sizesOf } from './picture-sizes.ts';

/** Recently shown addresses, whose pictures appear at once without fading in. */
export const shown = createRecentSet<string>(500);

/** Loads and decodes a picture, which then appears at once. Rejects if it cannot. */
export async function loadPicture(src: string): Promise<void> {
  const image = new Image();
  const large = sizesOf(src, panelPixels());
  if (large) {
    image.sizes = large.sizes;
    image.srcset = large.srcSet;
  }
  image.src = src;
  // Chromium before 64 has no `decode`: this rejects there, and the picture loads all the same.
  await image.decode();
  shown.add(src);
}
