import { placeOfAlignment } from './ass-place.ts';
import { type Cue, shownCues } from './cue.ts';
import { readMarkup } from './markup.ts';

/** Commas or dots before the milliseconds, one to three digits: files in the wild have all of them. */
const TIMES = /^\s*(\d+):(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?\s*-->\s*(\d+):(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?/;
/** A position of ASS that SubRip files use too, such as `{\an8}`. */
const ALIGNMENT = /\{\\an?(\d)\}/;
const OVERRIDES = /\{\\[^}]*\}/g;

const secondsOf = ([hours = '', minutes = '', seconds = '', fraction = '']: readonly (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || '0'}`);

/** Reads SubRip. Blank lines within a cue and missing numbers are tolerated; times begin a cue. */
export function readSrt(source: string): Cue[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const starts = lines.flatMap((line, index) => (TIMES.test(line) ? [index] : []));
  const cues = starts.map((start, index): Cue => {
    const next = starts[index + 1];
    const body = lines.slice(start + 1, next);
    // The number of the next cue stands before its times.
    if (next !== undefined && /^\s*\d+\s*$/.test(body.at(-1) ?? '')) body.pop();
    const [, ...times] = TIMES.exec(lines[start] ?? '') ?? [];
    const text = body.join('\n').trim();
    const [, alignment] = ALIGNMENT.exec(text) ?? [];
    return {
      startSeconds: secondsOf(times.slice(0, 4)),
      endSeconds: secondsOf(times.slice(4)),
      spans: readMarkup(text.replace(OVERRIDES, '')),
      place: alignment === undefined ? null : placeOfAlignment(Number(alignment)),
    };
  });
  return shownCues(cues);
}
