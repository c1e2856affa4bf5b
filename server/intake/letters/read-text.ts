import type { PictureCue } from '#contract/rules/picture-cue.ts';
import type { Cue, Place } from '../subtitles/cue.ts';
import { PLAIN, textOf } from '../subtitles/cue.ts';
import { writeVtt } from '../subtitles/write-vtt.ts';

interface ReadCue {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly cell: Pick<PictureCue, 'place'>;
  readonly text: string | null;
}

/** Above it, a picture is at the top of the film, in per cent of its height. */
const TOP = 40;
/** Where such a text begins. */
const AT_TOP: Place = { line: 5, lineAlign: 'start', position: 50, align: 'center', vertical: null };

/** WebVTT of what was read. Texts at the top of the film stay there, such as those over a title. */
export const writeReadText = (lines: readonly ReadCue[]): string =>
  writeVtt(
    lines
      .map(({ start_seconds, end_seconds, cell: { place }, text }): Cue => ({
        startSeconds: start_seconds,
        endSeconds: end_seconds,
        spans: [{ ...PLAIN, text: text ?? '' }],
        place: place.top + place.height / 2 < TOP ? AT_TOP : null,
      }))
      .filter((cue) => textOf(cue).trim() !== ''),
  );
