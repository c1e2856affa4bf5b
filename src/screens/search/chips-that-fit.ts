/** The texts of a chip. */
export interface ChipTexts {
  readonly text: string;
  readonly note?: string;
  readonly hasIcon?: boolean;
}

/** Room beside the keyboard, within the safe area, in rem (search-screen.module.css, as all measures here). */
const LINE_WIDTH = 54;
const LETTER_SIZE = 1.5;
const PADDING = 3;
const GAP = 1;
const NOTE_GAP = 0.75;
const ICON_WIDTH = 2;
/** Of a chip in a line of several. */
const MAX_WIDTH = 40;

/** Widths of letters in ems: narrow signs and spaces, Latin and digits, everything else like Hangul. */
const widthOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, letter) => sum + (/[\s.,:;!'’·|il]/.test(letter) ? 0.3 : letter < '\u0250' ? 0.62 : 0.9),
    0,
  );

/**
 * The chips that fit in one line with their whole names, in their order: one that does not fit gives way to shorter ones after
 * it. The first one is always shown.
 *
 * @param scale of the letters
 */
export function chipsThatFit<T>(
  chips: readonly T[],
  most: number,
  textsOf: (chip: T) => ChipTexts,
  scale: number,
): T[] {
  let room = LINE_WIDTH + GAP;
  const shown: T[] = [];
  for (const chip of chips) {
    const { text, note = '', hasIcon = false } = textsOf(chip);
    const letters = (widthOf(text) + widthOf(note)) * LETTER_SIZE * scale;
    const width = Math.min(MAX_WIDTH, PADDING + letters + (note === '' ? 0 : NOTE_GAP) + (hasIcon ? ICON_WIDTH : 0));
    if (shown.length === most) break;
    if (shown.length > 0 && width + GAP > room) continue;
    room -= width + GAP;
    shown.push(chip);
  }
  return shown;
}
