import type { AssScript } from '../subtitles/ass-script.ts';
import { USUAL } from '../subtitles/ass-style.ts';
import { readText } from '../subtitles/ass-text.ts';
import { textOf } from '../subtitles/cue.ts';
import { baseOf, type JudgedStyle, type ShownStyle } from './judge-script.ts';

const SAMPLED_LETTERS = 80;
const LONGEST_NAME = 100;

/** The styles of a script with the first text of each. */
export function shownStyles({ events, styles, resolution }: AssScript, judged: readonly JudgedStyle[]): ShownStyle[] {
  const firsts = new Map<string, string>();
  for (const { style, text } of events) {
    const name = baseOf(style);
    if (firsts.get(name)) continue;
    const { spans } = readText(text, styles.get(style) ?? USUAL, styles, resolution);
    const letters = Array.from(
      textOf({ spans })
        .replace(/[\s\0]+/g, ' ')
        .trim(),
    );
    firsts.set(name, letters.slice(0, SAMPLED_LETTERS).join(''));
  }
  return judged
    .filter(({ name }) => name !== '' && name.length <= LONGEST_NAME && !name.includes('\0'))
    .map(({ name, kind, confidence, events: count, firstSeconds }) => ({
      ...{ name, kind, confidence, firstSeconds },
      events: count,
      sample: firsts.get(name) ?? '',
    }));
}
