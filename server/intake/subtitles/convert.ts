import { guessLanguage, UNKNOWN_LANGUAGE } from '../plan/languages.ts';
import type { TextFormat } from '../probe/source.ts';
import { type Cue, textOf } from './cue.ts';
import { decodeText } from './decode-text.ts';
import { readAss } from './read-ass.ts';
import { readSrt } from './read-srt.ts';
import { readVtt } from './read-vtt.ts';
import { writeVtt } from './write-vtt.ts';

/** More than any film has; a crafted file must not fill the memory of televisions. */
const MOST_CUES = 20_000;

const READERS = { srt: readSrt, ass: readAss, vtt: readVtt } as const satisfies Record<
  TextFormat,
  (source: string) => Cue[]
>;

export interface Converted {
  readonly vtt: string;
  readonly lang: string;
}

/** @returns undefined for a file without readable cues. */
export function convertSubtitle(
  bytes: Uint8Array,
  { format, lang }: { readonly format: TextFormat; readonly lang: string },
  seconds: number,
): Converted | undefined {
  // A cue after the end would never be removed from the screen.
  const cues = READERS[format](decodeText(bytes))
    .filter(({ startSeconds }) => startSeconds < seconds)
    .slice(0, MOST_CUES);
  if (cues.length === 0) return undefined;
  const known = lang === UNKNOWN_LANGUAGE ? guessLanguage(cues.slice(0, 500).map(textOf).join('\n')) : lang;
  return { vtt: writeVtt(cues), lang: known };
}
