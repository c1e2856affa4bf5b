import type { MouseEvent } from 'react';

export interface PointerProps {
  onMouseMove(event: MouseEvent): void;
  onMouseDown(event: MouseEvent): void;
  onClick(): void;
}

/** Hover focuses, click presses. A tile that moves under a pointer at rest does not take the focus. */
export const pointerProps = (focus: () => void, press: () => void): PointerProps => ({
  onMouseMove(event) {
    if (event.movementX !== 0 || event.movementY !== 0) focus();
  },
  onMouseDown(event) {
    // The browser would move its own focus, and drop it beside everything.
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
    focus();
  },
  onClick: press,
});
