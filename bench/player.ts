import { buildAppWhenNeeded } from '../scripts/build-app.ts';
import { measureChunk } from './player/chunk.ts';
import { measureCpu } from './player/cpu.ts';
import { measureHeap } from './player/heap.ts';
import { measureNetwork } from './player/network.ts';
import { measureSeek } from './player/seek.ts';
import { createStage, type Stage } from './player/stage.ts';
import { measureStart } from './player/start.ts';
import { printTable, type Figure } from './lib/table.ts';

/*
 * Measures playback in the real app with the real server, both on this machine, next to a page that plays the same
 * stream with Shaka alone (the floor). The difference is the app's cost.
 *
 *     npm run bench:player                  everything, about six minutes
 *     npm run bench:player -- cpu heap      some parts
 *
 * Machines differ and are never quiet: compare only figures of one run.
 */
const parts: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  start: measureStart,
  seek: measureSeek,
  cpu: measureCpu,
  heap: measureHeap,
  chunk: measureChunk,
  network: measureNetwork,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`unknown part: ${unknown.join(', ')}; choose from ${Object.keys(parts).join(', ')}`);

buildAppWhenNeeded();
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`measuring ${name} …`);
  const stage = await createStage();
  try {
    figures.push(...(await measure(stage)));
  } finally {
    await stage.close();
  }
}
printTable(figures);
