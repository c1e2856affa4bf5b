/** `isUnbroken`: the focus has stayed on the same element since the start. `end` stops watching. */
export interface Stay {
  readonly isUnbroken: () => boolean;
  end(): void;
}

/**
 * Watches whether the focus stays on the current element. A viewer who left it and came back no longer wants what was
 * requested before. Compares focus keys, because tiles are drawn in pooled DOM elements.
 */
export function watchStay(): Stay {
  const keyOf = (target: EventTarget | null) =>
    target instanceof HTMLElement ? target.dataset['focusKey'] : undefined;
  const key = keyOf(document.activeElement);
  let isUnbroken = key !== undefined;
  const handleFocusIn = (event: FocusEvent) => {
    if (keyOf(event.target) !== key) isUnbroken = false;
  };
  document.addEventListener('focusin', handleFocusIn);
  return {
    isUnbroken: () => isUnbroken,
    end: () => document.removeEventListener('focusin', handleFocusIn),
  };
}
