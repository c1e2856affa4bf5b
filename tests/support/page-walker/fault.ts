import { dialogs, focused, isVisible, keyOf, screenName } from './app-page.ts';

/** The bare picture has the focus while the controls are hidden. */
const isBarePicture = (element: HTMLElement) =>
  screenName() === 'player' && keyOf(element) === 'player/timeline' && !isVisible(element);

/** Hangul, or a number that a screen reader reads in the page's language, such as 1080p. */
const KOREAN_NAME = /[가-힣]|^\d+p?$/;
/** Profiles are named by the viewer. */
const NAMED_BY_VIEWER = /^profile:/;

const isAt = ({ left, top, right, bottom }: DOMRect, x: number, y: number) =>
  left < x && x < right && top < y && y < bottom;

/** A toast that lets the pointer through. */
const messageAt = (x: number, y: number) =>
  Array.from(document.querySelectorAll('[role="status"]')).find(
    (message) => getComputedStyle(message).pointerEvents === 'none' && isAt(message.getBoundingClientRect(), x, y),
  );

/**
 * Describes what is wrong with the focus, or returns null.
 *
 * @param isPointed a pointer gave the focus: nothing moves for it, so that it may be at the edge of the panel
 */
export function fault(isPointed = false): string | null {
  const element = focused();
  const key = keyOf(element);
  if (!element || element === document.body) return 'nothing has the focus';
  if (key === null) return `the focus is on ${element.tagName} without a key`;
  if (document.querySelectorAll(':focus').length !== 1) return 'not exactly one has the focus';
  const name = element.getAttribute('aria-label') ?? element.textContent;
  if (!KOREAN_NAME.test(name) && !NAMED_BY_VIEWER.test(key)) return `${key} is called '${name}'`;
  if (element.closest('[aria-hidden="true"],[inert]')) return `${key} is hidden from the voice guide`;
  const open = dialogs();
  if (open.length > 0 && !open.some((dialog) => dialog.contains(element))) return `${key} is behind a dialog`;
  if (document.querySelectorAll('video').length > 1) return 'two videos';
  if (isBarePicture(element) || isPointed) return null;
  if (!isVisible(element)) return `${key} cannot be seen`;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [marginX, marginY] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
  if (left < marginX || top < marginY || right > innerWidth - marginX || bottom > innerHeight - marginY)
    return `${key} at ${[left, top, right, bottom].map(Math.round).join()} leaves the safe area`;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const atCentre = messageAt(x, y) ?? document.elementFromPoint(x, y);
  if (atCentre && !element.contains(atCentre) && !atCentre.contains(element))
    return `${key} is covered by ${atCentre.tagName} ${atCentre.className}`;
  return null;
}
