/** One element holds the words for whatever has the focus: nothing else is read. */
const WORDS_ID = 'spoken-ordinal';

function wordsOf({ ownerDocument }: Element): HTMLElement {
  const there = ownerDocument.getElementById(WORDS_ID);
  if (there) return there;
  const made = ownerDocument.createElement('span');
  made.id = WORDS_ID;
  made.hidden = true;
  return ownerDocument.body.appendChild(made);
}

/**
 * Lets the voice guide say an element's position after its name: "3개 중 2번째". Call it before focusing the element. An
 * element with its own description, such as an error, keeps it.
 */
export function describeOrdinal(
  element: Element,
  ordinal: { readonly index: number; readonly count: number } | null,
): void {
  const described = element.getAttribute('aria-describedby');
  if (described !== null && described !== WORDS_ID) return;
  if (ordinal === null) {
    element.removeAttribute('aria-describedby');
    return;
  }
  wordsOf(element).textContent = `${ordinal.count}개 중 ${ordinal.index + 1}번째`;
  element.setAttribute('aria-describedby', WORDS_ID);
}
