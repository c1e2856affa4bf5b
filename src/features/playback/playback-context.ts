import { createContext, useContext } from 'react';
import type { Clock } from '#src/lib/clock.ts';
import type {
  OfflineEpisodes,
  PendingReports,
  PlaybackEngine,
  PreparedStream,
  Readable,
  ViewerPresence,
  Writable,
} from '#src/player/index.ts';
import type { ReportQueueParts } from './open-reports.ts';

/** Choices in the player that apply to later episodes until the app ends. */
export interface PlaybackChoices {
  readonly speed: number;
  /** Height in lines; null selects automatically. */
  readonly height: number | null;
}

/** What a spoken command does in the player that is shown. */
export interface SpokenPlayer {
  /** Each returns false while nothing can be sought. */
  seekBy(seconds: number): boolean;
  seekTo(seconds: number): boolean;
}

/** External services of playback, created once at start-up. */
export interface PlaybackServices {
  readonly clock: Clock;
  /** Default: Shaka, whose code loads with the player's screen. */
  readonly createEngine?: (() => PlaybackEngine) | undefined;
  /** Prefetches what the first playback needs. */
  readonly prepare: () => void;
  /** What is in memory of an episode, for the playback that begins now. */
  readonly takePrepared: (episodeId: number) => PreparedStream | null;
  /** The page's queue of reports, opened by the first caller, which brings its code: home does not load it. */
  readonly pendingReports: (open: (parts: ReportQueueParts) => PendingReports) => PendingReports;
  /** Downloaded episodes; null until their script is loaded, and on platforms without room for downloads. */
  readonly offline: Readable<OfflineEpisodes | null>;
  readonly presence: ViewerPresence;
  readonly choices: Writable<PlaybackChoices>;
  /** The shown player, for spoken commands; null on other screens. */
  readonly spoken: Writable<SpokenPlayer | null>;
  /** Version of the app. */
  readonly version: string;
}

const PlaybackContext = createContext<PlaybackServices | null>(null);

export const PlaybackProvider = PlaybackContext.Provider;

export function usePlaybackServices(): PlaybackServices {
  const services = useContext(PlaybackContext);
  if (!services) throw new Error('PlaybackProvider is missing');
  return services;
}
