import { placeOfAlignment, placeOfPoint, type Point, type Resolution } from './ass-place.ts';
import { type Cue, PLAIN, type Place, shownCues, type Span } from './cue.ts';

interface Style {
  readonly alignment: number;
  readonly isItalic: boolean;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly color: string | null;
  /** Fonts whose name begins with `@` are written from the top to the bottom. */
  readonly isVertical: boolean;
}

const USUAL: Style = {
  alignment: 2,
  isItalic: false,
  isBold: false,
  isUnderlined: false,
  color: null,
  isVertical: false,
};

/** SSA counts alignments differently: 1 to 3 at the bottom, plus 4 at the top, plus 8 in the middle. */
const fromSsa = (alignment: number) => {
  const column = ((alignment - 1) % 4) + 1;
  return alignment >= 9 ? column + 3 : alignment >= 5 ? column + 6 : column;
};

/** `&HAABBGGRR`, or its decimal form; white is left to the viewer's own settings. */
function colorOfAss(written: string): string | null {
  const [, hex] = /&?H([0-9a-f]+)&?/i.exec(written) ?? [];
  const number = hex === undefined ? Number(written) : Number.parseInt(hex, 16);
  if (!Number.isFinite(number)) return null;
  const value = number >>> 0;
  const color = [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('');
  return color === 'ffffff' ? null : `#${color}`;
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** The values of a line by the names of its section's `Format:`. The last one may contain commas. */
function fieldsOf(format: readonly string[], line: string): Record<string, string> {
  const parts = line.split(',');
  const values = [...parts.slice(0, format.length - 1), parts.slice(format.length - 1).join(',')];
  return Object.fromEntries(format.map((name, index) => [name, (values[index] ?? '').trim()]));
}

/** Reads Advanced SubStation Alpha and its predecessor: text, looks and places. Drawings and movements are left out. */
export function readAss(source: string): Cue[] {
  const styles = new Map<string, Style>();
  const resolution = { width: 384, height: 288 };
  const cues: Cue[] = [];
  let section = '';
  let format: string[] = [];
  for (const line of source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, title] = /^\s*\[(.+)\]\s*$/.exec(line) ?? [];
    if (title !== undefined) section = title.toLowerCase();
    const [, key = '', value = ''] = /^\s*(\w+)\s*:\s*(.*)$/.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'playresx') resolution.width = Number(value) || resolution.width;
    if (name === 'playresy') resolution.height = Number(value) || resolution.height;
    if (name === 'format') format = value.split(',').map((one) => one.trim().toLowerCase());
    if (name === 'style') {
      const fields = fieldsOf(format, value);
      const alignment = Number(fields['alignment']) || USUAL.alignment;
      styles.set((fields['name'] ?? '').replace(/^\*/, ''), {
        alignment: section.startsWith('v4+') ? alignment : fromSsa(alignment),
        isItalic: isOn(fields['italic']),
        isBold: isOn(fields['bold']),
        isUnderlined: isOn(fields['underline']),
        color: colorOfAss(fields['primarycolour'] ?? ''),
        isVertical: (fields['fontname'] ?? '').startsWith('@'),
      });
    }
    if (name !== 'dialogue') continue;
    const fields = fieldsOf(format, value);
    const style = styles.get((fields['style'] ?? '').replace(/^\*/, '')) ?? styles.get('Default') ?? USUAL;
    const { spans, place } = readText(fields['text'] ?? '', style, styles, resolution);
    cues.push({
      startSeconds: secondsOf(fields['start'] ?? ''),
      endSeconds: secondsOf(fields['end'] ?? ''),
      spans,
      place,
    });
  }
  return withoutLayers(shownCues(cues));
}

const isOn = (value: string | undefined) => Number(value) !== 0 && value !== undefined && value !== '';

function readText(
  text: string,
  style: Style,
  styles: ReadonlyMap<string, Style>,
  resolution: Resolution,
): { spans: Span[]; place: Place | null } {
  const spans: Span[] = [];
  // The weight of a whole style is a matter of its font; only a change within a line stresses a word.
  let look: Style = { ...style, isBold: false };
  let { alignment, isVertical } = style;
  let point: Point | undefined;
  let isDrawing = false;
  const override = (tag: string) => {
    const number = Number(tag.replace(/^[a-z]+/i, ''));
    if (/^i[01]?$/.test(tag)) look = { ...look, isItalic: tag === 'i' ? style.isItalic : number === 1 };
    else if (/^b\d*$/.test(tag)) look = { ...look, isBold: tag !== 'b' && (number === 1 || number >= 600) };
    else if (/^u[01]?$/.test(tag)) look = { ...look, isUnderlined: tag === 'u' ? style.isUnderlined : number === 1 };
    else if (/^1?c&?H/i.test(tag)) look = { ...look, color: colorOfAss(tag.replace(/^1?c/i, '')) };
    else if (/^1?c$/.test(tag)) look = { ...look, color: style.color };
    else if (/^an[1-9]$/.test(tag)) alignment = Number(tag.slice(2));
    else if (/^a\d+$/.test(tag)) alignment = fromSsa(number);
    else if (/^p\d+$/.test(tag)) isDrawing = number > 0;
    else if (/^fn/.test(tag)) isVertical = tag === 'fn' ? style.isVertical : tag.startsWith('fn@');
    else if (/^r/.test(tag)) look = { ...(styles.get(tag.slice(1)) ?? style), isBold: false };
    else {
      const [, x, y] = /^(?:pos|move)\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)/.exec(tag) ?? [];
      if (x !== undefined && y !== undefined) point = { x: Number(x), y: Number(y) };
    }
  };
  for (const part of text.split(/(\{[^}]*\})/)) {
    if (part.startsWith('{') && part.endsWith('}')) {
      part
        .slice(1, -1)
        .split('\\')
        .slice(1)
        .forEach((tag) => override(tag.trim()));
      continue;
    }
    const written = part.replace(/\\N/g, '\n').replace(/\\n/g, ' ').replace(/\\h/g, '\u00a0');
    if (isDrawing || written === '') continue;
    const { isItalic, isBold, isUnderlined, color } = look;
    spans.push({ ...PLAIN, text: written, isItalic, isBold, isUnderlined, color });
  }
  const place = point
    ? placeOfPoint(point, resolution, alignment, isVertical)
    : placeOfAlignment(alignment, isVertical);
  return { spans: readFurigana(spans), place };
}

/** Aegisub's furigana: `漢字|かんじ` within a syllable; after `|<` the reading may be wider, which WebVTT cannot say. */
function readFurigana(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const parts = span.text.split(/([\p{Script=Han}々〆ヶ]+\|[<!]?[\p{Script=Hiragana}\p{Script=Katakana}ー]+)/u);
    return parts.flatMap((part): Span[] => {
      const [, text, ruby] = /^([^|]+)\|[<!]?([^|]+)$/.exec(part) ?? [];
      if (text !== undefined && ruby !== undefined && parts.length > 1) return [{ ...span, text, ruby }];
      return part === '' ? [] : [{ ...span, text: part }];
    });
  });
}

/** Layers draw shadows and outlines of the same text: one cue of each text at a time. */
function withoutLayers(cues: readonly Cue[]): Cue[] {
  const seen = new Set<string>();
  return cues.filter((cue) => {
    const key = `${cue.startSeconds} ${cue.endSeconds} ${cue.spans.map(({ text }) => text).join('')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
