import { useEffect, useState } from 'react';
import type { Clock } from './clock.ts';

export interface Wait {
  /** In seconds, counted from when the object was passed. */
  readonly waitSeconds: number;
}

/** Often enough to show every second, in ms. */
const LOOK_EVERY_MS = 250;

/** Remaining whole seconds of a wait; another object starts another wait. */
export function useCountdown<W extends Wait>(clock: Clock, wait: W | null): number {
  const [left, setLeft] = useState<{ of: W; seconds: number } | null>(null);
  useEffect(() => {
    if (!wait || wait.waitSeconds <= 0) return;
    const end = clock.now() + wait.waitSeconds * 1000;
    return clock.every(LOOK_EVERY_MS, () =>
      setLeft({ of: wait, seconds: Math.max(0, Math.ceil((end - clock.now()) / 1000)) }),
    );
  }, [clock, wait]);
  if (!wait) return 0;
  return left?.of === wait ? left.seconds : wait.waitSeconds;
}
