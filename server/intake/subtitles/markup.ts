import { MOST_LETTERS, PLAIN, type Span } from './cue.ts';
import { decodeEntities } from './entities.ts';

/** Colours by name that people use in SubRip. */
const COLORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    white: '#ffffff',
    yellow: '#ffff00',
    red: '#ff0000',
    lime: '#00ff00',
    green: '#008000',
    blue: '#0000ff',
    cyan: '#00ffff',
    aqua: '#00ffff',
    magenta: '#ff00ff',
    fuchsia: '#ff00ff',
    gray: '#808080',
    grey: '#808080',
    silver: '#c0c0c0',
    maroon: '#800000',
    purple: '#800080',
    olive: '#808000',
    navy: '#000080',
    teal: '#008080',
    orange: '#ffa500',
    pink: '#ffc0cb',
  }),
);

export function colorOf(written: string): string | null {
  const text = written.trim().toLowerCase();
  const [, hex] = /^#?([0-9a-f]{6})$/.exec(text) ?? [];
  const [, short] = /^#([0-9a-f]{3})$/.exec(text) ?? [];
  if (short) return `#${Array.from(short, (digit) => digit + digit).join('')}`;
  return hex ? `#${hex}` : (COLORS.get(text) ?? null);
}

/**
 * How a format writes tags: SubRip has none of its own, so what does not look like a tag is text; SAMI is HTML; in WebVTT
 * every `<` begins a tag.
 */
export type Markup = 'srt' | 'sami' | 'vtt';

type Look = Omit<Span, 'text' | 'ruby'>;

interface Tag {
  readonly isEnd: boolean;
  /** In small letters; empty for a time of a word, or what is no tag of any kind. */
  readonly name: string;
  readonly rest: string;
  /** Behind it. */
  readonly end: number;
}

/** Letters of a cue with its tags. */
const LONGEST_SOURCE = 50_000;
/** Open tags that are remembered; more have no further look. */
const MOST_OPEN = 100;

/** The tag at a `<`. @returns undefined for a `<` of the text. */
function tagAt(source: string, at: number, markup: Markup): Tag | undefined {
  let end = at + 1;
  // It ends at the next `<` too, except in WebVTT: one step for each letter, whatever the text is.
  while (end < source.length && source[end] !== '>' && (markup === 'vtt' || source[end] !== '<')) end += 1;
  const isClosed = source[end] === '>';
  if (!isClosed && markup !== 'vtt') return undefined;
  const isEnd = source[at + 1] === '/';
  const start = at + (isEnd ? 2 : 1);
  const [name = ''] = /^[a-z]{0,20}/i.exec(source.slice(start, Math.min(end, start + 20))) ?? [];
  const isTag =
    name !== '' || markup === 'vtt' || /^\d{1,3}:[\d:.,]+$/.test(source.slice(start, Math.min(end, start + 20)));
  if (!isTag) return undefined;
  return {
    isEnd,
    name: name.toLowerCase(),
    rest: source.slice(start + name.length, Math.min(end, start + 500)),
    end: isClosed ? end + 1 : end,
  };
}

/** Reads the tags that the formats share; unknown ones vanish and leave their text. */
export function readMarkup(given: string, markup: Markup): Span[] {
  const source = given.slice(0, LONGEST_SOURCE);
  const spans: Span[] = [];
  const open: { name: string; before: Look }[] = [];
  let look: Look = PLAIN;
  let isReading = false;
  let isLeftOut = false;
  let letters = 0;
  const add = (raw: string) => {
    const text = decodeEntities(raw, markup !== 'srt').slice(0, MOST_LETTERS - letters);
    if (text === '' || isLeftOut) return;
    letters += text.length;
    const last = spans.at(-1);
    // A reading belongs to the text before it.
    if (isReading && last) spans[spans.length - 1] = { ...last, ruby: `${last.ruby ?? ''}${text}` };
    else spans.push({ ...look, text, ruby: null });
  };
  let from = 0;
  let at = source.indexOf('<');
  while (at >= 0 && letters < MOST_LETTERS) {
    const tag = tagAt(source, at, markup);
    if (tag === undefined) {
      at = source.indexOf('<', at + 1);
      continue;
    }
    add(source.slice(from, at));
    from = tag.end;
    at = source.indexOf('<', from);
    const { name, isEnd, rest } = tag;
    if (name === 'br' && markup !== 'vtt') add('\n');
    if (name === 'rt' || name === 'ruby') isReading = name === 'rt' && !isEnd;
    // The brackets around a reading are for programs that cannot draw readings.
    if (name === 'rp') isLeftOut = !isEnd;
    else if (name === 'rt' || name === 'ruby') isLeftOut = false;
    if (name === '' || name === 'br') continue;
    if (!isEnd) {
      if (open.length < MOST_OPEN) open.push({ name, before: look });
      look = changed(look, name, rest);
      continue;
    }
    const index = open.map((one) => one.name).lastIndexOf(name);
    if (index < 0) continue;
    look = open[index]?.before ?? PLAIN;
    open.length = index;
  }
  add(source.slice(from));
  return spans;
}

function changed(look: Look, name: string, rest: string): Look {
  switch (name) {
    case 'i':
    case 'em':
      return { ...look, isItalic: true };
    case 'b':
    case 'strong':
      return { ...look, isBold: true };
    case 'u':
      return { ...look, isUnderlined: true };
    case 'font': {
      const [, double, single, bare] =
        /color\s{0,9}=\s{0,9}(?:"([^"]{0,99})"|'([^']{0,99})'|([^\s"']{1,99}))/i.exec(rest) ?? [];
      return { ...look, color: colorOf(double ?? single ?? bare ?? '') ?? look.color };
    }
    case 'c': {
      const color = rest
        .split(/[.\s]/)
        .map(colorOf)
        .find((one) => one !== null);
      return { ...look, color: color ?? look.color };
    }
    default:
      return look;
  }
}
