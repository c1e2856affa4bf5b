import { buildAppWhenNeeded } from '../scripts/build-app.ts';
import { measureChunk } from './player/chunk.ts';
import { measureCpu } from './player/cpu.ts';
import { measureHeap } from './player/heap.ts';
import { measureMoves } from './player/moves.ts';
import { measureNetwork } from './player/network.ts';
import { measureNext } from './player/next.ts';
import { measureSeek } from './player/seek.ts';
import { createStage, type Stage } from './player/stage.ts';
import { measureStart } from './player/start.ts';
import { addFigures, finishBench, readBenchWords, type Figure } from './lib/table.ts';

/*
 * Measures playback in the real app with the real server, both on this machine, next to a page that plays the same
 * stream with Shaka alone (the floor). The difference is the app's cost.
 *
 *     npm run bench:player                  everything, about twelve minutes
 *     npm run bench:player -- cpu heap      some parts
 *     npm run bench:player -- start --turns 3
 *
 * Machines differ and are never quiet: compare only figures of one run. Targets are ratios within a turn where there is a floor.
 */
const returned =
  (measure: (stage: Stage) => Promise<Figure[]>) =>
  async (stage: Stage, _turns: number, figures: Figure[]): Promise<void> => {
    figures.push(...(await measure(stage)));
  };

/** Each part adds its figures as it gets them, so that a failure loses only those that come after it. */
const parts: Record<string, (stage: Stage, turns: number, figures: Figure[]) => Promise<void>> = {
  start: measureStart,
  next: measureNext,
  seek: measureSeek,
  cpu: returned(measureCpu),
  heap: returned(measureHeap),
  moves: returned(measureMoves),
  chunk: returned(measureChunk),
  network: returned(measureNetwork),
};

const { asked, turns } = readBenchWords(process.argv.slice(2));
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`unknown part: ${unknown.join(', ')}; choose from ${Object.keys(parts).join(', ')}`);

buildAppWhenNeeded();
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`measuring ${name} …`);
  const stage = await createStage();
  await addFigures(figures, name, () => measure(stage, turns, figures));
  await stage.close();
}
finishBench(figures);
