import { useSyncExternalStore } from 'react';

const SHOWN_MS = 5000;

let text = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const change = (next: string) => {
  text = next;
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
  const shown = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => text,
  );
  return (
    <div className="toasts" role="status">
      {shown && <p>{shown}</p>}
    </div>
  );
}
