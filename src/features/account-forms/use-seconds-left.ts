import { useEffect, useState } from 'react';
import { useClock } from '#src/stores/clock-context.ts';

const SECOND_MS = 1000;

/** Whole seconds until `untilMs` of the clock, counting down to 0. */
export function useSecondsLeft(untilMs: number): number {
  const clock = useClock();
  const [seen, setSeen] = useState(() => ({ untilMs, nowMs: clock.now() }));
  // For another end, read the clock now: the last reading may be old.
  if (seen.untilMs !== untilMs) setSeen({ untilMs, nowMs: clock.now() });
  const isOver = seen.nowMs >= untilMs;
  useEffect(() => {
    if (isOver) return;
    return clock.every(SECOND_MS, () => setSeen({ untilMs, nowMs: clock.now() }));
  }, [clock, isOver, untilMs]);
  return Math.max(0, Math.ceil((untilMs - seen.nowMs) / SECOND_MS));
}
