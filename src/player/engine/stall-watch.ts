import type { Clock, Stop } from '#src/lib/clock.ts';

/**
 * Maximum stall without new data, in ms. By then an engine without a network has reported it (two tries of 14 s,
 * shaka-configuration.ts). The remaining causes are segments that the decoder cannot use, and engines with a corrupt
 * buffer state.
 */
export const STALL_LIMIT_MS = 30_000;

export interface StallWatch {
  /** Whether the picture is stalled now. */
  follow(isStanding: boolean): void;
  /** New data arrived, or the cause of the stall changed. */
  progress(): void;
  /** While the network is gone or new addresses are requested, a stall is expected. */
  setExcused(isExcused: boolean): void;
}

/** Calls `onStall` whenever an unexplained stall has lasted too long. */
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
