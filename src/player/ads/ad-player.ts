import type { AdEvent, Advertisement } from '#contract/ads.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import type { PlaybackEngine } from '#src/player/engine/engine.ts';
import { createPlaybackMachine } from '#src/player/playback-machine.ts';
import { isWaiting } from '#src/player/playback-state.ts';
import { withTimeout } from '#src/player/playback-timeout.ts';
import { createWritable, type Readable } from '#src/player/readable.ts';

/** After a stall of this length the episode replaces the advertisement, in ms. */
const STALL_LIMIT_MS = 8_000;

export interface ShownAd {
  readonly title: string;
  readonly secondsLeft: number;
  /** 0 when it can be skipped now; null when it cannot be skipped. */
  readonly skipInSeconds: number | null;
  readonly isPaused: boolean;
  /** It is loading or buffering. */
  readonly isWaiting: boolean;
}

export type AdEventName = AdEvent['event'];
export type AdEnding = 'complete' | 'skip' | 'error' | 'stopped' | 'none';

export interface AdPlayerOptions {
  readonly engine: PlaybackEngine;
  readonly clock: Clock;
  /** Null when there is no advertisement to show. */
  readonly requestAd: (adBreakId: string, playLogId: string) => Promise<Advertisement | null>;
  readonly tell: (event: AdEvent) => void;
  readonly logError: (error: unknown) => void;
}

/** Plays one advertisement at a time in the episode's video element, which must be free. */
export interface AdPlayer extends Readable<ShownAd | null> {
  attach(video: HTMLVideoElement): void;
  /** Resolves when the episode may continue; `stopped` when `stop` was called. Never rejects. */
  play(adBreakId: string, playLogId: string): Promise<AdEnding>;
  /** Does nothing before the skip delay has passed. */
  skip(): void;
  togglePause(): void;
  /** Releases the decoder at once: the television may freeze the page. */
  stop(): void;
  close(): void;
}

/** The share of the advertisement after which each event is reported, with IAB's names. */
const QUARTILES: readonly (readonly [number, AdEventName])[] = [
  [0.25, 'first_quartile'],
  [0.5, 'midpoint'],
  [0.75, 'third_quartile'],
];

export function createAdPlayer({ engine, clock, requestAd, tell, logError }: AdPlayerOptions): AdPlayer {
  const machine = createPlaybackMachine({ engine, clock });
  const shown = createWritable<ShownAd | null>(null);
  /** The current advertisement; late events of earlier ones are ignored. */
  let current: { ad: Advertisement; playLogId: string; told: Set<AdEventName> } | null = null;
  let finish: (ending: AdEnding) => void = () => undefined;
  /** Stops the current play, also while its advertisement is requested. */
  let stopPlay: () => void = () => undefined;
  let stopStall: Stop | null = null;
  let lastSeconds = -1;
  let startedAtMs = 0;

  const positionSeconds = () => machine.position.getState().positionSeconds;

  const say = (event: AdEventName) => {
    if (!current || current.told.has(event)) return;
    current.told.add(event);
    const position = Math.round(Math.max(0, positionSeconds()) * 10) / 10;
    tell({ ad_id: current.ad.id, play_log_id: current.playLogId, event, position });
  };

  const watchStall = (limitMs: number = STALL_LIMIT_MS) => {
    stopStall?.();
    stopStall = clock.after(limitMs, () => finish('error'));
  };

  const show = () => {
    if (!current) return;
    const { duration, skip_after: skipAfter, title } = current.ad;
    const seconds = positionSeconds();
    const { state } = machine.getState();
    const next: ShownAd = {
      title,
      secondsLeft: Math.max(0, Math.ceil(duration - seconds)),
      skipInSeconds: skipAfter === null ? null : Math.max(0, Math.ceil(skipAfter - seconds)),
      isPaused: state === 'paused',
      isWaiting: isWaiting(state),
    };
    const now = shown.getState();
    const keys = Object.keys(next) as (keyof ShownAd)[];
    if (!now || keys.some((key) => now[key] !== next[key])) shown.set(next);
  };

  const followPosition = () => {
    if (!current) return;
    const seconds = positionSeconds();
    if (seconds > lastSeconds && machine.getState().state === 'playing') {
      lastSeconds = seconds;
      watchStall();
    }
    const part = seconds / current.ad.duration;
    for (const [from, event] of QUARTILES) if (current.told.has('start') && part >= from) say(event);
    show();
  };

  const followMachine = () => {
    if (!current) return;
    const { state, isPlayWanted } = machine.getState();
    if (state === 'playing') {
      say('impression');
      say('start');
    }
    // A pause by the viewer is not a stall, also while buffering.
    if (!isPlayWanted) stopStall?.();
    if (state === 'failed') return finish('error');
    if (state === 'ended') return finish('complete');
    show();
  };

  const unsubscribes = [machine.subscribe(followMachine), machine.position.subscribe(followPosition)];

  const playToEnd = (ad: Advertisement, playLogId: string) =>
    new Promise<AdEnding>((resolve) => {
      current = { ad, playLogId, told: new Set() };
      lastSeconds = -1;
      finish = (ending) => {
        if (!current) return;
        if (ending === 'complete') QUARTILES.forEach(([, event]) => say(event));
        if (ending === 'complete' || ending === 'skip' || ending === 'error') say(ending);
        current = null;
        stopStall?.();
        shown.set(null);
        resolve(ending);
      };
      // The stall limit includes the time since the episode stopped.
      watchStall(STALL_LIMIT_MS - (clock.now() - startedAtMs));
      show();
      void machine.load({
        streams: [{ protocol: ad.stream_url.indexOf('.m3u8') < 0 ? 'dash' : 'hls', url: ad.stream_url, drm: null }],
        startAtSeconds: 0,
        subtitles: [],
        subtitleKey: null,
        isPlayWanted: true,
      });
    });

  const stop = () => {
    stopPlay();
    finish('stopped');
    void machine.release();
  };

  return {
    getState: shown.getState,
    subscribe: shown.subscribe,
    attach: machine.attach,
    async play(adBreakId, playLogId) {
      const own = { isStopped: false };
      startedAtMs = clock.now();
      const stopped = new Promise<null>((resolve) => {
        stopPlay = () => {
          own.isStopped = true;
          resolve(null);
        };
      });
      let ad: Advertisement | null;
      try {
        const asked = withTimeout(clock, STALL_LIMIT_MS, 'advertisement', requestAd(adBreakId, playLogId));
        // A stop does not wait for the answer: the episode, or another break, may follow at once.
        ad = await Promise.race([asked, stopped]);
      } catch (error) {
        // On failure the episode continues: the viewer must not wait for our errors.
        logError(error);
        return own.isStopped ? 'stopped' : 'none';
      }
      if (own.isStopped) return 'stopped';
      if (!ad) return 'none';
      const ending = await playToEnd(ad, playLogId);
      if (ending !== 'stopped') await machine.release();
      return own.isStopped ? 'stopped' : ending;
    },
    skip() {
      if (shown.getState()?.skipInSeconds === 0) finish('skip');
    },
    togglePause() {
      if (machine.can.pause) machine.pause();
      else if (machine.can.play) {
        machine.play();
        watchStall();
      }
    },
    stop,
    close() {
      stop();
      unsubscribes.forEach((unsubscribe) => unsubscribe());
      void machine.close();
    },
  };
}
