import { openingRows, type OpeningRow } from '#contract/playback.ts';
import type { VisitMemory } from '#src/focus/index.ts';

/** The visits from the first one to the player's; null for those that only the browser's history knows. */
export type Trail = readonly ({ path: string; memory: VisitMemory; row?: string | undefined } | null)[];

/** `genre-판타지` and `theme-7` are rows of one kind each. */
const rowNamed = (key = ''): OpeningRow | undefined => openingRows.find((row) => row === key.split('-')[0]);

/** The row that had the focus when the viewer left a screen with rows of titles: home, or the page of a title. */
const focusedRow = (visit: Trail[number] | undefined): OpeningRow | undefined =>
  visit && /^\/(home|items\/\d+)$/.test(visit.path)
    ? rowNamed(visit.memory.walls.get(visit.memory.focusKey ?? '')?.rowKey)
    : undefined;

/** The row in which the viewer chose a title that plays: from there, or from the title's page that was opened from there. */
export function createRowOf(trail: Trail): (itemId: number) => OpeningRow | undefined {
  const [before, below] = [trail[trail.length - 3], trail[trail.length - 2]];
  return (itemId) =>
    focusedRow(below) ?? (below?.path === `/items/${itemId}` ? (rowNamed(below.row) ?? focusedRow(before)) : undefined);
}
