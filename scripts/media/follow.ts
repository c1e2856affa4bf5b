import { clearScreenDown, moveCursor } from 'node:readline';
import type { ShownJob } from '#server/intake/operations.ts';
import { barLine, jobLine } from './lines.ts';

const hasEnded = ({ state }: ShownJob) => state === 'done' || state === 'failed' || state === 'cancelled';

/** A line is printed again when this changes: without a terminal, not every percent needs one. */
const noteworthy = ({ state, step, fraction }: ShownJob) => `${state} ${step} ${Math.floor(fraction * 10)}`;

/**
 * Shows jobs until all of them have ended: with bars on a terminal, elsewhere with a line for each change.
 *
 * @param wanted ids of the jobs; all unfinished ones without it.
 * @returns whether all ended well.
 */
export async function follow(options: {
  list(): Promise<readonly ShownJob[]>;
  wanted?: readonly string[] | undefined;
  output: NodeJS.WriteStream;
  isJson: boolean;
  pause(): Promise<unknown>;
  now(): Date;
}): Promise<boolean> {
  const { list, output, isJson, pause, now } = options;
  let wanted = options.wanted;
  let drawn = 0;
  const told = new Map<string, string>();
  for (;;) {
    const jobs = await list();
    wanted ??= jobs.filter((job) => !hasEnded(job)).map(({ id }) => id);
    const ours = jobs.filter(({ id }) => wanted!.includes(id));
    if (output.isTTY && !isJson) {
      // The cursor cannot move above the screen's first line, so more lines could not be overwritten.
      const rows = ours.slice(0, Math.max(1, (output.rows ?? 24) - 2));
      moveCursor(output, 0, -drawn);
      clearScreenDown(output);
      for (const job of rows) output.write(`${barLine(job, now(), output.columns ?? 80)}\n`);
      drawn = rows.length;
    } else
      for (const job of ours) {
        if (told.get(job.id) === noteworthy(job)) continue;
        told.set(job.id, noteworthy(job));
        output.write(`${isJson ? JSON.stringify(job) : jobLine(job)}\n`);
      }
    if (ours.every(hasEnded)) return ours.length === wanted.length && ours.every(({ state }) => state === 'done');
    await pause();
  }
}
