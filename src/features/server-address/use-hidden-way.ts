import { useCallback, useRef } from 'react';
import { useClock } from '#src/stores/clock-context.ts';

/** This many presses within the time are deliberate. */
const PRESSES = 7;
const WITHIN_MS = 10_000;

/** Calls `onFound` when the returned function is called seven times in ten seconds. */
export function useHiddenWay(onFound: () => void): () => void {
  const clock = useClock();
  const pressedAt = useRef<number[]>([]);
  return useCallback(() => {
    const now = clock.now();
    pressedAt.current = [...pressedAt.current.filter((at) => now - at < WITHIN_MS), now];
    if (pressedAt.current.length < PRESSES) return;
    pressedAt.current = [];
    onFound();
  }, [clock, onFound]);
}
