import { positionOfAlignment, positionOfPoint, type Point, type Resolution } from './ass-position.ts';
import { colorOfAss, fromSsa, type Style } from './ass-style.ts';
import { MOST_LETTERS, PLAIN, type Place, type Span } from './cue.ts';

/** Letters of a line with its overrides and drawings. */
const LONGEST_SOURCE = 100_000;
const LONGEST_TAG = 200;
/** From this transparency on, nothing can be read. */
const HIDDEN = 0xf0;

export interface AssText {
  readonly spans: Span[];
  readonly place: Place | null;
  /** Where the script puts it; undefined where the style does. */
  readonly point: Point | undefined;
}

/** `\{` is a brace of the text. */
const OPEN = /(?<!\\)\{/g;

/** Text, and overrides in their braces. Without a closing brace it is all text. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    OPEN.lastIndex = at;
    const open = OPEN.exec(text)?.index ?? -1;
    const close = open < 0 ? -1 : text.indexOf('}', open);
    if (close < 0) return [...parts, text.slice(at)];
    parts.push(text.slice(at, open), text.slice(open, close + 1));
    at = close + 1;
  }
}

/** The tags of an override, and whether each is within an animation (`\t`). */
function tagsOf(override: string): { tag: string; isAnimated: boolean }[] {
  let depth = 0;
  return override
    .slice(1, -1)
    .split('\\')
    .slice(1)
    .map((written) => {
      const tag = written.trim().slice(0, LONGEST_TAG);
      const isAnimated = depth > 0;
      if (isAnimated || /^t\s*\(/.test(tag)) depth = Math.max(0, depth + tag.split('(').length - tag.split(')').length);
      return { tag, isAnimated };
    });
}

/** Text, look and place of a line. */
export function readText(
  source: string,
  style: Style,
  styles: ReadonlyMap<string, Style>,
  resolution: Resolution,
): AssText {
  const spans: Span[] = [];
  // The weight of a whole style is a matter of its font; only a change within a line stresses a word.
  let look: Style = { ...style, isBold: false };
  let { alignment, isVertical } = style;
  let point: Point | undefined;
  let isDrawing = false;
  let isHidden = false;
  /** Letters without a width or a height. */
  let flat = { x: false, y: false };
  let letters = 0;
  const override = (tag: string, isAnimated: boolean) => {
    const number = Number(tag.replace(/^[a-z]+/i, ''));
    if (/^i[01]?$/.test(tag)) look = { ...look, isItalic: tag === 'i' ? style.isItalic : number === 1 };
    else if (/^b\d*$/.test(tag)) look = { ...look, isBold: tag !== 'b' && (number === 1 || number >= 600) };
    else if (/^u[01]?$/.test(tag)) look = { ...look, isUnderlined: tag === 'u' ? style.isUnderlined : number === 1 };
    else if (/^1?c&?H/i.test(tag)) look = { ...look, color: colorOfAss(tag.replace(/^1?c/i, '')) };
    else if (/^1?c$/.test(tag)) look = { ...look, color: style.color };
    else if (/^an[1-9]$/.test(tag)) alignment = Number(tag.slice(2));
    else if (/^alpha/.test(tag)) {
      const isTransparent = Number.parseInt(/&?H?([0-9a-f]{1,8})/i.exec(tag.slice(5))?.[1] ?? '0', 16) >= HIDDEN;
      // A line that fades in is read, and so is one that fades out.
      isHidden = isAnimated ? isHidden && isTransparent : isTransparent;
    } else if (/^fsc[xy]/.test(tag)) {
      const axis = tag.startsWith('fscx') ? 'x' : 'y';
      flat = { ...flat, [axis]: /^0+(?:\.0*)?$/.test(tag.slice(4)) && (!isAnimated || flat[axis]) };
    } else if (/^a\d+$/.test(tag)) alignment = fromSsa(number);
    else if (/^p\d+$/.test(tag)) isDrawing = number > 0;
    else if (/^fn/.test(tag)) isVertical = tag === 'fn' ? style.isVertical : tag.startsWith('fn@');
    else if (/^r/.test(tag)) {
      look = { ...(styles.get(tag.slice(1)) ?? style), isBold: false };
      isHidden = false;
      flat = { x: false, y: false };
    } else {
      const [, x, y] = /^(?:pos|move)\(\s*(-?[\d.]{1,20})\s*,\s*(-?[\d.]{1,20})/.exec(tag) ?? [];
      if (x !== undefined && y !== undefined) point = { x: Number(x), y: Number(y) };
    }
  };
  for (const part of partsOf(source.slice(0, LONGEST_SOURCE))) {
    if (part.startsWith('{') && part.endsWith('}')) {
      tagsOf(part).forEach(({ tag, isAnimated }) => override(tag, isAnimated));
      continue;
    }
    const written = part
      .slice(0, MOST_LETTERS * 2)
      .replace(/\\N/g, '\n')
      .replace(/\\n/g, ' ')
      .replace(/\\h/g, '\u00a0')
      .replace(/\\([{}])/g, '$1')
      .slice(0, MOST_LETTERS - letters);
    if (isDrawing || isHidden || flat.x || flat.y || written === '') continue;
    letters += written.length;
    const { isItalic, isBold, isUnderlined, color } = look;
    spans.push({ ...PLAIN, text: written, isItalic, isBold, isUnderlined, color });
  }
  const place = point
    ? positionOfPoint(point, resolution, alignment, isVertical)
    : positionOfAlignment(alignment, isVertical);
  return { spans: readFurigana(spans), place, point };
}

/** A base and its reading. Lengths are bounded, so that a long line takes no longer than its length says. */
const FURIGANA = /([\p{Script=Han}々〆ヶ]{1,20}\|[<!]?[\p{Script=Hiragana}\p{Script=Katakana}ー]{1,40})/u;

/** Aegisub's furigana: `漢字|かんじ` within a syllable; after `|<` the reading may be wider, which WebVTT cannot say. */
function readFurigana(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    if (!span.text.includes('|')) return [span];
    const parts = span.text.split(FURIGANA);
    return parts.flatMap((part): Span[] => {
      const [, text, ruby] = /^([^|]{1,20})\|[<!]?([^|]{1,40})$/.exec(part) ?? [];
      if (text !== undefined && ruby !== undefined && parts.length > 1) return [{ ...span, text, ruby }];
      return part === '' ? [] : [{ ...span, text: part }];
    });
  });
}
