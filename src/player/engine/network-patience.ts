import type { Clock, Stop } from '#src/lib/clock.ts';
import type { PlaybackError } from '#src/player/playback-error.ts';

/** Delay between a failed download and the next try, in ms. */
const RETRY_AFTER_MS = 1_000;

/** After this long without the network playback fails, in ms, with or without a buffer. */
const PATIENCE_MS = 90_000;

export interface NetworkPatience {
  /** A download failed for good, as far as the engine knows. */
  failed(error: PlaybackError): void;
  /** Retries now if a retry is pending. */
  tryNow(): void;
  /** A download succeeded. */
  recovered(): void;
  stop(): void;
}

/** Retries while the network is gone and the buffer plays; `onGiveUp` gets the last error when it stays away. */
export function createNetworkPatience(
  clock: Clock,
  retry: () => void,
  onGiveUp: (error: PlaybackError) => void,
  onChange: (isGone: boolean) => void = () => undefined,
): NetworkPatience {
  let goneSinceMs: number | null = null;
  let stopTimer: Stop | null = null;

  const setBack = () => {
    if (goneSinceMs !== null) onChange(false);
    goneSinceMs = null;
  };
  const stop = () => {
    setBack();
    stopTimer?.();
    stopTimer = null;
  };

  return {
    failed(error) {
      if (goneSinceMs === null) {
        goneSinceMs = clock.now();
        onChange(true);
      }
      if (clock.now() - goneSinceMs > PATIENCE_MS) {
        stop();
        onGiveUp(error);
        return;
      }
      // Audio and video fail separately; one retry serves both.
      stopTimer ??= clock.after(RETRY_AFTER_MS, () => {
        stopTimer = null;
        retry();
      });
    },
    tryNow() {
      if (!stopTimer) return;
      stopTimer();
      stopTimer = null;
      retry();
    },
    recovered: setBack,
    stop,
  };
}
