import type { Cue, Place } from './cue.ts';
import { textOf } from './cue.ts';

/** A cue of ASS, with what says which cues are one text for the eye. */
export interface AssCue extends Cue {
  readonly style: string;
  readonly effect: string;
}

/** In seconds: frames that touch, with the rounding of ASS to hundredths. */
const TOUCHING = 0.05;
/** In seconds: a cue of so short a time is a frame of an animation. */
const FRAME = 0.1;
/** In per cent: shadows and outlines are beside their text, and a moving text is a little further in each frame. */
const NEAR = 2;
/** Texts that stand at the same time are compared with so many before them. */
const MOST_COMPARED = 16;

const isNear = (one: Place | null, other: Place | null) =>
  one === null || other === null
    ? one === other
    : Math.abs(one.line - other.line) <= NEAR &&
      Math.abs(one.position - other.position) <= NEAR &&
      one.vertical === other.vertical;

interface Piece {
  cue: AssCue;
  /** Of what was last added. */
  place: Place | null;
  isFrame: boolean;
}

/**
 * Makes one cue of what shows one text at one place: layers for shadows and outlines, and the frames of an animation.
 *
 * @param cues in the order of their start.
 */
export function joinFrames(cues: readonly AssCue[]): AssCue[] {
  const pieces: Piece[] = [];
  const byText = new Map<string, Piece[]>();
  for (const cue of cues) {
    const text = textOf(cue);
    const isFrame = cue.endSeconds - cue.startSeconds <= FRAME;
    const same = byText.get(text) ?? [];
    const found = [...same].reverse().find((piece) => {
      if (!isNear(piece.place, cue.place)) return false;
      const { startSeconds, endSeconds } = piece.cue;
      if (startSeconds === cue.startSeconds && endSeconds === cue.endSeconds) return true;
      const gap = cue.startSeconds - endSeconds;
      if (cue.isSign && piece.cue.isSign) return gap <= TOUCHING;
      return isFrame && piece.isFrame && Math.abs(gap) <= TOUCHING;
    });
    if (found) {
      if (cue.endSeconds > found.cue.endSeconds) found.cue = { ...found.cue, endSeconds: cue.endSeconds };
      found.place = cue.place;
      continue;
    }
    const piece: Piece = { cue, place: cue.place, isFrame };
    pieces.push(piece);
    same.push(piece);
    if (same.length > MOST_COMPARED) same.shift();
    byText.set(text, same);
  }
  return pieces.map(({ cue }) => cue);
}

/** In letters: a syllable of a song, or a short word of it. */
const LONGEST_SYLLABLE = 8;
/** Fewer syllables are a line only where the script calls them an effect. */
const LEAST_SYLLABLES = 3;
/** Of the picture's width, in per cent: farther apart, two texts do not belong together. */
const FARTHEST = 20;
/** A gap of more than this, in usual ones, is a space between words. */
const WORD_GAP = 1.45;

/** Wide letters take twice the width of Latin ones. */
const widthOf = (text: string) =>
  Array.from(text).reduce((sum, letter) => sum + (letter.charCodeAt(0) >= 0x1100 ? 1 : 0.5), 0);

const isSyllable = (cue: AssCue) => {
  const text = textOf(cue);
  return (
    cue.isSign === true &&
    cue.place !== null &&
    cue.place.vertical === null &&
    text.length <= LONGEST_SYLLABLE &&
    !text.includes('\n')
  );
};

/**
 * Makes one cue of a karaoke line whose syllables the script places one by one: the same style and height, times that
 * overlap, from the left to the right.
 *
 * @param cues in the order of their start.
 */
export function joinSyllables(cues: readonly AssCue[]): AssCue[] {
  const lines = new Map<string, AssCue[]>();
  const others: AssCue[] = [];
  const done: AssCue[][] = [];
  for (const cue of cues) {
    if (!isSyllable(cue)) {
      others.push(cue);
      continue;
    }
    const key = `${cue.style}\n${cue.place?.line ?? ''}`;
    const line = lines.get(key);
    const last = line?.at(-1);
    if (line && last && follows(last, cue)) {
      line.push(cue);
      continue;
    }
    if (line) done.push(line);
    lines.set(key, [cue]);
  }
  done.push(...lines.values());
  const joined = done.flatMap((line) => (isSong(line) ? [lineOf(line)] : line));
  return [...others, ...joined].sort(
    (one, other) => one.startSeconds - other.startSeconds || one.endSeconds - other.endSeconds,
  );
}

function follows(last: AssCue, cue: AssCue): boolean {
  const distance = (cue.place?.position ?? 0) - (last.place?.position ?? 0);
  const shared = Math.min(last.endSeconds, cue.endSeconds) - Math.max(last.startSeconds, cue.startSeconds);
  const shorter = Math.min(last.endSeconds - last.startSeconds, cue.endSeconds - cue.startSeconds);
  return distance > 0 && distance <= FARTHEST && shared >= shorter / 2;
}

const isSong = (line: readonly AssCue[]) =>
  line.length >= LEAST_SYLLABLES || (line.length > 1 && line.every(({ effect }) => /fx|karaoke/i.test(effect)));

function lineOf(line: readonly AssCue[]): AssCue {
  const first = line[0]!;
  const middles = line.map((cue) => cue.place?.position ?? 0);
  const gaps = line.slice(1).map((cue, index) => {
    const letters = (widthOf(textOf(line[index]!)) + widthOf(textOf(cue))) / 2;
    return (middles[index + 1]! - middles[index]!) / Math.max(0.5, letters);
  });
  const usual = [...gaps].sort((one, other) => one - other)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  const spans = line.flatMap((cue, index) => {
    const isWord = index > 0 && gaps[index - 1]! > usual * WORD_GAP && !/\s$/.test(textOf(line[index - 1]!));
    return isWord ? [{ ...cue.spans[0]!, text: ' ', ruby: null }, ...cue.spans] : cue.spans;
  });
  return {
    ...first,
    endSeconds: line.reduce((end, cue) => Math.max(end, cue.endSeconds), first.endSeconds),
    spans,
    place: first.place && {
      ...first.place,
      position: Math.round((Math.min(...middles) + Math.max(...middles)) / 2),
      align: 'center',
    },
  };
}
