import type { AssEvent, AssScript } from '../subtitles/ass-script.ts';
import { type LettersByFont, lettersByFont } from './drawn-letters.ts';
import type { Kind } from './judge-script.ts';

/** What a renderer needs to draw the drawn events of a script. */
export interface DrawnScript {
  /** A script of these events alone, in the standard order of fields. */
  readonly text: string;
  /** When each of them shows. */
  readonly times: readonly { readonly startSeconds: number; readonly endSeconds: number }[];
  /** Of its colours, as the script names it; empty where it does not. */
  readonly matrix: string;
  /** Names of the fonts that they ask for. */
  readonly fonts: readonly string[];
  readonly letters: LettersByFont;
}

const MATRIX = /^ycbcr matrix\s{0,9}:\s{0,9}(\S{1,20})/i;
/** More than any script asks for. */
const MOST_FONTS = 200;
const LONGEST_FONT = 100;

/** In the format's hundredths, rounded as renderers do. */
function timeOf(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(hundredths / 6_000);
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}

const numberOf = (value: string | undefined) => Math.trunc(Number(value)) || 0;

const lineOf = ({ startSeconds, endSeconds, fields, text }: AssEvent) =>
  `Dialogue: ${[
    numberOf(fields['layer']),
    timeOf(startSeconds),
    timeOf(endSeconds),
    fields['style'] ?? 'Default',
    fields['name'] ?? '',
    ...['marginl', 'marginr', 'marginv'].map((name) => numberOf(fields[name])),
    fields['effect'] ?? '',
    text,
  ].join(',')}`;

/** Renderers refuse a script that says neither its version nor a style, which people write all the same. */
const withVersion = (head: readonly string[]) =>
  head.some((line) => /^(?:scripttype\s{0,9}:|\[v4\+? styles\+?\])/i.test(line))
    ? head
    : ['[Script Info]', 'ScriptType: v4.00+', ...head];

/** @returns undefined where nothing is drawn. */
export function writeDrawnScript({ head, events, styles }: AssScript, kinds: readonly Kind[]): DrawnScript | undefined {
  const drawn = events.filter((_, index) => kinds[index] === 'drawn');
  if (drawn.length === 0) return undefined;
  const fonts = new Set<string>();
  const addFont = (name: string) => {
    const plain = name.replace(/^@/, '').trim();
    if (plain !== '' && plain.length <= LONGEST_FONT && fonts.size < MOST_FONTS) fonts.add(plain);
  };
  for (const { style, text } of drawn) {
    addFont(styles.get(style)?.font ?? '');
    for (const part of text.split('\\fn').slice(1)) addFont(part.slice(0, LONGEST_FONT + 2).split(/[\\}]/, 1)[0] ?? '');
  }
  return {
    text: [
      ...withVersion(head),
      '[Events]',
      'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
      ...drawn.map(lineOf),
      '',
    ].join('\n'),
    times: drawn.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })),
    matrix: head.map((line) => MATRIX.exec(line)?.[1]).find((found) => found !== undefined) ?? '',
    fonts: [...fonts],
    letters: lettersByFont({ events: drawn, styles }),
  };
}

/** Between renderings, names of fonts are looked up with this one, which nobody has. */
export const UNKNOWN_FONT = 'Bora has no such font';

/** Braces and backslashes would begin an override, commas another field. */
const asFont = (name: string) => name.replace(/[{}\\,\r\n]/g, ' ');

/** A script that shows texts in their fonts, one a second. */
const shownInFonts = (texts: readonly (readonly [font: string, text: string])[]): string =>
  [
    ...['[Script Info]', 'ScriptType: v4.00+', '[V4+ Styles]', 'Format: Name, Fontname, Fontsize'],
    ...[
      'Style: Default,sans-serif,10',
      '[Events]',
      'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ],
    ...texts.map(
      ([font, text], index) =>
        `Dialogue: 0,${timeOf(index)},${timeOf(index + 1)},Default,,0,0,0,,{\\fn${asFont(font)}}${text}`,
    ),
    '',
  ].join('\n');

/** A script that shows a letter in each font: the renderer says which font it takes. */
export const fontsScript = (fonts: readonly string[]): string =>
  shownInFonts([UNKNOWN_FONT, ...fonts].map((font) => [font, 'A']));

/** A script that shows letters in their fonts: the renderer says which it finds nowhere. */
export const lettersScript = (letters: LettersByFont): string =>
  shownInFonts([...letters].map(([font, shown]) => [font, shown.join('')]));

export interface ReplacedFont {
  readonly font: string;
  readonly by: string;
}

const comparable = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The fonts that a machine does not have, of what libass has said about `fontsScript`: those that got the same font as a
 * name that nobody has, unless that is the font of this name.
 */
export function replacedFonts(log: string, fonts: readonly string[]): ReplacedFont[] {
  const chosen = new Map<string, string>();
  for (const line of log.split('\n')) {
    const [, name, by] =
      /fontselect: \((.{1,200}), -?\d{1,5}, -?\d{1,5}\) -> .{1,4000}, -?\d{1,5}, (\S{1,200})\s*$/.exec(line) ?? [];
    if (name !== undefined && by !== undefined && !chosen.has(name)) chosen.set(name, by);
  }
  const usual = chosen.get(UNKNOWN_FONT);
  if (usual === undefined) return [];
  return fonts.flatMap((font) => {
    const by = chosen.get(asFont(font));
    const isOwn = comparable(usual).startsWith(comparable(font)) && comparable(font) !== '';
    return by === usual && !isOwn ? [{ font, by }] : [];
  });
}
