import { useEffect } from 'react';
import { usePlaybackServices } from './playback-context.ts';

/** The viewer is reading, not pressing: time to load the player, in ms. */
const IDLE_AFTER_MS = 1500;

/** Loads the player while a title is being looked at, before anybody presses play. */
export function usePreparedPlayback(isLookedAt: boolean) {
  const { prepare } = usePlaybackServices();
  useEffect(() => {
    if (!isLookedAt) return;
    const timer = setTimeout(prepare, IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLookedAt, prepare]);
}
