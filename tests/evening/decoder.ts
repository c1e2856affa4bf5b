import type { Stream } from '#contract/playback.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import type { EngineEvent, EngineLoadRequest, EngineState, PlaybackEngine } from '#src/player/engine/engine.ts';
import { PlaybackError, type PlaybackErrorKind } from '#src/player/playback-error.ts';

const STEP_MS = 1_000;
/** Seconds of video per file, and how far it is downloaded ahead. */
const SEGMENT_SECONDS = 4;
const AHEAD_SECONDS = 12;
/** Files beside the manifest (tests/support/server/server-files.ts). */
const SEGMENT = 'part-1.m4s';
const DRAWN_SEGMENT = 'part-1-drawn-ko.m4s';
/** Pause after a failed download, in steps. */
const PAUSE_STEPS = 2;

export interface DecoderOptions {
  clock: Clock;
  durationSeconds: number;
  /** Fetches a file by its address. @returns the status, 0 without an answer. */
  fetchMedia(address: string): Promise<number>;
  /** Called for each second in which the picture moved. */
  onSecond(): void;
}

/** A whole file, or the range of it that was asked for. */
const isGiven = (status: number) => status === 200 || status === 206;

/** Tables of drawn segments, and pictures of subtitles with their times: files that a player asks for beside the streams. */
const besideStreams = ({ drawings = [], subtitles }: EngineLoadRequest): string[] => [
  ...drawings.map(({ url }) => url),
  ...subtitles.flatMap((one) => ('sheets' in one ? [one.url, ...one.sheets] : [])),
];

const failure = (status: number): PlaybackError => {
  const kind: PlaybackErrorKind = status === 410 || status === 403 ? 'forbidden' : 'network';
  return new PlaybackError(`status ${status}`, { kind, severity: 'critical', category: 'network', code: 1001 });
};

/** A decoder without a picture: it plays one second per second, as long as the servers give out its video. */
export function createDecoder({ clock, durationSeconds, fetchMedia, onSecond }: DecoderOptions): PlaybackEngine {
  const listeners = new Set<(event: EngineEvent) => void>();
  const emit = (event: EngineEvent) => Array.from(listeners).forEach((listener) => listener(event));
  let streams: readonly Stream[] = [];
  let segment = SEGMENT;
  let state: EngineState = 'paused';
  let isWanted = false;
  let position = 0;
  let bufferedEnd = 0;
  /** Counts loads, so that late answers of an earlier one are ignored. */
  let load = 0;
  let isDownloading = false;
  let isRefused = false;
  let isGone = false;
  let pause = 0;
  let stopTimer: Stop | null = null;

  const enter = (next: EngineState) => {
    if (state === next) return;
    state = next;
    emit({ type: 'state', state });
  };
  const go = () => enter(!isWanted ? 'paused' : bufferedEnd > position ? 'playing' : 'buffering');

  const setGone = (next: boolean) => {
    if (isGone === next) return;
    isGone = next;
    emit({ type: 'network', isGone });
  };

  const download = async () => {
    const isFull = bufferedEnd >= Math.min(durationSeconds, position + AHEAD_SECONDS);
    if (isDownloading || isRefused || isFull) return;
    if (pause > 0) return void (pause -= 1);
    const own = load;
    isDownloading = true;
    const status = await fetchMedia(new URL(segment, streams[0]!.url).href);
    isDownloading = false;
    if (own !== load) return;
    if (status === 410 || status === 403) {
      isRefused = true;
      return emit({ type: 'refused' });
    }
    setGone(!isGiven(status));
    if (isGone) {
      pause = PAUSE_STEPS;
      return;
    }
    bufferedEnd = Math.min(durationSeconds, bufferedEnd + SEGMENT_SECONDS);
    emit({ type: 'buffered', bufferedEndSeconds: bufferedEnd });
    if (state === 'buffering' || state === 'seeking') go();
  };

  const step = () => {
    if (state === 'playing') {
      position = Math.min(durationSeconds, position + STEP_MS / 1_000);
      onSecond();
      emit({ type: 'position', positionSeconds: position });
      if (position >= durationSeconds) return enter('ended');
      if (bufferedEnd <= position) {
        enter('buffering');
        if (isRefused) return emit({ type: 'error', error: failure(410) });
      }
    }
    void download();
  };

  const unload = () => {
    load += 1;
    stopTimer?.();
    stopTimer = null;
    isWanted = false;
    isDownloading = false;
    state = 'paused';
  };

  return {
    attach: () => Promise.resolve(),
    async load(request) {
      unload();
      const own = load;
      streams = request.streams;
      segment = request.drawings?.length ? DRAWN_SEGMENT : SEGMENT;
      isRefused = false;
      pause = 0;
      position = bufferedEnd = Math.min(request.startAtSeconds, durationSeconds - 1);
      const status = await fetchMedia(streams[0]!.url);
      if (own !== load) return 'cancelled';
      if (!isGiven(status)) throw failure(status);
      for (const address of besideStreams(request)) await fetchMedia(address);
      if (own !== load) return 'cancelled';
      emit({ type: 'duration', durationSeconds });
      emit({ type: 'stream', protocol: streams[0]!.protocol });
      stopTimer = clock.every(STEP_MS, step);
      return 'loaded';
    },
    play() {
      isWanted = true;
      if (state === 'ended') position = bufferedEnd = 0;
      state = 'paused';
      go();
      void download();
      return Promise.resolve(true);
    },
    pause() {
      isWanted = false;
      go();
    },
    seek(positionSeconds) {
      position = bufferedEnd = positionSeconds;
      emit({ type: 'position', positionSeconds });
      enter('seeking');
      void download();
    },
    readdress(next) {
      streams = next;
      isRefused = false;
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    unload: () => Promise.resolve(unload()),
    destroy: () => Promise.resolve(unload()),
    selectSubtitle: () => undefined,
    selectDrawing: () => undefined,
    selectAudio: () => undefined,
    selectQuality: () => undefined,
    setSpeed: () => undefined,
    tryNetwork: () => undefined,
  };
}
