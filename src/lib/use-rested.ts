import { useEffect, useRef, useState } from 'react';

/**
 * A value that follows only after it has stood still, so that passing over many tiles draws nothing.
 * @returns the rested value, and the function to tell each new one; telling renders nothing by itself.
 */
export function useRested<T>(initial: T | (() => T), restMs: number): readonly [T, (value: T) => void] {
  const [rested, setRested] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [tell] = useState(() => (value: T) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRested(value), restMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return [rested, tell];
}
