/** A run of text with one look. */
export interface Span {
  readonly text: string;
  readonly isItalic: boolean;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  /** `#rrggbb`, or null for the viewer's own colour. */
  readonly color: string | null;
  /** Reading above the text (furigana), or null. */
  readonly ruby: string | null;
}

export type Align = 'start' | 'center' | 'end';

/** Where a cue stands, in per cent of the picture; null for the usual place at the bottom. */
export interface Place {
  /** Across the lines: from the top, or from the left for vertical text. */
  readonly line: number;
  /** The part of the cue that is at `line`. */
  readonly lineAlign: Align;
  /** Along the lines. */
  readonly position: number;
  /** The part of the cue that is at `position`, and how its lines are aligned. */
  readonly align: Align;
  /** Columns from the right to the left (`rl`), or null for horizontal text. */
  readonly vertical: 'rl' | 'lr' | null;
}

export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly spans: readonly Span[];
  readonly place: Place | null;
  /** Typeset over something in the picture, rather than spoken. */
  readonly isSign?: boolean;
  /** The pictures with drawings show it as its makers drew it. */
  readonly isDrawn?: boolean;
}

/** No screen holds a longer cue. */
export const MOST_LETTERS = 2_000;

export const PLAIN: Span = {
  text: '',
  isItalic: false,
  isBold: false,
  isUnderlined: false,
  color: null,
  ruby: null,
};

export const textOf = ({ spans }: Pick<Cue, 'spans'>): string => spans.map(({ text }) => text).join('');

/** A cue whose end nobody says is shown for so long, in seconds. */
export const LONGEST_CUE = 10;

/** Recorders do not know how long a text stays, so each ends where it begins: it stays until the next one. */
export function withLengths<T extends Pick<Cue, 'startSeconds' | 'endSeconds'>>(cues: readonly T[]): readonly T[] {
  // One of many is a slip, or hidden on purpose.
  if (cues.some(({ startSeconds, endSeconds }) => startSeconds !== endSeconds)) return cues;
  const starts = [...new Set(cues.map(({ startSeconds }) => startSeconds))].sort((one, other) => one - other);
  const next = new Map(starts.map((start, index) => [start, starts[index + 1] ?? Infinity]));
  return cues.map((cue) => ({
    ...cue,
    endSeconds: Math.min(next.get(cue.startSeconds)!, cue.startSeconds + LONGEST_CUE),
  }));
}

/** Cues that show something, in the order of their start. */
export const shownCues = <T extends Cue>(cues: readonly T[]): T[] =>
  cues
    .filter((cue) => cue.endSeconds > cue.startSeconds && textOf(cue).trim() !== '')
    .sort((one, other) => one.startSeconds - other.startSeconds || one.endSeconds - other.endSeconds);

/** Texts that never show because they end before they start. */
export const countBackwards = (cues: readonly Cue[]): number =>
  cues.filter((cue) => cue.endSeconds <= cue.startSeconds && textOf(cue).trim() !== '').length;

/** The cues of one language. */
export interface CueTrack {
  readonly cues: Cue[];
  /** Texts that are left out because their times cannot be read, or end before they start. */
  readonly untimed?: number;
  /** As the file itself says; `und` where it does not. */
  readonly lang: string;
}
