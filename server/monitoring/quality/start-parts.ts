import { sql, type RawBuilder } from 'kysely';
import type { StartParts } from '#contract/console/overview.ts';
import type { QualityReport } from '#contract/quality.ts';

/** Parts of a start in the order of their columns. */
export const START_PARTS = ['press_ms', 'answer_ms', 'ours_ms', 'manifest_ms', 'segment_ms', 'decode_ms'] as const;

/** The parts of a report as columns store them. */
export const startColumns = (start: QualityReport['start']) => ({
  start_parts: start ? START_PARTS.map((part) => start[part]) : null,
  is_prepared: start?.is_prepared ?? null,
});

/** The sum of each part of a column of arrays, in ms. */
export const sumParts = (column: string): RawBuilder<number[]> =>
  sql`array[${sql.join(START_PARTS.map((_, index) => sql`coalesce(sum(${sql.ref(column)}[${sql.lit(index + 1)}]), 0)`))}]`;

/** The mean of each part; null without a playback that told them. */
export function meanParts(sums: readonly number[], count: number): StartParts | null {
  if (count === 0) return null;
  const mean = (index: number) => Math.round((sums[index] ?? 0) / count);
  const [press_ms, answer_ms, ours_ms, manifest_ms, segment_ms, decode_ms] = [0, 1, 2, 3, 4, 5].map(mean);
  return { press_ms, answer_ms, ours_ms, manifest_ms, segment_ms, decode_ms } as StartParts;
}
