import { useCallback, useEffect, useState } from 'react';

/** The controls go away after this long without a key, in ms. */
const HIDE_AFTER_MS = 4000;

/**
 * Whether the controls are shown: while `isPinned` always, else for 4 s after the last `show`.
 */
export function useControls(isPinned: boolean) {
  const [shownAt, setShownAt] = useState<number | null>(0);
  useEffect(() => {
    if (isPinned || shownAt === null) return;
    const timer = setTimeout(() => setShownAt(null), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPinned, shownAt]);
  const show = useCallback(() => setShownAt((before) => (before ?? 0) + 1), []);
  const hide = useCallback(() => setShownAt(null), []);
  return { isShown: isPinned || shownAt !== null, show, hide };
}
