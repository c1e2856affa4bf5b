import { type Cue, countBackwards, type CueTrack, shownCues } from './cue.ts';
import { linesOf } from './lines.ts';
import { colorOf, readMarkup } from './markup.ts';
import { placeOfSettings } from './vtt-settings.ts';

/** `00:00.000` or `00:00:00.000`; hours may have any number of digits. */
const TIME = String.raw`(?:(\d{1,15}):)?(\d\d):(\d\d)\.(\d{3})`;
const TIMES = new RegExp(String.raw`^[ \t\f]*${TIME}[ \t\f]*-->[ \t\f]*${TIME}(?!\d)(.*)$`);
/** Longer than any list of settings; a file may be one line. */
const LONGEST_TIMES = 100_000;

interface Times {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly settings: string;
}

interface Block {
  readonly times: Times | undefined;
  /** A line of times that cannot be read. */
  readonly isBroken: boolean;
  readonly lines: readonly string[];
}

function secondsOf([hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]): number | undefined {
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000;
}

function timesOf(line: string): Times | undefined {
  if (line.length > LONGEST_TIMES) return undefined;
  const [whole, ...parts] = TIMES.exec(line) ?? [];
  if (whole === undefined) return undefined;
  const [startSeconds, endSeconds] = [secondsOf(parts.slice(0, 4)), secondsOf(parts.slice(4, 8))];
  return startSeconds === undefined || endSeconds === undefined
    ? undefined
    : { startSeconds, endSeconds, settings: parts[8] ?? '' };
}

/**
 * The blocks of a file, as the specification's parser collects them: an arrow in the first line of a block, or in the
 * second behind an identifier, is the line of times; any later one begins the next block.
 */
function* blocksOf(lines: readonly string[]): Generator<Block> {
  let at = 0;
  while (at < lines.length) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    const start = at;
    let times: Times | undefined;
    let arrow: number | undefined;
    for (; at < lines.length && lines[at] !== ''; at += 1) {
      const line = lines[at] ?? '';
      if (!line.includes('-->')) continue;
      // A note may speak of a cue.
      if (arrow === undefined && /^NOTE(?:[ \t]|$)/.test(lines[start] ?? '') && at - start > 1) continue;
      if (arrow !== undefined || at - start > 1) break;
      arrow = at;
      times = timesOf(line);
    }
    yield {
      times,
      isBroken: arrow !== undefined && times === undefined,
      lines: lines.slice(arrow === undefined ? start : arrow + 1, at),
    };
  }
}

/** The lines behind the header; undefined for a file that is no WebVTT. */
function bodyOf(source: string): string[] | undefined {
  const lines = linesOf(source.replaceAll('\0', '\uFFFD'));
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return undefined;
  // The header ends at a blank line, or at the first line of times.
  let at = 1;
  while (at < lines.length && lines[at] !== '' && !lines[at]?.includes('-->')) at += 1;
  return lines.slice(at);
}

/** Reads WebVTT: cues with their place, and colours of `STYLE` blocks by class. */
export function readVtt(source: string): Omit<CueTrack, 'lang'> {
  const colors = new Map<string, string>();
  const cues: Cue[] = [];
  let untimed = 0;
  for (const { times, isBroken, lines } of blocksOf(bodyOf(source) ?? [])) {
    if (times === undefined) {
      if (isBroken) untimed += lines.length === 0 ? 0 : 1;
      else if (/^STYLE[ \t]*$/.test(lines[0] ?? '')) readStyles(lines.slice(1).join('\n'), colors);
      continue;
    }
    const { startSeconds, endSeconds, settings } = times;
    cues.push({
      startSeconds,
      endSeconds,
      spans: readMarkup(withColors(lines.join('\n'), colors), 'vtt'),
      place: placeOfSettings(settings),
    });
  }
  return { cues: shownCues(cues), untimed: untimed + countBackwards(cues) };
}

/** Selectors and declarations are read rule by rule: each `{` belongs to the selector before it. */
function readStyles(styles: string, colors: Map<string, string>): void {
  for (const rule of styles.split('}')) {
    const [selector = '', body = ''] = rule.split('{');
    const [, name] = /::cue\((?:c)?\.([\w-]{1,100})\)/.exec(selector) ?? [];
    const [, written = ''] = /(?:^|[\s;])color\s{0,20}:([^;]{1,100})/.exec(body) ?? [];
    const color = colorOf(written);
    if (name !== undefined && color !== null) colors.set(name, color);
  }
}

/** Writes the colour of a class into its tag, where `readMarkup` finds it. */
const withColors = (text: string, colors: ReadonlyMap<string, string>) =>
  text.replace(
    /<c\.([\w.-]+)>/g,
    (_, names: string) =>
      `<c.${names
        .split('.')
        .map((name) => colors.get(name) ?? name)
        .join('.')}>`,
  );
