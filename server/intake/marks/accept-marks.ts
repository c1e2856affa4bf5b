import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { FoundMark } from './propose-marks.ts';
import type { EpisodeMarks, MarkKind } from './store.ts';

/** Three other episodes agree, and few bits differ. Marks of a whole title are accepted from here on, weaker ones one by one. */
export const CONFIDENT = 0.75;

/** An opening or ending that was found, for operators; in seconds of the clip. */
export interface ShownFoundMark extends FoundMark {
  episode_id: number;
  episode_num: string;
  kind: MarkKind;
  /** The episode has such a mark, or an operator has said that it has none. Accepting changes nothing. */
  is_decided: boolean;
}

const inTenths = (seconds: number) => Math.round(seconds * 10) / 10;

export const showFound = (marks: EpisodeMarks): ShownFoundMark[] =>
  (['intro', 'outro'] as const).flatMap((kind) => {
    const found = marks[`found_${kind}`];
    if (found === null) return [];
    const { episode_id, episode_num } = marks;
    return {
      ...{ episode_id, episode_num, kind, start: inTenths(found.start), end: inTenths(found.end) },
      confidence: Math.round(found.confidence * 100) / 100,
      is_decided: marks[kind] !== null || marks[`is_${kind}_decided`] === true,
    };
  });

type Marks = Pick<ClipRecord, 'intro' | 'outro'>;

/** The marks that an episode gets when these are accepted: none in place of one that it has. */
export function acceptedMarks(
  accepted: readonly Pick<ShownFoundMark, 'kind' | 'start' | 'end'>[],
  duration: number,
  { intro, outro }: Marks,
): Partial<Marks> {
  const marks: Partial<Marks> = {};
  for (const { kind, start, end } of accepted) {
    const found = { start: Math.round(start), end: Math.min(duration, Math.round(end)) };
    if (kind === 'intro' && intro === null && (outro === null || found.end <= outro.start)) marks.intro = found;
    if (kind === 'outro' && outro === null && found.start < duration) {
      const before = marks.intro ?? intro;
      if (before === null || before.end <= found.start) marks.outro = { start: found.start };
    }
  }
  return marks;
}
