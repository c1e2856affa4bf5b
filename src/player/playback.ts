import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Stop } from '#src/lib/clock.ts';
import { createChronicle } from './reports/chronicle.ts';
import { createCurrentPlayLog } from './reports/current-play-log.ts';
import { NO_TRACKS, type EngineEvent, type SubtitleCue, type Tracks } from './engine/engine.ts';
import { withTicket } from './media-ticket.ts';
import { createPlayLogLease, type LeaseEnding, type PlayLogLease } from './reports/play-log-lease.ts';
import { createPlaybackAds, type PlayedVideo, type ShownBreak } from './ads/playback-ads.ts';
import { createPlaybackMachine } from './playback-machine.ts';
import { createPlaybackPicture } from './playback-picture.ts';
import { createPlaybackRecorder } from './reports/playback-recorder.ts';
import { isWaiting } from './playback-state.ts';
import { withTimeout } from './playback-timeout.ts';
import {
  hasVideo,
  type Playback,
  type PlaybackOptions,
  type PlaybackPhase,
  type PlaybackSnapshot,
} from './playback-types.ts';
import { createWritable, type Unsubscribe } from './readable.ts';
import { createVideoCall } from './video-call.ts';
import { createWaitingSign } from './waiting-sign.ts';

/** A second failure this soon after a new video means that revalidating does not help (contract.md, section 8). */
const REVALIDATE_AGAIN_AFTER_MS = 10_000;
/** Maximum delay of the picture by a ticket renewal, in ms. */
const TICKET_LIMIT_MS = 3_000;
/** Maximum wait for new addresses once the buffer is empty, in ms; then the viewer sees an error. */
const RECOVERY_LIMIT_MS = 20_000;

/** A device with one window never loses its play log to another window. */
const ONE_WINDOW = createCurrentPlayLog({ get: () => null, set: () => undefined, remove: () => undefined });

/** Combines video, engine, machine and play log of one visit to the player, and moves it through its phases. */
export function createPlayback(options: PlaybackOptions): Playback {
  const { clock, engine, episodeId, errorCodeOf, lifecycle, logError, pendingReports, profileId } = options;
  const snapshot = createWritable<PlaybackSnapshot>({ phase: 'opening', video: null, refusal: null });
  const cues = createWritable<readonly SubtitleCue[]>([]);
  const tracks = createWritable<Tracks>(NO_TRACKS);
  const isNetworkGone = createWritable(false);
  const machine = createPlaybackMachine({ engine, clock });
  const chronicle = createChronicle(clock);
  const waitingSign = createWaitingSign(clock);
  const ads = options.ads ? createPlaybackAds({ engine, clock, services: options.ads, logError }) : null;
  const subscriptions: Unsubscribe[] = [];
  let element: HTMLVideoElement | null = null;
  let lease: PlayLogLease | null = null;
  let stopRecovery: Stop | null = null;
  let revalidatedAtMs: number | null = null;
  let closing: Promise<unknown> | null = null;

  const currentVideo = () => {
    const { phase, video } = snapshot.getState();
    return hasVideo(phase) ? video : null;
  };
  const recorder = createPlaybackRecorder({
    chronicle,
    report: options.report,
    errorCodeOf,
    quality: () => element?.getVideoPlaybackQuality?.(),
  });
  const picture = createPlaybackPicture({
    ...options,
    machine,
    ads,
    chronicle,
    currentVideo,
    isHidden: lifecycle.isHidden,
  });

  /** The buffer ran out because the addresses expired, and new ones are being requested. */
  const isRecovering = () => hasVideo(snapshot.getState().phase) && machine.getState().error?.kind === 'forbidden';

  const followWaiting = () => {
    const { phase } = snapshot.getState();
    const { state } = machine.getState();
    const adBreak = ads?.getState();
    // Idle is a short state between two loads, or hidden, where nobody sees it.
    const isPictureWaitedFor = adBreak
      ? (adBreak.ad?.isWaiting ?? true)
      : state === 'idle' || isWaiting(state) || isRecovering();
    waitingSign.set(phase === 'opening' || (hasVideo(phase) && isPictureWaitedFor));
  };

  const enter = (phase: PlaybackPhase, part: Partial<PlaybackSnapshot> = {}) => {
    if (phase !== snapshot.getState().phase) chronicle.add({ type: 'phase', phase });
    snapshot.set({ ...snapshot.getState(), refusal: null, ...part, phase });
    followWaiting();
  };

  const leavePlayLog = (): Promise<void> => {
    const left = lease?.leave() ?? Promise.resolve();
    lease = null;
    return left;
  };

  /** The viewer left before the video came: its play log would count among the devices that play. */
  const abandon = (video: PlayedVideo): void => {
    if (video.offline) return;
    const report = { totalPlayTime: 0, playEndOffset: video.resume_offset, isPlayerExit: true };
    recorder.report(video.play_log_id, report).catch(logError);
  };

  const startPlayLog = (video: PlayedVideo): void => {
    lease = createPlayLogLease({
      ...options,
      video,
      position: picture.positionSeconds,
      currentPlayLog: options.currentPlayLog ?? ONE_WINDOW,
      report: recorder.report,
      onRenewed: applyTicket,
      onEnd: endLease,
    });
    if (machine.getState().state === 'playing') lease.play();
    enter('open', { video });
    picture.receive(video);
  };

  const videoCall = createVideoCall({
    clock,
    request: () => options.openVideo(episodeId),
    sendPending: () => pendingReports.sendAll(profileId),
    errorCodeOf,
    onVideo: startPlayLog,
    onLate: abandon,
    logError,
  });

  const openVideo = (): Promise<void> => {
    enter('opening');
    return videoCall.ask({
      isRetried: false,
      onRefused(refusal) {
        // Prepared data may be in the element.
        picture.stop();
        enter('refused', { refusal });
      },
    });
  };

  const stopWith = (phase: 'kicked' | 'superseded' | 'expired', refusal: unknown = null) => {
    videoCall.stop();
    stopRecovery?.();
    picture.stop();
    void leavePlayLog();
    enter(phase, { refusal });
  };

  /** The old play log or its addresses are over: a new video, at the same position, while the buffer plays on. */
  const revalidate = async (): Promise<void> => {
    if (revalidatedAtMs !== null && clock.now() - revalidatedAtMs < REVALIDATE_AGAIN_AFTER_MS)
      return stopWith('expired');
    enter('revalidating');
    await videoCall.ask({
      after: leavePlayLog(),
      isRetried: true,
      onRefused: (refusal) => stopWith('expired', refusal),
    });
    revalidatedAtMs = clock.now();
  };

  function endLease(ending: LeaseEnding, error: unknown): void {
    if (ending === 'revalidate') void revalidate();
    else stopWith(ending, error);
  }

  /** Applies a new ticket without any visible effect. */
  function applyTicket(ticket: MediaTicket): void {
    const old = currentVideo();
    if (!old) return;
    const video = withTicket(old, ticket);
    snapshot.set({ ...snapshot.getState(), video });
    picture.readdress(video);
  }

  const followMachine = () => {
    const { state } = machine.getState();
    if (!recorder.enter(state, picture.positionSeconds())) return;
    followWaiting();
    // Only a moving picture counts as watched.
    if (state === 'playing') lease?.play();
    else lease?.pause();
    if (state === 'ended') ads?.forget();
    stopRecovery?.();
    if (!isRecovering()) return;
    // Signed addresses end with the play log (contract.md, section 8).
    stopRecovery = clock.after(RECOVERY_LIMIT_MS, () => stopWith('expired'));
    lease?.refused();
  };

  const followPosition = () => {
    recorder.moveTo(machine.getState().state, picture.positionSeconds());
    picture.followPosition();
  };

  const followEngine = (event: EngineEvent) => {
    recorder.follow(event);
    if (event.type === 'cues') cues.set(event.cues);
    if (event.type === 'tracks') {
      tracks.set(event.tracks);
      const isLoaded = machine.can.seek && machine.getState().state !== 'loading';
      if (isLoaded && event.tracks.quality.active === null) picture.dropHeight();
    }
    if (event.type === 'network') isNetworkGone.set(event.isGone);
    // A failed advertisement ends by itself.
    if (ads?.getState()) return;
    if (event.type === 'refused') lease?.refused();
    if (event.type === 'error' && event.error.kind === 'not-found') lease?.missing();
  };

  const hide = () => {
    if (ads?.getState()) ads.stop();
    const { state } = machine.getState();
    // Prepared data may hold a decoder.
    if (!currentVideo()) return void engine.unload();
    if (state === 'idle') return;
    // Synchronous: the television may freeze the page right after. A released decoder is paused, so nothing counts on.
    if (state === 'ended') recorder.countFrames();
    picture.hide();
    lease?.persist();
    // The disk copy is safe, but other devices can only resume from what the server knows.
    lease?.reportNow();
  };

  const show = () => {
    const due = lease?.isDue() ? lease : null;
    if (!due) return picture.show();
    // After a long absence a load with the old ticket would be refused.
    void withTimeout(clock, TICKET_LIMIT_MS, 'ticket', due.freshen())
      .catch(logError)
      .then(() => (lease === due && !lifecycle.isHidden() ? picture.show() : undefined));
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
    speed: picture.speed,
    chronicle,
    adBreak: ads ?? createWritable<ShownBreak | null>(null),
    isNetworkGone,
    isWaitShown: waitingSign,
    skipAd: () => ads?.skip(),
    toggleAdPause: () => ads?.togglePause(),
    tryNetwork: () => engine.tryNetwork(),
    async open(video) {
      if (closing || element) return;
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
    selectSubtitle: picture.selectSubtitle,
    selectDrawing: picture.selectDrawing,
    selectAudio: picture.selectAudio,
    selectQuality: picture.selectQuality,
    setSpeed: picture.setSpeed,
    async retry() {
      switch (snapshot.getState().phase) {
        case 'open':
        case 'revalidating':
          return machine.retry();
        case 'refused':
        case 'kicked':
        case 'superseded':
        case 'expired':
          return openVideo();
        case 'opening':
        case 'closed':
          return;
      }
    },
    async close() {
      if (!closing) {
        videoCall.stop();
        stopRecovery?.();
        // The final report first: it needs the position, which the engine loses when it closes.
        closing = Promise.all([leavePlayLog(), machine.close()]);
        ads?.close();
        subscriptions.forEach((unsubscribe) => unsubscribe());
        enter('closed');
      }
      await closing;
    },
  };
}
