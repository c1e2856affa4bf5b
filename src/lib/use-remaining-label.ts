import { useSyncExternalStore } from 'react';
import { remainingLabel } from '#contract/rules/remaining-label.ts';
import type { Clock } from './clock.ts';
import { createListeners, type Listeners } from './listeners.ts';

const SECOND_MS = 1000;

/** `"5시간 남음"`, for an instant in ms since 1970. */
export const remainingUntil = (expiresAt: string, nowMs: number): string =>
  remainingLabel(Math.max(0, (Date.parse(expiresAt) - nowMs) / SECOND_MS));

type Subscribe = Listeners<[]>['subscribe'];

const seconds = new WeakMap<Clock, Subscribe>();

/** One timer per second for all labels, and none without labels. */
function everySecond(clock: Clock): Subscribe {
  const known = seconds.get(clock);
  if (known) return known;
  const { subscribe, tell } = createListeners(() => clock.every(SECOND_MS, () => tell()));
  seconds.set(clock, subscribe);
  return subscribe;
}

/** `"5시간 남음"` until an instant. Renders only when the words change. */
export const useRemainingLabel = (clock: Clock, expiresAt: string): string =>
  useSyncExternalStore(everySecond(clock), () => remainingUntil(expiresAt, clock.instant()));
