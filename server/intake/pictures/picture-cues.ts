import { createHash } from 'node:crypto';
import type { Picture, ShownState, Size } from './picture.ts';

/** A picture with its time. */
export interface PictureCue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly canvas: Size;
  readonly picture: Picture;
  /** Equal for equal pictures. */
  readonly digest: string;
}

/** A state of this length or less is a step of a change: discs fade by changing the palette with each frame. */
const STEP_SECONDS = 0.1;
/** A change that lasts longer shows a step of it. */
const LONGEST_CHANGE_SECONDS = 1;
/** Of a picture whose end nobody says. */
const UNKNOWN_SECONDS = 5;
/** Longest cue: a clear that is lost must not leave a picture for the rest of a film. */
const LONGEST_SECONDS = 60;
/** Between two states that follow each other. */
const SAME_SECONDS = 0.05;

/** The times of the pictures of a track, in the order of its states. A picture that goes on through several states is one cue. */
export function* cuesOf(states: Iterable<ShownState>): Generator<PictureCue> {
  const open = new Map<string, PictureCue>();
  for (const { startSeconds, endSeconds, canvas, pictures } of timed(states)) {
    const shown = new Map<string, PictureCue>();
    for (const one of pictures) {
      const picture = trim(one);
      if (!picture) continue;
      const digest = digestOf(picture);
      const key = [digest, picture.x, picture.y, picture.isForced].join();
      const before = open.get(key);
      const goesOn =
        before &&
        Math.abs(before.endSeconds - startSeconds) < SAME_SECONDS &&
        endSeconds - before.startSeconds <= LONGEST_SECONDS;
      if (goesOn) open.delete(key);
      shown.set(key, goesOn ? { ...before, endSeconds } : { startSeconds, endSeconds, canvas, picture, digest });
    }
    yield* open.values();
    open.clear();
    shown.forEach((cue, key) => open.set(key, cue));
  }
  yield* open.values();
}

interface TimedState extends Omit<ShownState, 'endSeconds'> {
  readonly endSeconds: number;
}

/** States with pictures, each until the next one; the last step of a change takes the time of the others. */
function* timed(states: Iterable<ShownState>): Generator<TimedState> {
  let current: ShownState | undefined;
  /** Beginning of a change that `current` ends. */
  let changedSince: number | undefined;
  for (const next of states) {
    const isStep =
      current !== undefined &&
      next.pictures.length > 0 &&
      next.startSeconds >= current.startSeconds &&
      next.startSeconds - current.startSeconds <= STEP_SECONDS &&
      next.startSeconds - (changedSince ?? current.startSeconds) <= LONGEST_CHANGE_SECONDS;
    if (isStep && current && current.pictures.length > 0) changedSince ??= current.startSeconds;
    else {
      if (current) yield* ended(current, changedSince, next.startSeconds);
      changedSince = undefined;
    }
    current = next;
  }
  if (current) yield* ended(current, changedSince, undefined);
}

function* ended(state: ShownState, since: number | undefined, until: number | undefined): Generator<TimedState> {
  const { startSeconds } = state;
  // A time that goes back says nothing about the end.
  const next = until === undefined || until < startSeconds ? startSeconds + UNKNOWN_SECONDS : until;
  const endSeconds = Math.min(state.endSeconds ?? Infinity, next, startSeconds + LONGEST_SECONDS);
  if (state.pictures.length > 0 && endSeconds - startSeconds > SAME_SECONDS)
    yield { ...state, startSeconds: since ?? startSeconds, endSeconds };
}

const digestOf = ({ width, height, pixels }: Picture) =>
  createHash('sha1').update(`${width}x${height}`).update(pixels).digest('base64');

/** Cuts transparent edges off: discs have pictures as large as the screen. */
export function trim(picture: Picture): Picture | undefined {
  const { width, height, pixels } = picture;
  let [top, bottom, left, right] = [-1, -1, width, -1];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if ((pixels[(row * width + column) * 4 + 3] ?? 0) === 0) continue;
      if (top === -1) top = row;
      bottom = row;
      if (column < left) left = column;
      if (column > right) right = column;
    }
  }
  if (top === -1) return undefined;
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const kept = new Uint8Array(size.width * size.height * 4);
  for (let row = 0; row < size.height; row += 1) {
    const from = ((top + row) * width + left) * 4;
    kept.set(pixels.subarray(from, from + size.width * 4), row * size.width * 4);
  }
  return { x: picture.x + left, y: picture.y + top, ...size, pixels: kept, isForced: picture.isForced };
}
