import { measureMedia } from './server/media.ts';
import { measureMemory } from './server/memory.ts';
import { measurePressure } from './server/pressure.ts';
import { measureReads } from './server/reads.ts';
import { measureReleases } from './server/releases.ts';
import { addFigures, finishBench, type Figure } from './lib/table.ts';
import { measureWrites } from './server/writes.ts';

/*
 * Measures the server's throughput and cost, each figure next to its target:
 *
 *     npm run bench:server                    everything, about a quarter of an hour
 *     npm run bench:server -- reads writes    some parts
 *
 * Machines differ and are never quiet: compare only ratios of one run. Compared runs take turns, and the median of the
 * turns counts.
 */
const parts: Record<string, () => Promise<Figure[]>> = {
  reads: measureReads,
  writes: measureWrites,
  media: measureMedia,
  pressure: measurePressure,
  memory: measureMemory,
  releases: measureReleases,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

// Exits normally on SIGINT, so that child processes are stopped.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name)) {
    console.error(`measuring ${name} …`);
    await addFigures(figures, name, async () => figures.push(...(await measure())));
  }
finishBench(figures);
