import type { Clock, Stop } from '#src/lib/clock.ts';
import type { PlaybackError } from './playback-error.ts';

/** Between a failed download and the next try, in ms. */
const RETRY_AFTER_MS = 1_000;

/** How long a network that is gone is waited for, in ms, buffer or not; then the viewer is told. */
const PATIENCE_MS = 90_000;

export interface NetworkPatience {
  /** A download failed for good, as far as the engine knows. */
  failed(error: PlaybackError): void;
  /** Something was downloaded. */
  recovered(): void;
  stop(): void;
}

/** Plays on from the buffer while the network is gone, trying again; `onGiveUp` gets the last error when it stays away. */
export function createNetworkPatience(
  clock: Clock,
  retry: () => void,
  onGiveUp: (error: PlaybackError) => void,
): NetworkPatience {
  let goneSinceMs: number | null = null;
  let stopTimer: Stop | null = null;

  const stop = () => {
    goneSinceMs = null;
    stopTimer?.();
    stopTimer = null;
  };

  return {
    failed(error) {
      goneSinceMs ??= clock.now();
      if (clock.now() - goneSinceMs > PATIENCE_MS) {
        stop();
        onGiveUp(error);
        return;
      }
      // Audio and video fail each by itself; one try serves both.
      stopTimer ??= clock.after(RETRY_AFTER_MS, () => {
        stopTimer = null;
        retry();
      });
    },
    recovered() {
      goneSinceMs = null;
    },
    stop,
  };
}
