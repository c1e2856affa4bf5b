import type { Clock, Stop } from '#src/lib/clock.ts';
import type { PlaybackError } from './playback-error.ts';

/** Between a failed download and the next try, in ms. */
const RETRY_AFTER_MS = 1_000;

/** How long a network that is gone is waited for, in ms, buffer or not; then the viewer is told. */
const PATIENCE_MS = 90_000;

export interface NetworkPatience {
  /** A download failed for good, as far as the engine knows. */
  failed(error: PlaybackError): void;
  /** Tries again now instead of in a second, if something is being waited for. */
  tryNow(): void;
  /** Something was downloaded. */
  recovered(): void;
  stop(): void;
}

/** Plays on from the buffer while the network is gone, trying again; `onGiveUp` gets the last error when it stays away. */
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
      // Audio and video fail each by itself; one try serves both.
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
