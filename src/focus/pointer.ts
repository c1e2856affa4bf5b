import type { MouseEvent } from 'react';

export interface PointerProps {
  onMouseMove(event: MouseEvent): void;
  onMouseDown(event: MouseEvent): void;
  onClick(): void;
}

/** Hover focuses, click presses. A tile that moves under a resting pointer does not take the focus. */
export const pointerProps = (focus: () => void, press: () => void): PointerProps => ({
  onMouseMove(event) {
    if (event.movementX !== 0 || event.movementY !== 0) focus();
  },
  onMouseDown(event) {
    // The browser would move its own focus, or drop it on a click outside of elements.
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
    focus();
  },
  onClick: press,
});
