/** Whether the focus is still on what had it, and has been on nothing else since; `end` stops watching. */
export interface Stay {
  readonly isUnbroken: () => boolean;
  end(): void;
}

/**
 * Watches whether a viewer stays on what has the focus now. Who went elsewhere and came back did not stay: what was asked
 * for before is not wanted any more. Tiles are drawn in elements that are used again, so the key counts, not the element.
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
