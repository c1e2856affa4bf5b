import { useEffect, type RefObject } from 'react';

/** A closing dialog returns the focus within this time. */
const RESTORE_MS = 100;

const OVERLAY = '.overlay';

/**
 * Moves the focus to `main` when the focused element disappears, for example a button that has done its work. Keyboards
 * then continue there, not at the start of the page. After a dialog that followed another one, whose elements are gone,
 * the focus returns to what opened the first.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Node | null = null;
    let opener: HTMLElement | null = null;
    let wasInDialog = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      last = target as Node;
      wasInDialog = target instanceof Element && target.closest(OVERLAY) !== null;
      if (!wasInDialog) opener = target as HTMLElement;
    };
    const isLost = () => last?.isConnected === false && document.activeElement === document.body;
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // An open dialog keeps the focus in itself.
        if (!isLost() || document.querySelector(OVERLAY)) return;
        if (wasInDialog && opener?.isConnected) opener.focus();
        // A button that is disabled by now has taken no focus.
        if (isLost()) main.current?.focus({ preventScroll: true });
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
