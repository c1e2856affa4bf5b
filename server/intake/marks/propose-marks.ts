import { SHORTEST_SECONDS, type SharedPart } from './shared-parts.ts';

/** Opening or ending that was found, in seconds of the clip. */
export interface FoundMark {
  start: number;
  end: number;
  /** In [0, 1]. */
  confidence: number;
}

export interface FoundMarks {
  intro: FoundMark | null;
  outro: FoundMark | null;
}

/** The parts that two episodes share; episodes are given by their positions in the list. */
export interface Comparison {
  one: number;
  other: number;
  parts: readonly SharedPart[];
}

const LONGEST_SECONDS = 180;
/** Starts and ends that differ by less are the same. */
const TOLERANCE_SECONDS = 1.5;
/** Two episodes that share more are the same video, which says nothing about openings. */
const SAME_VIDEO = 0.8;
/** Two episodes in a row may share a recap. An opening is in a third one too. */
const LEAST_OTHERS = 2;

interface Span {
  /** The episode that has it too. */
  other: number;
  start: number;
  end: number;
  errors: number;
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const isNear = (one: Span, other: Span) =>
  Math.abs(one.start - other.start) <= TOLERANCE_SECONDS && Math.abs(one.end - other.end) <= TOLERANCE_SECONDS;

const lengthOf = ({ start, end }: Pick<Span, 'start' | 'end'>) => end - start;

/** The span in which most other episodes agree; a long one counts more than a short one. */
function bestOf(spans: readonly Span[], least: number): FoundMark | null {
  let best: { mark: FoundMark; weight: number } | undefined;
  for (const seed of spans) {
    const near = spans.filter((span) => isNear(seed, span));
    const others = new Set(near.map(({ other }) => other)).size;
    if (others < least) continue;
    const mark = {
      start: median(near.map(({ start }) => start)),
      end: median(near.map(({ end }) => end)),
      // Each episode that agrees halves the doubt.
      confidence: (1 - 2 ** -others) * (1 - median(near.map(({ errors }) => errors))),
    };
    const weight = others * lengthOf(mark);
    if (best === undefined || weight > best.weight) best = { mark, weight };
  }
  return best?.mark ?? null;
}

const isSameVideo = (parts: readonly SharedPart[], shorter: number) =>
  parts.reduce((sum, { seconds }) => sum + seconds, 0) >= SAME_VIDEO * shorter;

/** For each episode the first one with the same video. */
function findCopies(durations: readonly number[], comparisons: readonly Comparison[]): number[] {
  const first = durations.map((_, episode) => episode);
  for (const { one, other, parts } of comparisons)
    if (isSameVideo(parts, Math.min(durations[one]!, durations[other]!))) {
      const [kept, copy] = [Math.min(first[one]!, first[other]!), Math.max(first[one]!, first[other]!)];
      first.forEach((original, episode) => {
        if (original === copy) first[episode] = kept;
      });
    }
  return first;
}

/**
 * Finds the opening and the ending of each episode: what it shares with others, in its first and in its second half.
 *
 * @param durations of the episodes' sounds, in seconds.
 * @param comparisons each pair once. Episodes that were not compared with each other are allowed.
 */
export function proposeMarks(durations: readonly number[], comparisons: readonly Comparison[]): FoundMarks[] {
  const first = findCopies(durations, comparisons);
  const spans = durations.map((): Span[] => []);
  const compared = durations.map(() => new Set<number>());
  for (const { one, other, parts } of comparisons) {
    const [originalOfOne, originalOfOther] = [first[one]!, first[other]!];
    if (originalOfOne === originalOfOther) continue;
    compared[one]!.add(originalOfOther);
    compared[other]!.add(originalOfOne);
    for (const { start, seconds, errors } of parts) {
      if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS) continue;
      spans[one]!.push({ other: originalOfOther, start: start.one, end: start.one + seconds, errors });
      spans[other]!.push({ other: originalOfOne, start: start.other, end: start.other + seconds, errors });
    }
  }
  return durations.map((duration, episode) => {
    const least = Math.min(LEAST_OTHERS, compared[episode]!.size);
    const inside = spans[episode]!.map((span) => ({
      ...span,
      start: Math.max(0, span.start),
      end: Math.min(duration, span.end),
    }));
    const isEarly = ({ start, end }: Span) => (start + end) / 2 < duration / 2;
    const intro = bestOf(inside.filter(isEarly), least);
    const outro = bestOf(
      inside.filter((span) => !isEarly(span)),
      least,
    );
    return { intro, outro };
  });
}
