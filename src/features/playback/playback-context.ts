import { createContext, useContext } from 'react';
import type { Clock } from '#src/lib/clock.ts';
import type {
  KeptEpisodes,
  PendingReports,
  PlaybackEngine,
  Readable,
  ViewerPresence,
  Writable,
} from '#src/player/index.ts';

/** Chosen in the player and kept until the app ends, so that the next episode plays alike. */
export interface PlaybackChoices {
  readonly speed: number;
  /** Height of the picture in lines; null leaves it to the network. */
  readonly height: number | null;
}

/** What playback needs from outside, made once at start-up. */
export interface PlaybackServices {
  readonly clock: Clock;
  /** Shaka when absent: its code comes with the player's screen. */
  readonly createEngine?: (() => PlaybackEngine) | undefined;
  /** Loads what the first play needs, so that it starts sooner. */
  readonly prepare: () => void;
  readonly pendingReports: PendingReports;
  /** Episodes kept on this device; null until their script has come, and where the platform has no room for them. */
  readonly kept: Readable<KeptEpisodes | null>;
  readonly presence: ViewerPresence;
  readonly choices: Writable<PlaybackChoices>;
}

const PlaybackContext = createContext<PlaybackServices | null>(null);

export const PlaybackProvider = PlaybackContext.Provider;

export function usePlaybackServices(): PlaybackServices {
  const services = useContext(PlaybackContext);
  if (!services) throw new Error('PlaybackProvider is missing');
  return services;
}
