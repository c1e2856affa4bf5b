import { readableColor } from './cue-color.ts';
import type { ParsedCue } from './parsed-cue.ts';

/** Text with one look. */
export interface CueRun {
  readonly text: string;
  /** Its reading (furigana), drawn beside it. */
  readonly ruby: string | null;
  readonly isItalic: boolean;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  /** `#rrggbb`, or null for the viewer's own colour. */
  readonly color: string | null;
}

export type CueLine = readonly CueRun[];

type Look = Omit<CueRun, 'text' | 'ruby'>;

const PLAIN: Look = { isItalic: false, isBold: false, isUnderlined: false, color: null };
const BOLD = 700;

/** Shaka forgets italics and weight where a class of a `STYLE` block begins, so looks add up here. */
const lookOf = (cue: ParsedCue, outer: Look): Look => ({
  isItalic: outer.isItalic || cue.fontStyle === 'italic' || cue.fontStyle === 'oblique',
  isBold: outer.isBold || cue.fontWeight >= BOLD,
  isUnderlined: outer.isUnderlined || cue.textDecoration.indexOf('underline') >= 0,
  color: (cue.color && readableColor(cue.color)) || outer.color,
});

const plainText = (cue: ParsedCue): string => cue.payload + cue.nestedCues.map(plainText).join('');

/** The lines of a cue, without blank ones at its beginning and end. */
export function linesOf(cue: ParsedCue): readonly CueLine[] {
  const lines: CueRun[][] = [[]];
  const currentLine = () => lines[lines.length - 1] ?? [];
  const addText = (payload: string, look: Look) =>
    // Cues without tags have their line breaks in the text.
    payload.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== '') currentLine().push({ text, ruby: null, ...look });
    });
  const add = (part: ParsedCue, outer: Look) => {
    const line = currentLine();
    const last = line[line.length - 1];
    if (part.lineBreak) lines.push([]);
    else if (part.rubyTag === 'rt' && last) line[line.length - 1] = { ...last, ruby: plainText(part) };
    // Parentheses for players that cannot draw readings.
    else if (part.rubyTag !== 'rp') {
      const look = lookOf(part, outer);
      if (part.nestedCues.length > 0) part.nestedCues.forEach((nested) => add(nested, look));
      else addText(part.payload, look);
    }
  };
  add(cue, PLAIN);
  const isBlank = (line: CueLine | undefined) => line?.every(({ text }) => text.trim() === '');
  while (lines.length > 0 && isBlank(lines[0])) lines.shift();
  while (lines.length > 0 && isBlank(lines[lines.length - 1])) lines.pop();
  return lines;
}

/** The text without looks and readings. */
export const textOfLines = (lines: readonly CueLine[]): string =>
  lines
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n')
    .trim();
