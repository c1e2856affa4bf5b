import type { EngineState } from './engine/engine.ts';

export type PlaybackState = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'seeking' | 'ended' | 'failed';

/** The effects of a request in the current state; an impossible request does nothing. */
export interface PlaybackPossibilities {
  readonly play: boolean;
  readonly pause: boolean;
  readonly seek: boolean;
  readonly retry: boolean;
}

/**
 * The state after an engine report.
 *
 * now \ engine reports            | playing | paused         | buffering | seeking | ended
 * --------------------------------|---------|----------------|-----------|---------|------
 * idle, failed                    | unchanged: a late report of a released engine
 * loading                         | playing | paused (1)     | loading   | loading | ended
 * playing paused buffering seeking| playing | paused         | buffering | seeking | ended
 * ended                           | playing | ended (2)      | buffering | seeking | ended
 *
 * Loading lasts until the first frame.
 * (1) Stays loading when play is requested: a loaded engine is briefly paused before it plays.
 * (2) Some engines pause after the end.
 */
export function stateAfter(now: PlaybackState, engineState: EngineState, isPlayWanted: boolean): PlaybackState {
  switch (now) {
    case 'idle':
    case 'failed':
      return now;
    case 'loading':
      if (engineState === 'buffering' || engineState === 'seeking') return 'loading';
      return engineState === 'paused' && isPlayWanted ? 'loading' : engineState;
    case 'ended':
      return engineState === 'paused' ? 'ended' : engineState;
    case 'playing':
    case 'paused':
    case 'buffering':
    case 'seeking':
      return engineState;
  }
}

/** Whether the viewer waits for the picture in this state. */
export function isWaiting(state: PlaybackState): boolean {
  return state === 'loading' || state === 'buffering' || state === 'seeking';
}

export function possibilitiesOf(
  state: PlaybackState,
  isPlayWanted: boolean,
  durationSeconds: number,
): PlaybackPossibilities {
  const isUnderWay = isWaiting(state) || state === 'playing' || state === 'paused';
  return {
    // By the request, not the engine's state: the engine reports later, and a second press in between must count.
    play: state === 'ended' || (isUnderWay && !isPlayWanted),
    pause: isUnderWay && isPlayWanted,
    // Also before the first frame: the timeline is there as soon as the length is known.
    seek: state !== 'idle' && state !== 'failed' && durationSeconds > 0,
    retry: state === 'failed',
  };
}
