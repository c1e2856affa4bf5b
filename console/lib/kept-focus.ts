import { useEffect, type RefObject } from 'react';

/** A closing dialog returns the focus within this time. */
const RESTORE_MS = 100;

/**
 * Moves the focus to `main` when the focused element disappears, for example a button that has done its work. Keyboards
 * then continue there, not at the start of the page.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Node | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      last = target as Node;
    };
    const isLost = () => last?.isConnected === false && document.activeElement === document.body;
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // An open dialog keeps the focus in itself.
        if (isLost() && !document.querySelector('.overlay')) main.current?.focus({ preventScroll: true });
      }, RESTORE_MS);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [main]);
}
