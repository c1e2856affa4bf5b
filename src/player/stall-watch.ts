import type { Clock, Stop } from '#src/lib/clock.ts';

/**
 * How long a picture may stand for data while none comes, in ms. An engine that cannot fetch has said so by then (two tries
 * of 14 s, shaka-configuration.ts), and the network counts as gone. What is left are pieces that the decoder can make
 * nothing of, and an engine that lost count.
 */
export const STALL_LIMIT_MS = 30_000;

export interface StallWatch {
  /** Whether the picture stands for data now. */
  follow(isStanding: boolean): void;
  /** More of it came, or something else is waited for. */
  progress(): void;
  /** While the network is gone, or new addresses are on their way, nobody expects any. */
  setExcused(isExcused: boolean): void;
}

/** Calls `onStall` each time the picture has stood for too long and nobody knows why. */
export function createStallWatch(clock: Clock, onStall: () => void): StallWatch {
  let isStanding = false;
  let isExcused = false;
  let stopTimer: Stop | null = null;

  const begin = () => {
    stopTimer?.();
    stopTimer = isStanding && !isExcused ? clock.after(STALL_LIMIT_MS, onStall) : null;
  };

  return {
    follow(isStandingNow) {
      if (isStandingNow === isStanding) return;
      isStanding = isStandingNow;
      begin();
    },
    progress: begin,
    setExcused(isExcusedNow) {
      isExcused = isExcusedNow;
      begin();
    },
  };
}
