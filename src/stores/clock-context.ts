import { createContext, useContext } from 'react';
import type { Clock } from '#src/lib/clock.ts';

const ClockContext = createContext<Clock | null>(null);

export const ClockProvider = ClockContext.Provider;

/** The clock that the app was started with. */
export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('ClockProvider is missing');
  return clock;
}
