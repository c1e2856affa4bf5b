import type { ErrorCode } from '#contract/errors.ts';
import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import type { AdBreak } from './ad-breaks.ts';
import { createChronicle, type Chronicle } from './chronicle.ts';
import { createKeptPlayLog, KeptVideoOver } from './kept-play-log.ts';
import { createMediaTicket, withTicket, type MediaTicketKeeper } from './media-ticket.ts';
import { NO_TRACKS, type EngineEvent, type PlaybackEngine, type SubtitleCue, type Tracks } from './engine.ts';
import type { PendingReports } from './pending-reports.ts';
import { createPlaybackMachine, type PlaybackMachine } from './playback-machine.ts';
import { isWaiting, type PlaybackState } from './playback-state.ts';
import { within } from './playback-timeout.ts';
import { isWorthSendingAgain, verdictOf } from './report-error.ts';
import { createPlayTracker, type PlayReport, type PlayTracker } from './play-tracker.ts';
import { createWritable, type Readable, type Unsubscribe } from './readable.ts';
import {
  createSessionAds,
  type AdServices,
  type PlayedVideo,
  type SessionAds,
  type ShownBreak,
} from './session-ads.ts';
import { createWaitingSign } from './waiting-sign.ts';

/*
 * phase    | what it means                        | what leads on
 * ---------|--------------------------------------|-----------------------------------------------------------
 * opening  | the video is being asked for         | its answer: open, or refused
 * open     | the machine has it; its own state    | kick: kicked · revalidate: still open, or expired
 *          |   says the rest, `failed` included   |
 * refused  | the video call failed                | retry: opening
 * kicked   | another device plays                 | retry takes over: opening
 * expired  | a second failure within 10 s         | the viewer leaves with a message (retry: opening)
 * closed   | the final report is out or kept      | nothing
 */
export type SessionPhase = 'opening' | 'open' | 'refused' | 'kicked' | 'expired' | 'closed';

/** A second failure this soon after asking for the video anew means that asking does not help (contract.md, section 8). */
const REVALIDATE_AGAIN_AFTER_MS = 10_000;

/** Between two reports the position moves by less, in seconds, also at double speed. */
const SEEK_FROM_SECONDS = 3;

/** What an earlier page left behind, and the final report of an old play log, hold up the picture this long at most. */
const REPORTS_FIRST_LIMIT_MS = 3_000;
/** Time for the server to say why media is refused, in ms. */
const REFUSED_LIMIT_MS = 3_000;

export interface SessionSnapshot {
  readonly phase: SessionPhase;
  /** The video that plays, or the last one that did. */
  readonly video: PlayedVideo | null;
  /** What a call threw: in `refused` and `expired` the video call, in `kicked` the report, which says who plays. */
  readonly refusal: unknown;
}

/** The part of the platform's lifecycle that a session needs. `hidden` must be told synchronously. */
export interface PageLifecycle {
  isHidden(): boolean;
  subscribe(handler: (state: 'hidden' | 'visible') => void): Unsubscribe;
}

export interface PlaybackSessionOptions {
  readonly episodeId: number;
  readonly profileId: string;
  readonly clock: Clock;
  readonly engine: PlaybackEngine;
  /** Asks the server for the video, which opens a play log. Rejects with an error that `errorCodeOf` reads. */
  readonly requestVideo: (episodeId: number) => Promise<PlayedVideo>;
  /** Sends one report; rejects with an error that `errorCodeOf` reads. */
  readonly report: (playLogId: string, report: PlayReport) => Promise<unknown>;
  /** Asks for the next ticket of the media addresses; rejects with an error that `errorCodeOf` reads. */
  readonly renewTicket: (playLogId: string) => Promise<MediaTicket>;
  /** The server's code in such an error, or null when no answer came. */
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly pendingReports: PendingReports;
  readonly lifecycle: PageLifecycle;
  readonly logError: (error: unknown) => void;
  /** For videos that stop for advertisements. */
  readonly ads?: AdServices;
  /** Language of the subtitles at the start; Korean when absent, null for none. */
  readonly subtitleLang?: string | null;
  /** Language of the sound at the start; the stream's own choice when absent. */
  readonly audioLang?: string | undefined;
  /** Codec families to try first, best first. */
  readonly preferredVideoCodecs?: readonly string[];
  /** Where to start, in seconds; the server's resume offset when absent. */
  readonly startAtSeconds?: number;
}

/** One visit to the player: video, engine, machine and tracker of one episode, tied together. */
export interface PlaybackSession extends Readable<SessionSnapshot> {
  readonly machine: PlaybackMachine;
  readonly cues: Readable<readonly SubtitleCue[]>;
  readonly tracks: Readable<Tracks>;
  /** Seconds of the episode in a second of the clock. */
  readonly speed: Readable<number>;
  readonly chronicle: Chronicle;
  /** The break for an advertisement that is under way. */
  readonly adBreak: Readable<ShownBreak | null>;
  /** Whether downloads fail while the buffer plays on. */
  readonly isNetworkGone: Readable<boolean>;
  /** Whether to say that the picture is being waited for: the server's answer, a load, data, a seek. */
  readonly isWaitShown: Readable<boolean>;
  /** Does nothing before its time, or where there is nothing to skip. */
  skipAd(): void;
  toggleAdPause(): void;
  /** The television says that the network is back. */
  tryNetwork(): void;
  /** Asks for what plays and plays it into `video`. Never rejects: what goes wrong is in the snapshots. Once only. */
  open(video: HTMLVideoElement): Promise<void>;
  selectSubtitle(lang: string | null): void;
  selectAudio(lang: string): void;
  /** Height of the picture in lines; null leaves it to the network. */
  selectQuality(height: number | null): void;
  setSpeed(speed: number): void;
  /** After `refused`, `kicked`, `expired` or a failed machine: goes on at the same place, asking anew where needed. */
  retry(): Promise<void>;
  /** Sends the final report and destroys the engine. Idempotent; resolves when both are done. */
  close(): Promise<void>;
}

/** Whether something is decoded in this state. */
const holdsPicture = (state: PlaybackState) => state !== 'idle' && state !== 'loading' && state !== 'failed';

export function createPlaybackSession(options: PlaybackSessionOptions): PlaybackSession {
  const { clock, engine, episodeId, errorCodeOf, lifecycle, logError, pendingReports, profileId } = options;
  const snapshot = createWritable<SessionSnapshot>({ phase: 'opening', video: null, refusal: null });
  const cues = createWritable<readonly SubtitleCue[]>([]);
  const tracks = createWritable<Tracks>(NO_TRACKS);
  const speed = createWritable(1);
  const machine = createPlaybackMachine({ engine, clock });
  const chronicle = createChronicle(clock);
  const isNetworkGone = createWritable(false);
  const waitingSign = createWaitingSign(clock);
  const noBreak = createWritable<ShownBreak | null>(null);
  const ads: SessionAds | null = options.ads
    ? createSessionAds({ engine, clock, services: options.ads, logError })
    : null;
  const subscriptions: Unsubscribe[] = [];
  let tracker: PlayTracker | null = null;
  /** Null where the addresses live as long as the play log. */
  let mediaTicket: MediaTicketKeeper | null = null;
  let element: HTMLVideoElement | null = null;
  let { audioLang } = options;
  /** Of the picture, in lines, as the viewer chose it. */
  let height: number | null = null;
  let subtitleLang = options.subtitleLang === undefined ? 'ko' : options.subtitleLang;
  /** Where the next load starts, in seconds; undefined leaves it to the server. */
  let startAtSeconds = options.startAtSeconds;
  let wasPlayWanted = true;
  let isRevalidating = false;
  let revalidatedAtMs: number | null = null;
  /** Counts the video calls: the answer of an earlier one is ignored. */
  let turn = 0;
  let lastState: PlaybackState = 'idle';
  let closing: Promise<unknown> | null = null;
  /** Of the right to play what is kept. */
  let stopAtEnd: Stop | null = null;

  const leftMs = (expiresAt: string) => Math.max(0, Date.parse(expiresAt) - clock.instant());

  const enter = (phase: SessionPhase, part: Partial<SessionSnapshot> = {}) => {
    if (phase !== snapshot.getState().phase) chronicle.add({ type: 'phase', phase });
    snapshot.set({ ...snapshot.getState(), refusal: null, ...part, phase });
    followWaiting();
  };

  const followWaiting = () => {
    const { phase } = snapshot.getState();
    const { state } = machine.getState();
    const adBreak = ads?.getState();
    // Idle is between two things that are waited for, or hidden, where nobody sees it.
    const isPictureWaitedFor = adBreak ? (adBreak.ad?.isWaiting ?? true) : state === 'idle' || isWaiting(state);
    waitingSign.set(phase === 'opening' || (phase === 'open' && isPictureWaitedFor));
  };

  const positionSeconds = () =>
    // Released or not loaded yet: where it will go on.
    (machine.getState().state === 'idle' ? startAtSeconds : undefined) ?? machine.position.getState().positionSeconds;

  const report = async (playLogId: string, sent: PlayReport): Promise<void> => {
    try {
      await options.report(playLogId, sent);
      chronicle.add({ type: 'report', report: sent, answer: 'accepted' });
    } catch (error) {
      chronicle.add({ type: 'report', report: sent, answer: errorCodeOf(error) ?? 'unanswered' });
      throw error;
    }
  };

  /** Lets go of the play log; its final report goes out unless the server's word was against it. */
  const leavePlayLog = (): Promise<void> => {
    const left = tracker?.detach() ?? Promise.resolve();
    tracker = null;
    mediaTicket?.stop();
    mediaTicket = null;
    stopAtEnd?.();
    stopAtEnd = null;
    return left;
  };

  const startPlayLog = (video: PlayedVideo): void => {
    const { play_log_id: playLogId, kept } = video;
    const store = pendingReports.open(playLogId, profileId);
    const send = (sent: PlayReport) => report(playLogId, sent);
    const created = createPlayTracker({
      clock,
      position: positionSeconds,
      errorCodeOf,
      // A tracker that was let go may still hear an answer; it is no longer about what plays.
      onKick: (error) => (tracker === created ? stopWith('kicked', error) : undefined),
      onRevalidate: () => (tracker === created ? void revalidate() : undefined),
      logError,
      ...(kept ? { ...createKeptPlayLog(store, send), watchedSeconds: kept.watchedSeconds } : { store, report: send }),
    });
    tracker = created;
    mediaTicket = video.ticket && !kept ? followTicket(playLogId, video.ticket) : null;
    if (kept) stopAtEnd = clock.after(leftMs(kept.expiresAt), () => stopWith('expired', new KeptVideoOver()));
    if (machine.getState().state === 'playing') created.play();
  };

  const followTicket = (playLogId: string, ticket: MediaTicket): MediaTicketKeeper =>
    createMediaTicket({
      clock,
      ticket,
      renew: () => options.renewTicket(playLogId),
      isFinal: (error) => !isWorthSendingAgain(errorCodeOf(error)),
      onRenewed: applyTicket,
      onOver,
      logError,
    });

  /** Goes on with a new ticket; the viewer sees nothing of it. */
  const applyTicket = (ticket: MediaTicket): void => {
    const { phase, video: old } = snapshot.getState();
    if (phase !== 'open' || !old) return;
    const video = withTicket(old, ticket);
    snapshot.set({ ...snapshot.getState(), video });
    // The episode loads with it after the advertisement.
    if (ads?.getState()) return;
    const { state, error } = machine.getState();
    if (state === 'failed' && error?.kind === 'forbidden') return goOn(video, positionSeconds());
    machine.amend({ streams: video.streams });
    if (machine.can.seek) engine.readdress(video.streams);
  };

  const onOver = (error: unknown): void => {
    if (verdictOf(errorCodeOf(error)) === 'kick') stopWith('kicked', error);
    else void revalidate();
  };

  let isAskingWhy = false;
  /**
   * Media is refused when its play log is over. Only the server knows whether another device took its place: a new video
   * would take it back from that device without anybody's wish.
   */
  const askWhyRefused = async (playLogId: string): Promise<void> => {
    if (isAskingWhy) return;
    isAskingWhy = true;
    const asked = tracker;
    const error = await within(clock, REFUSED_LIMIT_MS, 'ticket', options.renewTicket(playLogId)).then(
      () => null,
      (refusal: unknown) => refusal,
    );
    isAskingWhy = false;
    if (tracker === asked) onOver(error);
  };

  const onRefused = (): void => {
    const { video } = snapshot.getState();
    if (mediaTicket) mediaTicket.refused();
    else if (video && !video.kept) void askWhyRefused(video.play_log_id);
    else void revalidate();
  };

  const load = (video: PlayedVideo, fromSeconds: number): void => {
    chronicle.add({ type: 'video', playLogId: video.play_log_id, startAtSeconds: fromSeconds });
    const askedLang = audioLang;
    const loading = machine.load({
      streams: video.streams,
      startAtSeconds: fromSeconds,
      subtitles: video.subtitles,
      subtitleLang,
      isPlayWanted: wasPlayWanted,
      ...(audioLang === undefined ? {} : { audioLang }),
      ...(options.preferredVideoCodecs ? { preferredVideoCodecs: options.preferredVideoCodecs } : {}),
    });
    void loading.then(() => {
      // Chosen while it was on its way.
      if (audioLang !== undefined && audioLang !== askedLang) engine.selectAudio(audioLang);
      // An advertisement that does not have it comes between.
      if (height !== null) engine.selectQuality(height);
    });
  };

  /** Up to the break that is due, if there is one, else the picture. */
  const goOn = (video: PlayedVideo, fromSeconds: number): void => {
    const due = ads?.due(video, fromSeconds);
    if (due) void showBreak(video, due, fromSeconds);
    else load(video, fromSeconds);
  };

  const showBreak = async (video: PlayedVideo, due: AdBreak, fromSeconds: number): Promise<void> => {
    if (!ads) return;
    if (machine.getState().state !== 'idle') remember();
    else startAtSeconds = fromSeconds;
    void machine.release();
    chronicle.add({ type: 'ad-break', adBreakId: due.id });
    engine.setSpeed(1);
    const ending = await ads.show(video, due);
    chronicle.add({ type: 'ad', ending });
    engine.setSpeed(speed.getState());
    // A new play log may have come meanwhile.
    const now = snapshot.getState();
    if (ending !== 'stopped' && now.phase === 'open' && now.video && startAtSeconds !== undefined)
      load(now.video, startAtSeconds);
  };

  let lastSeconds = 0;
  /** A jump of the shown position is a seek, whoever asked for it. */
  const recordSeek = () => {
    const { state } = machine.getState();
    const seconds = positionSeconds();
    const isLoaded = state !== 'idle' && state !== 'loading';
    if (isLoaded && Math.abs(seconds - lastSeconds) > SEEK_FROM_SECONDS)
      chronicle.add({ type: 'seek', fromSeconds: Math.round(lastSeconds), toSeconds: Math.round(seconds) });
    lastSeconds = seconds;
  };

  const followPosition = () => {
    recordSeek();
    const { phase, video } = snapshot.getState();
    if (!ads || ads.getState() || phase !== 'open' || !video || machine.getState().state !== 'playing') return;
    const due = ads.due(video, positionSeconds());
    if (due) void showBreak(video, due, positionSeconds());
  };

  const remember = () => {
    startAtSeconds = positionSeconds();
    wasPlayWanted = machine.getState().isPlayWanted;
  };

  /** Sent and answered, or late: either way the picture comes next. */
  const reportsFirst = (sending: Promise<void>) =>
    within(clock, REPORTS_FIRST_LIMIT_MS, 'reports', sending).catch(logError);

  const requestVideo = async (onRefused: (error: unknown) => void): Promise<void> => {
    turn += 1;
    const thisTurn = turn;
    // Before the video call, because the resume offset in its answer should know of them.
    await reportsFirst(pendingReports.sendAll(profileId));
    if (turn !== thisTurn) return;
    try {
      const video = await options.requestVideo(episodeId);
      if (turn !== thisTurn) return abandon(video);
      if (machine.getState().state !== 'idle') remember();
      const fromSeconds = startAtSeconds ?? video.resume_offset;
      startPlayLog(video);
      enter('open', { video });
      // It plays on after the advertisement that is shown, or as it is; what is over plays again when the viewer says so.
      if (ads?.getState()) return;
      if (machine.can.seek && engine.readdress(video.streams)) return machine.amend({ streams: video.streams });
      if (machine.getState().state === 'ended') return void machine.releaseEnded(goOnFromEnd);
      // Hidden meanwhile: coming back loads it.
      if (lifecycle.isHidden()) startAtSeconds = fromSeconds;
      else goOn(video, fromSeconds);
    } catch (error) {
      if (turn === thisTurn) onRefused(error);
    }
  };

  /** The viewer left while the video was on its way: its play log would keep a place among the devices that play. */
  const abandon = (video: PlayedVideo): void => {
    if (video.kept) return;
    const sent = { totalPlayTime: 0, playEndOffset: video.resume_offset, isPlayerExit: true };
    report(video.play_log_id, sent).catch(logError);
  };

  const openVideo = async (): Promise<void> => {
    enter('opening');
    await requestVideo((refusal) => enter('refused', { refusal }));
  };

  /** What the decoder dropped so far; engines before Chromium 80 have it under another name, or not at all. */
  const countFrames = () => {
    const quality = element?.getVideoPlaybackQuality?.();
    if (quality && quality.totalVideoFrames > 0)
      chronicle.add({ type: 'frames', dropped: quality.droppedVideoFrames, total: quality.totalVideoFrames });
  };

  const stopWith = (phase: 'kicked' | 'expired', refusal: unknown = null) => {
    turn += 1;
    if (machine.getState().state !== 'idle') remember();
    ads?.stop();
    void leavePlayLog();
    void machine.release();
    enter(phase, { refusal });
  };

  /** The old play log or its addresses are no good: a new one, at the same place, while the buffer plays on. */
  const revalidate = async (): Promise<void> => {
    if (isRevalidating) return;
    const nowMs = clock.now();
    if (revalidatedAtMs !== null && nowMs - revalidatedAtMs < REVALIDATE_AGAIN_AFTER_MS) return stopWith('expired');
    revalidatedAtMs = nowMs;
    isRevalidating = true;
    turn += 1;
    const thisTurn = turn;
    await reportsFirst(leavePlayLog());
    if (turn === thisTurn) await requestVideo((refusal) => stopWith('expired', refusal));
    isRevalidating = false;
  };

  const followMachine = () => {
    const { state, error } = machine.getState();
    if (state === lastState) return;
    // Before the decoder is let go, and what it counted with it.
    if (!holdsPicture(state) && holdsPicture(lastState)) countFrames();
    lastState = state;
    followWaiting();
    chronicle.add({ type: 'state', state, positionSeconds: positionSeconds() });
    // Only a moving picture is watched: waiting, seeking and the rest do not count.
    if (state === 'playing') tracker?.play();
    else tracker?.pause();
    if (state === 'ended') ads?.forget();
    // The addresses are signed and end with the play log (contract.md, section 8).
    if (error?.kind === 'forbidden' && snapshot.getState().phase === 'open') onRefused();
  };

  const followEngine = (event: EngineEvent) => {
    if (event.type === 'cues') cues.set(event.cues);
    if (event.type === 'tracks') {
      tracks.set(event.tracks);
      // It gave way to what there is, and is not asked for again.
      if (machine.can.seek && event.tracks.quality.active === null) height = null;
    }
    if (event.type === 'network') {
      isNetworkGone.set(event.isGone);
      chronicle.add({ type: 'network', isGone: event.isGone });
    }
    // Not an advertisement's: it gives way by itself.
    if (event.type === 'refused' && !ads?.getState() && snapshot.getState().phase === 'open') onRefused();
    if (event.type === 'stream') chronicle.add({ type: 'stream', protocol: event.protocol });
    if (event.type === 'variant') chronicle.add(event);
    if (event.type === 'error') {
      const { kind, category, code } = event.error;
      if (kind === 'not-found' && !ads?.getState()) mediaTicket?.missing();
      chronicle.add({ type: 'playback-error', kind, category, code });
    }
  };

  const hide = () => {
    if (ads?.getState()) ads.stop();
    const { state } = machine.getState();
    if (snapshot.getState().phase !== 'open' || state === 'idle') return;
    // All of it before this returns: the television may freeze the page then. Released is paused, so nothing counts on.
    if (state === 'ended') {
      countFrames();
      void machine.releaseEnded(goOnFromEnd);
    } else {
      remember();
      void machine.release();
    }
    tracker?.persist();
    // On disk it is safe; other devices go on from here only when the server knows.
    tracker?.reportNow();
  };

  /** The viewer is back from elsewhere, and wants to see it again. */
  const goOnFromEnd = () => {
    const { video } = snapshot.getState();
    remember();
    if (video) goOn(video, positionSeconds());
  };

  const show = () => {
    const goOnIfIdle = () => {
      const { phase, video } = snapshot.getState();
      if (phase === 'open' && video && machine.getState().state === 'idle')
        goOn(video, startAtSeconds ?? video.resume_offset);
    };
    const due = mediaTicket?.isDue() ? mediaTicket : null;
    if (!due) return goOnIfIdle();
    // After a long time away a load with the old ticket would only be refused.
    void within(clock, REPORTS_FIRST_LIMIT_MS, 'ticket', due.freshen())
      .catch(logError)
      .then(() => (mediaTicket === due && !lifecycle.isHidden() ? goOnIfIdle() : undefined));
  };

  const followLifecycle = (state: 'hidden' | 'visible') => {
    chronicle.add({ type: 'visibility', isVisible: state === 'visible' });
    if (state === 'hidden') hide();
    else show();
  };

  return {
    getState: snapshot.getState,
    subscribe: snapshot.subscribe,
    machine,
    cues,
    tracks,
    speed,
    chronicle,
    adBreak: ads ?? noBreak,
    isNetworkGone,
    isWaitShown: waitingSign,
    skipAd: () => ads?.skip(),
    toggleAdPause: () => ads?.togglePause(),
    tryNetwork: () => engine.tryNetwork(),
    async open(video) {
      if (closing || turn > 0) return;
      subscriptions.push(
        engine.subscribe(followEngine),
        machine.subscribe(followMachine),
        machine.position.subscribe(followPosition),
        lifecycle.subscribe(followLifecycle),
        ...(ads ? [ads.subscribe(followWaiting)] : []),
      );
      element = video;
      machine.attach(video);
      ads?.attach(video);
      await openVideo();
    },
    selectSubtitle(lang) {
      subtitleLang = lang;
      machine.amend({ subtitleLang: lang });
      engine.selectSubtitle(lang);
    },
    selectAudio(lang) {
      audioLang = lang;
      machine.amend({ audioLang: lang });
      engine.selectAudio(lang);
    },
    selectQuality(wanted) {
      height = wanted;
      chronicle.add({ type: 'quality', height: wanted });
      engine.selectQuality(wanted);
    },
    setSpeed(next) {
      speed.set(next);
      engine.setSpeed(next);
    },
    async retry() {
      switch (snapshot.getState().phase) {
        case 'open':
          return machine.retry();
        case 'refused':
        case 'kicked':
        case 'expired':
          return openVideo();
        case 'opening':
        case 'closed':
          return;
      }
    },
    async close() {
      if (!closing) {
        turn += 1;
        // The final report first: it needs the position, which goes with the engine.
        closing = Promise.all([leavePlayLog(), machine.close()]);
        ads?.close();
        subscriptions.forEach((unsubscribe) => unsubscribe());
        enter('closed');
      }
      await closing;
    },
  };
}
