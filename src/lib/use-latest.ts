import { useLayoutEffect, useRef } from 'react';

/** The newest value, for who subscribes once: whoever was mounted first stays first, however often it renders. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
