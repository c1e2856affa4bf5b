const BACK = 461;
/** Some sets hide the keyboard before they send the Back that hid it, by up to this many ms. */
const BACK_OF_CLOSING_MS = 300;

/**
 * LG's on-screen keyboard, over a text field. Back hides it and must have no other effect. The returned function tells
 * whether a keydown was such a Back, at most once per time the keyboard is shown: a set that does not report that the
 * keyboard went away must not lose further Backs.
 */
export function watchKeyboard(document: Document): (event: KeyboardEvent) => boolean {
  let isShown = false;
  let goneAt = -Infinity;
  document.addEventListener('keyboardStateChange', (event) => {
    const { detail } = event as CustomEvent<{ visibility?: unknown } | null>;
    const isNowShown = detail?.visibility === true;
    if (isShown && !isNowShown) goneAt = event.timeStamp;
    isShown = isNowShown;
  });
  return ({ keyCode, timeStamp }) => {
    if (keyCode !== BACK) return false;
    const isOfKeyboard = isShown || timeStamp - goneAt < BACK_OF_CLOSING_MS;
    isShown = false;
    goneAt = -Infinity;
    return isOfKeyboard;
  };
}
