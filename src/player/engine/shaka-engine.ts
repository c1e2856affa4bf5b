import type shaka from 'shaka-player';
import type { Sound, Stream } from '#contract/playback.ts';
import { langOfKey } from '#contract/rules/track-key.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';
import type { DrawingChoice } from './drawings.ts';
import type { EngineEvent, EngineLoadRequest, PlaybackEngine } from './engine.ts';
import { appError } from '#src/player/playback-error.ts';
import { withTimeout } from '#src/player/playback-timeout.ts';
import { beginEarly, type EarlyLoad } from './early-load.ts';
import type { PreparedStream } from './prepared-stream.ts';
import { mimeTypeOf, shakaConfigurationOf, streamsInOrder, type KeySystemFacts } from './shaka-configuration.ts';
import { toPlaybackError } from './shaka-error.ts';
import { createShakaRun, type ShakaRun } from './shaka-run.ts';
import { loadShakaScript } from './shaka-script.ts';
import { selectAudioTrack, selectVideoHeight } from './shaka-tracks.ts';
import { afterFirstPicture } from './video-events.ts';

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
  /** What is in memory of the first stream to load. */
  readonly prepared?: PreparedStream | null;
}

/** A player that is attached, or will be soon. */
interface Spare {
  readonly player: shaka.Player;
  readonly attaching: Promise<unknown>;
}

/** Shaka as a playback engine: what to load in which order, and the viewer's choices. Failures: stream-failures.ts. */
export function createShakaEngine(options: ShakaEngineOptions): PlaybackEngine {
  const { clock, scriptUrl, keySystems, downlinkMegabits, isWindowed, prepared = null } = options;
  const { subscribe, tell } = createListeners<[EngineEvent]>();
  let video: HTMLVideoElement | null = null;
  let running: ShakaRun | null = null;
  let early: EarlyLoad | null = null;
  /** A player for the first load. */
  let spare: Spare | null = null;
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

  const destroyLater = (player: shaka.Player) => {
    const destroy = () => withTimeout(clock, DESTROY_LIMIT_MS, 'destroy', player.destroy());
    // The failure of a player that is going away is irrelevant; its successor takes over the element.
    lettingGo = lettingGo.then(destroy).catch(() => undefined);
  };

  /** Silences the player at once; resolves when it is destroyed. Players are destroyed one by one, because they share the element. */
  const letGo = (): Promise<void> => {
    const left = running;
    running = null;
    if (left) {
      left.silence();
      destroyLater(left.player);
      emit({ type: 'cues', cues: [] });
    }
    return lettingGo;
  };

  const createSpare = (element: HTMLVideoElement): Spare => {
    const { shaka: library } = window;
    if (!library) throw new Error('attach() comes before load()');
    const player = new library.Player();
    const attaching = lettingGo.then(() => player.attach(element));
    // A load reports it.
    attaching.catch(() => undefined);
    return { player, attaching };
  };
  const takeSpare = (element: HTMLVideoElement): Spare => {
    const taken = spare ?? createSpare(element);
    spare = null;
    return taken;
  };

  const createRun = (
    element: HTMLVideoElement,
    streamUrl: string,
    given: { player: shaka.Player; isPrepared: boolean },
    request: Pick<EngineLoadRequest, 'drawings' | 'audioKey'> = {},
  ) => {
    const { shaka: library } = window;
    if (!library) throw new Error('attach() comes before load()');
    running = createShakaRun({
      clock,
      library,
      ...given,
      element,
      streamUrl,
      sounds,
      drawings: request.drawings ?? [],
      firstLanguage: request.audioKey === undefined ? (sounds[0]?.lang ?? null) : langOfKey(request.audioKey),
      emit,
      isHeightChosen: () => height !== null,
      onHeightGone: () => selectQuality(null),
      onTracks: tellTracks,
    });
    return running;
  };

  const loadStream = async (element: HTMLVideoElement, stream: Stream, request: EngineLoadRequest) => {
    const { player, attaching } = takeSpare(element);
    const started = createRun(element, stream.url, { player, isPrepared: false }, request);
    started.expect(request.subtitleKey, request.drawing);
    const { failedEarly } = started;
    const loading = (async () => {
      player.configure(shakaConfigurationOf(stream, request, keySystems, downlinkMegabits?.() ?? null, isWindowed));
      await attaching;
      emit({ type: 'load-step', step: 'asked' });
      await player.load(stream.url, request.startAtSeconds, mimeTypeOf(stream));
    })();
    await withTimeout(clock, ATTEMPT_LIMIT_MS, stream.protocol, Promise.race([loading, failedEarly]));
    return started;
  };

  /** Continues what the element holds of a prepared stream; null when it is of no use. */
  const adoptEarly = async (request: EngineLoadRequest) => {
    const begun = early;
    early = null;
    const stream = streamsInOrder(request)[0];
    if (
      !begun ||
      begun.run !== running ||
      !stream ||
      !begun.isFor(request, stream.url) ||
      !begun.run.adopt(stream, sounds)
    )
      return null;
    const { run, loading } = begun;
    try {
      await withTimeout(clock, ATTEMPT_LIMIT_MS, stream.protocol, Promise.race([loading, run.failedEarly]));
      return { run, stream };
    } catch {
      // The addresses had ended, or the data is damaged: the stream loads as if nothing had been prepared.
      return null;
    }
  };

  /** Applies earlier choices as far as this stream has them; the sound is in its configuration. */
  const applyChoices = (loaded: ShakaRun) => {
    loaded.selectSubtitle(subtitleKey);
    loaded.selectDrawing(drawing);
    if (height !== null) height = selectVideoHeight(loaded.player, height);
    if (video) video.playbackRate = speed;
    tellTracks();
  };

  const addSubtitles = async (loaded: ShakaRun, subtitles: EngineLoadRequest['subtitles']) => {
    if (running === loaded) await loaded.addSubtitles(subtitles);
    if (running !== loaded) return;
    loaded.selectSubtitle(subtitleKey);
    tellTracks();
  };

  const finish = (loaded: ShakaRun, request: EngineLoadRequest, { protocol }: Stream, isPrepared = false): 'loaded' => {
    emit({ type: 'stream', protocol, ...(isPrepared && { isPrepared }) });
    loaded.tell();
    applyChoices(loaded);
    // The first picture comes before them.
    if (video) afterFirstPicture(video, () => void addSubtitles(loaded, request.subtitles));
    return 'loaded';
  };

  const load = async (request: EngineLoadRequest): Promise<'loaded' | 'cancelled'> => {
    turn += 1;
    const thisTurn = turn;
    const isCancelled = () => turn !== thisTurn || destroying !== null;
    subtitleKey = request.subtitleKey;
    drawing = request.drawing;
    sounds = request.sounds ?? [];
    const adopted = await adoptEarly(request);
    if (isCancelled()) return 'cancelled';
    if (adopted) return finish(adopted.run, request, adopted.stream, true);
    await letGo();
    const element = video;
    let lastError: unknown = appError('the video has no stream', 'unsupported');
    for (const stream of streamsInOrder(request)) {
      if (isCancelled() || !element) return 'cancelled';
      try {
        const loaded = await loadStream(element, stream, request);
        return isCancelled() ? 'cancelled' : finish(loaded, request, stream);
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
    if (spare) destroyLater(spare.player);
    spare = null;
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
      if (prepared && video && !running && !destroying)
        early = beginEarly(prepared, element, (player, url) => createRun(element, url, { player, isPrepared: true }));
      // While the video call is on its way.
      if (window.shaka && video && !running && !destroying) spare ??= createSpare(element);
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
      prepared?.release();
      destroying ??= unload().then(() => {
        isDestroyed = true;
        video = null;
      });
      return destroying;
    },
  };
}
