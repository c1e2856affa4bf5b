import { measureSearch } from './finding/search.ts';
import { printTable } from './lib/table.ts';

/*
 * Measures what the search finds of well-known names with slips of all kinds, and its time and memory:
 *
 *     npm run bench:search         about a minute; lists what was not first, then the figures
 */
const figures = measureSearch((miss) => console.log(miss));
printTable(figures);
process.exitCode = figures.some(({ isMet }) => isMet === false) ? 1 : 0;
