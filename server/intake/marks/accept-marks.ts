import type { ClipMarks } from '#server/catalogue/index.ts';
import { MARK_KINDS, type MarkKind } from './chapter-marks.ts';
import type { FoundMark } from './propose-marks.ts';
import type { EpisodeMarks } from './store.ts';

/** Three other episodes agree, and few bits differ. Marks of a whole title are accepted from here on, weaker ones one by one. */
export const CONFIDENT = 0.75;

/** A part that was found, for operators; in seconds of the clip. */
export interface ShownFoundMark extends FoundMark {
  episode_id: number;
  episode_num: string;
  kind: MarkKind;
  /** Whether a chapter of the file is called so, or other episodes have the same sound. */
  from: 'chapter' | 'sound';
  /** The episode has such a mark, or an operator has said that it has none. Accepting changes nothing. */
  is_decided: boolean;
}

const inTenths = (seconds: number) => Math.round(seconds * 10) / 10;

/** A chapter is named by the maker of the file, so it wins over parts that were found by their sound. */
function foundOf(marks: EpisodeMarks, kind: MarkKind): (FoundMark & Pick<ShownFoundMark, 'from'>) | null {
  const chapter = marks.chapters?.[kind] ?? null;
  const sound = kind === 'intro' || kind === 'outro' ? marks[`found_${kind}`] : null;
  if (chapter !== null && (sound === null || chapter.confidence >= Math.min(CONFIDENT, sound.confidence)))
    return { ...chapter, from: 'chapter' };
  return sound && { ...sound, from: 'sound' };
}

export const showFound = (marks: EpisodeMarks): ShownFoundMark[] =>
  MARK_KINDS.flatMap((kind) => {
    const found = foundOf(marks, kind);
    if (found === null) return [];
    const { episode_id, episode_num } = marks;
    return {
      episode_id,
      episode_num,
      kind,
      start: inTenths(found.start),
      end: inTenths(found.end),
      confidence: Math.round(found.confidence * 100) / 100,
      from: found.from,
      is_decided: (marks[kind] ?? null) !== null || marks[`is_${kind}_decided`] === true,
    };
  });

type Accepted = Pick<ShownFoundMark, 'kind' | 'start' | 'end' | 'from'>;

/** Something follows an ending that ends earlier than this before the clip does. */
const FOLLOWED_SECONDS = 2;

interface Span {
  start: number;
  end: number;
}

const meet = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

/** The marks that an episode gets when these are accepted: none in place of one that it has, and none that meets another. */
export function acceptedMarks(accepted: readonly Accepted[], duration: number, there: ClipMarks): Partial<ClipMarks> {
  const marks: Partial<ClipMarks> = {};
  for (const { kind, start, end, from } of accepted) {
    const found = { start: Math.round(start), end: Math.min(duration, Math.round(end)) };
    if (there[kind] !== null || found.start >= found.end) continue;
    const isFollowed = from === 'chapter' && found.end < duration - FOLLOWED_SECONDS;
    const made = kind === 'outro' && !isFollowed ? { start: found.start } : found;
    const all = { ...there, ...marks, [kind]: made };
    // Without an end, an ending lasts until the preview.
    const ending = all.outro && { start: all.outro.start, end: all.outro.end ?? all.preview?.start ?? duration };
    const spans = [all.recap, all.intro, ending, all.preview].filter((span) => span !== null);
    const isApart = spans.every((span, index) => !spans.slice(index + 1).some((other) => meet(span, other)));
    const isInOrder = all.intro === null || ending === null || all.intro.end <= ending.start;
    if (isApart && isInOrder && (ending === null || ending.start < ending.end)) Object.assign(marks, { [kind]: made });
  }
  return marks;
}
