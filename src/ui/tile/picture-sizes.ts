/** Width in pixels from which a panel gets larger pictures: halfway to 4K. */
const LARGE_PANEL = 2700;

export const panelPixels = (): number => window.innerWidth * (window.devicePixelRatio || 1);

/**
 * The sizes of a picture on a panel of 4K; undefined on others, which would not draw the pixels. All pictures grow with the
 * panel, so that its width chooses them.
 */
export const sizesOf = (src: string, panelPixels: number): { srcSet: string; sizes: string } | undefined =>
  panelPixels >= LARGE_PANEL && /\/art\/.*\.webp$/.test(src)
    ? { srcSet: `${src} 1920w, ${src.slice(0, -'.webp'.length)}-2x.webp 3840w`, sizes: '100vw' }
    : undefined;
