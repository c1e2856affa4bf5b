import { buffer } from 'node:stream/consumers';
import { drawPages, type CellToDraw } from './draw-pages.ts';
import { writeTiff } from './pages.ts';
import type { PageLine } from './read-tsv.ts';
import { splitLines } from './split-lines.ts';

/*
 * Draws the letters of some cells of a sheet as pages, in a process of its own: minutes of arithmetic must not keep a server
 * busy.
 *
 *     pages-program.ts
 *
 * The standard input has a line of JSON with the cells, and then the sheet. Writes a line of JSON about the lines of all cells,
 * and then a TIFF with a page for each line.
 */

const input = await buffer(process.stdin);
const end = input.indexOf('\n');
const cells = JSON.parse(input.toString('utf8', 0, end)) as CellToDraw[];
const pages = await drawPages(input.subarray(end + 1), cells);
const lines = pages.flatMap((page, of) => splitLines(page).map((line) => ({ ...line, of })));
const answer: PageLine[] = lines.map(({ of, height, gaps }) => ({ of, height, gaps }));
process.stdout.write(`${JSON.stringify(answer)}\n`);
process.stdout.write(writeTiff(lines));
