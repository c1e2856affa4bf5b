import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Hears of each part of an element that gets the focus, the element itself among them. It listens there and nowhere else:
 * React's `onFocus` would be looked for in the whole page with every press of an arrow (src/lib/quiet-root.ts).
 */
export function useFocusIn(ref: RefObject<HTMLElement | null>, onFocusIn: (part: EventTarget | null) => void): void {
  const latest = useRef(onFocusIn);
  useLayoutEffect(() => {
    latest.current = onFocusIn;
  });

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const listen = ({ target }: FocusEvent) => latest.current(target);
    element.addEventListener('focusin', listen);
    return () => element.removeEventListener('focusin', listen);
  }, [ref]);
}
