import type { AdBreak } from './ads/ad-breaks.ts';
import type { Chronicle } from './reports/chronicle.ts';
import type { DrawingChoice } from './engine/drawings.ts';
import type { PlaybackEngine } from './engine/engine.ts';
import type { PlayedVideo, PlaybackAds } from './ads/playback-ads.ts';
import type { PlaybackMachine } from './playback-machine.ts';
import { createWritable, type Readable } from './readable.ts';

export interface PlaybackPictureOptions {
  readonly engine: PlaybackEngine;
  readonly machine: PlaybackMachine;
  readonly ads: PlaybackAds | null;
  readonly chronicle: Pick<Chronicle, 'add'>;
  /** The video that may play now, or null. */
  readonly currentVideo: () => PlayedVideo | null;
  readonly isHidden: () => boolean;
  readonly subtitleKey?: string | null | undefined;
  readonly drawing?: DrawingChoice;
  readonly audioKey?: string | undefined;
  readonly preferredVideoCodecs?: readonly string[] | undefined;
  readonly startAtSeconds?: number | undefined;
}

/** The content of the video element: the episode or an advertisement, its position, and the viewer's choices. */
export interface PlaybackPicture {
  readonly speed: Readable<number>;
  /** The current position, or the one where playback will resume. */
  positionSeconds(): number;
  /** Plays a new video at the present position, without a stop where its addresses can replace the old ones. */
  receive(video: PlayedVideo): void;
  /** Continues the same video at other addresses. */
  readdress(video: PlayedVideo): void;
  /** Shows the advertisement that is due. */
  followPosition(): void;
  /** The engine fell back from the chosen height to automatic selection; do not request it again. */
  dropHeight(): void;
  /** Releases the decoder at once, before the television may freeze the page. */
  hide(): void;
  /** Reloads after `hide`. */
  show(): void;
  /** Releases the decoder and remembers the position. */
  stop(): void;
  selectSubtitle(key: string | null): void;
  selectDrawing(choice: DrawingChoice): void;
  selectAudio(key: string): void;
  selectQuality(height: number | null): void;
  setSpeed(speed: number): void;
}

export function createPlaybackPicture(options: PlaybackPictureOptions): PlaybackPicture {
  const { engine, machine, ads, chronicle, currentVideo } = options;
  const speed = createWritable(1);
  const chosen = {
    subtitleKey: options.subtitleKey === undefined ? 'ko' : options.subtitleKey,
    drawing: options.drawing,
    audioKey: options.audioKey,
    /** In lines; null selects automatically. */
    height: null as number | null,
  };
  /** Start of the next load in seconds; undefined for the server's resume offset. */
  let startAtSeconds = options.startAtSeconds;
  let wasPlayWanted = true;

  const positionSeconds = () =>
    (machine.getState().state === 'idle' ? startAtSeconds : undefined) ?? machine.position.getState().positionSeconds;

  const remember = () => {
    startAtSeconds = positionSeconds();
    wasPlayWanted = machine.getState().isPlayWanted;
  };

  const load = (video: PlayedVideo, fromSeconds: number) => {
    chronicle.add({ type: 'video', playLogId: video.play_log_id, startAtSeconds: fromSeconds });
    const { audioKey, subtitleKey, drawing } = chosen;
    const loading = machine.load({
      streams: video.streams,
      startAtSeconds: fromSeconds,
      subtitles: [...video.subtitles, ...(video.picture_subtitles ?? [])],
      ...(video.audio ? { sounds: video.audio } : {}),
      subtitleKey,
      drawing,
      ...(video.drawings ? { drawings: video.drawings } : {}),
      isPlayWanted: wasPlayWanted,
      ...(audioKey === undefined ? {} : { audioKey }),
      ...(options.preferredVideoCodecs ? { preferredVideoCodecs: options.preferredVideoCodecs } : {}),
    });
    void loading.then(() => {
      // Chosen during the load.
      if (chosen.audioKey !== undefined && chosen.audioKey !== audioKey) engine.selectAudio(chosen.audioKey);
      // An advertisement without this height may have been shown.
      if (chosen.height !== null) engine.selectQuality(chosen.height);
    });
  };

  const showBreak = async (video: PlayedVideo, due: AdBreak, fromSeconds: number) => {
    if (!ads) return;
    if (machine.getState().state !== 'idle') remember();
    else startAtSeconds = fromSeconds;
    void machine.release();
    chronicle.add({ type: 'ad-break', adBreakId: due.id });
    engine.setSpeed(1);
    const ending = await ads.show(video, due);
    chronicle.add({ type: 'ad', ending });
    engine.setSpeed(speed.getState());
    // A new play log may have replaced the one from before the advertisement.
    const now = currentVideo();
    if (ending !== 'stopped' && now && startAtSeconds !== undefined) load(now, startAtSeconds);
  };

  /** Plays the due advertisement, if any, else the episode. */
  const goOn = (video: PlayedVideo, fromSeconds: number) => {
    const due = ads?.due(video, fromSeconds);
    if (due) void showBreak(video, due, fromSeconds);
    else load(video, fromSeconds);
  };

  /** Restarts after the end on request. */
  const goOnFromEnd = () => {
    const video = currentVideo();
    remember();
    if (video) goOn(video, positionSeconds());
  };

  return {
    speed,
    positionSeconds,
    receive(video) {
      if (machine.getState().state !== 'idle') remember();
      const fromSeconds = startAtSeconds ?? video.resume_offset;
      // The episode loads with it after the advertisement.
      if (ads?.getState()) return;
      if (machine.can.seek && engine.readdress(video.streams)) return machine.amend({ streams: video.streams });
      if (machine.getState().state === 'ended') return void machine.releaseEnded(goOnFromEnd);
      // `show` loads it.
      if (options.isHidden()) startAtSeconds = fromSeconds;
      else goOn(video, fromSeconds);
    },
    readdress(video) {
      // The episode loads with it after the advertisement.
      if (ads?.getState()) return;
      const { state, error } = machine.getState();
      if (state === 'failed' && error?.kind === 'forbidden') return goOn(video, positionSeconds());
      machine.amend({ streams: video.streams });
      if (machine.can.seek) engine.readdress(video.streams);
    },
    followPosition() {
      const video = currentVideo();
      if (!ads || ads.getState() || !video || machine.getState().state !== 'playing') return;
      const due = ads.due(video, positionSeconds());
      if (due) void showBreak(video, due, positionSeconds());
    },
    dropHeight() {
      chosen.height = null;
    },
    hide() {
      if (machine.getState().state === 'ended') return void machine.releaseEnded(goOnFromEnd);
      remember();
      void machine.release();
    },
    show() {
      const video = currentVideo();
      if (video && machine.getState().state === 'idle') goOn(video, startAtSeconds ?? video.resume_offset);
    },
    stop() {
      if (machine.getState().state !== 'idle') remember();
      ads?.stop();
      void machine.release();
    },
    selectSubtitle(key) {
      chosen.subtitleKey = key;
      machine.amend({ subtitleKey: key });
      engine.selectSubtitle(key);
    },
    selectDrawing(choice) {
      chosen.drawing = choice;
      machine.amend({ drawing: choice });
      engine.selectDrawing(choice);
    },
    selectAudio(key) {
      chosen.audioKey = key;
      machine.amend({ audioKey: key });
      engine.selectAudio(key);
    },
    selectQuality(height) {
      chosen.height = height;
      chronicle.add({ type: 'quality', height });
      engine.selectQuality(height);
    },
    setSpeed(next) {
      speed.set(next);
      engine.setSpeed(next);
    },
  };
}
