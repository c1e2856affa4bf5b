import { useEffect, useState, type ReactNode } from 'react';
import { useFocusEngine } from '#src/focus/index.ts';
import styles from './picture.module.css';
import { panelPixels, sizesOf } from './picture-sizes.ts';
import { shown } from './shown-pictures.ts';

export interface PictureProps {
  /** Empty where there is none. */
  readonly src: string;
  /** Shown while the picture loads and after a failure. */
  readonly color: string;
  /** Shown on the colour while the picture loads and after a failure. */
  readonly name?: string;
  /** Class of the box; default: it fills its parent. */
  readonly className?: string | undefined;
  /** Drawn over the picture. */
  readonly children?: ReactNode;
}

/** A data: URL needs no loading; remembering it would keep the picture in memory. */
const isDataUrl = (src: string) => src.indexOf('data:') === 0;

/** A picture that fills its parent. It loads after a held arrow, fades in, and shows colour and name after a failure. */
export function Picture({ src, color, name, className = styles.ground, children }: PictureProps) {
  const engine = useFocusEngine();
  const [wanted, setWanted] = useState(() => (engine.isHolding() ? null : src));
  const [loaded, setLoaded] = useState<string | null>(null);
  /** A picture whose large one failed: not every server has them. */
  const [plain, setPlain] = useState<string | null>(null);
  const isKnown = isDataUrl(src) || shown.has(src);
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
      {src !== '' && (isKnown || wanted === src) && (
        <img
          key={src}
          src={src}
          {...(plain === src ? undefined : sizesOf(src, panelPixels()))}
          alt=""
          decoding="async"
          className={isThere ? styles.shown : styles.hidden}
          onError={() => setPlain(src)}
          onLoad={() => {
            if (!isDataUrl(src)) shown.add(src);
            setLoaded(src);
          }}
        />
      )}
      {children}
    </div>
  );
}
