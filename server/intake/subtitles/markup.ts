import { PLAIN, type Span } from './cue.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  quot: '"',
  apos: "'",
};

const unescape = (text: string) =>
  text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);

/** Colours by name that people use in SubRip. */
const COLORS: Readonly<Record<string, string>> = {
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
  orange: '#ffa500',
  pink: '#ffc0cb',
};

export function colorOf(written: string): string | null {
  const text = written.trim().toLowerCase();
  const [, hex] = /^#?([0-9a-f]{6})$/.exec(text) ?? [];
  return hex ? `#${hex}` : (COLORS[text] ?? null);
}

const TAG = /<(\/?)([a-z]+)([^<>]*)>/gi;

/** Reads the tags that SubRip and WebVTT share; unknown ones vanish and leave their text. */
export function readMarkup(source: string): Span[] {
  const spans: Span[] = [];
  const open: { name: string; before: Omit<Span, 'text' | 'ruby'> }[] = [];
  let look: Omit<Span, 'text' | 'ruby'> = PLAIN;
  let isReading = false;
  const add = (raw: string) => {
    const text = unescape(raw);
    if (text === '') return;
    const last = spans.at(-1);
    // A reading belongs to the text before it.
    if (isReading && last) spans[spans.length - 1] = { ...last, ruby: `${last.ruby ?? ''}${text}` };
    else spans.push({ ...look, text, ruby: null });
  };
  let at = 0;
  for (const match of source.matchAll(TAG)) {
    add(source.slice(at, match.index));
    at = match.index + match[0].length;
    const [, slash, written = '', rest = ''] = match;
    const name = written.toLowerCase();
    if (name === 'rt') isReading = slash === '';
    if (slash === '') {
      open.push({ name, before: look });
      look = changed(look, name, rest);
      continue;
    }
    const index = open.map((one) => one.name).lastIndexOf(name);
    if (index < 0) continue;
    look = open[index]?.before ?? PLAIN;
    open.length = index;
  }
  add(source.slice(at));
  return spans;
}

function changed(look: Omit<Span, 'text' | 'ruby'>, name: string, rest: string): Omit<Span, 'text' | 'ruby'> {
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
      const [, double, single, bare] = /color\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(rest) ?? [];
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
