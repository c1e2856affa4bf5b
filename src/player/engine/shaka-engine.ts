import type shaka from 'shaka-player';
import type { Sound, Stream } from '#contract/playback.ts';
import { langOfKey } from '#contract/rules/track-key.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';
import type { DrawingChoice } from './drawings.ts';
import type { EngineEvent, EngineLoadRequest, PlaybackEngine } from './engine.ts';
import { appError } from '#src/player/playback-error.ts';
import { withTimeout } from '#src/player/playback-timeout.ts';
import { mimeTypeOf, shakaConfigurationOf, streamsInOrder, type KeySystemFacts } from './shaka-configuration.ts';
import { toPlaybackError } from './shaka-error.ts';
import { createShakaRun, type ShakaRun } from './shaka-run.ts';
import { loadShakaScript } from './shaka-script.ts';
import { selectAudioTrack, selectVideoHeight } from './shaka-tracks.ts';

declare global {
  interface Window {
    shaka?: typeof shaka;
  }
}

/** Time limit for one stream, in ms, so that a second one fits within the machine's 15 s. */
const ATTEMPT_LIMIT_MS = 7_000;

/** Time limit for destroying a player, in ms; then the next player takes over the element. */
const DESTROY_LIMIT_MS = 3_000;

export interface ShakaEngineOptions {
  readonly clock: Clock;
  /** Address of `shaka-player.compiled.js`. Default: `vendor/shaka-player.compiled.js` beside the page. */
  readonly scriptUrl?: string;
  /** The device's key systems. */
  readonly keySystems?: readonly KeySystemFacts[];
  /** Whether the picture may be smaller than the screen: it needs no more lines than its window. */
  readonly isWindowed?: boolean;
  /** The device's bandwidth estimate. */
  readonly downlinkMegabits?: () => number | null;
}

/** Shaka as a playback engine: what to load in which order, and the viewer's choices. Failures: stream-failures.ts. */
export function createShakaEngine(options: ShakaEngineOptions): PlaybackEngine {
  const { clock, scriptUrl, keySystems, downlinkMegabits, isWindowed } = options;
  const { subscribe, tell } = createListeners<[EngineEvent]>();
  let video: HTMLVideoElement | null = null;
  let running: ShakaRun | null = null;
  let subtitleKey: string | null = null;
  let drawing: DrawingChoice;
  let sounds: readonly Sound[] = [];
  let height: number | null = null;
  let speed = 1;
  /** Counts loads and unloads; checked after every await. */
  let turn = 0;
  let lettingGo: Promise<void> = Promise.resolve();
  let destroying: Promise<void> | null = null;
  let isDestroyed = false;

  const emit = (event: EngineEvent) => (isDestroyed ? undefined : tell(event));

  /** The current player, once its stream is loaded. */
  const loadedRun = () => (running?.isLoaded() ? running : null);

  const tellTracks = () => {
    const loaded = loadedRun();
    if (loaded) emit({ type: 'tracks', tracks: loaded.tracks(height) });
  };

  const selectQuality = (wanted: number | null) => {
    height = wanted;
    const loaded = loadedRun();
    if (loaded) height = selectVideoHeight(loaded.player, wanted);
    tellTracks();
  };

  /** Silences the player at once; resolves when it is destroyed. Players are destroyed one by one, because they share the element. */
  const letGo = (): Promise<void> => {
    const left = running;
    running = null;
    if (left) {
      left.silence();
      const destroy = () => withTimeout(clock, DESTROY_LIMIT_MS, 'destroy', left.player.destroy());
      // The failure of a player that is going away is irrelevant; its successor takes over the element.
      lettingGo = lettingGo.then(destroy).catch(() => undefined);
      emit({ type: 'cues', cues: [] });
    }
    return lettingGo;
  };

  const loadStream = async (element: HTMLVideoElement, stream: Stream, request: EngineLoadRequest) => {
    const { shaka: library } = window;
    if (!library) throw new Error('attach() comes before load()');
    const started = createShakaRun({
      clock,
      library,
      element,
      streamUrl: stream.url,
      sounds,
      drawings: request.drawings ?? [],
      firstLanguage: request.audioKey === undefined ? (sounds[0]?.lang ?? null) : langOfKey(request.audioKey),
      emit,
      isHeightChosen: () => height !== null,
      onHeightGone: () => selectQuality(null),
      onTracks: tellTracks,
    });
    running = started;
    started.expect(request.subtitleKey, request.drawing);
    const { player, failedEarly } = started;
    const loading = (async () => {
      player.configure(shakaConfigurationOf(stream, request, keySystems, downlinkMegabits?.() ?? null, isWindowed));
      await player.attach(element);
      await player.load(stream.url, request.startAtSeconds, mimeTypeOf(stream));
      await started.addSubtitles(request.subtitles);
    })();
    await withTimeout(clock, ATTEMPT_LIMIT_MS, stream.protocol, Promise.race([loading, failedEarly]));
    return started;
  };

  /** Applies earlier choices as far as this stream has them; the sound is in its configuration. */
  const applyChoices = (loaded: ShakaRun) => {
    loaded.selectSubtitle(subtitleKey);
    loaded.selectDrawing(drawing);
    if (height !== null) height = selectVideoHeight(loaded.player, height);
    if (video) video.playbackRate = speed;
    tellTracks();
  };

  const load = async (request: EngineLoadRequest): Promise<'loaded' | 'cancelled'> => {
    turn += 1;
    const thisTurn = turn;
    const isCancelled = () => turn !== thisTurn || destroying !== null;
    subtitleKey = request.subtitleKey;
    drawing = request.drawing;
    sounds = request.sounds ?? [];
    await letGo();
    const element = video;
    let lastError: unknown = appError('the video has no stream', 'unsupported');
    for (const stream of streamsInOrder(request)) {
      if (isCancelled() || !element) return 'cancelled';
      try {
        const loaded = await loadStream(element, stream, request);
        if (isCancelled()) return 'cancelled';
        emit({ type: 'stream', protocol: stream.protocol });
        loaded.tell();
        applyChoices(loaded);
        return 'loaded';
      } catch (error) {
        if (isCancelled()) return 'cancelled';
        lastError = error;
        await letGo();
      }
    }
    if (isCancelled()) return 'cancelled';
    throw toPlaybackError(lastError);
  };

  const unload = (): Promise<void> => {
    turn += 1;
    // Synchronous: a television may freeze the page right after.
    video?.pause();
    return letGo();
  };

  return {
    async attach(element) {
      if (destroying) return;
      video = element;
      try {
        await loadShakaScript(scriptUrl);
      } catch (cause) {
        throw appError('the script of Shaka did not load', 'network', cause);
      }
      window.shaka?.polyfill.installAll();
    },
    load,
    async play() {
      try {
        if (running) await video?.play();
        return true;
      } catch (error) {
        // Other errors mean a pause or another load in between, or a failure with its own event.
        return !(error instanceof DOMException && error.name === 'NotAllowedError');
      }
    },
    pause: () => video?.pause(),
    seek(positionSeconds) {
      if (video && loadedRun()) video.currentTime = positionSeconds;
    },
    selectSubtitle(key) {
      subtitleKey = key;
      loadedRun()?.selectSubtitle(key);
      tellTracks();
    },
    selectDrawing(choice) {
      drawing = choice;
      loadedRun()?.selectDrawing(choice);
      tellTracks();
    },
    selectAudio(key) {
      const loaded = loadedRun();
      if (loaded) selectAudioTrack(loaded.player, key, sounds);
      tellTracks();
    },
    selectQuality,
    setSpeed(wanted) {
      speed = wanted;
      if (video && loadedRun()) video.playbackRate = wanted;
    },
    readdress: (streams) => loadedRun()?.readdress(streams) ?? false,
    tryNetwork: () => running?.tryNetwork(),
    subscribe,
    unload,
    destroy() {
      destroying ??= unload().then(() => {
        isDestroyed = true;
        video = null;
      });
      return destroying;
    },
  };
}
