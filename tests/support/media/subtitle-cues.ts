import type { CueRun } from '#src/player/engine/cue-text.ts';
import type { SubtitleCue } from '#src/player/engine/engine.ts';
import type { ParsedCue } from '#src/player/engine/parsed-cue.ts';

export const buildRun = (text: string, looks: Partial<CueRun> = {}): CueRun => ({
  text,
  ruby: null,
  isItalic: false,
  isBold: false,
  isUnderlined: false,
  color: null,
  ...looks,
});

/** A visible cue of one plain line. */
export const buildCue = (text: string, changes: Partial<SubtitleCue> = {}): SubtitleCue => ({
  key: text,
  text,
  lines: [[buildRun(text)]],
  startSeconds: 0,
  endSeconds: 4,
  placement: 'bottom',
  ...changes,
});

/** A cue as Shaka makes it from one second of WebVTT. */
export const buildParsedCue = (changes: Partial<ParsedCue>): ParsedCue => ({
  id: '',
  startTime: 0,
  endTime: 1,
  payload: '',
  nestedCues: [],
  lineBreak: false,
  rubyTag: null,
  line: null,
  lineInterpretation: 0,
  lineAlign: 'start',
  position: null,
  positionAlign: 'auto',
  textAlign: 'center',
  writingMode: 'horizontal-tb',
  color: '',
  fontStyle: 'normal',
  fontWeight: 400,
  textDecoration: [],
  ...changes,
});
