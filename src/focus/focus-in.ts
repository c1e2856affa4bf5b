import { useLayoutEffect, type RefObject } from 'react';
import { useLatest } from '#src/lib/use-latest.ts';

/**
 * Calls a handler when the element or a part of it gets the focus. It listens on the element only: React's `onFocus` would
 * be dispatched through the whole page with every arrow press (src/lib/quiet-root.ts).
 */
export function useFocusIn(ref: RefObject<HTMLElement | null>, onFocusIn: (part: EventTarget | null) => void): void {
  const latest = useLatest(onFocusIn);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const listen = ({ target }: FocusEvent) => latest.current(target);
    // A part of it may already have the focus.
    if (element.contains(document.activeElement)) latest.current(document.activeElement);
    element.addEventListener('focusin', listen);
    return () => element.removeEventListener('focusin', listen);
  }, [ref, latest]);
}
