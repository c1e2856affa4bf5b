const BACK = 461;
/** Sets may put their keyboard away before they send the Back that did it, in ms. */
const BACK_OF_CLOSING_MS = 300;

/**
 * LG's own keyboard, over a text field. Back puts it away, and must do nothing else: the viewer is not done with the field.
 * The answer says of a key going down whether it was such a Back. One at most for each time the keyboard is shown: a set that
 * does not tell that it went away must not take Back from the viewer.
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
