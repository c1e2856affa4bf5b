/** Gives an element the real focus without scrolling: the app moves content itself. */
export function focusElement(element: HTMLElement): void {
  let isKnown = false;
  element.focus({
    get preventScroll() {
      isKnown = true;
      return true;
    },
  });
  // Chromium supports it from 64 on; 63, the oldest, scrolls the clipping element.
  if (isKnown) return;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    parent.scrollLeft = 0;
    parent.scrollTop = 0;
  }
}
