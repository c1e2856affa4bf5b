import type shaka from 'shaka-player';
import type { Drawing, PictureSubtitle, Sound, Stream, Subtitle } from '#contract/playback.ts';
import { trackKeyOf } from '#contract/rules/track-key.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { createCueDisplayer } from './cue-displayer.ts';
import { createShownDrawings, type DrawingChoice, wantedDrawing } from './drawings.ts';
import { askForDrawn, loadDrawnTable } from './drawn-segments.ts';
import { refuseForeignAnswers } from './foreign-answers.ts';
import { pictureShare } from './cue-position.ts';
import { createPictureSheets, loadSheet } from './picture-sheets.ts';
import { createStreamFailures } from './stream-failures.ts';
import type { EngineEvent, Tracks } from './engine.ts';
import { createNetworkPatience } from './network-patience.ts';
import { appError, asRecoverable, type PlaybackError } from '#src/player/playback-error.ts';
import { AVOID_RENDITION_SECONDS } from './shaka-configuration.ts';
import { toPlaybackError } from './shaka-error.ts';
import { type LoadedSubtitle, playedLanguage, playedVariant, reloadSegments, tracksOf } from './shaka-tracks.ts';
import { createStreamAddresses } from './stream-addresses.ts';
import { findSubtitle, labelWithRole, shownSubtitle, subtitleChoices } from './track-options.ts';
import { followVideo } from './video-events.ts';

/** After a refused address Shaka keeps its rendition for this long, in ms: longer than it repeats a request. */
const KEEP_RENDITION_MS = 10_000;
/** Shaka's type of requests for segments (node_modules/shaka-player/lib/net/networking_engine.js). */
const SEGMENT = 1;
/** After this many server errors in a row the fault is not in one rendition. */
const MOST_ERRORS = 3;

export interface ShakaRunOptions {
  readonly clock: Clock;
  readonly library: typeof shaka;
  readonly player: shaka.Player;
  /** Whether the player has prepared the stream, at addresses that have ended. */
  readonly isPrepared: boolean;
  readonly element: HTMLVideoElement;
  /** Address of the loaded stream. */
  readonly streamUrl: string;
  readonly sounds: readonly Sound[];
  readonly drawings: readonly Drawing[];
  /** Language of the sound that the stream will begin with, where it is known. */
  readonly firstLanguage: string | null;
  readonly emit: (event: EngineEvent) => void;
  readonly isHeightChosen: () => boolean;
  /** The chosen height is unavailable. */
  readonly onHeightGone: () => void;
  readonly onTracks: () => void;
}

/** One Shaka player with its listeners. Every load creates a new one, so that no old state survives. */
export type ShakaRun = ReturnType<typeof createShakaRun>;

export function createShakaRun(options: ShakaRunOptions) {
  const { clock, library, player, element, streamUrl, drawings, emit, isHeightChosen, onHeightGone, onTracks } =
    options;
  let { sounds } = options;
  const addresses = createStreamAddresses(streamUrl);
  const textTracks: LoadedSubtitle[] = [];
  let subtitleKey: string | null = null;
  /** Undefined until Shaka was told. */
  let shownText: LoadedSubtitle | null | undefined;
  let isLoaded = false;
  let rejectEarly: (error: PlaybackError) => void = () => undefined;
  /** Rejects with the first critical error before the stream is loaded, or on `silence`, after which Shaka emits nothing. */
  const failedEarly = new Promise<never>((_, reject) => {
    rejectEarly = reject;
  });
  // Avoids an unhandled rejection when nothing awaits it.
  failedEarly.catch(() => undefined);

  let drawingChoice: DrawingChoice;
  let isDrawingGone = false;
  const drawn = createShownDrawings({
    clock,
    load: (url) => loadDrawnTable(library, player, url),
    onGone: () => {
      isDrawingGone = true;
      cues.recompute();
      onTracks();
    },
  });

  const sheets = createPictureSheets({
    load: (url) => loadSheet(addresses.rewrite(url)),
    onFailed: (error) => (isLoaded ? tell(asRecoverable(toPlaybackError(error))) : undefined),
    onLoaded: () => cues.recompute(),
  });

  const displayer = () =>
    createCueDisplayer({
      clock,
      positionSeconds: () => element.currentTime,
      speed: () => (element.paused || element.seeking || player.isBuffering() ? 0 : element.playbackRate),
      pictureShare: () =>
        pictureShare(
          { width: element.videoWidth, height: element.videoHeight },
          { width: element.clientWidth, height: element.clientHeight },
        ),
      hasDrawings: () => drawn.active() !== null && drawn.active() === shownText?.lang,
      sheetUrls: () => shownText?.sheets ?? null,
      sheets,
      onCues: (shown) => emit({ type: 'cues', cues: shown }),
    });
  let cues = displayer();
  player.configure({
    // Shaka warns about a factory with another number of parameters.
    textDisplayFactory: (shakaPlayer: unknown) => {
      void shakaPlayer;
      cues = displayer();
      return cues;
    },
  });
  let openAddresses: () => void = () => undefined;
  /** A prepared stream has no addresses that last: its requests wait for those of the play log. */
  const addressed = options.isPrepared && new Promise<void>((resolve) => (openAddresses = resolve));
  // A prepared player has one of its own.
  if (options.isPrepared) player.getNetworkingEngine()?.clearAllResponseFilters();
  player.getNetworkingEngine()?.registerRequestFilter((_type, request) => {
    const rewrite = () => {
      request.uris = request.uris.map(addresses.rewrite);
    };
    return addressed ? addressed.then(rewrite) : rewrite();
  });
  if (drawings.length > 0)
    player.getNetworkingEngine()?.registerRequestFilter(async (type, request) => {
      if (type !== SEGMENT) return;
      const table = await drawn.table();
      if (table) askForDrawn(request, table);
    });
  // As without an answer: the index of another rendition would be foreign too.
  refuseForeignAnswers(player.getNetworkingEngine(), () => countError(false));

  const retry = () => void player.retryStreaming();
  const tell = (error: PlaybackError) => emit({ type: 'error', error });
  const follower = followVideo(
    element,
    () => player.isBuffering(),
    emit,
    () => cues.refresh(),
  );

  let stopKeeping: Stop | null = null;
  let isUnanswered = false;
  const avoidRenditions = () =>
    player.configure('streaming.maxDisabledTime', stopKeeping || isUnanswered ? 0 : AVOID_RENDITION_SECONDS);
  /**
   * Where a machine refuses connections at once, Shaka would try all renditions at every retry, hundreds of requests a second.
   * Without the index of another rendition, it would also never try again (Shaka 5.2 sets no error on it).
   */
  const setUnanswered = (next: boolean) => {
    if (isUnanswered === next) return;
    isUnanswered = next;
    avoidRenditions();
  };
  /**
   * All renditions use the same ticket, so another one is refused too. A change of rendition while its download is
   * retried with a new address leaves holes in the buffer.
   */
  const keepRendition = () => {
    stopKeeping?.();
    stopKeeping = clock.after(KEEP_RENDITION_MS, () => {
      stopKeeping = null;
      avoidRenditions();
    });
    avoidRenditions();
  };
  const patience = createNetworkPatience(clock, retry, tell, (isGone) => emit({ type: 'network', isGone }));
  const answerTo = createStreamFailures({ clock, addresses, isLoaded: () => isLoaded, isHeightChosen });

  const onError = (event: Event) => {
    const error = toPlaybackError((event as Event & { detail?: unknown }).detail);
    const answer = answerTo(error);
    switch (answer) {
      case 'ignore':
        return;
      case 'fail-load':
        return rejectEarly(error);
      case 'tell':
        return tell(error);
      case 'retry':
        return retry();
      case 'tell-and-retry':
      case 'tell-and-retry-at-any-height':
        tell(asRecoverable(error));
        if (answer === 'tell-and-retry-at-any-height') onHeightGone();
        return retry();
      case 'wait-for-network':
        return patience.failed(error);
      case 'ask-for-addresses':
        return emit({ type: 'refused' });
    }
  };

  let errors = 0;
  const onDownloadFailed = (event: Event) => {
    const { httpResponseCode, error } = event as Event & { httpResponseCode?: unknown; error?: unknown };
    // A seek aborts downloads, which is another kind.
    const { kind } = toPlaybackError(error);
    if (kind === 'forbidden') keepRendition();
    if (kind === 'network') countError(Boolean(httpResponseCode));
  };
  const countError = (isAnswered: boolean) => {
    if (!isLoaded) return;
    errors += 1;
    if (!isAnswered || errors >= MOST_ERRORS) setUnanswered(true);
  };
  let hasAppended = false;
  const onAppended = () => {
    if (!hasAppended) emit({ type: 'load-step', step: 'segment' });
    hasAppended = true;
    errors = 0;
    setUnanswered(false);
    patience.recovered();
  };

  const showSubtitle = () => {
    const wanted = shownSubtitle(textTracks, subtitleKey, playedLanguage(player)) ?? null;
    if (wanted === shownText) return;
    shownText = wanted;
    player.selectTextTrack(wanted?.track ?? null);
    cues.recompute();
  };

  /** Drawings follow the choice, and without one the languages of sound and subtitles. */
  const showDrawings = () => {
    const sound = playedLanguage(player) ?? options.firstLanguage;
    const wanted = isDrawingGone ? undefined : wantedDrawing(drawings, drawingChoice, subtitleKey, sound);
    if (!drawn.show(wanted)) return;
    cues.recompute();
    if (isLoaded) reloadSegments(player, isHeightChosen());
    onTracks();
  };

  const drawingTracks = (): Tracks['drawings'] => ({
    available: drawings.map(({ lang, label }) => ({ key: lang, label })),
    active: drawn.active(),
  });

  const stopPrefetching = () => {
    element.removeEventListener('loadeddata', stopPrefetching);
    player.configure('streaming.segmentPrefetchLimit', 0);
  };
  // Its first segments were prefetched; Shaka must prefetch no others (shaka-configuration.ts).
  if (options.isPrepared) element.addEventListener('loadeddata', stopPrefetching);

  let toldVariant: string | null = null;
  const tellVariant = () => {
    const variant = playedVariant(player);
    if (!isLoaded || !variant || toldVariant === `${variant.height} ${variant.kilobits}`) return;
    toldVariant = `${variant.height} ${variant.kilobits}`;
    emit({ type: 'variant', ...variant });
  };

  const heard: readonly [string, (event: Event) => void][] = [
    ['error', onError],
    ['downloadfailed', onDownloadFailed],
    ['buffering', follower.look],
    ['gapjumped', follower.skippedHole],
    [
      'audiotrackchanged',
      () => {
        // Forced subtitles follow the language of the sound.
        showSubtitle();
        showDrawings();
        onTracks();
      },
    ],
    ['adaptation', tellVariant],
    ['variantchanged', tellVariant],
    ['manifestparsed', () => emit({ type: 'load-step', step: 'manifest' })],
    ['segmentappended', onAppended],
  ];
  heard.forEach(([name, handle]) => player.addEventListener(name, handle));

  return {
    player,
    isLoaded: () => isLoaded,
    /** Emits events from now on; before, only the load's outcome counts. */
    tell() {
      isLoaded = true;
      follower.start();
      tellVariant();
      // The sound may be in another language than expected.
      showDrawings();
    },
    silence() {
      isLoaded = false;
      openAddresses();
      element.removeEventListener('loadeddata', stopPrefetching);
      rejectEarly(appError('let go before it was loaded', 'unknown'));
      follower.stop();
      patience.stop();
      stopKeeping?.();
      heard.forEach(([name, handle]) => player.removeEventListener(name, handle));
    },
    failedEarly,
    tryNetwork: patience.tryNow,
    /** Gives a prepared stream the addresses of its play log; false when they are of another stream. */
    adopt(stream: Stream, ofStream: readonly Sound[]): boolean {
      sounds = ofStream;
      const isSame = addresses.replace([stream]);
      if (isSame) openAddresses();
      return isSame;
    },
    /** Continues with new addresses of the stream; false when they cannot replace the old ones. */
    readdress(streams: readonly Stream[]): boolean {
      const isChanged = addresses.replace(streams);
      if (isChanged) retry();
      return isChanged;
    },
    async addSubtitles(subtitles: readonly (Subtitle | PictureSubtitle)[]): Promise<void> {
      for (const subtitle of subtitles) {
        const { lang, label, url, role = 'subtitle' } = subtitle;
        const kind = role === 'caption' ? 'captions' : 'subtitles';
        try {
          const track = await player.addTextTrackAsync(url, lang, kind, 'text/vtt', undefined, label);
          const pictures = 'sheets' in subtitle ? subtitle.sheets : null;
          textTracks.push({ lang, role, label: labelWithRole(label, role), sheets: pictures, track });
        } catch (error) {
          // A missing language is better than no picture; a player that is being destroyed ends here too.
          if (isLoaded) tell(asRecoverable(toPlaybackError(error)));
        }
      }
    },
    /** Before the load, so that the first segments already have the drawings. */
    expect(key: string | null, choice: DrawingChoice) {
      subtitleKey = key;
      drawingChoice = choice;
      showDrawings();
    },
    selectSubtitle(key: string | null) {
      subtitleKey = key;
      showSubtitle();
      showDrawings();
    },
    selectDrawing(choice: DrawingChoice) {
      drawingChoice = choice;
      showDrawings();
    },
    tracks(height: number | null): Tracks {
      const choices = subtitleChoices(textTracks);
      const active = subtitleKey === null ? undefined : findSubtitle(choices, subtitleKey);
      const subtitles = {
        available: choices.map((track) => ({ key: trackKeyOf(track), label: track.label })),
        active: active ? trackKeyOf(active) : null,
      };
      return tracksOf(player, { sounds, subtitles, drawings: drawingTracks(), height });
    },
  };
}
