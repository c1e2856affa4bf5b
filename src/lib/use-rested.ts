import { useEffect, useRef, useState } from 'react';

/**
 * A debounced value, so that passing over many tiles draws nothing.
 * @returns the debounced value, and a setter that does not render by itself.
 */
export function useRested<T>(initial: T, restMs: number): readonly [T, (value: T) => void] {
  const [rested, setRested] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [tell] = useState(() => (value: T) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRested(value), restMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return [rested, tell];
}
