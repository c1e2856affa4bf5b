import type { AssScript } from '../subtitles/ass-script.ts';

/** Letters that are looked for: what the renderer says of all of them fits into the kept messages of a child. */
const MOST_LETTERS = 120;
/** A script of which a larger share cannot be drawn is better read as text. */
const LARGEST_MISSING_SHARE = 0.05;
/** Every font has the letters of ASCII, or is one of signs. */
const FOREIGN_LETTER = /(?!\p{ASCII})[\p{L}\p{N}]/gu;

/** Letters by the font that they ask for. */
export type LettersByFont = ReadonlyMap<string, readonly string[]>;

const plainFont = (name: string) => name.replace(/^@/, '').trim();

/** The letters that events show; of many, some of all over the script. */
export function lettersByFont({ events, styles }: Pick<AssScript, 'events' | 'styles'>): LettersByFont {
  const pairs = new Map<string, [font: string, letter: string]>();
  for (const { style, text } of events) {
    const own = styles.get(style)?.font ?? '';
    let font = own;
    for (const [index, part] of text.split('{').entries()) {
      const end = index === 0 ? -1 : part.indexOf('}');
      for (const tag of part.slice(0, Math.max(0, end)).split('\\').slice(1)) {
        if (tag.startsWith('fn')) font = tag.slice(2).trim() || own;
        if (tag.startsWith('r')) font = styles.get(tag.slice(1).trim())?.font ?? own;
      }
      for (const [letter] of part.slice(end + 1).matchAll(FOREIGN_LETTER)) {
        const plain = plainFont(font);
        pairs.set(`${plain}\0${letter}`, [plain, letter]);
      }
    }
  }
  const step = Math.max(1, Math.ceil(pairs.size / MOST_LETTERS));
  const letters = new Map<string, string[]>();
  for (const [font, letter] of [...pairs.values()].filter((_, index) => index % step === 0))
    letters.set(font, [...(letters.get(font) ?? []), letter]);
  return letters;
}

/**
 * The letters in whose place boxes would be drawn, of what libass has said about a script that shows them; none where they are few.
 */
export function missingLetters(log: string, letters: LettersByFont): string[] {
  const missing = new Set<string>();
  for (const [, code] of log.matchAll(/failed to find any fallback with glyph 0x([0-9a-f]{1,5}) for font/gi))
    missing.add(String.fromCodePoint(Number.parseInt(code!, 16)));
  const cntAsked = [...letters.values()].reduce((sum, { length }) => sum + length, 0);
  return missing.size > cntAsked * LARGEST_MISSING_SHARE ? [...missing] : [];
}
