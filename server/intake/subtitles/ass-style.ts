/** What a line of `[V4+ Styles]` says about text. */
export interface Style {
  readonly alignment: number;
  readonly isItalic: boolean;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly color: string | null;
  readonly font: string;
  /** Fonts whose name begins with `@` are written from the top to the bottom. */
  readonly isVertical: boolean;
}

export const USUAL: Style = {
  alignment: 2,
  isItalic: false,
  isBold: false,
  isUnderlined: false,
  color: null,
  font: '',
  isVertical: false,
};

/** SSA counts alignments differently: 1 to 3 at the bottom, plus 4 at the top, plus 8 in the middle. */
export const fromSsa = (alignment: number) => {
  const column = ((alignment - 1) % 4) + 1;
  return alignment >= 9 ? column + 3 : alignment >= 5 ? column + 6 : column;
};

/** `&HAABBGGRR`, or its decimal form; white is left to the viewer's own settings. */
export function colorOfAss(written: string): string | null {
  const [, hex] = /&?H([0-9a-f]+)&?/i.exec(written) ?? [];
  const number = hex === undefined ? Number(written) : Number.parseInt(hex, 16);
  if (!Number.isFinite(number)) return null;
  const value = number >>> 0;
  const color = [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('');
  return color === 'ffffff' ? null : `#${color}`;
}
