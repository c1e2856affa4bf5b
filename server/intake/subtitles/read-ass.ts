import { type Choices, judgeScript, type Kind } from '../drawings/judge-script.ts';
import { type AssCue, joinFrames, joinSyllables } from './ass-join.ts';
import { type AssScript, readAssScript } from './ass-script.ts';
import { USUAL } from './ass-style.ts';
import { readText } from './ass-text.ts';
import { type Cue, shownCues, withLengths } from './cue.ts';

/**
 * Reads Advanced SubStation Alpha and its predecessor: text, looks and places. Drawings and movements are left out.
 *
 * @param isEmbedded whether it was a track of a video.
 * @param choices what operators have said of its styles.
 */
export function readAss(source: string, isEmbedded = false, choices: Choices = {}): Cue[] {
  const read = readAssScript(source, isEmbedded);
  const script = { ...read, events: withLengths(read.events) };
  return cuesOf(script, judgeScript(script, choices).kinds);
}

function cuesOf({ styles, resolution, events }: AssScript, kinds: readonly Kind[]): Cue[] {
  const cues = events.flatMap((event, index): AssCue[] => {
    const { startSeconds, endSeconds, effect } = event;
    if (kinds[index] === 'out') return [];
    const style = styles.get(event.style) ?? styles.get('Default') ?? USUAL;
    const { spans, place, point } = readText(event.text, style, styles, resolution);
    const isDrawn = kinds[index] === 'drawn';
    return [
      {
        ...{ startSeconds, endSeconds, spans, place, effect, isDrawn },
        isSign: point !== undefined,
        style: event.style,
      },
    ];
  });
  return joinSyllables(joinFrames(shownCues(cues)));
}
