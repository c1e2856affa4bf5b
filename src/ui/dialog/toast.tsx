import { useEffect } from 'react';
import styles from './toast.module.css';

/** Long enough to read one sentence from the sofa, in ms. */
const SHOWN_MS = 4000;

export function ToastView({ text, onDone }: { text: string; onDone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text, onDone]);
  return (
    <div className={styles.toast} role="status">
      {text}
    </div>
  );
}
