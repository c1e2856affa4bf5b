import { readdirSync, readFileSync } from 'node:fs';
import { findCycles, importsOf, type ImportGraph } from './build/import-cycles.ts';

/* Fails on import cycles, including type imports (docs/decisions/139). */

const FOLDERS = ['contract', 'platform', 'src', 'server', 'demo', 'bench', 'scripts', 'tests'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .map((path) => `${folder}/${path}`),
);
const graph: ImportGraph = new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));
const cycles = findCycles(graph);
for (const cycle of cycles) console.error(`Files import each other: ${[...cycle, cycle[0]].join(' → ')}`);
if (cycles.length > 0) process.exitCode = 1;
