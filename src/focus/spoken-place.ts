/** One element holds the words for whatever has the focus: nothing else is read. */
const WORDS_ID = 'spoken-place';

function wordsOf({ ownerDocument }: Element): HTMLElement {
  const there = ownerDocument.getElementById(WORDS_ID);
  if (there) return there;
  const made = ownerDocument.createElement('span');
  made.id = WORDS_ID;
  made.hidden = true;
  return ownerDocument.body.appendChild(made);
}

/**
 * Has the voice guide say after an element's name where it stands: "3개 중 2번째". Call it before the element gets the focus.
 * An element that has a description of its own, such as an error, keeps that.
 */
export function describePlace(
  element: Element,
  place: { readonly index: number; readonly count: number } | null,
): void {
  const described = element.getAttribute('aria-describedby');
  if (described !== null && described !== WORDS_ID) return;
  if (place === null) {
    element.removeAttribute('aria-describedby');
    return;
  }
  wordsOf(element).textContent = `${place.count}개 중 ${place.index + 1}번째`;
  element.setAttribute('aria-describedby', WORDS_ID);
}
