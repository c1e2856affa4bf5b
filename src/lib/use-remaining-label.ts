import { useSyncExternalStore } from 'react';
import { remainingLabel } from '#contract/rules/remaining-label.ts';
import type { Clock, Stop } from './clock.ts';

const SECOND_MS = 1000;

/** `"5시간 남음"` from an instant in ms since 1970 on. */
export const remainingUntil = (expiresAt: string, nowMs: number): string =>
  remainingLabel(Math.max(0, (Date.parse(expiresAt) - nowMs) / SECOND_MS));

type Subscribe = (listener: () => void) => Stop;

const seconds = new WeakMap<Clock, Subscribe>();

/** Tells every second: one timer for all labels, and none while there is no label. */
function everySecond(clock: Clock): Subscribe {
  const known = seconds.get(clock);
  if (known) return known;
  const listeners = new Set<() => void>();
  let stop: Stop = () => undefined;
  const subscribe: Subscribe = (listener) => {
    if (listeners.size === 0) stop = clock.every(SECOND_MS, () => listeners.forEach((tell) => tell()));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop();
    };
  };
  seconds.set(clock, subscribe);
  return subscribe;
}

/** `"5시간 남음"` until an instant, kept true while it is shown. It is drawn anew only when the words change. */
export const useRemainingLabel = (clock: Clock, expiresAt: string): string =>
  useSyncExternalStore(everySecond(clock), () => remainingUntil(expiresAt, clock.instant()));
