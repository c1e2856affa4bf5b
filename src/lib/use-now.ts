import { useEffect, useState } from 'react';
import type { Clock } from './clock.ts';

/** The present instant in ms since 1970, told anew every `everyMs`. */
export function useNow(clock: Clock, everyMs: number): number {
  const [now, setNow] = useState(() => clock.instant());
  useEffect(() => clock.every(everyMs, () => setNow(clock.instant())), [clock, everyMs]);
  return now;
}
