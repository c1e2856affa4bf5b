import { useEffect, useState, type ReactNode } from 'react';
import { useFocusEngine } from '#src/focus/index.ts';
import styles from './picture.module.css';

export interface PictureProps {
  readonly src: string;
  /** Shown until the picture is there, and if it never is. */
  readonly color: string;
  /** Stands on the colour until the picture is there, and if it never is. */
  readonly name?: string;
  /** Of its box, which fills the parent if it has none of its own. */
  readonly className?: string | undefined;
  /** What lies on it. */
  readonly children?: ReactNode;
}

/** Addresses that were shown already: they are there at once, without fading in again. */
const shown = new Set<string>();

/** A picture that fills its parent. It waits while an arrow is held, fades in, and leaves colour and name when it fails. */
export function Picture({ src, color, name, className = styles.ground, children }: PictureProps) {
  const engine = useFocusEngine();
  const [wanted, setWanted] = useState(() => (engine.isHolding() ? null : src));
  const [loaded, setLoaded] = useState<string | null>(null);
  const isKnown = shown.has(src);
  const isThere = isKnown || loaded === src;

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
    <div className={className} style={{ backgroundColor: color }}>
      {name !== undefined && !isThere && (
        <span className={styles.name} aria-hidden="true">
          {name}
        </span>
      )}
      {(isKnown || wanted === src) && (
        <img
          key={src}
          src={src}
          alt=""
          decoding="async"
          className={isThere ? styles.shown : styles.hidden}
          onLoad={() => {
            shown.add(src);
            setLoaded(src);
          }}
        />
      )}
      {children}
    </div>
  );
}
