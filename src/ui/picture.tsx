import { useEffect, useState } from 'react';
import { useFocusEngine } from '#src/focus/index.ts';
import styles from './picture.module.css';

export interface PictureProps {
  readonly src: string;
  /** Shown until the picture is there, and if it never is. */
  readonly color: string;
}

/** Addresses that were shown already: they are there at once, without fading in again. */
const shown = new Set<string>();

/** A picture that fills its parent. It waits while an arrow is held, fades in, and leaves its colour when it fails. */
export function Picture({ src, color }: PictureProps) {
  const engine = useFocusEngine();
  const [wanted, setWanted] = useState(() => (engine.isHolding() ? null : src));
  const [loaded, setLoaded] = useState<string | null>(null);
  const isKnown = shown.has(src);

  useEffect(() => {
    if (wanted === src) return;
    const ask = () => {
      if (!engine.isHolding()) setWanted(src);
    };
    const unsubscribe = engine.subscribeHolding(ask);
    ask();
    return unsubscribe;
  }, [engine, src, wanted]);

  return (
    <div className={styles.ground} style={{ backgroundColor: color }}>
      {(isKnown || wanted === src) && (
        <img
          key={src}
          src={src}
          alt=""
          decoding="async"
          className={isKnown || loaded === src ? styles.shown : styles.hidden}
          onLoad={() => {
            shown.add(src);
            setLoaded(src);
          }}
        />
      )}
    </div>
  );
}
