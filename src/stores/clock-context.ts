import { createContext, useContext } from 'react';
import type { Clock } from '#src/lib/clock.ts';

const ClockContext = createContext<Clock | null>(null);

export const ClockProvider = ClockContext.Provider;

/** The time that the app was given at start-up. */
export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('ClockProvider is missing');
  return clock;
}
