import { addFigures, finishBench, readBenchWords, type Figure } from './lib/table.ts';
import { measureDiscs } from './signs/discs.ts';
import { measureDrawn } from './signs/drawn.ts';
import { measureLibass } from './signs/libass.ts';
import { measureChanges, measureSets } from './signs/sets.ts';

/*
 * Measures signs and songs that are drawn into the pictures, and subtitles of discs, which stay pictures: what they cost
 * where videos are added, and what a set shows of them.
 *
 *     npm run bench:signs               everything, about fifteen minutes
 *     npm run bench:signs -- drawn      the tools' part; it needs ffmpeg and the packager
 *     npm run bench:signs -- discs sets --turns 3
 *     npm run bench:signs -- libass     what old sets show beside libass' own pictures, as artifacts/libass-*.png
 */
const parts: Record<string, (figures: Figure[], turns: number) => Promise<void>> = {
  drawn: measureDrawn,
  discs: measureDiscs,
  sets: measureSets,
  libass: measureLibass,
  changes: measureChanges,
};

const { asked, turns } = readBenchWords(process.argv.slice(2));
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`unknown part: ${unknown.join(', ')}; choose from ${Object.keys(parts).join(', ')}`);

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`measuring ${name} …`);
  await addFigures(figures, name, () => measure(figures, turns));
}
finishBench(figures);
