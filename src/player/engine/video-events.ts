import type { EngineEvent, EngineState } from './engine.ts';
import type { Unsubscribe } from '#src/player/readable.ts';

const MOVES = [
  'play',
  'playing',
  'pause',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'ended',
  'timeupdate',
  'ratechange',
] as const;

/** Whether there is data for the present position and a little more (HTMLMediaElement.HAVE_FUTURE_DATA). */
const HAVE_FUTURE_DATA = 3;
/** Whether there is a picture (HTMLMediaElement.HAVE_CURRENT_DATA). */
const HAVE_CURRENT_DATA = 2;

/** The state of the element itself, because events may be late and arrive in bursts. */
export function engineStateOf(video: HTMLVideoElement, isStarved: boolean): EngineState {
  if (video.ended) return 'ended';
  if (video.seeking) return 'seeking';
  if (video.paused) return 'paused';
  if (isStarved || video.readyState < HAVE_FUTURE_DATA) return 'buffering';
  return 'playing';
}

/** End of the buffered range at the current position, in seconds. */
export function bufferedEndOf(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let range = 0; range < buffered.length; range += 1) {
    // Browsers skip a gap of up to a tenth of a second.
    if (buffered.start(range) <= currentTime + 0.1 && currentTime < buffered.end(range)) return buffered.end(range);
  }
  return currentTime;
}

export interface VideoFollower {
  /** Emits events from now on, starting with the current state. */
  start(): void;
  /** Checks the element now; call it for changes that have no event. */
  look(): void;
  /** The engine just moved the element over a hole in the data. */
  skippedHole(): void;
  stop: Unsubscribe;
}

/** Converts the element's changes to engine events from `start` on, each state once. `onMove` runs after every check. */
export function followVideo(
  video: HTMLVideoElement,
  isStarved: () => boolean,
  emit: (event: EngineEvent) => void,
  onMove: () => void,
): VideoFollower {
  let isTelling = false;
  let state: EngineState | null = null;
  let durationSeconds = 0;
  let lastSeconds = 0;

  const look = () => {
    if (!isTelling) return;
    if (Number.isFinite(video.duration) && video.duration !== durationSeconds) {
      durationSeconds = video.duration;
      emit({ type: 'duration', durationSeconds });
    }
    const now = engineStateOf(video, isStarved());
    if (now !== state) {
      state = now;
      emit({ type: 'state', state: now, ...(now === 'ended' ? { positionSeconds: video.currentTime } : {}) });
    }
    lastSeconds = video.currentTime;
    emit({ type: 'position', positionSeconds: lastSeconds });
    emit({ type: 'buffered', bufferedEndSeconds: bufferedEndOf(video) });
    onMove();
  };
  const lookAtBuffer = () => {
    if (isTelling) emit({ type: 'buffered', bufferedEndSeconds: bufferedEndOf(video) });
  };

  MOVES.forEach((name) => video.addEventListener(name, look));
  video.addEventListener('progress', lookAtBuffer);
  return {
    start() {
      isTelling = true;
      look();
    },
    look,
    skippedHole() {
      // Before the element's own `seeking`, so that the position before the hole is still known.
      if (isTelling) emit({ type: 'hole', fromSeconds: lastSeconds, toSeconds: video.currentTime });
    },
    stop() {
      isTelling = false;
      MOVES.forEach((name) => video.removeEventListener(name, look));
      video.removeEventListener('progress', lookAtBuffer);
    },
  };
}

/** Calls back with the first picture of what the element loads, at once if it is there. */
export function afterFirstPicture(element: HTMLVideoElement, then: () => void): void {
  if (element.readyState >= HAVE_CURRENT_DATA) return then();
  const told = () => {
    element.removeEventListener('loadeddata', told);
    then();
  };
  element.addEventListener('loadeddata', told);
}
