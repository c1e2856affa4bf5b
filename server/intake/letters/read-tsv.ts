import type { ReadableLang } from '#contract/console/tracks.ts';

/** The text that tesseract read in one picture. */
export interface ReadText {
  /** Line by line; empty where nothing was found. */
  readonly text: string;
  /** How sure tesseract is of its least certain word, from 0 to 100. */
  readonly confidence: number;
}

export const UNREAD: ReadText = { text: '', confidence: 0 };

/** A line of a picture that was a page of its own. */
export interface PageLine {
  /** Number of the picture. */
  readonly of: number;
  /** Of the page, in pixels. */
  readonly height: number;
  /** Middles of its wide gaps. */
  readonly gaps: readonly number[];
}

interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly confidence: number;
}

/** The level of a row about a word; others are about pages, blocks and lines. */
const WORD = '5';
/** Of the height of a page: words and gaps are not exactly where the program says. */
const NEAR_SHARE = 0.35;
/** Writing without spaces. */
const SOLID =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\u30FB\u30FC\uFF01-\uFF0F\uFF1A-\uFF20\uFF5E]/u;

/**
 * Reads what tesseract prints about lines (TSV).
 *
 * @returns a text for each of so many pictures
 */
export function readTsv(output: string, lang: ReadableLang, lines: readonly PageLine[], pictures: number): ReadText[] {
  const words = lines.map((): Word[] => []);
  for (const row of output.split('\n')) {
    const [level, page, , , , , left, , width, , confidence, ...rest] = row.split('\t');
    // No subtitle has a bar: it is an I.
    const text = rest.join(' ').trim().replaceAll('|', 'I');
    if (level !== WORD || text === '') continue;
    const [start, sure] = [Number(left), Number(confidence)];
    words[Number(page) - 1]?.push({
      ...{ text, left: start, right: start + Number(width) },
      confidence: Number.isFinite(sure) ? Math.max(0, sure) : 0,
    });
  }
  const texts = lines.map((line, index) => joinWords(words[index]!, lang, line));
  return Array.from({ length: pictures }, (_, of) => {
    const own = lines.flatMap((line, index) => (line.of === of && texts[index] !== '' ? [index] : []));
    const sure = own.flatMap((index) => words[index]!.map(({ confidence }) => confidence));
    return own.length === 0
      ? UNREAD
      : { text: own.map((index) => texts[index]).join('\n'), confidence: Math.round(Math.min(...sure)) };
  });
}

/** The words of a line as people write them. */
export function joinWords(words: readonly Word[], lang: ReadableLang, { gaps, height }: Omit<PageLine, 'of'>): string {
  // Of Korean, the program takes syllables for words. A gap of the picture is a space at the nearest of their bounds.
  const spaces = new Set(lang === 'ko' ? gaps.map((gap) => nearestBound(words, gap, height * NEAR_SHARE)) : []);
  return words.reduce((line, { text }, index) => {
    if (index === 0) return text;
    const isSolid = SOLID.test(Array.from(line).at(-1) ?? '') || SOLID.test(Array.from(text)[0] ?? '');
    const isSpace = lang === 'ko' ? spaces.has(index) : !isSolid;
    return isSpace ? `${line} ${text}` : line + text;
  }, '');
}

/** The word that begins at the nearest bound; undefined where none is near. */
function nearestBound(words: readonly Word[], gap: number, most: number): number | undefined {
  const distances = words.map(({ left }, index) =>
    index === 0 ? Infinity : Math.abs((words[index - 1]!.right + left) / 2 - gap),
  );
  const least = Math.min(...distances);
  return least <= most ? distances.indexOf(least) : undefined;
}
