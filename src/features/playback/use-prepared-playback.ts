import { useEffect } from 'react';
import { usePlaybackServices } from './playback-context.ts';

/** After this long without a key the viewer is reading, which leaves time to load the player, in ms. */
const IDLE_AFTER_MS = 1500;

/** Prefetches the player while a title is shown. */
export function usePreparedPlayback(isLookedAt: boolean) {
  const { prepare } = usePlaybackServices();
  useEffect(() => {
    if (!isLookedAt) return;
    const timer = setTimeout(prepare, IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLookedAt, prepare]);
}
