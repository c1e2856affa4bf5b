import { createContext, useContext } from 'react';
import type { Clock } from '#src/lib/clock.ts';
import type { PendingReports, PlaybackEngine } from '#src/player/index.ts';

/** What playback needs from outside, made once at start-up. */
export interface PlaybackServices {
  readonly clock: Clock;
  readonly createEngine: () => PlaybackEngine;
  /** Loads what the first play needs, so that it starts sooner. */
  readonly prepare: () => void;
  readonly pendingReports: PendingReports;
}

const PlaybackContext = createContext<PlaybackServices | null>(null);

export const PlaybackProvider = PlaybackContext.Provider;

export function usePlaybackServices(): PlaybackServices {
  const services = useContext(PlaybackContext);
  if (!services) throw new Error('PlaybackProvider is missing');
  return services;
}
