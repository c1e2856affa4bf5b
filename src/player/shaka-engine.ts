import type shaka from 'shaka-player';
import type { Stream } from '#contract/playback.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createCueDisplayer } from './cue-displayer.ts';
import type { EngineEvent, EngineLoadRequest, PlaybackEngine } from './engine.ts';
import { addressChange, type AddressChange } from './address-change.ts';
import { createNetworkPatience, type NetworkPatience } from './network-patience.ts';
import { PlaybackError, type PlaybackErrorKind } from './playback-error.ts';
import { within } from './playback-timeout.ts';
import type { Unsubscribe } from './readable.ts';
import { mimeTypeOf, shakaConfigurationOf, streamsInOrder, type KeySystemFacts } from './shaka-configuration.ts';
import { addressOf, toPlaybackError } from './shaka-error.ts';
import { loadShakaScript } from './shaka-script.ts';
import { playedVariant, selectAudioTrack, selectVideoHeight, tracksOf } from './shaka-tracks.ts';
import { followVideo } from './video-events.ts';

declare global {
  interface Window {
    shaka?: typeof shaka;
  }
}

/** One stream gets this long, in ms, so that the second has its chance within the machine's 15 s. */
const ATTEMPT_LIMIT_MS = 7_000;

/** A player that does not let go in this time is left behind, in ms; the next one takes the element over. */
const DESTROY_LIMIT_MS = 3_000;

/** Addresses whose refusals may still come after they were replaced. */
const LATE_ADDRESSES = 4;

/** So long a piece that was missing counts as missing, in ms. */
const MISSED_FOR_MS = 60_000;

export interface ShakaEngineOptions {
  readonly clock: Clock;
  /** Address of `shaka-player.compiled.js`; `vendor/shaka-player.compiled.js` beside the page when absent. */
  readonly scriptUrl?: string;
  /** What the device decrypts with. */
  readonly keySystems?: readonly KeySystemFacts[];
  /** How fast the line is, as far as the device knows. */
  readonly downlinkMegabits?: () => number | null;
}

/** One Shaka player and everything that listens to it. A player is made anew for every load: nothing old survives. */
interface Running {
  readonly player: shaka.Player;
  readonly patience: NetworkPatience;
  /** Addresses of the stream, one for each play log so far; the last one is good. */
  streamUrls: readonly string[];
  /** What became of the addresses since it was loaded. */
  change: AddressChange | null;
  isRefused: boolean;
  /** What was missing not long ago and was asked for again. */
  missed: readonly { readonly address: string; readonly atMs: number }[];
  readonly textTracks: Map<string, shaka.extern.TextTrack>;
  /** Rejects with the first critical error before the stream is loaded, or when it is let go: then Shaka says nothing. */
  readonly failedEarly: Promise<never>;
  isLoaded: boolean;
  /** Tells what happens from now on; before, only loading it succeeds or fails. */
  readonly tell: () => void;
  readonly silence: () => void;
}

/** Shaka as a playback engine. */
export function createShakaEngine({
  clock,
  scriptUrl,
  keySystems,
  downlinkMegabits,
}: ShakaEngineOptions): PlaybackEngine {
  const listeners = new Set<(event: EngineEvent) => void>();
  let video: HTMLVideoElement | null = null;
  let running: Running | null = null;
  let subtitleLang: string | null = null;
  let height: number | null = null;
  let speed = 1;
  /** Counts loads and unloads; looked at after every await. */
  let turn = 0;
  let lettingGo: Promise<void> = Promise.resolve();
  let destroying: Promise<void> | null = null;

  const emit = (event: EngineEvent) => Array.from(listeners).forEach((listener) => listener(event));

  const run = (library: typeof shaka, element: HTMLVideoElement, streamUrl: string): Running => {
    const player = new library.Player();
    let rejectEarly: (error: PlaybackError) => void = () => undefined;
    const failedEarly = new Promise<never>((_, reject) => {
      rejectEarly = reject;
    });
    // Nobody may be waiting for it.
    failedEarly.catch(() => undefined);

    const displayer = () =>
      createCueDisplayer({
        clock,
        positionSeconds: () => element.currentTime,
        speed: () => (element.paused || element.seeking || player.isBuffering() ? 0 : element.playbackRate),
        onCues: (cues) => emit({ type: 'cues', cues }),
      });
    let cues = displayer();
    player.configure({
      // Shaka warns when the number of parameters is not its own.
      textDisplayFactory: (shakaPlayer: unknown) => {
        void shakaPlayer;
        cues = displayer();
        return cues;
      },
    });

    const follower = followVideo(
      element,
      () => player.isBuffering(),
      emit,
      () => cues.refresh(),
    );
    const patience = createNetworkPatience(
      clock,
      () => player.retryStreaming(),
      (error) => emit({ type: 'error', error }),
      (isGone) => emit({ type: 'network', isGone }),
    );
    player.getNetworkingEngine()?.registerRequestFilter((_type, request) => {
      const { change } = made;
      if (change) request.uris = request.uris.map(change);
    });
    /** New addresses are asked for; one that was refused late, after they came, is simply asked for anew. */
    const onRefused = (error: PlaybackError) => {
      if (isPast(addressOf(error), made.streamUrls)) return void player.retryStreaming();
      if (made.isRefused) return;
      made.isRefused = true;
      emit({ type: 'refused' });
    };
    /**
     * Asked for once more: Shaka counts what is missing against the rendition that plays by now, which may be the last one
     * left and have it. What is missing again takes the place of a height that was chosen, before it is a failure.
     */
    const onMissing = (error: PlaybackError) => {
      const address = addressOf(error);
      const atMs = clock.now();
      made.missed = made.missed.filter((miss) => atMs - miss.atMs < MISSED_FOR_MS);
      const times = made.missed.filter((miss) => miss.address === address).length;
      if (address === null || times > 1 || (times === 1 && height === null)) return emit({ type: 'error', error });
      made.missed = [...made.missed, { address, atMs }];
      emit({ type: 'error', error: asRecoverable(error) });
      if (times === 1) {
        height = selectVideoHeight(player, null);
        tellTracks();
      }
      player.retryStreaming();
    };
    const onError = (event: Event) => {
      const error = toPlaybackError((event as Event & { detail?: unknown }).detail);
      // Also where Shaka goes on by itself: the next rendition has the same right.
      if (made.isLoaded && error.kind === 'forbidden') return onRefused(error);
      if (error.severity === 'recoverable') return emit({ type: 'error', error });
      if (!made.isLoaded) return rejectEarly(error);
      if (error.kind === 'network') return patience.failed(error);
      if (error.kind === 'not-found') return onMissing(error);
      return emit({ type: 'error', error });
    };
    let told: string | null = null;
    const tellVariant = () => {
      const variant = playedVariant(player);
      if (!made.isLoaded || !variant || told === `${variant.height} ${variant.kilobits}`) return;
      told = `${variant.height} ${variant.kilobits}`;
      emit({ type: 'variant', ...variant });
    };
    player.addEventListener('error', onError);
    player.addEventListener('buffering', follower.look);
    player.addEventListener('audiotrackchanged', tellTracks);
    player.addEventListener('adaptation', tellVariant);
    player.addEventListener('variantchanged', tellVariant);
    player.addEventListener('segmentappended', patience.recovered);

    const made: Running = {
      player,
      patience,
      streamUrls: [streamUrl],
      change: null,
      isRefused: false,
      missed: [],
      textTracks: new Map(),
      failedEarly,
      isLoaded: false,
      tell() {
        made.isLoaded = true;
        follower.start();
        tellVariant();
      },
      silence() {
        made.isLoaded = false;
        rejectEarly(letGoEarly());
        follower.stop();
        patience.stop();
        player.removeEventListener('error', onError);
        player.removeEventListener('buffering', follower.look);
        player.removeEventListener('audiotrackchanged', tellTracks);
        player.removeEventListener('adaptation', tellVariant);
        player.removeEventListener('variantchanged', tellVariant);
        player.removeEventListener('segmentappended', patience.recovered);
      },
    };
    return made;
  };

  /** Silent at once; gone when the promise resolves. Players go one after the other: they share the element. */
  const letGo = (): Promise<void> => {
    const left = running;
    running = null;
    if (left) {
      left.silence();
      const destroy = () => within(clock, DESTROY_LIMIT_MS, 'destroy', left.player.destroy());
      // A player that fails to go, or takes too long, has nothing more to say; its successor takes the element.
      lettingGo = lettingGo.then(destroy).catch(() => undefined);
      emit({ type: 'cues', cues: [] });
    }
    return lettingGo;
  };

  const tellTracks = () => {
    if (!running?.isLoaded) return;
    const { player, textTracks } = running;
    const available = Array.from(textTracks, ([lang, { label }]) => ({ lang, label: label ?? lang }));
    const active = subtitleLang !== null && textTracks.has(subtitleLang) ? subtitleLang : null;
    emit({ type: 'tracks', tracks: tracksOf(player, { available, active }, height) });
  };

  const applySubtitle = ({ player, textTracks }: Running) =>
    player.selectTextTrack((subtitleLang === null ? undefined : textTracks.get(subtitleLang)) ?? null);

  /** What was chosen for an earlier stream, as far as this one has it; the sound is in its configuration. */
  const applyChoices = (loaded: Running) => {
    applySubtitle(loaded);
    if (height !== null) height = selectVideoHeight(loaded.player, height);
    if (video) video.playbackRate = speed;
    tellTracks();
  };

  const addSubtitles = async ({ player, textTracks }: Running, request: EngineLoadRequest) => {
    for (const { lang, label, url } of request.subtitles) {
      try {
        textTracks.set(lang, await player.addTextTrackAsync(url, lang, 'subtitles', 'text/vtt', undefined, label));
      } catch (error) {
        // One language fewer is better than no picture; a player that is being destroyed ends here too.
        emit({ type: 'error', error: asRecoverable(toPlaybackError(error)) });
      }
    }
  };

  const loadStream = async (element: HTMLVideoElement, stream: Stream, request: EngineLoadRequest) => {
    const { shaka: library } = window;
    if (!library) throw new Error('attach() comes before load()');
    const started = run(library, element, stream.url);
    running = started;
    const { player, failedEarly } = started;
    const loading = (async () => {
      player.configure(shakaConfigurationOf(stream, request, keySystems, downlinkMegabits?.() ?? null));
      await player.attach(element);
      await player.load(stream.url, request.startAtSeconds, mimeTypeOf(stream));
      await addSubtitles(started, request);
    })();
    await within(clock, ATTEMPT_LIMIT_MS, stream.protocol, Promise.race([loading, failedEarly]));
    return started;
  };

  const load = async (request: EngineLoadRequest): Promise<'loaded' | 'cancelled'> => {
    turn += 1;
    const thisTurn = turn;
    const isCancelled = () => turn !== thisTurn || destroying !== null;
    subtitleLang = request.subtitleLang;
    await letGo();
    const element = video;
    let lastError: unknown = noStream();
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
    // Before anything that waits: a television may freeze the page when this returns.
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
        throw appError('Shaka did not come', 'network', cause);
      }
      window.shaka?.polyfill.installAll();
    },
    load,
    async play() {
      try {
        if (running) await video?.play();
        return true;
      } catch (error) {
        // Anything else is a pause or a load that came between, or a failure that has its own event.
        return !(error instanceof DOMException && error.name === 'NotAllowedError');
      }
    },
    pause: () => video?.pause(),
    seek(positionSeconds) {
      if (video && running?.isLoaded) video.currentTime = positionSeconds;
    },
    selectSubtitle(lang) {
      subtitleLang = lang;
      if (running?.isLoaded) applySubtitle(running);
      tellTracks();
    },
    selectAudio(lang) {
      if (running?.isLoaded) selectAudioTrack(running.player, lang);
      tellTracks();
    },
    selectQuality(wanted) {
      height = wanted;
      if (running?.isLoaded) height = selectVideoHeight(running.player, wanted);
      tellTracks();
    },
    setSpeed(wanted) {
      speed = wanted;
      if (video && running?.isLoaded) video.playbackRate = wanted;
    },
    readdress(streams) {
      if (!running?.isLoaded) return false;
      const [loadedUrl = ''] = running.streamUrls;
      const next = streams.find(({ url }) => addressChange(loadedUrl, url) !== null);
      if (!next) return false;
      running.change = addressChange(loadedUrl, next.url);
      // The first one is what Shaka knows; of the others, late answers may come from the last few.
      running.streamUrls = [loadedUrl, ...running.streamUrls.slice(1).slice(-LATE_ADDRESSES), next.url];
      running.isRefused = false;
      running.player.retryStreaming();
      return true;
    },
    tryNetwork: () => running?.patience.tryNow(),
    subscribe(listener): Unsubscribe {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    unload,
    destroy() {
      if (!destroying) {
        destroying = unload().then(() => {
          listeners.clear();
          video = null;
        });
      }
      return destroying;
    },
  };
}

/** Whether an address belongs to a play log before the last one. */
const isPast = (address: string | null, streamUrls: readonly string[]): boolean => {
  const good = streamUrls[streamUrls.length - 1];
  if (address === null || good === undefined) return false;
  return streamUrls.slice(0, -1).some((past) => (addressChange(past, good)?.(address) ?? address) !== address);
};

const appError = (message: string, kind: PlaybackErrorKind, cause?: unknown) =>
  new PlaybackError(message, { kind, severity: 'critical', category: 'app', code: 0, cause });

const noStream = () => appError('the video has no stream', 'unsupported');
const letGoEarly = () => appError('let go before it was loaded', 'unknown');

const asRecoverable = (error: PlaybackError) =>
  new PlaybackError(error.message, {
    kind: error.kind,
    severity: 'recoverable',
    category: error.category,
    code: error.code,
    cause: error,
  });
