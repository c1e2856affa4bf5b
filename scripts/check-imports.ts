import { readdirSync, readFileSync } from 'node:fs';
import { longPartsOf, type Long } from './build/house.ts';
import { edgesOf, findCycles, type ImportGraph } from './build/import-cycles.ts';
import { AREAS, forbiddenImports } from './build/import-table.ts';
import { readImports } from './build/read-imports.ts';

/*
 * Fails on an import that the table of parts does not allow, and on import cycles, including type imports
 * (docs/decisions/152). Prints how large the house is; `--long` names what is long.
 */

const FOLDERS = ['contract', 'platform', 'src', 'console', 'server', 'demo', 'bench', 'scripts', 'tests'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules/')),
);
const importsOf = new Map(files.map((file) => [file, readImports(file, readFileSync(file, 'utf8'))]));
const forbidden = [...importsOf].flatMap(([file, imports]) => forbiddenImports(file, imports));
forbidden.forEach((line) => console.error(line));
if (forbidden.length > 0)
  console.error(
    'scripts/build/import-table.ts lists what may be imported; an area of the server, through its index.ts.',
  );

const graph: ImportGraph = new Map([...importsOf].map(([file, imports]) => [file, edgesOf(imports)]));
const cycles = findCycles(graph);
for (const cycle of cycles) console.error(`Files import each other: ${[...cycle, cycle[0]].join(' → ')}`);
const rings = findCycles(new Map(Object.entries(AREAS)));
for (const ring of rings) console.error(`Areas of the server call each other: ${[...ring, ring[0]].join(' → ')}`);
if (forbidden.length + cycles.length + rings.length > 0) process.exitCode = 1;

const PRODUCT = /^(contract|platform|src|console|server|scripts)\//;
const long = files.filter((file) => PRODUCT.test(file)).map((file) => longPartsOf(file, readFileSync(file, 'utf8')));
const longFiles = long.flatMap((parts) => parts.files);
const longFunctions = long.flatMap(({ functions }) => functions);
console.log(
  `${Object.keys(AREAS).length} areas call others, rings ${rings.length}, imports against the table ${forbidden.length}, ` +
    `files over 350 lines ${longFiles.length}, functions over 100 lines ${longFunctions.length}`,
);
if (process.argv.includes('--long'))
  [...longFiles, ...longFunctions]
    .sort((one: Long, other: Long) => other.lines - one.lines)
    .forEach(({ name, lines }) => console.log(`${lines} ${name}`));
