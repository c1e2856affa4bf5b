import { useLayoutEffect, useRef } from 'react';

/** Latest value for a long-lived listener; keeps the registration order of listeners. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
