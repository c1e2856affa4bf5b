import { useSyncExternalStore } from 'react';

const SHOWN_MS = 5000;

let shown = { number: 0, text: '' };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const change = (text: string) => {
  shown = { number: shown.number + 1, text };
  listeners.forEach((tell) => tell());
};

/** Shows a sentence for five seconds; a newer one replaces it. */
export function toast(sentence: string): void {
  clearTimeout(timer);
  change(sentence);
  timer = setTimeout(() => change(''), SHOWN_MS);
}

/** The current toast; screen readers announce it. */
export function Toasts() {
  const { number, text } = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => shown,
  );
  return (
    <div className="toasts" role="status">
      {/* The same sentence again is a new element, so that screen readers announce it again. */}
      {text && <p key={number}>{text}</p>}
    </div>
  );
}
