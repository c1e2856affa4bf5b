import { useEffect, useState } from 'react';
import type { Clock } from './clock.ts';

/** The current instant in ms since 1970, updated every `everyMs`. */
export function useNow(clock: Clock, everyMs: number): number {
  const [now, setNow] = useState(() => clock.instant());
  useEffect(() => clock.every(everyMs, () => setNow(clock.instant())), [clock, everyMs]);
  return now;
}
