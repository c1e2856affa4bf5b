import type { MouseEvent as PointerEvent } from 'react';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { HOLD_MS } from '#src/lib/press.ts';
import type { HoldAction } from './focus-node.ts';

export interface PointerProps {
  onMouseMove(): void;
  onMouseDown(event: PointerEvent): void;
  onClick(): void;
}

/** The farthest that a trembling hand moves between press and release, in px. */
const TREMOR_PX = 16;

/** Not the event, which would keep the elements of a screen that the viewer has left. */
let lastPlace: readonly [x: number, y: number] | undefined;
let hasMoved = false;

/**
 * Engines also report a move when something moves under a resting pointer. Call with each move of the page. Its place counts
 * too: older engines report some moves without a distance.
 */
export function followPointer({ movementX, movementY, clientX, clientY }: MouseEvent) {
  hasMoved =
    movementX !== 0 || movementY !== 0 || (!!lastPlace && (lastPlace[0] !== clientX || lastPlace[1] !== clientY));
  lastPlace = [clientX, clientY];
}

/** Whether the mousemove that is being handled moved the pointer. */
export const hasPointerMoved = () => hasMoved;

/** What was under the pointer when its button went down. */
let pressed: { readonly down: PointerEvent; readonly element: Element; press(): void } | null = null;
let hold: Stop | undefined;

export const stopPointerHold = () => hold?.();

/** The button went up: what it pressed is pressed even if it moved away since. On it, a click follows. */
export function releasePointer({ target, clientX, clientY }: MouseEvent) {
  stopPointerHold();
  if (!pressed || pressed.element.contains(target as Node)) return;
  const { down, press } = pressed;
  pressed = null;
  if (Math.hypot(clientX - down.clientX, clientY - down.clientY) < TREMOR_PX) press();
}

/**
 * The button is down on what has the focus now: held there, it does what a held OK does. Not what lasts until the release, as
 * double speed, since no release comes from outside the page.
 */
export function holdPointer(clock: Clock, holdAction: () => HoldAction | null | undefined) {
  stopPointerHold();
  const held = pressed;
  if (!held) return;
  hold = clock.after(HOLD_MS.action, () => {
    const action = pressed === held && held.element.matches(':hover') && holdAction();
    if (!action || action.end) return;
    held.press = () => undefined;
    action.begin();
  });
}

/**
 * Hover focuses, click presses what was under the pointer when the button went down: its element may show something else
 * since. A tile that moves under a resting pointer does not take the focus.
 */
export const pointerProps = (focus: () => void, press: () => void): PointerProps => ({
  onMouseMove() {
    if (hasMoved) focus();
  },
  onMouseDown(down) {
    // The browser would move its own focus, or drop it on a click outside of elements.
    if (!(down.target instanceof HTMLInputElement)) down.preventDefault();
    focus();
    pressed = { down, element: down.currentTarget, press };
  },
  onClick() {
    const run = pressed ? pressed.press : press;
    pressed = null;
    run();
  },
});
