import type { Advertisement } from '#contract/ads.ts';
import type { Video } from '#contract/playback.ts';
import type { Clock } from '#src/lib/clock.ts';
import { dueBreak, type AdBreak, type SeenBreaks } from './ad-breaks.ts';
import type { AdEvents } from './ad-events.ts';
import { createAdPlayer, type AdEnding, type ShownAd } from './ad-player.ts';
import type { PlaybackEngine } from '#src/player/engine/engine.ts';
import { createWritable, type Readable } from '#src/player/readable.ts';

/** A video as either call returns it; the ad-supported one includes breaks. */
export type PlayedVideo = Video & {
  readonly ad_breaks?: readonly AdBreak[];
  /** Set when it plays from the disk without the server. */
  readonly offline?: {
    /** When the right to play it ends. */
    readonly expiresAt: string;
    /** Watched time that its play log already has, in seconds. */
    readonly watchedSeconds: number;
  };
};

/** The services that a playback with advertisements needs. */
export interface AdServices {
  readonly requestAd: (adBreakId: string, playLogId: string) => Promise<Advertisement | null>;
  readonly events: AdEvents;
  readonly seen: SeenBreaks;
}

/** The current break; `ad` is null until its advertisement is known. */
export interface ShownBreak {
  readonly id: string;
  /** Which of the episode's breaks it is, from 1. */
  readonly ordinal: number;
  readonly count: number;
  readonly ad: ShownAd | null;
}

export interface PlaybackAds extends Readable<ShownBreak | null> {
  attach(video: HTMLVideoElement): void;
  due(video: PlayedVideo, positionSeconds: number): AdBreak | null;
  /**
   * Shows the advertisement of `due`; this break and earlier ones count as seen from now on. A break that `stop` ended is due
   * once more in this playback. Never rejects.
   */
  show(video: PlayedVideo, due: AdBreak): Promise<AdEnding>;
  skip(): void;
  togglePause(): void;
  /** Releases the current advertisement, if any. */
  stop(): void;
  /** The episode was watched to its end. */
  forget(): void;
  close(): void;
}

export function createPlaybackAds(options: {
  engine: PlaybackEngine;
  clock: Clock;
  services: AdServices;
  logError: (error: unknown) => void;
}): PlaybackAds {
  const { engine, clock, services, logError } = options;
  const shown = createWritable<ShownBreak | null>(null);
  /** The break that the viewer left early, and those that came back once. */
  let left: AdBreak | null = null;
  const repeated = new Set<string>();
  let wasBegun = false;
  const player = createAdPlayer({
    engine,
    clock,
    requestAd: services.requestAd,
    tell: (event) => services.events.tell(event),
    logError,
  });
  const unsubscribe = player.subscribe(() => {
    const now = shown.getState();
    if (now) shown.set({ ...now, ad: player.getState() });
  });

  return {
    getState: shown.getState,
    subscribe: shown.subscribe,
    attach: player.attach,
    due: ({ ad_breaks: breaks = [] }, positionSeconds) => {
      if (left && left.offset <= positionSeconds && breaks.some(({ id }) => id === left?.id)) return left;
      return breaks.length === 0 ? null : dueBreak(breaks, services.seen.read(), positionSeconds);
    },
    async show({ ad_breaks: breaks = [], play_log_id: playLogId }, due) {
      if (left?.id === due.id) repeated.add(due.id);
      left = null;
      services.seen.add(breaks.filter(({ offset }) => offset <= due.offset).map(({ id }) => id));
      const ordinal = breaks.filter(({ offset }) => offset <= due.offset).length;
      shown.set({ id: due.id, ordinal, count: breaks.length, ad: null });
      const ending = await player.play(due.id, playLogId);
      // Leaving the app must not be the way around an advertisement; one that comes back is not repeated again.
      if (ending === 'stopped' && wasBegun && !repeated.has(due.id)) left = due;
      shown.set(null);
      return ending;
    },
    skip: player.skip,
    togglePause: player.togglePause,
    stop() {
      const now = shown.getState();
      wasBegun = Boolean(now?.ad);
      if (now) player.stop();
    },
    forget: services.seen.forget,
    close() {
      unsubscribe();
      player.close();
    },
  };
}
