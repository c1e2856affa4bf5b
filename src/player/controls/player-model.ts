import type { Clock } from '#src/lib/clock.ts';
import {
  chapterAt,
  chapterKinds,
  chaptersOf,
  hasSceneAfterEnding,
  storyEndsAt,
  type Chapter,
  type ChapterKind,
  type SkipMode,
} from './chapters.ts';
import { createControls, type Controls } from './controls.ts';
import { hasVideo, type Playback } from '#src/player/playback-types.ts';
import { createPrompts, type PromptKind, type Prompts } from './prompts.ts';
import { createWritable, type Readable, type Unsubscribe } from '#src/player/readable.ts';
import { createSeekModel, type SeekModel } from './seek-model.ts';
import type { ViewerPresence } from '#src/player/viewer-presence.ts';

/** Countdown before the next episode, in seconds. */
const NEXT_AFTER_SECONDS = 10;
/** Without an ending marker, the next episode is offered this long before the end, in seconds. */
const UNMARKED_ENDING_SECONDS = 10;
/** After this time the skip button is shown only together with the controls, in seconds. */
const SKIP_RESTS_AFTER_SECONDS = 10;

/** The next episode starts by itself after this wait even if the server does not say whether it is still there, in ms. */
const ASK_MS = 3000;

export interface PlayerWishes {
  readonly autoplayNext: boolean;
  readonly skip: (kind: ChapterKind) => SkipMode;
}

export interface PlayerModelOptions {
  readonly playback: Playback;
  readonly clock: Clock;
  readonly presence: ViewerPresence;
  /** Called on use, so that a changed setting applies at once. */
  readonly wishes: () => PlayerWishes;
  readonly onPlay: (episodeId: number) => void;
  /** Whether an episode can still be watched, asked before it starts by itself. Not asked: it can. */
  readonly isStillThere?: (episodeId: number) => Promise<boolean>;
  readonly onSkipped: (kind: ChapterKind) => void;
  /** The sleep timer; it may end the playback. */
  readonly sleep?: {
    /** Whether playback ends with this episode, so that no next one starts automatically. */
    readonly endsWithEpisode: () => boolean;
    readonly isFading: Readable<boolean>;
    /** The episode has ended; returns whether the timer ends the playback. */
    readonly endEpisode: () => boolean;
    /** Seconds until the episode ends. */
    readonly follow: (secondsLeft: number) => void;
  };
}

/** The viewer's interaction with a playback: seeking, controls and prompts. Independent of any screen. */
export interface PlayerModel {
  readonly seek: SeekModel;
  readonly controls: Controls;
  /** Advertisements and the network have slots here too; their owners offer the prompts. */
  readonly prompts: Prompts;
  chapters(): readonly Chapter[];
  /** Whether the next episode was gone when it should have started. */
  readonly isNextGone: Readable<boolean>;
  /** Sets the episode after this one; null if there is none. */
  setNextEpisode(episodeId: number | null): void;
  /** An open menu keeps the controls visible and holds back all prompts except dialogs. */
  setMenuOpen(isOpen: boolean): void;
  /** Performs the action of the prompt's button. */
  press(kind: 'still-watching' | 'next-episode' | `skip-${ChapterKind}`): void;
  /** Whether a scene follows the ending. */
  hasSceneAfterEnding(): boolean;
  playNext(): void;
  /** Follows the playback until the returned function is called. */
  start(): Unsubscribe;
}

export function createPlayerModel(options: PlayerModelOptions): PlayerModel {
  const { playback, clock, presence, wishes } = options;
  const { machine } = playback;
  const controls = createControls(clock);
  const prompts = createPrompts(clock, (kind) => actByItself(kind));
  let nextEpisodeId: number | null = null;
  const isNextGone = createWritable(false);
  /** Ends the question whether the next episode is still there. */
  let stopAsking: (() => void) | null = null;
  let isMenuOpen = false;
  /** Chapters that were skipped once, or that the viewer went back into: do not skip them automatically again. */
  const wanted = new Set<ChapterKind>();
  let hasEndBeenSettled = false;

  const durationSeconds = () => machine.getState().durationSeconds;
  const positionSeconds = () => machine.position.getState().positionSeconds;

  // Cached, because the timeline reads it on every move; recomputed for another video or length.
  let chaptersFor: { video: unknown; durationSeconds: number; chapters: readonly Chapter[] } | null = null;
  const chapters = (): readonly Chapter[] => {
    const { video } = playback.getState();
    const seconds = durationSeconds();
    if (chaptersFor?.video !== video || chaptersFor.durationSeconds !== seconds) {
      chaptersFor = { video, durationSeconds: seconds, chapters: video ? chaptersOf(video.markers, seconds) : [] };
    }
    return chaptersFor.chapters;
  };

  const seek = createSeekModel({
    clock,
    canSeek: () => machine.can.seek,
    durationSeconds,
    positionSeconds,
    seek(targetSeconds) {
      const chapter = chapterAt(chapters(), targetSeconds);
      if (chapter) wanted.add(chapter.kind);
      machine.seekTo(targetSeconds);
    },
  });

  const playNext = () => {
    if (nextEpisodeId !== null) options.onPlay(nextEpisodeId);
  };

  /** Starts the next episode without a press, unless it is gone: it may have been unpublished while this one played. */
  const playNextByItself = () => {
    const episodeId = nextEpisodeId;
    if (episodeId === null || stopAsking) return;
    if (!options.isStillThere) return playNext();
    const decide = (isThere: boolean) => {
      if (!isAsking()) return;
      stopAsking?.();
      if (nextEpisodeId !== episodeId) return;
      if (isThere) return playNext();
      nextEpisodeId = null;
      isNextGone.set(true);
      prompts.withdraw('next-episode');
      // At the end, the question what to do replaces the next episode.
      hasEndBeenSettled = false;
      followAll();
    };
    const stop = clock.after(ASK_MS, () => decide(true));
    const own = () => {
      stop();
      stopAsking = null;
    };
    stopAsking = own;
    const isAsking = () => stopAsking === own;
    options.isStillThere(episodeId).then(decide, () => decide(true));
  };

  /** Starts the next episode, or asks whether anybody is watching after several without a key. */
  const goOn = () => {
    if (!presence.pass()) return playNextByItself();
    machine.pause();
    prompts.offer('still-watching', { id: 'still-watching' });
  };

  const actByItself = (kind: PromptKind) => {
    if (kind === 'next-episode') goOn();
  };

  const skip = ({ kind, endSeconds }: Chapter) => {
    wanted.add(kind);
    machine.seekTo(endSeconds);
  };

  const playsNextByItself = () =>
    nextEpisodeId !== null && wishes().autoplayNext && options.sleep?.endsWithEpisode() !== true;

  const storyEndSeconds = () => storyEndsAt(chapters(), durationSeconds(), wishes().skip);

  /** Skips the chapter at the position, or offers to, as its setting says. */
  const offerSkip = (chapter: Chapter | null, isOver: boolean) => {
    const mode = chapter && wishes().skip(chapter.kind);
    for (const kind of chapterKinds) {
      if (kind !== chapter?.kind || mode === 'never') prompts.withdraw(`skip-${kind}`);
    }
    if (!chapter || mode === 'never') return;
    const { kind } = chapter;
    if (mode === 'always' && !wanted.has(kind) && machine.getState().state === 'playing') {
      // The next episode begins instead of the rest of this one.
      if (isOver && playsNextByItself()) {
        wanted.add(kind);
        return goOn();
      }
      skip(chapter);
      return options.onSkipped(kind);
    }
    // The card of the next episode skips the same.
    if (isOver && nextEpisodeId !== null) return prompts.withdraw(`skip-${kind}`);
    prompts.offer(`skip-${kind}`, { id: kind, restsAfterSeconds: SKIP_RESTS_AFTER_SECONDS });
  };

  const offerNext = (isOver: boolean) => {
    if (!isOver || nextEpisodeId === null) return prompts.withdraw('next-episode');
    const id = `next:${nextEpisodeId}`;
    if (!playsNextByItself()) return prompts.offer('next-episode', { id });
    const leftSeconds = Math.ceil(durationSeconds() - positionSeconds());
    const actsAfterSeconds = Math.max(1, Math.min(NEXT_AFTER_SECONDS, leftSeconds));
    prompts.offer('next-episode', { id: `${id}:by-itself`, actsAfterSeconds });
  };

  /** At the end: plays the next episode unless the viewer dismissed it, else asks. */
  const settleEnd = () => {
    if (machine.getState().state !== 'ended') {
      hasEndBeenSettled = false;
      return prompts.withdraw('ended');
    }
    // A viewer who seeks at the end does not want it to finish.
    if (hasEndBeenSettled || seek.getState()) return;
    hasEndBeenSettled = true;
    if (options.sleep?.endEpisode()) return;
    const shown = prompts.getState();
    if (shown?.kind === 'next-episode' && shown.secondsLeft !== null) return goOn();
    prompts.offer('ended', { id: 'ended' });
  };

  const offerTroubles = () => {
    const { phase } = playback.getState();
    const { error } = machine.getState();
    // A refused address is recoverable: new ones are requested, and the phase changes if none arrive.
    const isFailed =
      phase === 'refused' || phase === 'expired' || (hasVideo(phase) && error !== null && error.kind !== 'forbidden');
    if (phase === 'kicked' || phase === 'superseded') prompts.offer('kick', { id: 'kick' });
    else prompts.withdraw('kick');
    const adBreak = playback.adBreak.getState();
    if (adBreak) prompts.offer('ad', { id: adBreak.id });
    else prompts.withdraw('ad');
    if (options.sleep?.isFading.getState()) prompts.offer('sleep', { id: 'sleep' });
    else prompts.withdraw('sleep');
    if (playback.isNetworkGone.getState()) prompts.offer('network', { id: 'network' });
    else prompts.withdraw('network');
    if (isFailed) prompts.offer('failure', { id: 'failure' });
    else prompts.withdraw('failure');
    // A kick, an advertisement or a failure covers the timeline, so it ends the seek.
    if (phase === 'kicked' || adBreak || isFailed) seek.cancel();
  };

  const followPosition = () => {
    const { state } = machine.getState();
    if (!hasVideo(playback.getState().phase) || state === 'idle' || state === 'failed') return;
    const fromSeconds = Math.min(storyEndSeconds(), durationSeconds() - UNMARKED_ENDING_SECONDS);
    const isOver = durationSeconds() > 0 && positionSeconds() >= fromSeconds;
    offerNext(isOver);
    if (state === 'playing' && durationSeconds() > 0)
      options.sleep?.follow((durationSeconds() - positionSeconds()) / playback.speed.getState());
    offerSkip(chapterAt(chapters(), positionSeconds()), positionSeconds() >= storyEndSeconds());
  };

  const followAll = () => {
    const { state } = machine.getState();
    const isSeeking = seek.getState() !== null;
    controls.setHeld(state !== 'playing' || isSeeking || isMenuOpen);
    prompts.setRunning(state === 'playing');
    prompts.setQuiet(isSeeking || isMenuOpen);
    offerTroubles();
    settleEnd();
  };

  let wasPaused = false;
  const followMachine = () => {
    const isPaused = machine.getState().state === 'paused';
    // Also when the television paused it, so that the viewer sees why.
    if (isPaused && !wasPaused) controls.show();
    wasPaused = isPaused;
    followPosition();
    followAll();
  };

  return {
    seek,
    controls,
    prompts,
    chapters,
    isNextGone,
    hasSceneAfterEnding: () => hasSceneAfterEnding(chapters(), durationSeconds()),
    setNextEpisode(episodeId) {
      nextEpisodeId = episodeId;
      followPosition();
    },
    setMenuOpen(isOpen) {
      isMenuOpen = isOpen;
      if (isOpen) controls.show();
      followAll();
    },
    press(kind) {
      prompts.take();
      if (kind === 'still-watching') presence.touch();
      if (kind === 'still-watching' || kind === 'next-episode') return playNext();
      const chapter = chapters().find((one) => `skip-${one.kind}` === kind);
      if (chapter) skip(chapter);
    },
    playNext,
    start() {
      const subscriptions = [
        playback.subscribe(followAll),
        playback.adBreak.subscribe(followAll),
        playback.isNetworkGone.subscribe(followAll),
        machine.subscribe(followMachine),
        machine.position.subscribe(followPosition),
        seek.subscribe(followAll),
        ...(options.sleep ? [options.sleep.isFading.subscribe(followAll)] : []),
      ];
      followMachine();
      return () => {
        subscriptions.forEach((unsubscribe) => unsubscribe());
        stopAsking?.();
        seek.cancel();
        prompts.close();
        controls.close();
      };
    },
  };
}
