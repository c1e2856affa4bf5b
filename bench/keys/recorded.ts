import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The document with the table of recorded counts. */
export const recordedFile = join(import.meta.dirname, '../../docs/key-presses.md');

/** Most presses of the walks through the real screens, by task. */
export const WALK_BUDGETS: Readonly<Record<string, number>> = {
  'Pick a profile and resume the last episode, from a cold start': 2,
  'Change the profile, from home to the home of the next one without PIN': 6,
};

/** Presses by task, from the table in the document. */
export function readRecorded(): Map<string, number> {
  const recorded = new Map<string, number>();
  for (const line of readFileSync(recordedFile, 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (/^\d+$/.test(cells[2] ?? '')) recorded.set(cells[1] ?? '', Number(cells[2]));
  }
  return recorded;
}

/** Most presses that a task may take: its budget, and never more than the document records. */
export const mostPresses = (recorded: ReadonlyMap<string, number>, task: string, budget?: number | null): number =>
  Math.min(recorded.get(task) ?? 0, budget ?? Infinity);
