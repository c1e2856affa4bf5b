import { DRAWN_CUE } from '#contract/rules/drawn-cue.ts';
import type { Cue, Place, Span } from './cue.ts';

function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const [hours, minutes] = [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60];
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(milliseconds / 1000) % 60, 2)}.${pad(milliseconds % 1000, 3)}`;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const classOf = (color: string) => `c${color.slice(1)}`;

function written({ text, isItalic, isBold, isUnderlined, color, ruby }: Span): string {
  const plain = ruby === null ? escape(text) : `<ruby>${escape(text)}<rt>${escape(ruby)}</rt></ruby>`;
  return [isUnderlined ? 'u' : '', isItalic ? 'i' : '', isBold ? 'b' : '', color === null ? '' : `c.${classOf(color)}`]
    .filter((tag) => tag !== '')
    .reduce((inner, tag) => `<${tag}>${inner}</${tag.charAt(0)}>`, plain);
}

function settingsOf(place: Place | null): string {
  if (place === null) return '';
  const { line, lineAlign, position, align, vertical } = place;
  return [
    '',
    ...(vertical === null ? [] : [`vertical:${vertical}`]),
    // The default; some players do not know the alignment of lines.
    `line:${line}%${lineAlign === 'start' ? '' : `,${lineAlign}`}`,
    `position:${position}%`,
    `align:${align}`,
  ].join(' ');
}

/** WebVTT of cues. A blank line would end a cue, so such lines get a space that does not break. */
export function writeVtt(cues: readonly Cue[]): string {
  const colors = [
    ...new Set(cues.flatMap(({ spans }) => spans.flatMap(({ color }) => (color === null ? [] : [color])))),
  ];
  const styles = colors.map((color) => `::cue(.${classOf(color)}) { color: ${color}; }`);
  const blocks = cues.map(({ startSeconds, endSeconds, spans, place, isDrawn }) => {
    const text = spans
      .map(written)
      .join('')
      .trim()
      .replace(/\n(?=\n)/g, '\n\u00a0');
    const id = isDrawn === true ? `${DRAWN_CUE}\n` : '';
    return `${id}${timeOf(startSeconds)} --> ${timeOf(endSeconds)}${settingsOf(place)}\n${text}`;
  });
  return `${['WEBVTT', ...(styles.length > 0 ? [`STYLE\n${styles.join('\n')}`] : []), ...blocks].join('\n\n')}\n`;
}
