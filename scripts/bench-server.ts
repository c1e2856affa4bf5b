import { measureMedia } from './bench/media.ts';
import { measureMemory } from './bench/memory.ts';
import { measurePressure } from './bench/pressure.ts';
import { measureReads } from './bench/reads.ts';
import { printTable, type Figure } from './bench/table.ts';
import { measureWrites } from './bench/writes.ts';

/*
 * How fast the server answers and what it needs, each figure beside its target:
 *
 *     npm run bench:server                    everything, some three minutes
 *     npm run bench:server -- reads writes    these parts
 *
 * Machines differ and are never quiet: compare only ratios of one run. What is compared takes turns, and the median of
 * the turns counts.
 */
const parts: Record<string, () => Promise<Figure[]>> = {
  reads: measureReads,
  writes: measureWrites,
  media: measureMedia,
  pressure: measurePressure,
  memory: measureMemory,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

// What was started has to end too.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name)) {
    console.error(`measuring ${name} …`);
    figures.push(...(await measure()));
  }
printTable(figures);
