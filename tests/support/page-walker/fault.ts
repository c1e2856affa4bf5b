import { dialogs, focused, isVisible, keyOf, screenName } from './app-page.ts';

/** The picture is what is looked at while nothing stands over it. */
const isBarePicture = (element: HTMLElement) =>
  screenName() === 'player' && keyOf(element) === 'player/timeline' && !isVisible(element);

/** What is wrong with the focus now, or null. */
export function fault(): string | null {
  const element = focused();
  const key = keyOf(element);
  if (!element || element === document.body) return 'nothing has the focus';
  if (key === null) return `the focus is on ${element.tagName} without a key`;
  if (document.querySelectorAll(':focus').length !== 1) return 'not exactly one has the focus';
  const name = element.getAttribute('aria-label') ?? element.textContent;
  if (!/[가-힣]/.test(name)) return `${key} is called '${name}'`;
  if (element.closest('[aria-hidden="true"],[inert]')) return `${key} is hidden from the voice guide`;
  const open = dialogs();
  if (open.length > 0 && !open.some((dialog) => dialog.contains(element))) return `${key} is behind a dialog`;
  if (document.querySelectorAll('video').length > 1) return 'two videos';
  if (isBarePicture(element)) return null;
  if (!isVisible(element)) return `${key} cannot be seen`;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [marginX, marginY] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
  if (left < marginX || top < marginY || right > innerWidth - marginX || bottom > innerHeight - marginY)
    return `${key} at ${[left, top, right, bottom].map(Math.round).join()} leaves the safe area`;
  const atCentre = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (atCentre && !element.contains(atCentre) && !atCentre.contains(element))
    return `${key} is covered by ${atCentre.tagName} ${atCentre.className}`;
  return null;
}
