import type { Unsubscribe } from '#platform/platform.ts';
import { addTo } from './focus-scopes.ts';
import type { Direction } from './navigator.ts';

/** All turns of the wheel within this time are one step, in ms. */
const WHEEL_EVERY_MS = 120;

/** What the wheel moves: a wall or a list. */
export interface Wheel {
  /** Its focus key. */
  readonly key: string;
  readonly element: HTMLElement;
  turn(direction: Direction): void;
}

/** @param isInside whether a focus key can be reached; @param onTurn is called before a turn acts */
export function createWheels(isInside: (key: string) => boolean, onTurn: () => void) {
  const wheels: Wheel[] = [];
  let turnedAt = -WHEEL_EVERY_MS;
  return {
    add: (wheel: Wheel): Unsubscribe => addTo(wheels, wheel),
    /** Turns what is under the pointer, or the first that can be reached. */
    handle(event: WheelEvent) {
      const reachable = wheels.filter(({ key }) => isInside(key));
      const wheel = reachable.find(({ element }) => element.contains(event.target as Node)) ?? reachable[0];
      const { deltaX, deltaY, timeStamp } = event;
      const isAlongRow = event.shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
      const delta = (isAlongRow && deltaX) || deltaY;
      if (!wheel || !delta || timeStamp - turnedAt < WHEEL_EVERY_MS) return;
      turnedAt = timeStamp;
      onTurn();
      wheel.turn(isAlongRow ? (delta > 0 ? 'right' : 'left') : delta > 0 ? 'down' : 'up');
    },
  };
}
