import { isOnPanel, isVisible, keyOf } from './app-page.ts';

const centreOf = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
};

/** What a pointer can reach: drawn, and not covered where it points. */
export function reachable(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-focus-key]')).filter((element) => {
    if (!isOnPanel(element.getBoundingClientRect()) || !isVisible(element)) return false;
    const { x, y } = centreOf(element);
    const there = document.elementFromPoint(x, y);
    return there !== null && element.contains(there) && there.closest('[data-focus-key]') === element;
  });
}

const send = (type: string, target: Element, { x, y }: { x: number; y: number }, moved = 1) =>
  target.dispatchEvent(
    new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, movementX: moved, movementY: 0 }),
  );

/** Moves the pointer onto an element. */
export function hover(element: HTMLElement): void {
  const point = centreOf(element);
  send('mousemove', document.elementFromPoint(point.x, point.y) ?? element, point);
}

/** Presses what is under the pointer, which stands on an element; a double press is two of them. */
export function click(element: HTMLElement): void {
  const point = centreOf(element);
  const there = document.elementFromPoint(point.x, point.y) ?? element;
  send('mousedown', there, point, 0);
  send('mouseup', there, point, 0);
  send('click', there, point, 0);
}

/** Turns the wheel where the pointer stands. */
export function wheel(element: HTMLElement, deltaY: number): void {
  const { x, y } = centreOf(element);
  const there = document.elementFromPoint(x, y) ?? element;
  there.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: x, clientY: y, deltaY }));
}

export const nameOf = (element: HTMLElement): string => keyOf(element) ?? '';
