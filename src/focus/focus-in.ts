import { useLayoutEffect, type RefObject } from 'react';
import { useLatest } from '#src/lib/use-latest.ts';

/**
 * Hears of each part of an element that gets the focus, the element itself among them. It listens there and nowhere else:
 * React's `onFocus` would be looked for in the whole page with every press of an arrow (src/lib/quiet-root.ts).
 */
export function useFocusIn(ref: RefObject<HTMLElement | null>, onFocusIn: (part: EventTarget | null) => void): void {
  const latest = useLatest(onFocusIn);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const listen = ({ target }: FocusEvent) => latest.current(target);
    // A part of it may have had the focus before anybody could listen.
    if (element.contains(document.activeElement)) latest.current(document.activeElement);
    element.addEventListener('focusin', listen);
    return () => element.removeEventListener('focusin', listen);
  }, [ref, latest]);
}
