import { execFileSync } from 'node:child_process';
import { ITEM_SECONDS, readFpcalc, WINDOW_SECONDS } from '#server/intake/marks/fingerprint.ts';
import { proposeMarks, type Comparison, type FoundMark } from '#server/intake/marks/propose-marks.ts';
import { findSharedParts, prepare } from '#server/intake/marks/shared-parts.ts';
import type { Tools } from '#server/intake/tools.ts';
import { episodeFile, makeSeries } from './made-up-series.ts';

/** A mark counts when its start and its end are this close, in seconds. */
const WITHIN_SECONDS = 1;

export interface MarkScores {
  precision: number;
  recall: number;
  /** The largest error of a found mark, in seconds. */
  worst: number;
}

/** Finds the marks of the made-up series, rounded as viewers get them. */
export function scoreMarks({ ffmpeg, fpcalc }: Tools, folder: string): MarkScores {
  const series = makeSeries(ffmpeg, folder);
  const prepared = series.map((_, index) => {
    const words = ['-raw', '-json', '-ignore-errors', '-length', '0', episodeFile(folder, index)];
    return prepare(readFpcalc(execFileSync(fpcalc, words, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()));
  });
  const comparisons: Comparison[] = [];
  for (let one = 0; one < prepared.length; one += 1)
    for (let other = one + 1; other < prepared.length; other += 1)
      comparisons.push({ one, other, parts: findSharedParts(prepared[one]!, prepared[other]!) });
  const found = proposeMarks(
    prepared.map(({ items }) => items.length * ITEM_SECONDS + WINDOW_SECONDS),
    comparisons,
  );
  let [right, proposed, there, worst] = [0, 0, 0, 0];
  const count = (mark: FoundMark | null, truth: { start: number; end: number } | null) => {
    if (truth) there += 1;
    if (!mark) return;
    proposed += 1;
    if (!truth) return;
    const error = Math.max(Math.abs(Math.round(mark.start) - truth.start), Math.abs(Math.round(mark.end) - truth.end));
    worst = Math.max(worst, error);
    if (error <= WITHIN_SECONDS) right += 1;
  };
  series.forEach(({ opening, ending }, index) => {
    count(found[index]!.intro, opening);
    count(found[index]!.outro, ending);
  });
  return { precision: right / proposed, recall: right / there, worst };
}
