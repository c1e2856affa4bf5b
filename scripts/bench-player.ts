import { buildAppWhenNeeded } from './build-app.ts';
import { measureChunk } from './bench/player/chunk.ts';
import { measureCpu } from './bench/player/cpu.ts';
import { measureHeap } from './bench/player/heap.ts';
import { measureNetwork } from './bench/player/network.ts';
import { measureSeek } from './bench/player/seek.ts';
import { createStage, type Stage } from './bench/player/stage.ts';
import { measureStart } from './bench/player/start.ts';
import { printTable, type Figure } from './bench/table.ts';

/*
 * What playing costs, in the real app on the real server, both on this machine; beside it a page that plays the same
 * stream by Shaka alone (the floor). What is beyond the floor is ours.
 *
 *     npm run bench:player                  all of it, some six minutes
 *     npm run bench:player -- cpu heap      parts of it
 *
 * Machines differ and are never quiet: figures of one run compare with each other only.
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
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);

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
