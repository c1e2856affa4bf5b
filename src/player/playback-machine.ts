import type { Clock, Stop } from '#src/lib/clock.ts';
import type { EngineEvent, EngineLoadRequest, EngineState, PlaybackEngine } from './engine/engine.ts';
import { appError, PlaybackError } from './playback-error.ts';
import { possibilitiesOf, stateAfter, type PlaybackPossibilities, type PlaybackState } from './playback-state.ts';
import { timedOut } from './playback-timeout.ts';
import { createWritable, type Readable } from './readable.ts';
import { createShownPosition, type PlaybackPosition } from './shown-position.ts';
import { createStreamLength } from './stream-length.ts';
import { createStallWatch, STALL_LIMIT_MS } from './engine/stall-watch.ts';

/**
 * Time limit of attaching, and of loading up to the first frame, in ms: an engine may hang in either silently
 * (engines.md, section 5).
 */
const LOAD_LIMIT_MS = 15_000;

/** A decoder that fails again this soon after it was recreated is a failure, in ms. */
const REPAIR_AGAIN_AFTER_MS = 10_000;

/** A picture that stalls again this soon after a reload is a failure, in ms. */
const MOVED_AGAIN_AFTER_MS = 90_000;

/** Margin before the end for seeks, in seconds, so that a seek never finishes the episode. */
const END_MARGIN_SECONDS = 1;

export interface MachineSnapshot {
  readonly state: PlaybackState;
  readonly can: PlaybackPossibilities;
  /** The last request: true while it plays or will play as soon as possible. Draw the play button from this. */
  readonly isPlayWanted: boolean;
  /** 0 until it is known. */
  readonly durationSeconds: number;
  /** Set in `failed` only. */
  readonly error: PlaybackError | null;
}

export interface PlaybackLoadRequest extends EngineLoadRequest {
  /** Whether playback starts automatically after loading. */
  readonly isPlayWanted: boolean;
}

/** Requests of the viewer; the state follows the engine's reports. An impossible request does nothing. */
export interface PlaybackMachine extends Readable<MachineSnapshot> {
  readonly position: Readable<PlaybackPosition>;
  readonly can: PlaybackPossibilities;
  /** Sets the element; the decoder is prepared in the background. Call it once before `load`. */
  attach(video: HTMLVideoElement): void;
  /** Never rejects: a failure is a state. */
  load(request: PlaybackLoadRequest): Promise<void>;
  play(): void;
  pause(): void;
  /** Moves by `deltaSeconds` from the shown position, also during an earlier seek. */
  seekBy(deltaSeconds: number): void;
  /** Clamped to the episode. */
  seekTo(positionSeconds: number): void;
  /** Loads again at the shown position after a failure. */
  retry(): Promise<void>;
  /** Changes what later loads of the same video request: the viewer's choices, or new addresses. */
  amend(part: Partial<Pick<EngineLoadRequest, 'streams' | 'subtitleKey' | 'drawing' | 'audioKey'>>): void;
  /** Releases the decoder at once; the shown position stays, the state is `idle`. */
  release(): Promise<void>;
  /**
   * Releases the decoder after the end and stays `ended`. A later play or seek calls `again` to reload; position and
   * `isPlayWanted` then hold the request.
   */
  releaseEnded(again: () => void): Promise<void>;
  /** Destroys the engine; later calls do nothing. Idempotent. */
  close(): Promise<void>;
}

export interface PlaybackMachineOptions {
  readonly engine: PlaybackEngine;
  readonly clock: Clock;
}

/** The states of one playback; `playback-state.ts` has the table of transitions. */
export function createPlaybackMachine({ engine, clock }: PlaybackMachineOptions): PlaybackMachine {
  const snapshot = createWritable<MachineSnapshot>({
    state: 'idle',
    can: possibilitiesOf('idle', false, 0),
    isPlayWanted: false,
    durationSeconds: 0,
    error: null,
  });
  const position = createShownPosition(clock);
  let video: HTMLVideoElement | null = null;
  let attached: Promise<void> | null = null;
  let lastRequest: PlaybackLoadRequest | null = null;
  /** Counts loads and releases, so that late answers of earlier ones are ignored. */
  let turn = 0;
  let isLoaded = false;
  let length = createStreamLength();
  let closing: Promise<void> | null = null;
  let stopDeadline: Stop | null = null;
  const stall = createStallWatch(clock, () => getMoving(timedOut('data', STALL_LIMIT_MS)));
  /** Reloads a video that released its decoder after its end. */
  let wakeFromEnd: (() => void) | null = null;

  const change = (part: Partial<Omit<MachineSnapshot, 'can'>>) => {
    const now = snapshot.getState();
    const next = { ...now, ...part };
    const keys = Object.keys(part) as (keyof typeof part)[];
    if (keys.every((key) => now[key] === next[key])) return;
    snapshot.set({ ...next, can: possibilitiesOf(next.state, next.isPlayWanted, next.durationSeconds) });
  };

  const enter = (state: PlaybackState, part: Partial<Omit<MachineSnapshot, 'can' | 'state'>> = {}) => {
    if (state !== 'loading') stopDeadline?.();
    stall.follow(state === 'buffering' || state === 'seeking');
    change({ ...part, state });
  };

  const fail = (error: PlaybackError) => {
    turn += 1;
    isLoaded = false;
    // The next try attaches again, because the script may have failed.
    attached = null;
    enter('failed', { error });
    // The next action of the viewer may need the decoder.
    void engine.unload();
  };

  const fallDue = (what: string) => {
    stopDeadline?.();
    stopDeadline = clock.after(LOAD_LIMIT_MS, () => fail(timedOut(what, LOAD_LIMIT_MS)));
  };

  const ready = (): Promise<void> => {
    if (!video) return Promise.reject(new Error('attach() comes before load()'));
    attached ??= engine.attach(video);
    return attached;
  };

  const start = () => {
    const thisTurn = turn;
    void engine.play().then((isAllowed) => {
      if (isAllowed || turn !== thisTurn) return;
      change({ isPlayWanted: false });
      if (snapshot.getState().state === 'loading') enter('paused');
    });
  };

  const load = async (request: PlaybackLoadRequest): Promise<void> => {
    if (closing) return;
    turn += 1;
    const thisTurn = turn;
    lastRequest = request;
    isLoaded = false;
    stall.setExcused(false);
    length = createStreamLength();
    wakeFromEnd = null;
    position.aimAt(request.startAtSeconds);
    enter('loading', { isPlayWanted: request.isPlayWanted, error: null });
    try {
      fallDue('attach');
      await ready();
      if (turn !== thisTurn) return;
      fallDue('load');
      const outcome = await engine.load(request);
      if (turn !== thisTurn || outcome === 'cancelled') return;
    } catch (error) {
      if (turn === thisTurn) fail(error instanceof PlaybackError ? error : unexpected(error));
      return;
    }
    isLoaded = true;
    position.aimAt(request.startAtSeconds);
    if (snapshot.getState().isPlayWanted) start();
    else enter('paused');
  };

  const loadAgain = async (isPlayWanted: boolean) => {
    if (!lastRequest) return;
    await load({ ...lastRequest, startAtSeconds: position.getState().positionSeconds, isPlayWanted });
  };

  /** Reloads at the shown position, except after a second failure within `withinMs`, which is reported. */
  const secondChance = (withinMs: number) => {
    let takenAtMs: number | null = null;
    return (error: PlaybackError) => {
      const nowMs = clock.now();
      if (takenAtMs !== null && nowMs - takenAtMs < withinMs) return fail(error);
      takenAtMs = nowMs;
      void loadAgain(snapshot.getState().isPlayWanted);
    };
  };
  const getMoving = secondChance(MOVED_AGAIN_AFTER_MS);
  /** Repairs one damaged segment or a hung decoder without a message. */
  const mend = secondChance(REPAIR_AGAIN_AFTER_MS);
  const repair = (error: PlaybackError) => (error.kind === 'decode' ? mend(error) : fail(error));

  /** Data is missing: the rest of the video must not pass for watched. */
  const breakOff = () => getMoving(appError('the stream ended early', 'network'));

  const follow = (engineState: EngineState, atSeconds?: number) => {
    if (!isLoaded) return;
    if (engineState === 'ended' && !length.isEnd(atSeconds)) return breakOff();
    const now = snapshot.getState();
    const state = stateAfter(now.state, engineState, now.isPlayWanted);
    if (state === 'playing') enter(state, { isPlayWanted: true });
    // It stopped by itself or by the television: for the viewer this is a pause.
    else if (state === 'paused' || state === 'ended') enter(state, { isPlayWanted: false });
    else enter(state);
  };

  const listen = (event: EngineEvent): void => {
    // While idle, the engine may be playing an advertisement.
    if (snapshot.getState().state === 'idle') return;
    switch (event.type) {
      case 'state':
        return follow(event.state, event.positionSeconds);
      case 'position':
        // Before the start position is reached, an engine reports 0, which would overwrite the resume offset.
        if (!isLoaded) return;
        return position.decoderReports(event.positionSeconds, snapshot.getState().state === 'seeking');
      case 'duration':
        return change({ durationSeconds: length.lengthens(event.durationSeconds) });
      case 'hole':
        return isLoaded && !length.isBearable(event) ? breakOff() : undefined;
      case 'buffered':
        if (event.bufferedEndSeconds !== position.getState().bufferedEndSeconds) stall.progress();
        return position.bufferReaches(event.bufferedEndSeconds);
      case 'error':
        return isLoaded && event.error.severity === 'critical' ? repair(event.error) : undefined;
      case 'stream':
      case 'load-step':
      case 'variant':
      case 'tracks':
      case 'cues':
        // For subscribers that draw or record; the state does not change.
        return;
      case 'refused':
        return stall.setExcused(true);
      case 'network':
        return stall.setExcused(event.isGone);
    }
  };
  const unsubscribe = engine.subscribe(listen);

  const machine: PlaybackMachine = {
    getState: snapshot.getState,
    subscribe: snapshot.subscribe,
    position,
    get can() {
      return snapshot.getState().can;
    },
    attach(element) {
      video = element;
      attached = engine.attach(element);
      // `load` reports the failure.
      attached.catch(() => undefined);
    },
    load,
    play() {
      if (!machine.can.play) return;
      change({ isPlayWanted: true });
      if (snapshot.getState().state === 'ended') machine.seekTo(0);
      if (isLoaded) start();
    },
    pause() {
      if (!machine.can.pause) return;
      change({ isPlayWanted: false });
      if (isLoaded) engine.pause();
    },
    seekBy: (deltaSeconds) => machine.seekTo(position.getState().positionSeconds + deltaSeconds),
    seekTo(positionSeconds) {
      const { state, durationSeconds, isPlayWanted } = snapshot.getState();
      if (!machine.can.seek) return;
      const lastSeconds = Math.max(0, durationSeconds - END_MARGIN_SECONDS);
      const targetSeconds = Math.min(Math.max(0, positionSeconds), lastSeconds);
      position.aimAt(targetSeconds);
      if (state === 'loading') {
        // A reload that does not know its length yet would still move to its own start.
        if (!isLoaded || length.seconds() === 0) return void loadAgain(isPlayWanted);
        fallDue('load');
      }
      if (wakeFromEnd) return wakeFromEnd();
      stall.progress();
      engine.seek(targetSeconds);
    },
    async retry() {
      if (machine.can.retry) await loadAgain(true);
    },
    amend(part) {
      lastRequest = lastRequest && { ...lastRequest, ...part };
      if (part.streams) stall.setExcused(false);
    },
    async release() {
      if (closing) return;
      turn += 1;
      isLoaded = false;
      wakeFromEnd = null;
      enter('idle', { error: null });
      await engine.unload();
    },
    async releaseEnded(again) {
      if (closing || snapshot.getState().state !== 'ended') return;
      turn += 1;
      isLoaded = false;
      wakeFromEnd = again;
      await engine.unload();
    },
    close() {
      if (closing) return closing;
      turn += 1;
      isLoaded = false;
      unsubscribe();
      closing = engine.destroy();
      enter('idle', { error: null });
      return closing;
    },
  };
  return machine;
}

const unexpected = (cause: unknown) =>
  new PlaybackError('the engine threw something unknown', {
    kind: 'unknown',
    severity: 'critical',
    category: 'app',
    code: 0,
    cause,
  });
