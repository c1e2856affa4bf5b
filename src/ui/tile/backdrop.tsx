import { useState, type ReactNode } from 'react';
import styles from './backdrop.module.css';
import { Picture } from './picture.tsx';

export interface BackdropProps {
  /** Address of the picture, or null for the plain background. */
  readonly src: string | null;
  readonly color: string;
  /** A film over the picture, under what keeps text readable. */
  readonly children?: ReactNode;
}

interface Layer {
  readonly key: number;
  readonly src: string | null;
  readonly color: string;
}

/**
 * The art behind a screen, dark on the left for text. A new picture fades in over the previous one. Until it has loaded, its
 * layer is plain: the art of another title must not stay behind the name of this one.
 */
export function Backdrop({ src, color, children }: BackdropProps) {
  const [layers, setLayers] = useState<readonly [Layer | null, Layer]>([null, { key: 0, src, color }]);
  const [, top] = layers;
  // A title without its art yet, or another one.
  if (top.src !== src || (src === null && top.color !== color)) setLayers([top, { key: top.key + 1, src, color }]);

  return (
    <div className={styles.backdrop} aria-hidden="true">
      {layers.map(
        (layer) =>
          layer && (
            <div key={layer.key} className={styles.layer}>
              {layer.src !== null && <Picture src={layer.src} color="transparent" />}
            </div>
          ),
      )}
      {children && <div className={styles.film}>{children}</div>}
      <div className={styles.glow} style={{ color }} />
      <div className={styles.scrim} />
    </div>
  );
}
