import { act, createEvent, fireEvent } from '@testing-library/react';

/**
 * Moves the pointer over an element.
 *
 * @param distance that the engine reports: none when something moved under a resting pointer, and on some older engines
 */
export async function movePointer(element: Element, distance = { x: 4, y: 0 }, place: MouseEventInit = {}) {
  const move = createEvent.mouseMove(element, place);
  Object.defineProperties(move, { movementX: { value: distance.x }, movementY: { value: distance.y } });
  await act(async () => void fireEvent(element, move));
}
