/** Typesetting of names. The only typeface is Pretendard; weight, size, position and colour vary. */

interface Setting {
  x: number;
  y: number;
  size: number;
  fill: string;
  weight?: 300 | 500 | 600 | 700 | 800 | 900;
  /** Space between characters, as a share of the size. */
  spacing?: number;
  anchor?: 'start' | 'middle' | 'end';
  /** An outline outside the letters. */
  outline?: string;
  outlineWidth?: number;
  opacity?: number;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function words(text: string, setting: Setting): string {
  const {
    x,
    y,
    size,
    fill,
    weight = 800,
    spacing = 0,
    anchor = 'start',
    outline,
    outlineWidth = size * 0.12,
    opacity = 1,
  } = setting;
  const stroke =
    outline === undefined
      ? ''
      : ` stroke="${outline}" stroke-width="${outlineWidth}" stroke-linejoin="round" paint-order="stroke"`;
  // SVG also adds letter spacing after the last letter; centred text is shifted by half of it.
  const shift = anchor === 'middle' ? (spacing * size) / 2 : anchor === 'end' ? spacing * size : 0;
  return `<text x="${x + shift}" y="${y}" font-family="Pretendard" font-size="${size}" font-weight="${weight}" letter-spacing="${(spacing * size).toFixed(2)}" text-anchor="${anchor}" fill="${fill}" fill-opacity="${opacity}"${stroke}>${escaped(text)}</text>`;
}

/** Lines one below the other, each with its own size. */
export function lines(
  texts: readonly (readonly [text: string, size: number])[],
  setting: Omit<Setting, 'size'> & { leading?: number },
): string {
  let y = setting.y;
  return texts
    .map(([text, size], index) => {
      if (index > 0) y += size * (setting.leading ?? 1.1);
      return words(text, { ...setting, y, size });
    })
    .join('');
}

/** Vertical text, one character per step; a space takes half a step. */
export function column(text: string, setting: Setting & { step?: number }): string {
  const { size, step = 1.08 } = setting;
  let y = setting.y + size * 0.86;
  return [...text]
    .map((character) => {
      if (character === ' ') {
        y += size * 0.42;
        return '';
      }
      const set = words(character, { ...setting, y, anchor: 'middle', spacing: 0 });
      y += size * step;
      return set;
    })
    .join('');
}
