import type { Clock } from '#src/lib/clock.ts';
import { chapterAt, chaptersOf, type Chapter } from './chapters.ts';
import { createControls, type Controls } from './controls.ts';
import type { PlaybackSession } from './playback-session.ts';
import { createPrompts, type PromptKind, type Prompts } from './prompts.ts';
import type { Unsubscribe } from './readable.ts';
import { createSeekModel, type SeekModel } from './seek-model.ts';
import type { ViewerPresence } from './viewer-presence.ts';

/** The ring of the next episode, in seconds. */
const NEXT_AFTER_SECONDS = 10;
/** Where no ending is marked, the next episode is offered this long before the end, in seconds. */
const UNMARKED_ENDING_SECONDS = 10;
/** Afterwards the button for the opening or the ending is shown only with the controls, in seconds. */
const SKIP_RESTS_AFTER_SECONDS = 10;

export interface PlayerWishes {
  readonly autoplayNext: boolean;
  readonly skipsOpening: boolean;
}

export interface PlayerModelOptions {
  readonly session: PlaybackSession;
  readonly clock: Clock;
  readonly presence: ViewerPresence;
  readonly doKeysComeUp: () => boolean;
  /** Asked at the moment of use: a setting that is turned off is off at once. */
  readonly wishes: () => PlayerWishes;
  readonly onPlay: (episodeId: number) => void;
  readonly onOpeningSkipped: () => void;
}

/** What the viewer does with a playback: seeks, sees controls, is asked things. It knows no screen. */
export interface PlayerModel {
  readonly seek: SeekModel;
  readonly controls: Controls;
  /** Advertisements and the network have slots here too; who knows about them offers. */
  readonly prompts: Prompts;
  chapters(): readonly Chapter[];
  /** What plays after this episode; null when nothing does. */
  setNextEpisode(episodeId: number | null): void;
  /** A menu keeps the controls, and holds back what is not a dialog. */
  setMenuOpen(isOpen: boolean): void;
  /** Does what the button of the prompt says. */
  press(kind: 'still-watching' | 'next-episode' | 'skip-ending' | 'skip-opening'): void;
  playNext(): void;
  /** Follows the session until the returned function is called. */
  start(): Unsubscribe;
}

export function createPlayerModel(options: PlayerModelOptions): PlayerModel {
  const { session, clock, presence, wishes } = options;
  const { machine } = session;
  const controls = createControls(clock);
  const prompts = createPrompts(clock, (kind) => actByItself(kind));
  let nextEpisodeId: number | null = null;
  let isMenuOpen = false;
  /** The viewer went into the opening, or it was skipped once: it is not skipped by itself any more. */
  let isOpeningWanted = false;
  let hasEndBeenSettled = false;

  const durationSeconds = () => machine.getState().durationSeconds;
  const positionSeconds = () => machine.position.getState().positionSeconds;

  // The timeline asks at every move; a new list only for another video or length.
  let chaptersFor: { video: unknown; durationSeconds: number; chapters: readonly Chapter[] } | null = null;
  const chapters = (): readonly Chapter[] => {
    const { video } = session.getState();
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
    doKeysComeUp: options.doKeysComeUp,
    seek(targetSeconds) {
      if (chapterAt(chapters(), targetSeconds)?.kind === 'opening') isOpeningWanted = true;
      machine.seekTo(targetSeconds);
    },
  });

  const playNext = () => {
    if (nextEpisodeId !== null) options.onPlay(nextEpisodeId);
  };

  /** The next episode would begin by itself; after several untouched, somebody has to be there. */
  const goOn = () => {
    if (!presence.pass()) return playNext();
    machine.pause();
    prompts.offer('still-watching', { id: 'still-watching' });
  };

  const actByItself = (kind: PromptKind) => {
    if (kind === 'next-episode') goOn();
  };

  const skipOpening = (opening: Chapter) => {
    isOpeningWanted = true;
    machine.seekTo(opening.endSeconds);
  };

  const offerOpening = (opening: Chapter | null) => {
    if (!opening) return prompts.withdraw('skip-opening');
    if (wishes().skipsOpening && !isOpeningWanted && machine.getState().state === 'playing') {
      skipOpening(opening);
      return options.onOpeningSkipped();
    }
    prompts.offer('skip-opening', { id: 'opening', restsAfterSeconds: SKIP_RESTS_AFTER_SECONDS });
  };

  const endingStartSeconds = () =>
    chapters().find(({ kind }) => kind === 'ending')?.startSeconds ?? durationSeconds() - UNMARKED_ENDING_SECONDS;

  const offerEnding = () => {
    const leftSeconds = Math.ceil(durationSeconds() - positionSeconds());
    const isEnding = durationSeconds() > 0 && positionSeconds() >= endingStartSeconds();
    if (!isEnding || nextEpisodeId === null) prompts.withdraw('next-episode');
    if (!isEnding || nextEpisodeId !== null) prompts.withdraw('skip-ending');
    if (!isEnding) return;
    if (nextEpisodeId === null) {
      if (!session.getState().video?.markers.outro) return;
      return prompts.offer('skip-ending', { id: 'ending', restsAfterSeconds: SKIP_RESTS_AFTER_SECONDS });
    }
    const id = `next:${nextEpisodeId}`;
    if (!wishes().autoplayNext) return prompts.offer('next-episode', { id });
    const actsAfterSeconds = Math.max(1, Math.min(NEXT_AFTER_SECONDS, leftSeconds));
    prompts.offer('next-episode', { id: `${id}:by-itself`, actsAfterSeconds });
  };

  /** At the end: on to the next episode unless the viewer sent it away, else the question what to do. */
  const settleEnd = () => {
    if (machine.getState().state !== 'ended') {
      hasEndBeenSettled = false;
      return prompts.withdraw('ended');
    }
    // Whoever seeks at the end does not want it to be over.
    if (hasEndBeenSettled || seek.getState()) return;
    hasEndBeenSettled = true;
    const shown = prompts.getState();
    if (shown?.kind === 'next-episode' && shown.secondsLeft !== null) return goOn();
    prompts.offer('ended', { id: 'ended' });
  };

  const offerTroubles = () => {
    const { phase } = session.getState();
    const isFailed =
      phase === 'refused' || phase === 'expired' || (phase === 'open' && machine.getState().error !== null);
    if (phase === 'kicked') prompts.offer('kick', { id: 'kick' });
    else prompts.withdraw('kick');
    const adBreak = session.adBreak.getState();
    if (adBreak) prompts.offer('ad', { id: adBreak.id });
    else prompts.withdraw('ad');
    if (session.isNetworkGone.getState()) prompts.offer('network', { id: 'network' });
    else prompts.withdraw('network');
    if (isFailed) prompts.offer('failure', { id: 'failure' });
    else prompts.withdraw('failure');
  };

  const followPosition = () => {
    const { state } = machine.getState();
    if (session.getState().phase !== 'open' || state === 'idle' || state === 'failed') return;
    const chapter = chapterAt(chapters(), positionSeconds());
    offerOpening(chapter?.kind === 'opening' ? chapter : null);
    offerEnding();
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
    // Also when the television paused it: a picture that stands says why.
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
      if (kind === 'skip-ending') return machine.seekTo(durationSeconds());
      const opening = chapters().find((chapter) => chapter.kind === 'opening');
      if (opening) skipOpening(opening);
    },
    playNext,
    start() {
      const subscriptions = [
        session.subscribe(followAll),
        session.adBreak.subscribe(followAll),
        session.isNetworkGone.subscribe(followAll),
        machine.subscribe(followMachine),
        machine.position.subscribe(followPosition),
        seek.subscribe(followAll),
      ];
      followMachine();
      return () => {
        subscriptions.forEach((unsubscribe) => unsubscribe());
        seek.cancel();
        prompts.close();
        controls.close();
      };
    },
  };
}
