import type { EngineState } from './engine.ts';

export type PlaybackState = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'seeking' | 'ended' | 'failed';

/** What a request would do now; a request that is not possible does nothing. */
export interface PlaybackPossibilities {
  readonly play: boolean;
  readonly pause: boolean;
  readonly seek: boolean;
  readonly retry: boolean;
}

/**
 * The state after the engine reports one.
 *
 * now \ engine says               | playing | paused         | buffering | seeking | ended
 * --------------------------------|---------|----------------|-----------|---------|------
 * idle, failed                    | nothing: a late word of an engine that was let go
 * loading                         | playing | paused (1)     | loading   | loading | ended
 * playing paused buffering seeking| playing | paused         | buffering | seeking | ended
 * ended                           | playing | ended (2)      | buffering | seeking | ended
 *
 * Loading lasts until the first picture.
 * (1) Still loading while the viewer wants it to play: a loaded engine is paused for a moment before it plays.
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
  const isLoaded = state !== 'idle' && state !== 'loading' && state !== 'failed';
  const isUnderWay = isWaiting(state) || state === 'playing' || state === 'paused';
  return {
    // By what is wanted: the engine tells a little later what it was asked to do, and who presses again meanwhile means it.
    play: state === 'ended' || (isUnderWay && !isPlayWanted),
    pause: isUnderWay && isPlayWanted,
    seek: isLoaded && durationSeconds > 0,
    retry: state === 'failed',
  };
}
