import type { Clock, Stop } from '#src/lib/clock.ts';
import type { PlaybackError } from '#src/player/playback-error.ts';

/** Delay between a failed download and the next try, in ms. */
const RETRY_AFTER_MS = 1_000;

/** After this long without the network playback fails, in ms, with or without a buffer. */
const PATIENCE_MS = 90_000;

/** A retry without an outcome for this long, in ms, is no longer expected to have one: longer than two tries of a request. */
const SILENT_MS = 30_000;

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
  let stopSilence: Stop | null = null;

  const setBack = () => {
    stopSilence?.();
    if (goneSinceMs !== null) onChange(false);
    goneSinceMs = null;
  };
  const stop = () => {
    setBack();
    stopTimer?.();
    stopTimer = null;
  };

  /** Shaka 5.2 may leave a retry undone, without an error. Then the stall counts, which reloads. */
  const tryAgain = () => {
    stopTimer = null;
    stopSilence?.();
    stopSilence = clock.after(SILENT_MS, setBack);
    retry();
  };

  return {
    failed(error) {
      stopSilence?.();
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
      stopTimer ??= clock.after(RETRY_AFTER_MS, tryAgain);
    },
    tryNow() {
      if (!stopTimer) return;
      stopTimer();
      tryAgain();
    },
    recovered: setBack,
    stop,
  };
}
