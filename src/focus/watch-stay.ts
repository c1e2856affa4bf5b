/**
 * Calls back when the focus leaves the current element: a viewer who left it, and perhaps came back, no longer wants what was
 * requested before. Compares focus keys, because tiles are drawn in pooled DOM elements.
 *
 * @returns stops watching
 */
export function watchStay(onLeave: () => void): () => void {
  const keyOf = (target: EventTarget | null) =>
    target instanceof HTMLElement ? target.dataset['focusKey'] : undefined;
  const key = keyOf(document.activeElement);
  const handleFocusIn = ({ target }: FocusEvent) => {
    if (keyOf(target) !== key) onLeave();
  };
  document.addEventListener('focusin', handleFocusIn);
  return () => document.removeEventListener('focusin', handleFocusIn);
}
