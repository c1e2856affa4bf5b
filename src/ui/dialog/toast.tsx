import { useEffect, useLayoutEffect, useRef } from 'react';
import styles from './toast.module.css';

/** Long enough to read one sentence from the sofa, in ms. */
const SHOWN_MS = 4000;
/** Between what has the focus and the message, in px. */
const GAP_PX = 12;

/** Moves the message under what has the focus if it would cover that: on search, proposals are at the top. */
function moveClear(message: HTMLElement) {
  message.style.top = '';
  const focused = document.activeElement?.getBoundingClientRect();
  const { left, right, top, bottom } = message.getBoundingClientRect();
  if (!focused || focused.right < left || right < focused.left || focused.bottom < top || bottom < focused.top) return;
  const below = focused.bottom + GAP_PX;
  if (below + bottom - top < innerHeight) message.style.top = `${below}px`;
}

export function ToastView({ text, onDone }: { text: string; onDone: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text, onDone]);
  useLayoutEffect(() => {
    let frame = 0;
    // With the frame, which needs the layout anyway: reading it here would make each key press wait for it.
    const moveSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => ref.current && moveClear(ref.current));
    };
    moveSoon();
    document.addEventListener('focusin', moveSoon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', moveSoon);
    };
  }, [text]);
  return (
    <div ref={ref} className={styles.toast} role="status">
      {text}
    </div>
  );
}
