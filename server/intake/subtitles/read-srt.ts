import { positionOfAlignment } from './ass-position.ts';
import { type Cue, countBackwards, type CueTrack, shownCues, withLengths } from './cue.ts';
import { linesOf } from './lines.ts';
import { readMarkup } from './markup.ts';

/** Lines of times are short; positions (`X1:…`) may follow. */
const LONGEST_TIMES = 200;
const ARROW = /--+>|[-–—=]>|→/;
/** Commas or dots before the milliseconds, one to three digits, or none: files in the wild have all of them. */
const TIME = /^(-?)(?:(\d{1,6}):)?(-?)(\d{1,3}):(-?)(\d{1,2})(?:[,.:;](-?)(\d{1,9}))?$/;
/** What is certainly meant as a time: a half of a line with this is not dialogue. */
const CERTAIN = /^-?\d{1,6}:\d{1,2}:\d{1,2}(?:[,.:;]\d{1,9})?$|^-?\d{1,3}:\d{1,2}[,.;]\d{1,9}$/;
/** A time that stands alone, with three digits behind its seconds as SubRip writes them. */
const ALONE = /^\d{1,6}:\d{1,2}:\d{1,2},\d{3}$/;
const WIDE = /[０-９：，．]/;
/** A position of ASS that SubRip files use too, such as `{\an8}`. */
const ALIGNMENT = /\{\\an?(\d)\}/;
const OVERRIDES = /\{\\[^{}]*\}/g;

interface Times {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

function secondsOf(time: string): number | undefined {
  const [whole, first, hours = '0', second, minutes = '', third, seconds = '', fourth, fraction = ''] =
    TIME.exec(time) ?? [];
  if (whole === undefined) return undefined;
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || '0'}`);
  // Wherever the sign stands, all of it is before the start.
  return [first, second, third, fourth].includes('-') ? -value : value;
}

/** @returns the times of a line; `broken` for one that was meant to have times; undefined for text. */
function timesOf(line: string): Times | 'broken' | undefined {
  if (line.length > LONGEST_TIMES) return undefined;
  // Times that were typed with an input method of East Asia: 00：00：01，000
  const text = WIDE.test(line) ? line.trim().normalize('NFKC') : line.trim();
  if (ALONE.test(withoutSpaces(text))) return 'broken';
  const arrow = ARROW.exec(text);
  if (arrow === null) return undefined;
  const before = withoutSpaces(text.slice(0, arrow.index));
  const behind = text.slice(arrow.index + arrow[0].length);
  // Positions follow the times, as `X1:…` or as settings of WebVTT.
  const [written = ''] = /^[\d\s:.,;-]*/.exec(behind) ?? [];
  const after = withoutSpaces(written);
  const startSeconds = secondsOf(before);
  const endSeconds = secondsOf(after);
  if (startSeconds !== undefined && endSeconds !== undefined)
    // A cue that begins before the video is shown from its start.
    return { startSeconds: Math.max(0, startSeconds), endSeconds };
  const isMeant = CERTAIN.test(before) || CERTAIN.test(after);
  const isBare = arrow[0].startsWith('--') && /^[\d:.,;-]*$/.test(before) && withoutSpaces(behind) === after;
  return isMeant || isBare ? 'broken' : undefined;
}

/** Takes the number of the next cue from the end of a cue's text. @returns the number, if there is one. */
function takeNumber(body: string[], isLast: boolean, expected: number | undefined): number | undefined {
  let end = body.length;
  while (end > 0 && body[end - 1]?.trim() === '') end -= 1;
  const line = body[end - 1] ?? '';
  if (!/^\s{0,20}\d{1,9}\s{0,20}$/.test(line)) return undefined;
  const number = Number(line);
  const isDirect = end === body.length && !isLast;
  // With blank lines behind it, or at the end of a file that is cut off, only the number that is due.
  const isDue = number === expected && end > 1 && body[end - 2]?.trim() === '';
  if (!isDirect && !isDue) return undefined;
  body.length = end - 1;
  return number;
}

/** Reads SubRip. Blank lines within a cue and missing numbers are tolerated; times begin a cue. */
export function readSrt(source: string): Omit<CueTrack, 'lang'> {
  const cues: Cue[] = [];
  let untimed = 0;
  let times: Times | 'broken' | undefined;
  let body: string[] = [];
  let number: number | undefined;
  const end = (isLast: boolean) => {
    number = takeNumber(body, isLast, number === undefined ? undefined : number + 1) ?? number;
    const text = body.join('\n').trim();
    if (times === 'broken') untimed += text === '' ? 0 : 1;
    else if (times !== undefined) cues.push(cueOf(times, text));
    body = [];
  };
  for (const line of linesOf(source)) {
    const found = timesOf(line);
    if (found === undefined) {
      body.push(line);
      continue;
    }
    end(false);
    times = found;
  }
  end(true);
  const lasting = withLengths(cues);
  return { cues: shownCues(lasting), untimed: untimed + countBackwards(lasting) };
}

function cueOf(times: Times, text: string): Cue {
  const [, alignment] = ALIGNMENT.exec(text) ?? [];
  return {
    ...times,
    // Programs that know ASS write its line breaks, and players show them.
    spans: readMarkup(text.replace(OVERRIDES, '').replaceAll('\\N', '\n'), 'srt'),
    place: alignment === undefined ? null : positionOfAlignment(Number(alignment)),
  };
}
