import type { AssEvent } from '../subtitles/ass-script.ts';

/** What speaks for an event being drawn rather than spoken, and how much: the shares of such events that are drawn. */
const WEIGHTS = {
  /** Shapes by `\p`. */
  shape: 1,
  karaoke: 0.9,
  effect: 0.9,
  turn: 0.9,
  clip: 0.85,
  move: 0.85,
  origin: 0.7,
  change: 0.7,
  /** So short that it may be a picture of an animation. */
  frame: 0.4,
  place: 0.6,
  looks: 0.25,
  fade: 0.1,
} as const;
export type Evidence = keyof typeof WEIGHTS;

/** Letters of an event that are read. */
const LONGEST_TEXT = 100_000;
const LONGEST_SHAPE = 50_000;
const LONGEST_TAG = 200;
/** More overrides than any script has in one event. */
const MOST_CLIPS = 50;
/** In seconds: two pictures of a film. */
const FRAME_SECONDS = 0.1;
/** In seconds: a mark of a broadcaster stands longer, and would need every picture of the film again. */
const LONGEST_SECONDS = 300;

/** Largest values of tags that anybody sees; larger ones only take time and memory. */
const LIMITS: Readonly<Record<string, number>> = {
  fs: 2_000,
  fscx: 10_000,
  fscy: 10_000,
  fsp: 2_000,
  blur: 100,
  be: 100,
  bord: 1_000,
  xbord: 1_000,
  ybord: 1_000,
  shad: 2_000,
  xshad: 2_000,
  yshad: 2_000,
};

/** By the tag's name, without its value. */
const EVIDENCE: Readonly<Record<string, Evidence>> = {
  k: 'karaoke',
  kf: 'karaoke',
  ko: 'karaoke',
  kt: 'karaoke',
  pos: 'place',
  move: 'move',
  org: 'origin',
  clip: 'clip',
  iclip: 'clip',
  t: 'change',
  fr: 'turn',
  frx: 'turn',
  fry: 'turn',
  frz: 'turn',
  fax: 'turn',
  fay: 'turn',
  fad: 'fade',
  fade: 'fade',
  blur: 'fade',
  be: 'fade',
};
const LOOKS = new Set(['fn', 'fs', 'fscx', 'fscy', 'fsp', 'bord', 'xbord', 'ybord', 'shad', 'xshad', 'yshad']);
/** Names that another name of the list begins with come later; `\fn` is followed by a name of its own. */
const NAME =
  /^(?:iclip|clip|move|blur|xbord|ybord|bord|xshad|yshad|shad|fscx|fscy|frx|fry|frz|fax|fay|fade|fad|fsp|pos|org|fn|fs|fr|be|kf|ko|kt|[ktp])/i;

export interface JudgedEvent {
  readonly evidence: ReadonlySet<Evidence>;
  /** Whether a renderer draws it at a bounded cost. */
  readonly isDrawable: boolean;
}

export function judgeEvent({ text, effect, startSeconds, endSeconds }: AssEvent): JudgedEvent {
  const evidence = new Set<Evidence>();
  const looks = new Set<string>();
  const seconds = endSeconds - startSeconds;
  let isDrawable = seconds > 0 && seconds <= LONGEST_SECONDS && text.length <= LONGEST_TEXT;
  let isShape = false;
  let clips = 0;
  const read = (written: string) => {
    const tag = written.trim().slice(0, LONGEST_TAG);
    const name = NAME.exec(tag)?.[0].toLowerCase();
    if (name === undefined) return;
    const value = tag.slice(name.length);
    const number = Number.parseFloat(value);
    if (name === 'p') {
      if (!/^\d/.test(value)) return;
      isShape = number > 0;
      if (isShape) evidence.add('shape');
      return;
    }
    if (name === 'fn' ? value.length > 0 : LOOKS.has(name)) looks.add(name);
    const found = EVIDENCE[name];
    const isTurnBack = found === 'turn' && number === 0;
    // A time or a bracket follows: `\kana` and `\title` are no tags of ours.
    if (found !== undefined && !isTurnBack && /^\s*[-+.\d(&]/.test(value)) evidence.add(found);
    if (name === 'clip' || name === 'iclip') clips += 1;
    const limit = LIMITS[name];
    if ((limit !== undefined && Math.abs(number) > limit) || /nan|inf/i.test(name === 'fn' ? '' : value))
      isDrawable = false;
  };
  for (const part of text.slice(0, LONGEST_TEXT).split('{')) {
    const end = part.indexOf('}');
    if (end >= 0) part.slice(0, end).split('\\').slice(1).forEach(read);
    const shown = part.slice(end + 1);
    if (isShape && (shown.length > LONGEST_SHAPE || /[a-z]{2,}|\de/i.test(shown.replaceAll('\\N', ''))))
      isDrawable = false;
  }
  if (clips > MOST_CLIPS) isDrawable = false;
  if (/^(?:fx|karaoke)\b/i.test(effect) || /^(?:banner|scroll (?:up|down))\b/i.test(effect)) evidence.add('effect');
  if (seconds <= FRAME_SECONDS) evidence.add('frame');
  if (looks.size > 1) evidence.add('looks');
  return { evidence, isDrawable };
}

/** How sure it is that something is drawn, of independent evidence. */
export const confidenceOf = (evidence: Iterable<Evidence>, prior = 0): number =>
  1 - [...evidence].reduce((rest, one) => rest * (1 - WEIGHTS[one]), 1 - prior);
